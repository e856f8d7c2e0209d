//===- ElementwiseComplex.cpp - Complex ops on scalars --------------------===//
//
// The rules of the complex column: formulas in ComplexMath's vocabulary.
//
//===----------------------------------------------------------------------===//

#include "ComplexMath.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include <cmath>

using namespace mlir;
using namespace xla;
using P = arith::CmpFPredicate;

/// One complex function of one argument, computed wide.
template <Complex (ComplexMath::*function)(Complex)>
static Value unaryWide(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  return m.store((m.*function)(m.load(s[0])));
}

Value xla::expComplex(ScalarArgs &s) { return unaryWide<&ComplexMath::exp>(s); }
Value xla::logComplex(ScalarArgs &s) { return unaryWide<&ComplexMath::log>(s); }
Value xla::sqrtComplex(ScalarArgs &s) {
  return unaryWide<&ComplexMath::sqrt>(s);
}
Value xla::tanhComplex(ScalarArgs &s) {
  return unaryWide<&ComplexMath::tanh>(s);
}

Value xla::absComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.load(s[0]);
  return m.storeReal(m.hypot(z.re, z.im));
}

Value xla::addComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/false);
  return m.store(m.add(m.load(s[0]), m.load(s[1])));
}

Value xla::subtractComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/false);
  Complex x = m.load(s[0]), y = m.load(s[1]);
  return m.store({m.sub(x.re, y.re), m.sub(x.im, y.im)});
}

Value xla::multiplyComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/false);
  return m.store(m.mul(m.load(s[0]), m.load(s[1])));
}

Value xla::divideComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  return m.store(m.div(m.load(s[0]), m.load(s[1])));
}

Value xla::negateComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/false);
  Complex z = m.load(s[0]);
  return m.store({m.neg(z.re), m.neg(z.im)});
}

Value xla::compareComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/false);
  Complex x = m.load(s[0]), y = m.load(s[1]);
  // In the order of the real parts, then of the others.
  auto inOrder = [&](P strict, P last) -> Value {
    Value tied = arith::AndIOp::create(s.b, m.cmp(P::OEQ, x.re, y.re),
                                       m.cmp(last, x.im, y.im));
    return arith::OrIOp::create(s.b, m.cmp(strict, x.re, y.re), tied);
  };
  switch (cast<hlo::CompareOp>(s.op).getComparisonDirection()) {
  case hlo::ComparisonDirection::EQ:
    return arith::AndIOp::create(s.b, m.cmp(P::OEQ, x.re, y.re),
                                 m.cmp(P::OEQ, x.im, y.im));
  case hlo::ComparisonDirection::NE:
    return arith::OrIOp::create(s.b, m.cmp(P::UNE, x.re, y.re),
                                m.cmp(P::UNE, x.im, y.im));
  case hlo::ComparisonDirection::LT:
    return inOrder(P::OLT, P::OLT);
  case hlo::ComparisonDirection::LE:
    return inOrder(P::OLT, P::OLE);
  case hlo::ComparisonDirection::GT:
    return inOrder(P::OGT, P::OGT);
  case hlo::ComparisonDirection::GE:
    return inOrder(P::OGT, P::OGE);
  }
  return nullptr;
}

/// The operand that comes first in lexicographic order, the left one of equals.
/// NaN comes before anything, that of the left operand first.
static Value lexicographic(ScalarArgs &s, P before, P beforeOrEqual) {
  ComplexMath m(s, /*wide=*/false);
  Complex x = m.load(s[0]), y = m.load(s[1]);
  auto comes = [&](P predicate, Value left, Value right) -> Value {
    return arith::OrIOp::create(s.b, m.cmp(predicate, left, right),
                                m.cmp(P::UNO, left, left));
  };
  Value first =
      select(s.b, m.cmp(P::OEQ, x.re, y.re), comes(beforeOrEqual, x.im, y.im),
             comes(before, x.re, y.re));
  return select(s.b, first, s[0], s[1]);
}

Value xla::maximumComplex(ScalarArgs &s) {
  return lexicographic(s, P::OGT, P::OGE);
}
Value xla::minimumComplex(ScalarArgs &s) {
  return lexicographic(s, P::OLT, P::OLE);
}

Value xla::signComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.scale(m.load(s[0]), m.getScale(m.load(s[0])));
  Value magnitude = m.hypot(z.re, z.im);
  Value isZero = m.cmp(P::OEQ, magnitude, m.constant(0.0));
  Complex quotient = {m.div(z.re, magnitude), m.div(z.im, magnitude)};
  return m.store(m.select(isZero, z, quotient));
}

Value xla::sineComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.load(s[0]);
  Complex sc = m.sinhCosh(z.im);
  Value zero = m.constant(0.0);
  // 0 times an infinity is no number, but the sine of i*y is sinh(y) times i.
  Value re = m.select(m.cmp(P::OEQ, z.re, zero), z.re,
                      m.mul(m.unary<math::SinOp>(z.re), sc.im));
  return m.store({re, m.mul(m.unary<math::CosOp>(z.re), sc.re)});
}

