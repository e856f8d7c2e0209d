//===- HostScalars.h - Scalar ops of the entry ------------------*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_TOLLVM_HOSTSCALARS_H
#define XLA_LIB_CONVERSION_TOLLVM_HOSTSCALARS_H

#include "mlir/IR/Builders.h"

namespace xla {
/// What `op`, one of the few scalar ops of the host level, is in the LLVM
/// dialect, where its operands are `operand(index)`. Fails, after an error, at
/// others.
mlir::FailureOr<mlir::Value>
writeHostScalar(mlir::OpBuilder &builder, mlir::Operation &op,
                llvm::function_ref<mlir::Value(unsigned)> operand);
} // namespace xla

#endif // XLA_LIB_CONVERSION_TOLLVM_HOSTSCALARS_H
