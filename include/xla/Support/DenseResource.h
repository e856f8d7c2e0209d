//===- DenseResource.h - Whether a resource fits its type -------*- C++ -*-===//

#ifndef XLA_SUPPORT_DENSERESOURCE_H
#define XLA_SUPPORT_DENSERESOURCE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Error.h"

namespace xla {

/// Whether the resource of `attr` is there and has the bytes of the elements:
/// as `Literal` stores them or, below 8 bits, one for each element. MLIR checks
/// neither. Nothing is said of types that no `Literal` has.
llvm::Error checkDenseResource(mlir::DenseResourceElementsAttr attr);

} // namespace xla

#endif // XLA_SUPPORT_DENSERESOURCE_H