Value xla::cosineComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.load(s[0]);
  Complex sc = m.sinhCosh(z.im);
  Value zero = m.constant(0.0);
  // On the axes the result is real, whatever the factor of 0 is.
  Value real = arith::OrIOp::create(m.b, m.cmp(P::OEQ, z.re, zero),
                                    m.cmp(P::OEQ, z.im, zero));
  Value sign = m.mul(m.copySign(m.constant(1.0), z.re),
                     m.copySign(m.constant(1.0), z.im));
  Value im = m.select(real, m.copySign(zero, sign),
                      m.mul(m.unary<math::SinOp>(z.re), sc.re));
  return m.store({m.mul(m.unary<math::CosOp>(z.re), sc.im), m.neg(im)});
}

Value xla::tanComplex(ScalarArgs &s) {
  // tan(z) = -i tanh(iz).
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.load(s[0]);
  Complex t = m.tanh({m.neg(z.im), z.re});
  return m.store({t.im, m.neg(t.re)});
}

Value xla::expm1Complex(ScalarArgs &s) {
  // re = expm1(a) cos(b) - 2 sin(b/2)^2 keeps its bits near 0.
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.load(s[0]);
  Complex e = m.exp(z);
  Value half = m.unary<math::SinOp>(m.mul(m.constant(0.5), z.im));
  Value near =
      m.sub(m.mul(m.unary<math::ExpM1Op>(z.re), m.unary<math::CosOp>(z.im)),
            m.mul(m.constant(2.0), m.mul(half, half)));
  Value far = m.sub(e.re, m.constant(1.0));
  Value isFar = m.cmp(P::OGT, m.abs(z.re), m.constant(50.0));
  return m.store({m.select(isFar, far, near), e.im});
}

Value xla::log1pComplex(ScalarArgs &s) {
  // Where |z| is small, log|1+z| = log1p(a(2+a) + b*b)/2.
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.load(s[0]);
  Value one = m.constant(1.0), half = m.constant(0.5);
  Value isNear = m.cmp(P::OLT, m.max(m.abs(z.re), m.abs(z.im)), half);
  Value excess =
      m.add(m.mul(z.re, m.add(m.constant(2.0), z.re)), m.mul(z.im, z.im));
  Value near = m.mul(
      half, m.unary<math::Log1pOp>(m.select(isNear, excess, m.constant(0.0))));
  Value shifted = m.add(one, z.re);
  Value far = m.logHypot(shifted, z.im);
  return m.store({m.select(isNear, near, far), m.atan2(z.im, shifted)});
}

Value xla::logisticComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.load(s[0]);
  Complex e = m.exp({m.neg(z.re), m.neg(z.im)});
  Complex one = {m.constant(1.0), m.constant(0.0)};
  return m.store(m.div(one, m.add(one, e)));
}

Value xla::rsqrtComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  Complex one = {m.constant(1.0), m.constant(0.0)};
  return m.store(m.div(one, m.sqrt(m.load(s[0]))));
}

Value xla::cbrtComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  Complex z = m.load(s[0]);
  Value zero = m.constant(0.0);
  // The root of the magnitude, a third of the angle.
  Complex scaled = m.scale(z, m.getScale(z));
  Value size = m.unary<math::CbrtOp>(m.hypot(scaled.re, scaled.im));
  size = m.mul(size, m.getScale(z, /*unscaledRoot=*/true));
  Value angle = m.div(m.atan2(z.im, z.re), m.constant(3.0));
  Value isReal = m.cmp(P::OEQ, angle, zero);
  Complex root = {
      m.mul(size, m.unary<math::CosOp>(angle)),
      m.select(isReal, angle, m.mul(size, m.unary<math::SinOp>(angle)))};
  Value isZero = arith::AndIOp::create(m.b, m.cmp(P::OEQ, z.re, zero),
                                       m.cmp(P::OEQ, z.im, zero));
  return m.store(m.select(isZero, z, root));
}

namespace {
/// x + iy or x - iy, and the logarithm of its magnitude.
struct TurnedSum {
  Complex sum;
  Value log;
};
} // namespace

/// Not of scaled numbers: a tiny part counts where the other vanishes. Where
/// the sum of finite numbers overflows, it is half of it.
static TurnedSum sumWithTurned(ComplexMath &m, Complex x, Complex y,
                               double sign) {
  auto turn = [&](Value factor) -> Complex {
    Complex u = m.scale(x, factor), v = m.scale(y, factor);
    Value turned = m.constant(sign);
    return {m.sub(u.re, m.mul(turned, v.im)), m.add(u.im, m.mul(turned, v.re))};
  };
  Complex sum = turn(m.constant(1.0));
  Value overflows =
      m.cmp(P::OEQ, m.max(m.abs(sum.re), m.abs(sum.im)), m.constant(INFINITY));
  sum = m.select(overflows, turn(m.constant(0.5)), sum);
  Value rest = m.select(overflows, m.constant(std::log(2.0)), m.constant(0.0));
  return {sum, m.add(m.logHypot(sum.re, sum.im), rest)};
}

