//===- Weights.h - Constants that were taken out of the code ----*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_WEIGHTS_H
#define XLA_DIALECT_XLA_IR_WEIGHTS_H

#include "llvm/ADT/StringRef.h"

namespace xla {

/// Module: the constants that were taken out of the code, a dictionary of `id`
/// (their content, by name), `bytes` (of all, each at a multiple of 64) and
/// `values` (arrays of i8, in order).
inline constexpr llvm::StringLiteral kWeightsAttr = "xla.weights";
/// Global without a value: where its bytes begin among the weights, an i64.
inline constexpr llvm::StringLiteral kWeightOffsetAttr = "xla.weight_offset";

} // namespace xla

#endif // XLA_DIALECT_XLA_IR_WEIGHTS_H
