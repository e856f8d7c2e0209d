//===- ElementwiseConvert.cpp - hlo.convert on scalars --------------------===//
//
// Conversion between any two element types: first the complex part, then one
// of the four float/integer pairs. The hlo types carry the signedness.
//
//===----------------------------------------------------------------------===//

#include "ScalarRules.h"
#include "xla/Conversion/HLOToLinalg/ScalarMapping.h"

using namespace mlir;
using namespace xla;

/// Integers to the hlo integer type `to`, whose i1 means "not zero".
static Value integerToInteger(ImplicitLocOpBuilder &b, Value value, Type from,
                              Type to) {
  Type type = getScalarType(to);
  unsigned fromWidth = from.getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (toWidth == 1 && fromWidth != 1)
    return cmpi(b, arith::CmpIPredicate::ne, value,
                intConstant(b, value.getType(), 0));
  if (fromWidth == toWidth)
    return value;
  if (fromWidth > toWidth)
    return arith::TruncIOp::create(b, type, value);
  if (from.isInteger(1) || from.isUnsignedInteger())
    return arith::ExtUIOp::create(b, type, value);
  return arith::ExtSIOp::create(b, type, value);
}

static Value integerToFloat(ImplicitLocOpBuilder &b, Value value, Type from,
                            FloatType to) {
  // Narrow floats are reached through a type that holds the integer, so that
  // the result is rounded once.
  FloatType via = to;
  if (to.getWidth() < 32)
    via = from.getIntOrFloatBitWidth() <= 16 ? FloatType(b.getF32Type())
                                             : FloatType(b.getF64Type());
  bool isUnsigned = from.isInteger(1) || from.isUnsignedInteger();
  Value result = isUnsigned
                     ? arith::UIToFPOp::create(b, via, value).getResult()
                     : arith::SIToFPOp::create(b, via, value).getResult();
  return convertFloat(b, result, to);
}

/// Saturates; NaN becomes 0. The conversion itself only ever sees values that
/// fit, the others are chosen beside it.
static Value floatToInteger(ImplicitLocOpBuilder &b, Value value, Type to) {
  auto narrow = cast<FloatType>(value.getType());
  value = convertFloat(b, value, getArithmeticType(narrow));
  Type type = value.getType();
  Value zero = floatConstant(b, type, 0.0);
  if (to.isInteger(1))
    return cmpf(b, arith::CmpFPredicate::UNE, value, zero);

  unsigned width = to.getIntOrFloatBitWidth();
  bool isUnsigned = to.isUnsignedInteger();
  Type intType = getScalarType(to);
  // Powers of two: exact in any float type.
  double low = isUnsigned ? 0.0 : -std::ldexp(1.0, width - 1);
  double high = std::ldexp(1.0, isUnsigned ? width : width - 1);
  Value aboveLow =
      cmpf(b, arith::CmpFPredicate::OGE, value, floatConstant(b, type, low));
  Value belowHigh =
      cmpf(b, arith::CmpFPredicate::OLT, value, floatConstant(b, type, high));
  Value fits = arith::AndIOp::create(b, aboveLow, belowHigh);
  Value safe = select(b, fits, value, zero);
  Value result = isUnsigned
                     ? arith::FPToUIOp::create(b, intType, safe).getResult()
                     : arith::FPToSIOp::create(b, intType, safe).getResult();
  Value tooHigh =
      cmpf(b, arith::CmpFPredicate::OGE, value, floatConstant(b, type, high));
  APInt max =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  result = select(b, tooHigh, intConstant(b, intType, max), result);
  if (isUnsigned)
    return result;
  Value tooLow =
      cmpf(b, arith::CmpFPredicate::OLT, value, floatConstant(b, type, low));
  return select(b, tooLow,
                intConstant(b, intType, APInt::getSignedMinValue(width)),
                result);
}

Value xla::convertScalar(OpBuilder &builder, Location loc, Value value,
                         Type from, Type to) {
  if (from == to)
    return value;
  ImplicitLocOpBuilder b(loc, builder);
  auto fromComplex = dyn_cast<ComplexType>(from);
  auto toComplex = dyn_cast<ComplexType>(to);
  if (fromComplex && toComplex) {
    auto part = cast<FloatType>(toComplex.getElementType());
    Value re = convertFloat(b, complex::ReOp::create(b, value), part);
    Value im = convertFloat(b, complex::ImOp::create(b, value), part);
    return complex::CreateOp::create(b, to, re, im);
  }
  if (toComplex) {
    Type part = toComplex.getElementType();
    return complex::CreateOp::create(b, to,
                                     convertScalar(b, loc, value, from, part),
                                     floatConstant(b, part, 0.0));
  }
  if (fromComplex) {
    Type part = fromComplex.getElementType();
    Value re = convertScalar(b, loc, complex::ReOp::create(b, value), part, to);
    if (!to.isInteger(1))
      return re;
    Value im = convertScalar(b, loc, complex::ImOp::create(b, value), part, to);
    return arith::OrIOp::create(b, re, im);
  }
  auto toFloat = dyn_cast<FloatType>(to);
  if (isa<FloatType>(from))
    return toFloat ? convertFloat(b, value, toFloat)
                   : floatToInteger(b, value, to);
  return toFloat ? integerToFloat(b, value, from, toFloat)
                 : integerToInteger(b, value, from, to);
}
