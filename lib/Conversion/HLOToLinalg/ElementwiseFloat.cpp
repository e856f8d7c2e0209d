//===- ElementwiseFloat.cpp - Float ops on scalars ------------------------===//
//
// The float ops that are more than one arith or math op. All of them are exact
// or follow IEEE 754 in their corners: NaN, signed zero and infinities.
//
//===----------------------------------------------------------------------===//

#include "ScalarRules.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include <limits>

using namespace mlir;
using namespace xla;

Value xla::intConstant(ImplicitLocOpBuilder &b, Type type, const APInt &value) {
  return arith::ConstantOp::create(b, IntegerAttr::get(type, value));
}

Value xla::intConstant(ImplicitLocOpBuilder &b, Type type, int64_t value) {
  return intConstant(b, type,
                     APInt(type.getIntOrFloatBitWidth(), value,
                           /*isSigned=*/true, /*implicitTrunc=*/true));
}

Value xla::floatConstant(ImplicitLocOpBuilder &b, Type type, double value) {
  return arith::ConstantOp::create(b, FloatAttr::get(type, value));
}

Value xla::cmpi(ImplicitLocOpBuilder &b, arith::CmpIPredicate p, Value lhs,
                Value rhs) {
  return arith::CmpIOp::create(b, p, lhs, rhs);
}

Value xla::cmpf(ImplicitLocOpBuilder &b, arith::CmpFPredicate p, Value lhs,
                Value rhs) {
  return arith::CmpFOp::create(b, p, lhs, rhs);
}

Value xla::select(ImplicitLocOpBuilder &b, Value pred, Value onTrue,
                  Value onFalse) {
  return arith::SelectOp::create(b, pred, onTrue, onFalse);
}

FloatType xla::getArithmeticType(FloatType type) {
  return type.getWidth() < 32 ? FloatType(Float32Type::get(type.getContext()))
                              : type;
}

/// f64 to f32 by "round to odd": an inexact result takes the neighbour whose
/// last bit is 1, so that rounding it once more to a type with at least two
/// bits less gives what one rounding of the f64 would have given.
static Value roundToOdd(ImplicitLocOpBuilder &b, Value value) {
  Type f32 = b.getF32Type(), i32 = b.getI32Type();
  Value near = arith::TruncFOp::create(b, f32, value);
  Value back = arith::ExtFOp::create(b, b.getF64Type(), near);
  Value bits = arith::BitcastOp::create(b, i32, near);
  Value one = intConstant(b, i32, 1);
  // Ordered: NaN is left alone.
  Value inexact = cmpf(b, arith::CmpFPredicate::ONE, back, value);
  Value even =
      cmpi(b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, one),
           intConstant(b, i32, 0));
  Value tooFar =
      cmpf(b, arith::CmpFPredicate::OGT, math::AbsFOp::create(b, back),
           math::AbsFOp::create(b, value));
  Value toward = select(b, tooFar, arith::SubIOp::create(b, bits, one),
                        arith::AddIOp::create(b, bits, one));
  Value odd = select(b, arith::AndIOp::create(b, inexact, even), toward, bits);
  return arith::BitcastOp::create(b, f32, odd);
}

/// `value` in a wider type, which is exact.
static Value extendFloat(ImplicitLocOpBuilder &b, Value value, FloatType to) {
  Value result = arith::ExtFOp::create(b, to, value);
  if (!isa<Float8E8M0FNUType>(value.getType()))
    return result;
  // MLIR folds the extension of this type's NaN to infinity.
  Type type = b.getI8Type();
  Value isNaN = cmpi(b, arith::CmpIPredicate::eq,
                     arith::BitcastOp::create(b, type, value),
                     intConstant(b, type, APInt::getAllOnes(8)));
  Value nan = floatConstant(b, to, std::numeric_limits<double>::quiet_NaN());
  return select(b, isNaN, nan, result);
}

