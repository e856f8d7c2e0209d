//===- ElementwiseInteger.cpp - Integer ops on scalars --------------------===//
//
// Integer arithmetic without undefined corners: x/0 is all ones, x%0 is x,
// INT_MIN/-1 is INT_MIN, shifts by the width or more leave 0 or the sign. The
// guarded operand is replaced by a harmless one before the operation, so that
// the result holds for vectors too and nothing traps.
//
//===----------------------------------------------------------------------===//

#include "ScalarRules.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace xla;

static unsigned widthOf(const ScalarArgs &s) {
  return s.type().getIntOrFloatBitWidth();
}

/// True where the divisor is 0.
static Value isZero(ScalarArgs &s, Value value) {
  return cmpi(s.b, arith::CmpIPredicate::eq, value,
              intConstant(s.b, s.type(), 0));
}

/// The divisor with 0, and -1 under the smallest number, replaced by 1.
static Value safeSignedDivisor(ScalarArgs &s, Value zero) {
  Value one = intConstant(s.b, s.type(), 1);
  Value smallest =
      intConstant(s.b, s.type(), APInt::getSignedMinValue(widthOf(s)));
  Value overflow = arith::AndIOp::create(
      s.b, cmpi(s.b, arith::CmpIPredicate::eq, s[0], smallest),
      cmpi(s.b, arith::CmpIPredicate::eq, s[1],
           intConstant(s.b, s.type(), -1)));
  return select(s.b, arith::OrIOp::create(s.b, zero, overflow), one, s[1]);
}

Value xla::divideSigned(ScalarArgs &s) {
  Value zero = isZero(s, s[1]);
  Value quotient =
      arith::DivSIOp::create(s.b, s[0], safeSignedDivisor(s, zero));
  return select(s.b, zero, intConstant(s.b, s.type(), -1), quotient);
}

Value xla::divideUnsigned(ScalarArgs &s) {
  Value zero = isZero(s, s[1]);
  Value divisor = select(s.b, zero, intConstant(s.b, s.type(), 1), s[1]);
  Value quotient = arith::DivUIOp::create(s.b, s[0], divisor);
  return select(s.b, zero, intConstant(s.b, s.type(), -1), quotient);
}

Value xla::remainderSigned(ScalarArgs &s) {
  Value zero = isZero(s, s[1]);
  Value rest = arith::RemSIOp::create(s.b, s[0], safeSignedDivisor(s, zero));
  return select(s.b, zero, s[0], rest);
}

Value xla::remainderUnsigned(ScalarArgs &s) {
  Value zero = isZero(s, s[1]);
  Value divisor = select(s.b, zero, intConstant(s.b, s.type(), 1), s[1]);
  Value rest = arith::RemUIOp::create(s.b, s[0], divisor);
  return select(s.b, zero, s[0], rest);
}

/// A shift that leaves 0 when the amount, read as unsigned, reaches the width.
template <typename ShiftOp> static Value shiftOrZero(ScalarArgs &s) {
  Value zero = intConstant(s.b, s.type(), 0);
  Value inRange =
      cmpi(s.b, arith::CmpIPredicate::ult, s[1],
           intConstant(s.b, s.type(), APInt(widthOf(s), widthOf(s))));
  Value amount = select(s.b, inRange, s[1], zero);
  return select(s.b, inRange, ShiftOp::create(s.b, s[0], amount), zero);
}

Value xla::shiftLeft(ScalarArgs &s) { return shiftOrZero<arith::ShLIOp>(s); }

Value xla::shiftRightLogical(ScalarArgs &s) {
  return shiftOrZero<arith::ShRUIOp>(s);
}

Value xla::shiftRightArithmetic(ScalarArgs &s) {
  Value most = intConstant(s.b, s.type(), APInt(widthOf(s), widthOf(s) - 1));
  Value amount = arith::MinUIOp::create(s.b, s[1], most);
  return arith::ShRSIOp::create(s.b, s[0], amount);
}

