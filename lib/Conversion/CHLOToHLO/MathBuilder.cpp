//===- MathBuilder.cpp - Formulas over hlo tensors ------------------------===//
//
// Constants, selections and bit operations of `Expr`.
//
//===----------------------------------------------------------------------===//

#include "MathBuilder.h"

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

static Value createLike(ImplicitLocOpBuilder &builder, Value shape,
                        TypedAttr number) {
  auto type = cast<RankedTensorType>(shape.getType()).clone(number.getType());
  if (type.hasStaticShape() && !type.getEncoding())
    return hlo::ConstantOp::create(builder, type,
                                   DenseElementsAttr::get(type, number));
  return ConstantLikeOp::create(builder, type, number, shape);
}

Expr Expr::like(double number) const {
  return Expr(*builder,
              createLike(*builder, value,
                         builder->getFloatAttr(getElementType(), number)));
}

Expr Expr::likeInt(const APInt &number) const {
  return Expr(*builder,
              createLike(*builder, value,
                         builder->getIntegerAttr(getElementType(), number)));
}

Expr Expr::convert(Type elementType) const {
  if (elementType == getElementType())
    return *this;
  return unary<hlo::ConvertOp>(elementType);
}

Expr Expr::toBits() const {
  return unary<hlo::BitcastConvertOp>(IntegerType::get(
      builder->getContext(), getBitWidth(), IntegerType::Unsigned));
}

Expr Expr::fromBits(Type floatType) const {
  return unary<hlo::BitcastConvertOp>(floatType);
}

Expr Expr::select(Expr onTrue, Expr onFalse) const {
  return Expr(*builder,
              hlo::SelectOp::create(
                  *builder, builder->getLoc(), TypeRange(onTrue.getType()),
                  ValueRange{value, onTrue.value, onFalse.value},
                  ArrayRef<NamedAttribute>())
                  ->getResult(0));
}

Expr Expr::compare(hlo::ComparisonDirection direction, Expr other) const {
  Type type = getType().clone(builder->getI1Type());
  auto attribute =
      hlo::ComparisonDirectionAttr::get(builder->getContext(), direction);
  return Expr(*builder,
              hlo::CompareOp::create(
                  *builder, builder->getLoc(), TypeRange(type),
                  ValueRange{value, other.value},
                  NamedAttribute(builder->getStringAttr("comparison_direction"),
                                 attribute))
                  ->getResult(0));
}

Expr xla::chlo::copysign(Expr magnitude, Expr sign) {
  Expr bits = magnitude.toBits(), signBits = sign.toBits();
  Expr mask = bits.likeInt(APInt::getSignMask(bits.getBitWidth()));
  Expr rest = bits.likeInt(APInt::getSignedMaxValue(bits.getBitWidth()));
  return ((bits & rest) | (signBits & mask)).fromBits(sign.getElementType());
}

Expr xla::chlo::polynomial(Expr x, ArrayRef<double> coefficients) {
  Expr sum = x.like(coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = sum * x + coefficient;
  return sum;
}