/// `value` rounded to a narrower type.
static Value truncateFloat(ImplicitLocOpBuilder &b, Value value, FloatType to) {
  const llvm::fltSemantics &semantics = to.getFloatSemantics();
  if (!APFloat::semanticsHasSignedRepr(semantics)) {
    // MLIR folds what is negative to its magnitude; it is NaN.
    Value zero = floatConstant(b, value.getType(), 0.0);
    Value nan = floatConstant(b, value.getType(),
                              std::numeric_limits<double>::quiet_NaN());
    Value negative = cmpf(b, arith::CmpFPredicate::OLT, value, zero);
    value = select(b, negative, nan, value);
  }
  if (!APFloat::semanticsHasInf(semantics) &&
      !APFloat::semanticsHasNaN(semantics)) {
    // MLIR folds what such a type cannot hold to zero. Beyond its range is its
    // largest number; NaN becomes -0.
    using P = arith::CmpFPredicate;
    APFloat largest = APFloat::getLargest(semantics);
    bool loses;
    largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &loses);
    auto constant = [&](double number) {
      return floatConstant(b, value.getType(), number);
    };
    Value high = constant(largest.convertToDouble()),
          low = constant(-largest.convertToDouble());
    Value isNaN = cmpf(b, P::UNO, value, value);
    value = select(b, cmpf(b, P::OGT, value, high), high, value);
    value = select(b, cmpf(b, P::OLT, value, low), low, value);
    value = select(b, isNaN, constant(-0.0), value);
  }
  return arith::TruncFOp::create(b, to, value);
}

Value xla::convertFloat(ImplicitLocOpBuilder &b, Value value, FloatType to) {
  auto from = cast<FloatType>(value.getType());
  if (from == to)
    return value;
  if (from.getWidth() > 32 && to.getWidth() < 32)
    return truncateFloat(b, roundToOdd(b, value), to);
  if (from.getWidth() < 32 && to.getWidth() < 32)
    // Neither holds the other; both fit into f32.
    return truncateFloat(b, extendFloat(b, value, b.getF32Type()), to);
  if (from.getWidth() < to.getWidth())
    return extendFloat(b, value, to);
  return truncateFloat(b, value, to);
}

/// The float's bits as a signed integer that orders like the float, -NaN below
/// -infinity and NaN above infinity.
static Value totalOrderKey(ScalarArgs &s, Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  Type type = s.b.getIntegerType(width);
  Value bits = arith::BitcastOp::create(s.b, type, value);
  Value sign =
      arith::ShRSIOp::create(s.b, bits, intConstant(s.b, type, width - 1));
  Value flip = arith::AndIOp::create(
      s.b, sign, intConstant(s.b, type, APInt::getSignedMaxValue(width)));
  return arith::XOrIOp::create(s.b, bits, flip);
}

Value xla::compareFloat(ScalarArgs &s) {
  auto op = cast<hlo::CompareOp>(s.op);
  if (op.getCompareType() == hlo::ComparisonType::TOTALORDER) {
    ScalarArgs keys{
        s.b, s.op, {totalOrderKey(s, s[0]), totalOrderKey(s, s[1])}};
    return compareSigned(keys);
  }
  using P = arith::CmpFPredicate;
  P predicate = P::OEQ;
  switch (op.getComparisonDirection()) {
  case hlo::ComparisonDirection::EQ:
    predicate = P::OEQ;
    break;
  case hlo::ComparisonDirection::NE:
    predicate = P::UNE;
    break;
  case hlo::ComparisonDirection::LT:
    predicate = P::OLT;
    break;
  case hlo::ComparisonDirection::LE:
    predicate = P::OLE;
    break;
  case hlo::ComparisonDirection::GT:
    predicate = P::OGT;
    break;
  case hlo::ComparisonDirection::GE:
    predicate = P::OGE;
    break;
  }
  return cmpf(s.b, predicate, s[0], s[1]);
}

Value xla::isFinite(ScalarArgs &s) {
  Value infinity = floatConstant(s.b, s.type(), INFINITY);
  return cmpf(s.b, arith::CmpFPredicate::OLT, math::AbsFOp::create(s.b, s[0]),
              infinity);
}

Value xla::createAtan2(ImplicitLocOpBuilder &b, Value y, Value x) {
  // MLIR folds math.atan2 of two zeros to NaN. So it never gets them: the
  // result depends on the sign of x alone then.
  Value zero = floatConstant(b, y.getType(), 0.0);
  Value one = floatConstant(b, y.getType(), 1.0);
  auto isZero = [&](Value value) {
    return cmpf(b, arith::CmpFPredicate::OEQ, value, zero);
  };
  Value bothZero = arith::AndIOp::create(b, isZero(y), isZero(x));
  Value side = math::CopySignOp::create(b, one, x);
  return math::Atan2Op::create(b, y, select(b, bothZero, side, x));
}
Value xla::atan2Float(ScalarArgs &s) { return createAtan2(s.b, s[0], s[1]); }

Value xla::negateFloat(ScalarArgs &s) {
  // A type without sign has no zero either: nothing in it has a negative. MLIR
  // would fold a constant to bits of another number.
  if (!APFloat::semanticsHasSignedRepr(
          cast<FloatType>(s.type()).getFloatSemantics()))
    return floatConstant(s.b, s.type(),
                         std::numeric_limits<double>::quiet_NaN());
  return arith::NegFOp::create(s.b, s[0]);
}

