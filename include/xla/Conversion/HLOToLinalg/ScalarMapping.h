//===- ScalarMapping.h - HLO ops as computations on scalars -----*- C++ -*-===//
//
// The one table that says what an elementwise hlo op does to one element. It
// serves whole tensors (bodies of linalg.generic) and the regions of reduce,
// scatter, sort and their kin, whose 0-d tensors become scalars.
//
// hlo element types carry signedness, scalars do not: the functions below read
// it from the hlo op or from an hlo type that is passed in.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_CONVERSION_HLOTOLINALG_SCALARMAPPING_H
#define XLA_CONVERSION_HLOTOLINALG_SCALARMAPPING_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace xla {

/// The type that scalars of the hlo element type `type` have: integers become
/// signless, everything else stays. Null for types without scalar arithmetic
/// (quantized, token).
mlir::Type getScalarType(mlir::Type type);

/// Creates the computation of the elementwise `op` on one element per operand
/// and returns its result's element. `scalars` have the signless types of the
/// operands' elements; `op` itself is only read. Returns null, having created
/// nothing, if the table has no entry for this op and element type.
mlir::Value mapElementwiseToScalar(mlir::OpBuilder &builder, mlir::Location loc,
                                   mlir::Operation *op,
                                   mlir::ValueRange scalars);

/// Converts one element from hlo element type `from` to `to` as hlo.convert
/// does: floats to integers saturate, NaN becomes 0, anything not equal to zero
/// becomes true.
mlir::Value convertScalar(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, mlir::Type from, mlir::Type to);

/// The number of bits of a scalar of type `type`: both parts of a complex one.
unsigned getScalarBitWidth(mlir::Type type);

/// The bits of the scalar `value` as a scalar of type `to`, which has as many.
/// The real part of a complex number is the low half.
mlir::Value bitcastScalar(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, mlir::Type to);

/// Creates the computation of `body`, a region of 0-d tensors, on scalars and
/// returns the values for its terminator's operands. `map` holds scalars for
/// the block arguments and for every value captured from outside. Fails if the
/// region holds an op without a scalar form; what was created before that is
/// left for the caller (a conversion pattern) to roll back.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
mapRegionToScalars(mlir::OpBuilder &builder, mlir::Block &body,
                   mlir::IRMapping &map);

} // namespace xla

#endif // XLA_CONVERSION_HLOTOLINALG_SCALARMAPPING_H