/// The angle of p less half of the angle of pq, the latter between -pi and pi.
/// If `hasSide`, it has the sign of `imag`, pq's imaginary part.
static Value getAngleBehindRoot(ComplexMath &m, Complex p, Complex q,
                                Value hasSide, Value imag) {
  constexpr double pi = 3.14159265358979323846;
  Value angle = m.atan2(p.im, p.re);
  Value sum = m.add(angle, m.atan2(q.im, q.re));
  Value one = m.constant(1.0), turn = m.copySign(m.constant(2 * pi), sum);
  Value isOther = m.cmp(P::ONE, m.copySign(one, sum), m.copySign(one, imag));
  isOther = arith::AndIOp::create(m.b, isOther, hasSide);
  isOther = arith::AndIOp::create(
      m.b, isOther, m.cmp(P::OGT, m.abs(sum), m.constant(0.5 * pi)));
  Value turns = arith::OrIOp::create(
      m.b, isOther, m.cmp(P::OGT, m.abs(sum), m.constant(1.5 * pi)));
  sum = m.select(turns, m.sub(sum, turn), sum);
  return m.sub(angle, m.mul(m.constant(0.5), sum));
}

/// a * b + c * d.
static Value addProducts(ComplexMath &m, Value a, Value b, Value c, Value d) {
  return m.add(m.mul(a, b), m.mul(c, d));
}

namespace {
/// The parts of an atan2 where they are small. The imaginary one holds where
/// `isNear`, the others are between -pi / 4 and pi / 4.
struct SmallAngle {
  Complex parts;
  Value isNear;
};
} // namespace

/// atan2 of y and x, with p = x + iy and q = x - iy, where differences of large
/// terms that cancel are products of small ones.
static SmallAngle getSmallAngle(ComplexMath &m, Complex y, Complex x, Complex p,
                                Complex q) {
  Value normOfP = addProducts(m, p.re, p.re, p.im, p.im);
  Value ratio = m.div(addProducts(m, q.re, q.re, q.im, q.im), normOfP);
  Value isNear =
      arith::AndIOp::create(m.b, m.cmp(P::OGT, ratio, m.constant(1.0 / 16)),
                            m.cmp(P::OLT, ratio, m.constant(16.0)));
  Value sine = m.select(
      isNear, m.mul(m.constant(2.0), addProducts(m, x.re, y.re, x.im, y.im)),
      m.sub(m.mul(p.im, q.re), m.mul(p.re, q.im)));
  Value cosine = addProducts(m, p.re, q.re, p.im, q.im);
  Value excess =
      m.div(m.mul(m.constant(4.0), m.sub(m.mul(x.re, y.im), m.mul(x.im, y.re))),
            normOfP);
  Value log = m.unary<math::Log1pOp>(m.select(isNear, excess, m.constant(0.0)));
  return {{m.mul(m.constant(0.5), m.atan2(sine, cosine)),
           m.mul(m.constant(0.25), log)},
          isNear};
}

Value xla::atan2Complex(ScalarArgs &s) {
  // -i log((x + iy) / sqrt(x*x + y*y)) for complex y and x. With p = x + iy and
  // q = x - iy the root is one of pq: the real part is the angle of p less half
  // of pq's, the imaginary one half the logarithm of |q| / |p|.
  ComplexMath m(s, /*wide=*/true);
  Complex y = m.load(s[0]), x = m.load(s[1]);
  Value large =
      m.max(m.max(m.abs(y.re), m.abs(y.im)), m.max(m.abs(x.re), m.abs(x.im)));
  Value isFinite = m.cmp(P::OLT, large, m.constant(INFINITY));
  TurnedSum fullP = sumWithTurned(m, x, y, 1.0);
  TurnedSum fullQ = sumWithTurned(m, x, y, -1.0);
  // A common factor is no matter; with this one squares stay finite.
  Value factor = m.getScale({large, large});
  y = m.scale(y, factor);
  x = m.scale(x, factor);
  Complex p = {m.sub(x.re, y.im), m.add(x.im, y.re)};
  Complex q = {m.add(x.re, y.im), m.sub(x.im, y.re)};
  Value angle = getAngleBehindRoot(m, fullP.sum, fullQ.sum, isFinite,
                                   addProducts(m, x.re, x.im, y.re, y.im));
  Value far = m.mul(m.constant(0.5), m.sub(fullQ.log, fullP.log));

  auto [small, isNear] = getSmallAngle(m, y, x, p, q);
  Value isSmall = arith::AndIOp::create(
      s.b, m.cmp(P::OLT, m.abs(angle), m.constant(0.5)), isFinite);
  return m.store(
      {m.select(isSmall, small.re, angle), m.select(isNear, small.im, far)});
}
