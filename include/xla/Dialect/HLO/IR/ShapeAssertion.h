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

/// True for a `shape_assertion` with a condition.
bool isShapeAssertion(mlir::Operation *op);

/// What a failed assertion says: its own message, in which `{0}` stands for the
/// first of `values`, the operands behind the condition, and so on.
std::string formatShapeAssertion(CustomCallOp op,
                                 llvm::ArrayRef<int64_t> values);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_SHAPEASSERTION_H
