//===- HLOBuilders.h - Short ways to build common hlo ops -------*- C++ -*-===//
//
// For rewrites that build several ops. Types are inferred; operands must be
// valid for the ops that are made.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_HLOBUILDERS_H
#define XLA_DIALECT_HLO_IR_HLOBUILDERS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// The attribute for `value` as an element of type `elementType`: an integer,
/// float or complex number, rounded to nearest. Null for other types.
mlir::Attribute getElementAttr(mlir::Type elementType, double value);

/// A splat of `value`; null where the element type is quantized.
mlir::DenseElementsAttr getSplatAttr(mlir::RankedTensorType type, double value);

/// A constant of rank 0. The element type must not be quantized.
mlir::Value createScalarConstant(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Type elementType, double value);

/// A splat constant of static shape. The element type must not be quantized.
mlir::Value createSplatConstant(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::RankedTensorType type, double value);

/// `value` broadcast to `shape`, whose dimensions `dims` are those of `value`.
/// The shape must be static.
mlir::Value createBroadcast(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value value, llvm::ArrayRef<int64_t> shape,
                            llvm::ArrayRef<int64_t> dims);

/// Appends to `region` a block that combines two scalars of `elementType` by
/// `op` (which must be a binary op of one type) and returns the result.
template <typename Op>
void createCombiner(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Region &region, mlir::Type elementType) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  auto scalar = mlir::RankedTensorType::get({}, elementType);
  mlir::Block *block =
      builder.createBlock(&region, region.end(), {scalar, scalar}, {loc, loc});
  mlir::Value result =
      Op::create(builder, loc, block->getArgument(0), block->getArgument(1));
  ReturnOp::create(builder, loc, result);
}

/// The sum of `input` over `dimensions`, which starts from zero. The input's
/// element type must not be quantized.
mlir::Value createSum(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value input, llvm::ArrayRef<int64_t> dimensions);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_HLOBUILDERS_H
