//===- ComplexPower.cpp - Powers of complex numbers -----------------------===//
//
// exp(exponent * log(base)). An error of the product is one of the result, and
// the product is up to 700 for results that are finite, or without bound where
// it only turns: so for complex<f64> the logarithm and the product have twice
// the digits, as sums of two numbers. What the second ones hold is a factor of
// the result. complex<f32> is computed in f64, whose digits are enough.
//
//===----------------------------------------------------------------------===//

#include "ComplexMath.h"
#include "xla/Codegen/Common/TargetFeatures.h"

#include <cmath>

using namespace mlir;
using namespace xla;
using P = arith::CmpFPredicate;

namespace {
/// The sum of two numbers, the second far below the last digit of the first.
struct Pair {
  Value high, low;
};

/// Arithmetic on pairs (Dekker, 1971; Knuth). Whether the target has fused
/// multiply-add changes no bit.
class PairMath {
public:
  PairMath(ComplexMath &m, bool fma) : m(m), fma(fma) {}

  Pair constant(double high, double low) {
    return {m.constant(high), m.constant(low)};
  }
  Pair exact(double value) { return constant(value, 0.0); }
  /// 1 / n.
  Pair inverse(int n) {
    double high = 1.0 / n;
    return constant(high, std::fma(-high, n, 1.0) / n);
  }
  Pair negate(Pair x) { return {m.neg(x.high), m.neg(x.low)}; }
  Pair select(Value p, Pair x, Pair y) {
    return {m.select(p, x.high, y.high), m.select(p, x.low, y.low)};
  }
  /// `x` times a power of two.
  Pair scale(Pair x, Value factor) {
    return {m.mul(x.high, factor), m.mul(x.low, factor)};
  }

  /// x + y and x * y, exactly.
  Pair sum(Value x, Value y) {
    Value high = m.add(x, y);
    Value part = m.sub(high, x);
    return {high, m.add(m.sub(x, m.sub(high, part)), m.sub(y, part))};
  }
  Pair product(Value x, Value y) {
    Value high = m.mul(x, y);
    if (fma)
      return {high, math::FmaOp::create(m.b, x, y, m.neg(high))};
    Pair a = split(x), b = split(y);
    Value rest = m.sub(m.mul(a.high, b.high), high);
    rest = m.add(rest, m.mul(a.high, b.low));
    rest = m.add(rest, m.mul(a.low, b.high));
    return {high, m.add(rest, m.mul(a.low, b.low))};
  }

  Pair add(Pair x, Pair y) {
    Pair high = sum(x.high, y.high);
    return normalize(high.high, m.add(high.low, m.add(x.low, y.low)));
  }
  Pair mul(Pair x, Pair y) {
    Pair high = product(x.high, y.high);
    Value rest = m.add(m.mul(x.high, y.low), m.mul(x.low, y.high));
    return normalize(high.high, m.add(high.low, rest));
  }
  Pair div(Pair x, Pair y) {
    Value high = m.div(x.high, y.high);
    Pair rest = add(x, negate(mul(y, {high, m.constant(0.0)})));
    return normalize(high, m.div(rest.high, y.high));
  }

  /// 1 + t / 3 + t^2 / 5 + ..., or with signs in turn: the first five in pairs.
  Pair series(Pair t, bool alternates, int last) {
    auto getSign = [&](int k) { return alternates && k % 2 ? -1 : 1; };
    Value rest = m.constant(1.0 / (getSign(last) * (2 * last + 1)));
    int k = last - 1;
    for (; k > 4; --k)
      rest = m.add(m.mul(t.high, rest),
                   m.constant(1.0 / (getSign(k) * (2 * k + 1))));
    Pair result = {rest, m.constant(0.0)};
    for (; k >= 0; --k)
      result = add(inverse(getSign(k) * (2 * k + 1)), mul(t, result));
    return result;
  }

private:
  /// x in two halves of its digits.
  Pair split(Value x) {
    Value scaled = m.mul(m.constant(0x1p27 + 1), x);
    Value high = m.sub(scaled, m.sub(scaled, x));
    return {high, m.sub(x, high)};
  }
  Pair normalize(Value high, Value low) {
    Value sum = m.add(high, low);
    return {sum, m.sub(low, m.sub(sum, high))};
  }

  ComplexMath &m;
  bool fma;
};

/// The logarithm and the angle of a complex number in pairs, to some 2^-80.
class PairLogarithm {
public:
  PairLogarithm(PairMath pairs, ComplexMath &m, Complex z);

  Pair getLog();
  Pair getAngle();

