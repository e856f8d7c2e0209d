//===- ABITypes.h - Element types of the C ABI and of MLIR ------*- C++ -*-===//

#ifndef XLA_SUPPORT_ABITYPES_H
#define XLA_SUPPORT_ABITYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "xla/Runtime/xla_runtime.h"

namespace xla {

/// The type that an info describes, -1 as a dynamic dimension; null if its
/// element type is none of this ABI version's.
mlir::RankedTensorType getTensorType(const xla_tensor_info &info,
                                     mlir::MLIRContext *context);

/// The ABI's name of an MLIR element type, XLA_INVALID_TYPE if it has none.
xla_element_type getABIElementType(mlir::Type type);

} // namespace xla

#endif // XLA_SUPPORT_ABITYPES_H
