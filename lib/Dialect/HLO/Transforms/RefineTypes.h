//===- RefineTypes.h - Types that follow from operands ----------*- C++ -*-===//
//
// One op at a time: what its operands' types, and the constants among them, say
// of its results.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_REFINETYPES_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_REFINETYPES_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// True if `type` leaves a size to run time, in a tuple too.
bool isDynamicType(mlir::Type type);

/// The most specific type of a value that has both types, with the element type
/// of `written`. Null if they contradict each other.
mlir::Type meetTypes(mlir::Type written, mlir::Type inferred);

/// The most specific type that values of either type have: sizes that differ
/// are dynamic. The types are of one rank.
mlir::Type joinTypes(mlir::Type lhs, mlir::Type rhs);

/// The function that a call or composite runs; null for other ops.
mlir::FlatSymbolRefAttr getCallee(mlir::Operation *op);

/// Gives the results of `op` the types that follow from its operands. What does
/// not follow stays. Fails with a diagnostic at `op` where the operands
/// contradict each other or the types that are written.
mlir::LogicalResult refineResultTypes(mlir::Operation *op);

/// The operands of `op` whose values decide sizes or padding that its types do
/// not say; for a slice from start to start + extent, the addition's.
llvm::SmallVector<mlir::OpOperand *> getShapeOperands(mlir::Operation *op);

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_REFINETYPES_H
