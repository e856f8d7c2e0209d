//===- ErrorFunctionPower.cpp - erf, erfc, roots, pow ---------------------===//
//
// erf is a polynomial near 0 and 1 - erfc elsewhere; erfc(x) is
// e^(-x^2) Q(t) / (1 + 2 x) with t = (x - 3) / (x + 3). pow keeps its logarithm
// in two floats, because the exponent magnifies its error.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"
#include "Polynomials.h"

#include <limits>

using namespace mlir;
using namespace xla;
using namespace xla::math_functions;
namespace poly = xla::math_polynomials;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// erf of |x| <= 1.
static Expr erfSmall(Expr x) {
  Expr z = x * x;
  return x * (x.getBuilder().single ? polynomial(z, poly::erfSingle)
                                    : polynomial(z, poly::erf));
}

/// erfc of a >= 1/2.
static Expr erfcLarge(Expr a) {
  bool single = a.getBuilder().single;
  a = clamp(a, 0.5, single ? 11.0 : 28.0);
  Expr t = (a - 3.0) / (a + 3.0);
  Expr q = single ? polynomial(t, poly::erfcSingle) : polynomial(t, poly::erfc);
  Double square = multiplyExact(a, a);
  Expr decay = exp(-square.high);
  if (!single)
    decay = decay - decay * square.low;
  return decay * (q / (1.0 + 2.0 * a));
}

Expr math_functions::erf(Expr x) {
  Expr a = abs(x);
  Expr value = select(a > 1.0, 1.0 - erfcLarge(a), erfSmall(a));
  return copySign(value, x);
}

Expr math_functions::erfc(Expr x) {
  Expr a = abs(x);
  Expr tail = erfcLarge(a);
  Expr value = select(isNegative(x), 2.0 - tail, tail);
  value = select(a < 0.5, 1.0 - erfSmall(x), value);
  return select(isNaN(x), x, value);
}

Expr math_functions::cbrt(Expr x) {
  Type element = getElementTypeOrSelf(x.getType());
  Expr a = abs(x);
  Expr denormal = a < 0x1p-1022;
  a = select(denormal, a * 0x1p54, a);
  // a = m 2^(3 k), 1 <= m < 8. The quotient by three is right for exponents.
  Expr bits = a.asInteger();
  Expr k = (((bits >> 52) * 21846) >> 16) - 341;
  Expr m = (bits - ((k * 3) << 52)).asFloat(element);
  Expr y = polynomial(m, poly::cbrt);
  for (int step = 0; step < 2; ++step) {
    // Halley's step triples the number of right digits.
    Expr cube = y * y * y;
    y = y * ((cube + 2.0 * m) / (2.0 * cube + m));
  }
  y = y - (y - m / (y * y)) * (1.0 / 3.0);
  Expr value = y * powerOfTwo(k, element);
  value = select(denormal, value * 0x1p-18, value);
  value = select((x == 0.0) | !(abs(x) < infinity), x, value);
  return copySign(value, x);
}

Expr math_functions::rsqrt(Expr x) { return 1.0 / sqrt(x); }

/// log(x) of a positive finite x as an unevaluated sum.
static Double logExact(Expr x) {
  Type element = getElementTypeOrSelf(x.getType());
  Expr denormal = x < 0x1p-1022;
  Expr bits = select(denormal, x * 0x1p54, x).asInteger();
  Expr exponent =
      shiftArithmetic(bits - int64_t(0x3fe6a09e667f3bcd), bits.integer(52));
  Expr m = (bits - (exponent << 52)).asFloat(element);
  Expr magic = x.constant(0x1.8p52);
  Expr n = (exponent + magic.asInteger()).asFloat(element) - magic;
  n = select(denormal, n - 54.0, n);

  // s = f / (2 + f) with its rounding error.
  Expr f = m - 1.0;
  Double divisor = addExactQuick(x.constant(2.0), f);
  Expr s = f / divisor.high;
  Double back = multiplyExact(s, divisor.high);
  Expr sLow = (((f - back.high) - back.low) - s * divisor.low) / divisor.high;
  // 2 s + 2/3 s^3 + s^5 P(z), all but the last with rounding errors.
  constexpr double twoThirds = 0x1.5555555555555p-1;
  constexpr double twoThirdsLow = 0x1.5555555555555p-55;
  Double z = multiplyExact(s, s);
  Double cube = multiplyExact(z.high, s);
  Expr cubeLow = cube.low + (z.low * s + 3.0 * z.high * sLow);
  Expr rest = cube.high * z.high * polynomial(z.high, poly::logTail);
  Double lead = multiplyExact(cube.high, x.constant(twoThirds));
  Expr leadLow =
      lead.low + (cubeLow * twoThirds + (cube.high * twoThirdsLow + rest));
  Double sum = addExactQuick(2.0 * s, lead.high);
  Expr low = sum.low + (2.0 * sLow + leadLow);
  // + n ln 2, in parts of which the first is exact.
  Double total = addExact(n * 0x1.62e42fefa3800p-1, sum.high);
  low = total.low + (low + n * 0x1.ef35793c76730p-45);
  return addExactQuick(total.high, low);
}

/// e^(high + low).
static Expr expOfSum(Expr high, Expr low) {
  Expr value = exp(high);
  // Not for infinities, whose product with zero is no number.
  return select(value < infinity, multiplyAdd(value, low, value), value);
}

Expr math_functions::pow(Expr x, Expr y) {
  Expr a = abs(x);
  Expr ordinary = (a > 0.0) & (a < infinity);
  Expr base = select(ordinary, a, a.constant(1.0));
  Expr magnitude = y;
  if (x.getBuilder().single) {
    x.getBuilder().single = false;
    Expr logarithm = log(base);
    x.getBuilder().single = true;
    magnitude = exp(y * logarithm);
  } else {
    Double logarithm = logExact(base);
    // Beyond this exponent every power but that of 1 overflows or vanishes.
    Expr bounded = clamp(y, -0x1p70, 0x1p70);
    Double product = multiplyExact(logarithm.high, bounded);
    Expr low = multiplyAdd(logarithm.low, bounded, product.low);
    Expr finite = abs(product.high) < 1000.0;
    magnitude = expOfSum(product.high, select(finite, low, y.constant(0.0)));
  }

  Expr rising = y > 0.0;
  Expr large = select(rising, infinity, 0.0, y);
  Expr small = select(rising, 0.0, infinity, y);
  magnitude = select(a == 0.0, small, magnitude);
  magnitude = select(a == infinity, large, magnitude);
  Expr limit = select(a > 1.0, large, select(a < 1.0, small, y.constant(1.0)));
  magnitude = select(abs(y) == infinity, limit, magnitude);

  // Whole numbers; from 2^53 on every one is even.
  Expr ay = abs(y);
  Expr rounded = (ay + 0x1p52) - 0x1p52;
  Expr whole = (ay >= 0x1p52) | (rounded == ay);
  Expr halfRounded = (0.5 * ay + 0x1p52) - 0x1p52;
  Expr odd = whole & (ay < 0x1p53) & !(halfRounded == 0.5 * ay);
  Expr value = select(isNegative(x) & odd, -magnitude, magnitude);
  value = select((x < 0.0) & (a < infinity) & !whole, notANumber, value);
  value = select(isNaN(x) | isNaN(y), x + y, value);
  return select((y == 0.0) | (x == 1.0), 1.0, value);
}
