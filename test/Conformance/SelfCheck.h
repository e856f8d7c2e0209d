//===- SelfCheck.h - A program and its own checks --------------*- C++ -*-===//

#ifndef XLA_TEST_CONFORMANCE_SELFCHECK_H
#define XLA_TEST_CONFORMANCE_SELFCHECK_H

#include "Programs.h"

namespace xla::conformance {

/// Makes `entry` the only public function and inlines its calls, folding
/// nothing.
mlir::LogicalResult inlineCalls(mlir::func::FuncOp entry);

/// Moves the checks of `entry`, whose calls are inlined, into a new function
/// @xla_checks of their operands, and returns it; null if there are none.
/// Constants that something is compared with go there too. `entry` then returns
/// the other operands.
mlir::func::FuncOp splitChecks(mlir::func::FuncOp entry);

/// Makes arguments of the top-level constants of `entry`, but for those that
/// decide shapes. Returns their values.
llvm::SmallVector<Literal> hideConstants(mlir::func::FuncOp entry);

} // namespace xla::conformance

#endif // XLA_TEST_CONFORMANCE_SELFCHECK_H
