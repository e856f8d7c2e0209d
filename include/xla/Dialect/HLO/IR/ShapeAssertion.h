//===- ShapeAssertion.h - Checks that exporters put on shapes ---*- C++ -*-===//
//
// JAX states what it assumed of dynamic dimensions as custom calls
// `shape_assertion(condition, value...)`.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_SHAPEASSERTION_H
#define XLA_DIALECT_HLO_IR_SHAPEASSERTION_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// True for a `shape_assertion`, which has an effect: it may end the program.
bool isShapeAssertion(mlir::Operation *op);

/// Checks that a `shape_assertion` has a condition, and integers behind it, all
/// of rank 0, and no results.
mlir::LogicalResult verifyShapeAssertion(CustomCallOp op);

/// A `shape_assertion`: ends the program with `message` where `condition`, of
/// type tensor<i1>, is false. `{0}` in it stands for the first of `values`,
/// integers of rank 0.
CustomCallOp createShapeAssertion(mlir::OpBuilder &builder,
                                  mlir::Location location,
                                  mlir::Value condition,
                                  mlir::ValueRange values,
                                  llvm::StringRef message);

/// The message of a `shape_assertion`, or a default.
llvm::StringRef getAssertionMessage(CustomCallOp op);

/// What a failed assertion says: its own message, in which `{0}` stands for the
/// first of `values`, those of all operands behind the condition as far as they
/// are known, and so on.
std::string formatShapeAssertion(CustomCallOp op,
                                 llvm::ArrayRef<std::optional<int64_t>> values);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_SHAPEASSERTION_H