/// `base` to the unsigned `exponent`, modulo 2^width, by repeated squaring.
static Value powerBySquaring(ScalarArgs &s, Value base, Value exponent) {
  Value one = intConstant(s.b, s.type(), 1);
  Value zero = intConstant(s.b, s.type(), 0);
  Type types[] = {s.type(), s.type(), s.type()};
  auto loop = scf::WhileOp::create(
      s.b, types, ValueRange{one, base, exponent},
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder b(loc, builder);
        Value more = cmpi(b, arith::CmpIPredicate::ne, args[2], zero);
        scf::ConditionOp::create(b, more, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder b(loc, builder);
        Value odd = cmpi(b, arith::CmpIPredicate::ne,
                         arith::AndIOp::create(b, args[2], one), zero);
        Value product = arith::MulIOp::create(b, args[0], args[1]);
        Value result = select(b, odd, product, args[0]);
        Value square = arith::MulIOp::create(b, args[1], args[1]);
        Value rest = arith::ShRUIOp::create(b, args[2], one);
        scf::YieldOp::create(b, ValueRange{result, square, rest});
      });
  return loop.getResult(0);
}

Value xla::powerUnsigned(ScalarArgs &s) {
  return powerBySquaring(s, s[0], s[1]);
}

Value xla::powerSigned(ScalarArgs &s) {
  Value zero = intConstant(s.b, s.type(), 0);
  Value one = intConstant(s.b, s.type(), 1);
  Value minusOne = intConstant(s.b, s.type(), -1);
  Value negative = cmpi(s.b, arith::CmpIPredicate::slt, s[1], zero);
  // Under a negative exponent only 1 and -1 leave something, and for those the
  // exponent's lowest bit decides.
  Value parity = arith::AndIOp::create(s.b, s[1], one);
  Value power = powerBySquaring(s, s[0], select(s.b, negative, parity, s[1]));
  Value unit =
      arith::OrIOp::create(s.b, cmpi(s.b, arith::CmpIPredicate::eq, s[0], one),
                           cmpi(s.b, arith::CmpIPredicate::eq, s[0], minusOne));
  Value vanishes = arith::AndIOp::create(
      s.b, negative,
      arith::XOrIOp::create(s.b, unit, intConstant(s.b, s.b.getI1Type(), 1)));
  return select(s.b, vanishes, zero, power);
}

Value xla::signSigned(ScalarArgs &s) {
  Value low = arith::MaxSIOp::create(s.b, s[0], intConstant(s.b, s.type(), -1));
  return arith::MinSIOp::create(s.b, low, intConstant(s.b, s.type(), 1));
}

Value xla::signUnsigned(ScalarArgs &s) {
  return arith::MinUIOp::create(s.b, s[0], intConstant(s.b, s.type(), 1));
}

Value xla::negateInteger(ScalarArgs &s) {
  return arith::SubIOp::create(s.b, intConstant(s.b, s.type(), 0), s[0]);
}

Value xla::notInteger(ScalarArgs &s) {
  return arith::XOrIOp::create(s.b, s[0], intConstant(s.b, s.type(), -1));
}

static Value compareInteger(ScalarArgs &s, bool isUnsigned) {
  using P = arith::CmpIPredicate;
  P predicate = P::eq;
  switch (cast<hlo::CompareOp>(s.op).getComparisonDirection()) {
  case hlo::ComparisonDirection::EQ:
    predicate = P::eq;
    break;
  case hlo::ComparisonDirection::NE:
    predicate = P::ne;
    break;
  case hlo::ComparisonDirection::LT:
    predicate = isUnsigned ? P::ult : P::slt;
    break;
  case hlo::ComparisonDirection::LE:
    predicate = isUnsigned ? P::ule : P::sle;
    break;
  case hlo::ComparisonDirection::GT:
    predicate = isUnsigned ? P::ugt : P::sgt;
    break;
  case hlo::ComparisonDirection::GE:
    predicate = isUnsigned ? P::uge : P::sge;
    break;
  }
  return cmpi(s.b, predicate, s[0], s[1]);
}

Value xla::compareSigned(ScalarArgs &s) {
  return compareInteger(s, /*isUnsigned=*/false);
}

Value xla::compareUnsigned(ScalarArgs &s) {
  return compareInteger(s, /*isUnsigned=*/true);
}
