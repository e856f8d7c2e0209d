//===- Accumulate.h - Sums of products ---------------------------*- C++
//-*-===//

#ifndef XLA_LIB_CONVERSION_HLOTOLINALG_ACCUMULATE_H
#define XLA_LIB_CONVERSION_HLOTOLINALG_ACCUMULATE_H

#include "Patterns.h"

namespace xla {

/// The hlo element type in which a contraction with results of `type`
/// accumulates: floats at least in f32, and in `requested` (an algorithm's
/// accumulation type, may be null) where that is wider.
mlir::Type getContractionType(mlir::Type type, mlir::Type requested = {});

/// `sum + lhs * rhs` in hlo element type `type`; `lhs` and `rhs` come in their
/// own hlo types and are converted first. Floats carry the flags that allow a
/// contraction to be reordered and fused into FMA; i1 is or/and.
mlir::Value createMultiplyAdd(mlir::OpBuilder &b, mlir::Location loc,
                              mlir::Type type, mlir::Value sum, mlir::Value lhs,
                              mlir::Type lhsType, mlir::Value rhs,
                              mlir::Type rhsType);

/// A generic of `inputs` (two tensors) with a multiply-add body into a zero
/// tensor of `shape`; the result is rounded to `resultType`, all types of hlo.
mlir::Value createContraction(mlir::OpBuilder &b, mlir::Location loc,
                              mlir::ValueRange inputs, mlir::Type lhsType,
                              mlir::Type rhsType, llvm::ArrayRef<int64_t> shape,
                              mlir::Type accumulatorType, mlir::Type resultType,
                              llvm::ArrayRef<mlir::AffineMap> maps,
                              llvm::ArrayRef<IteratorType> iterators);

} // namespace xla

#endif // XLA_LIB_CONVERSION_HLOTOLINALG_ACCUMULATE_H
