//===- TripCount.h - How often a loop runs ----------------------*- C++ -*-===//
//
// What is known of a `while` without running it: which of the values that it
// carries count, and how many times its body runs. Before fusion and after it.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_TRANSFORMS_TRIPCOUNT_H
#define XLA_DIALECT_HLO_TRANSFORMS_TRIPCOUNT_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include <optional>

namespace xla::hlo {

/// The single integer that `value` is, of rank 0: a constant, or an argument of
/// a region of `loop` that each trip leaves as it was, and that is one before.
std::optional<llvm::APInt> getKnownInteger(WhileOp loop, mlir::Value value);

/// What each trip adds to the carried integer `index`, modulo the type's range:
/// a constant that is not zero. None where the value is no such counter.
std::optional<llvm::APInt> getCounterStep(WhileOp loop, unsigned index);

/// How many times the body of `loop` runs. Known where the condition compares a
/// counter that starts from a constant with a constant, in either order, and
/// that is decided before the counter comes round to where the condition holds
/// again. Beyond 2^63 nothing is known.
std::optional<int64_t> getTripCount(WhileOp loop);

/// The least k for which `init + k * step`, in the integers of the operands'
/// width, is not in the relation `direction` to `bound`. None where there is
/// no such k, or where it takes going round the type's range to find it.
std::optional<int64_t> countTrips(const llvm::APInt &init,
                                  const llvm::APInt &step,
                                  const llvm::APInt &bound,
                                  ComparisonDirection direction,
                                  bool isUnsigned);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_TRANSFORMS_TRIPCOUNT_H