  /// Whether z is finite and not 0. Elsewhere the pairs mean nothing.
  Value isFinite;

private:
  ComplexMath &m;
  PairMath pairs;
  Complex z;
  /// The greater and the smaller part without signs, times a power of two by
  /// which the first is in [1, 2), and the exponent that it had.
  Value big, small, exponent;
};
} // namespace

PairLogarithm::PairLogarithm(PairMath pairs, ComplexMath &m, Complex z)
    : m(m), pairs(pairs), z(z) {
  Value zero = m.constant(0.0), one = m.constant(1.0);
  Value x = m.abs(z.re), y = m.abs(z.im);
  Value most = m.max(x, y);
  isFinite = arith::AndIOp::create(m.b, m.cmp(P::OGT, most, zero),
                                   m.cmp(P::OLT, most, m.constant(INFINITY)));
  most = m.select(isFinite, most, one);
  // Away from the ends, where there is no power of two to divide by.
  Value isHuge = m.cmp(P::OGE, most, m.constant(0x1p900));
  Value isTiny = m.cmp(P::OLT, most, m.constant(0x1p-900));
  Value step = m.select(isHuge, m.constant(0x1p-128),
                        m.select(isTiny, m.constant(0x1p128), one));
  Value stepExponent = m.select(isHuge, m.constant(128.0),
                                m.select(isTiny, m.constant(-128.0), zero));
  most = m.mul(most, step);
  Type i64 = m.b.getI64Type();
  auto number = [&](int64_t value) { return intConstant(m.b, i64, value); };
  Value bits = arith::BitcastOp::create(m.b, i64, most);
  bits = arith::ShRUIOp::create(m.b, bits, number(52));
  Value inverse = arith::SubIOp::create(m.b, number(2046), bits);
  inverse = arith::ShLIOp::create(m.b, inverse, number(52));
  Value factor = arith::BitcastOp::create(m.b, m.type, inverse);
  // 2^52 plus the exponent is a float that ends in its bits.
  bits = arith::OrIOp::create(m.b, bits, number(0x433LL << 52));
  exponent = m.sub(arith::BitcastOp::create(m.b, m.type, bits),
                   m.constant(0x1p52 + 1023));
  exponent = m.add(exponent, stepExponent);
  big = m.mul(most, factor);
  small = m.mul(m.mul(m.min(x, y), step), factor);
}

/// With |z|^2 = 2^k n for n near 1: (k log(2) + log(n)) / 2, the last by the
/// series in (n - 1) / (n + 1).
Pair PairLogarithm::getLog() {
  Pair square = pairs.add(pairs.product(big, big), pairs.product(small, small));
  Value count = m.add(exponent, exponent), factor = m.constant(1.0);
  // From [1, 8) to [sqrt(1/2), sqrt(2)).
  for (double bound : {M_SQRT2, 2 * M_SQRT2, 4 * M_SQRT2}) {
    Value isAbove = m.cmp(P::OGE, square.high, m.constant(bound));
    count = m.add(count, m.select(isAbove, m.constant(1.0), m.constant(0.0)));
    factor = m.mul(factor, m.select(isAbove, m.constant(0.5), m.constant(1.0)));
  }
  square = pairs.scale(square, factor);
  Pair ratio = pairs.div(pairs.add(square, pairs.exact(-1.0)),
                         pairs.add(square, pairs.exact(1.0)));
  Pair series =
      pairs.series(pairs.mul(ratio, ratio), /*alternates=*/false, /*last=*/15);
  // log(2) / 2 with a first part by which the product is exact.
  Pair whole = pairs.sum(m.mul(count, m.constant(0x1.62e42fefa2p-2)),
                         m.mul(count, m.constant(0x1.9ef35793c7673p-42)));
  return pairs.add(whole, pairs.mul(ratio, series));
}

