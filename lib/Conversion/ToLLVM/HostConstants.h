//===- HostConstants.h - Constants of the host level as data ----*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_TOLLVM_HOSTCONSTANTS_H
#define XLA_LIB_CONVERSION_TOLLVM_HOSTCONSTANTS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace xla {
/// Replaces `global`, a constant of the host level, by read-only bytes of the
/// same name. Fails after an error if its value is not dense.
mlir::LogicalResult convertHostConstant(mlir::memref::GlobalOp global);
} // namespace xla

#endif // XLA_LIB_CONVERSION_TOLLVM_HOSTCONSTANTS_H
