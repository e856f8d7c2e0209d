//===- HLOBuilders.cpp - Short ways to build common hlo ops ---------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla::hlo;

Attribute xla::hlo::getElementAttr(Type elementType, double value) {
  Builder builder(elementType.getContext());
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return FloatAttr::get(floatType, value);
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return IntegerAttr::get(
        integer, APInt(integer.getWidth(), static_cast<int64_t>(value),
                       /*isSigned=*/true, /*implicitTrunc=*/true));
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    Attribute real = getElementAttr(complex.getElementType(), value);
    Attribute imag = getElementAttr(complex.getElementType(), 0.0);
    return builder.getArrayAttr({real, imag});
  }
  return {};
}

DenseElementsAttr xla::hlo::getSplatAttr(RankedTensorType type, double value) {
  Attribute element = getElementAttr(type.getElementType(), value);
  if (!element)
    return {};
  auto plain = RankedTensorType::get(type.getShape(), type.getElementType());
  return DenseElementsAttr::get(plain, element);
}

Value xla::hlo::createScalarConstant(OpBuilder &builder, Location loc,
                                     Type elementType, double value) {
  return createSplatConstant(builder, loc,
                             RankedTensorType::get({}, elementType), value);
}

Value xla::hlo::createSplatConstant(OpBuilder &builder, Location loc,
                                    RankedTensorType type, double value) {
  return ConstantOp::create(builder, loc, getSplatAttr(type, value));
}

Value xla::hlo::createBroadcast(OpBuilder &builder, Location loc, Value value,
                                ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(value.getType());
  return BroadcastInDimOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value,
      builder.getDenseI64ArrayAttr(dims));
}

Value xla::hlo::createSum(OpBuilder &builder, Location loc, Value input,
                          ArrayRef<int64_t> dimensions) {
  auto type = cast<RankedTensorType>(input.getType());
  Type element = type.getElementType();
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(dimensions, static_cast<int64_t>(dim)))
      shape.push_back(size);
  Value zero = createScalarConstant(builder, loc, element, 0.0);
  auto reduce = ReduceOp::create(
      builder, loc, TypeRange(RankedTensorType::get(shape, element)), input,
      zero, builder.getDenseI64ArrayAttr(dimensions));
  createCombiner<AddOp>(builder, loc, reduce.getBody(), element);
  return reduce.getResults().front();
}
