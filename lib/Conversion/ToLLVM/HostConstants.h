//===- HostConstants.h - Constants of the host level as data ----*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_TOLLVM_HOSTCONSTANTS_H
#define XLA_LIB_CONVERSION_TOLLVM_HOSTCONSTANTS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace xla {
/// The row-major bytes of a constant of the host level, an array of i8. Fails
/// after an error if its value is not dense.
mlir::FailureOr<mlir::ElementsAttr>
getConstantBytes(mlir::memref::GlobalOp global);

/// Writes the address of what `op`, in an entry, names: of the code, or behind
/// the pointer to the entry's weights.
mlir::Value getConstantAddress(mlir::OpBuilder &builder,
                               mlir::memref::GetGlobalOp op);

/// Replaces `global`, a constant of the host level, by read-only bytes of the
/// same name, or by nothing if it is one of the weights. Fails after an error
/// if its value is not dense.
mlir::LogicalResult convertHostConstant(mlir::memref::GlobalOp global);
} // namespace xla

#endif // XLA_LIB_CONVERSION_TOLLVM_HOSTCONSTANTS_H
