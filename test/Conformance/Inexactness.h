//===- Inexactness.h - What rounding can explain ---------------*- C++ -*-===//

#ifndef XLA_TEST_CONFORMANCE_INEXACTNESS_H
#define XLA_TEST_CONFORMANCE_INEXACTNESS_H

#include "xla/Support/Literal.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace xla::conformance {

/// How far apart two right evaluations of a program may be. What follows a sum
/// is taken to enlarge no difference.
struct Inexactness {
  /// Of the math functions on the way, all together.
  uint64_t ulps = 0;
  /// By which sums on the way can differ, all together.
  double sums = 0;
  /// The same in units of the largest result, for what is no plain sum.
  double scaled = 0;
};

/// Of a static `entry` when it is called with `arguments`; fails where the
/// interpreter does.
mlir::FailureOr<Inexactness> getInexactness(mlir::func::FuncOp entry,
                                            llvm::ArrayRef<Literal> arguments);

/// True if both evaluations agree; says in `message` where they do not.
bool agree(llvm::ArrayRef<Literal> got, llvm::ArrayRef<Literal> expected,
           const Inexactness &inexactness, std::string &message);

} // namespace xla::conformance

#endif // XLA_TEST_CONFORMANCE_INEXACTNESS_H
