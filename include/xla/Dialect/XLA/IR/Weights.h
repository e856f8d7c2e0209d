//===- Weights.h - Constants that were taken out of the code ----*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_WEIGHTS_H
#define XLA_DIALECT_XLA_IR_WEIGHTS_H

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace xla {

/// Module: the constants that were taken out of the code, a dictionary of `id`
/// (their content, by name), `bytes` (of all, each at a multiple of 64) and
/// `values` (arrays of i8, in order).
inline constexpr llvm::StringLiteral kWeightsAttr = "xla.weights";
/// Global without a value: where its bytes begin among the weights, an i64.
inline constexpr llvm::StringLiteral kWeightOffsetAttr = "xla.weight_offset";

/// The bytes of one of the weights; none where it is no array of i8, or its
/// data is not there or of another size.
std::optional<llvm::StringRef> getWeightContent(mlir::Attribute value);

} // namespace xla

#endif // XLA_DIALECT_XLA_IR_WEIGHTS_H
