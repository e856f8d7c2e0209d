//===- Sizes.h - Calls of programs that take sizes -------------*- C++ -*-===//

#ifndef XLA_TEST_CONFORMANCE_SIZES_H
#define XLA_TEST_CONFORMANCE_SIZES_H

#include "xla/Support/Literal.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace xla::conformance {

/// Arguments at one size. The integers that the parameters begin with are size,
/// size + step, ...; the unknown dimensions of each tensor are these in order.
/// Another seed gives other data.
std::optional<llvm::SmallVector<Literal>>
createArguments(mlir::func::FuncOp entry, int64_t size, int64_t step,
                unsigned seed);

/// A copy of the module of `entry`, static for a call with `arguments`.
mlir::OwningOpRef<mlir::ModuleOp> makeStatic(mlir::func::FuncOp entry,
                                             llvm::ArrayRef<Literal> arguments);

} // namespace xla::conformance

#endif // XLA_TEST_CONFORMANCE_SIZES_H