Value xla::logisticFloat(ScalarArgs &s) {
  // 1/(1+exp(-x)), with the exponential of -|x| so that nothing overflows and
  // small results keep all their bits.
  Value one = floatConstant(s.b, s.type(), 1.0);
  Value magnitude = math::AbsFOp::create(s.b, s[0]);
  Value e = math::ExpOp::create(s.b, arith::NegFOp::create(s.b, magnitude));
  Value positive = cmpf(s.b, arith::CmpFPredicate::OGE, s[0],
                        floatConstant(s.b, s.type(), 0.0));
  Value numerator = select(s.b, positive, one, e);
  return arith::DivFOp::create(s.b, numerator,
                               arith::AddFOp::create(s.b, one, e));
}

Value xla::signFloat(ScalarArgs &s) {
  Value one = floatConstant(s.b, s.type(), 1.0);
  // Ordered: NaN and both zeros are returned as they are.
  Value nonZero = cmpf(s.b, arith::CmpFPredicate::ONE, s[0],
                       floatConstant(s.b, s.type(), 0.0));
  return select(s.b, nonZero, math::CopySignOp::create(s.b, one, s[0]), s[0]);
}

Value xla::realOfFloat(ScalarArgs &s) { return s[0]; }

Value xla::imagOfFloat(ScalarArgs &s) {
  return floatConstant(s.b, s.type(), 0.0);
}

Value xla::reducePrecision(ScalarArgs &s) {
  auto op = cast<hlo::ReducePrecisionOp>(s.op);
  auto type = cast<FloatType>(s.type());
  if (type.getWidth() < 16 && !isa<Float8E5M2Type>(type)) {
    // Formats without infinity, of another bias or without a sign: by f32.
    ScalarArgs wide{s.b, s.op, {convertFloat(s.b, s[0], s.b.getF32Type())}};
    return convertFloat(s.b, reducePrecision(wide), type);
  }
  unsigned width = type.getWidth();
  unsigned mantissa = type.getFPMantissaWidth() - 1;
  unsigned exponent = width - 1 - mantissa;
  unsigned newMantissa = op.getMantissaBits(),
           newExponent = op.getExponentBits();
  Type bitsType = s.b.getIntegerType(width);
  auto constant = [&](const APInt &value) {
    return intConstant(s.b, bitsType, value);
  };

  Value bits = arith::BitcastOp::create(s.b, bitsType, s[0]);
  if (newMantissa < mantissa) {
    // To nearest, ties to even: add half of the last kept bit less one, plus
    // that bit; a carry into the exponent is the right result.
    unsigned dropped = mantissa - newMantissa;
    Value last = arith::AndIOp::create(
        s.b, arith::ShRUIOp::create(s.b, bits, constant(APInt(width, dropped))),
        constant(APInt(width, 1)));
    Value bias = arith::AddIOp::create(
        s.b, last, constant(APInt::getLowBitsSet(width, dropped - 1)));
    bits = arith::AndIOp::create(
        s.b, arith::AddIOp::create(s.b, bits, bias),
        constant(APInt::getHighBitsSet(width, width - dropped)));
  }
  if (newExponent < exponent) {
    // Too large becomes infinity, what the narrower type could only hold
    // subnormally becomes zero; the sign stays.
    uint64_t bias = (uint64_t(1) << (exponent - 1)) - 1;
    uint64_t newBias = (uint64_t(1) << (newExponent - 1)) - 1;
    APInt exponentMask = APInt::getBitsSet(width, mantissa, width - 1);
    Value field = arith::AndIOp::create(s.b, bits, constant(exponentMask));
    Value sign =
        arith::AndIOp::create(s.b, bits, constant(APInt::getSignMask(width)));
    Value overflow = cmpi(s.b, arith::CmpIPredicate::ugt, field,
                          constant(APInt(width, bias + newBias) << mantissa));
    Value underflow = cmpi(s.b, arith::CmpIPredicate::ule, field,
                           constant(APInt(width, bias - newBias) << mantissa));
    Value infinity = arith::OrIOp::create(s.b, sign, constant(exponentMask));
    bits = select(s.b, overflow, infinity, bits);
    bits = select(s.b, underflow, sign, bits);
  }
  Value result = arith::BitcastOp::create(s.b, type, bits);
  Value isNaN = cmpf(s.b, arith::CmpFPredicate::UNO, s[0], s[0]);
  return select(s.b, isNaN, s[0], result);
}
