//===- ShapeConstants.h - Small constants that shapes come from -*- C++ -*-===//
//
// What shape refinement and its clean-up ask of constants: their integers, and
// the value of an op whose operands are known.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_SHAPECONSTANTS_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_SHAPECONSTANTS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// Constants of more elements than this describe no shape.
constexpr int64_t kMaxShapeElements = 64;

/// The integers of a constant in row-major order, extended as their type says;
/// nothing for what is no constant of integers or has many elements.
std::optional<llvm::SmallVector<int64_t>> getConstantInts(mlir::Value value);

/// The value of `value` if it is a constant of few elements, else null.
mlir::DenseElementsAttr getSmallConstant(mlir::Value value);

/// Whether the slice of `shape` from `starts` to `limits` lies within it and is
/// of `resultShape`.
bool isSliceWithin(llvm::ArrayRef<int64_t> shape,
                   llvm::ArrayRef<int64_t> starts,
                   llvm::ArrayRef<int64_t> limits,
                   llvm::ArrayRef<int64_t> strides,
                   llvm::ArrayRef<int64_t> resultShape);

/// Values of all results of `op` where its operands are small constants and it
/// is one of the ops that shapes are computed with, loops and reductions
/// among them; empty otherwise. Costs at most some 10,000 ops.
llvm::SmallVector<mlir::DenseElementsAttr> evaluateShapeOp(mlir::Operation *op);

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_SHAPECONSTANTS_H
