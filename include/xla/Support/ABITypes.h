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

/// The description of a tensor of `type`, without a name; `dims`, which
/// outlives it, has the extents, -1 for dynamic ones.
xla_tensor_info describeTensor(mlir::RankedTensorType type,
                               llvm::ArrayRef<int64_t> dims);

/// The description of an entry with such `arguments` and `results`, which
/// outlive it; all texts are empty, and there is no code that it describes.
xla_info describeEntry(llvm::ArrayRef<xla_tensor_info> arguments,
                       llvm::ArrayRef<xla_tensor_info> results);

} // namespace xla

#endif // XLA_SUPPORT_ABITYPES_H