/// Between the axes: with c = k/4 near small / big, the angle of c and that of
/// (small - c big) / (big + c small), by its series.
Pair PairLogarithm::getAngle() {
  static const double angles[][2] = {
      {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
      {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
      {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
      {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
  Value c = m.constant(0.0);
  Pair angle = pairs.exact(0.0);
  for (int k = 1; k <= 4; ++k) {
    Value isAbove = m.cmp(P::OGE, small, m.mul(big, m.constant((k - 0.5) / 4)));
    c = m.select(isAbove, m.constant(k / 4.0), c);
    angle = pairs.select(
        isAbove, pairs.constant(angles[k - 1][0], angles[k - 1][1]), angle);
  }
  Value zero = m.constant(0.0);
  Pair rise = pairs.add({small, zero}, pairs.product(big, m.neg(c)));
  Pair run = pairs.add({big, zero}, pairs.product(small, c));
  Pair ratio = pairs.div(rise, run);
  Pair series =
      pairs.series(pairs.mul(ratio, ratio), /*alternates=*/true, /*last=*/13);
  angle = pairs.add(angle, pairs.mul(ratio, series));
  Pair halfPi = pairs.constant(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54);
  Pair pi = pairs.scale(halfPi, m.constant(2.0));
  angle = pairs.select(m.cmp(P::OGT, m.abs(z.im), m.abs(z.re)),
                       pairs.add(halfPi, pairs.negate(angle)), angle);
  auto isNegative = [&](Value x) {
    return m.cmp(P::OLT, m.copySign(m.constant(1.0), x), zero);
  };
  angle =
      pairs.select(isNegative(z.re), pairs.add(pi, pairs.negate(angle)), angle);
  return pairs.select(isNegative(z.im), pairs.negate(angle), angle);
}

/// `x` * exp(`rest`), where `rest` is small. If `rest` is no small number, what
/// `x` is already.
static Complex adjust(ComplexMath &m, Complex x, Complex rest) {
  Value zero = m.constant(0.0), one = m.constant(1.0);
  auto both = [&](Value p, Value q) -> Value {
    return arith::AndIOp::create(m.b, p, q);
  };
  auto isBelow = [&](Complex z, double bound) {
    return both(m.cmp(P::OLT, m.abs(z.re), m.constant(bound)),
                m.cmp(P::OLT, m.abs(z.im), m.constant(bound)));
  };
  Complex factor = {one, zero};
  for (int k = 4; k > 0; --k) {
    factor = m.mul(m.scale(rest, m.constant(1.0 / k)), factor);
    factor.re = m.add(factor.re, one);
  }
  Complex result = m.mul(x, factor);
  // A zero keeps its sign.
  Value isReal = m.cmp(P::OEQ, rest.im, zero);
  result = m.select(isReal, m.scale(x, factor.re), result);
  return m.select(both(isBelow(rest, 0.125), isBelow(x, INFINITY)), result, x);
}

/// What the digits of `exponent` times the logarithm of `base` that are lost in
/// `log`, f64 values, and in the product's make of it.
static Complex getLostDigits(PairMath pairs, ComplexMath &m, Complex base,
                             Complex exponent, Complex log) {
  PairLogarithm logarithm(pairs, m, base);
  Value zero = m.constant(0.0);
  auto getRest = [&](Pair full, Value known) {
    return m.add(m.sub(full.high, known), full.low);
  };
  Value re =
      m.select(logarithm.isFinite, getRest(logarithm.getLog(), log.re), zero);
  Value im = getRest(logarithm.getAngle(), log.im);
  // An angle is known to the last digit, but for a tiny one.
  Value isKnown =
      m.cmp(P::OLE, m.abs(im), m.mul(m.abs(log.im), m.constant(0x1p-48)));
  im = m.select(arith::AndIOp::create(m.b, logarithm.isFinite, isKnown), im,
                zero);
  auto sumOfProducts = [&](Value a, Value x, Value restOfX, Value b, Value y,
                           Value restOfY) {
    Pair first = pairs.product(a, x), second = pairs.product(b, y);
    Value rest = pairs.sum(first.high, second.high).low;
    rest = m.add(rest, m.add(first.low, second.low));
    return m.add(rest, m.add(m.mul(a, restOfX), m.mul(b, restOfY)));
  };
  return {
      sumOfProducts(exponent.re, log.re, re, m.neg(exponent.im), log.im, im),
      sumOfProducts(exponent.re, log.im, im, exponent.im, log.re, re)};
}

/// exp(exponent * log(base)) with the powers of zero set apart.
static Complex power(PairMath pairs, ComplexMath &m, Complex base,
                     Complex exponent) {
  Value zero = m.constant(0.0), one = m.constant(1.0);
  Complex log = m.log(base);
  Complex result = m.exp(m.mul(exponent, log));
  if (m.complexType.getElementType().isF64())
    result = adjust(m, result, getLostDigits(pairs, m, base, exponent, log));
  auto isZero = [&](Complex z) -> Value {
    return arith::AndIOp::create(m.b, m.cmp(P::OEQ, z.re, zero),
                                 m.cmp(P::OEQ, z.im, zero));
  };
  Value vanishes = arith::AndIOp::create(m.b, isZero(base),
                                         m.cmp(P::OGT, exponent.re, zero));
  result = m.select(vanishes, Complex{zero, zero}, result);
  return m.select(isZero(exponent), Complex{one, zero}, result);
}

Value xla::powerComplex(ScalarArgs &s) {
  ComplexMath m(s, /*wide=*/true);
  FailureOr<TargetFeatures> target = TargetFeatures::of(s.op);
  PairMath pairs(m, succeeded(target) && target->fma);
  return m.store(power(pairs, m, m.load(s[0]), m.load(s[1])));
}
