//===- ExponentialLogarithm.cpp - exp, log and their relatives ------------===//
//
// exp: x = n ln2 + r, a polynomial for e^r, 2^n as exponent bits.
// log: x = 2^n m with m around 1, f = m - 1, s = f / (2 + f), and
//      log(1 + f) = 2 atanh(s) = f - s (f - T), T = s^2 P(s^2).
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
static constexpr double log2E = 0x1.71547652b82fep+0;
/// ln 2 in two parts; the first has 11 zero bits below, so that its product
/// with an exponent is exact.
static constexpr double ln2High = 0x1.62e42fefa3800p-1;
static constexpr double ln2Low = 0x1.ef35793c76730p-45;

/// n and r with x = n ln2 + r.
static std::pair<Rounded, Expr> reduceByLn2(Expr x) {
  Rounded n = roundToInteger(x * log2E);
  Expr r = multiplyAdd(n.number, x.constant(-ln2High), x);
  return {n, multiplyAdd(n.number, x.constant(-ln2Low), r)};
}

/// e^r - 1 for |r| <= ln2 / 2.
static Expr expm1Reduced(Expr r) {
  Expr p = r.getBuilder().single ? polynomial(r, poly::expSingle)
                                 : polynomial(r, poly::exp);
  return multiplyAdd(r * r, p, r);
}

/// x * 2^n in two steps, so that denormal results are rounded once and 2^1024
/// overflows only where the result does.
static Expr scale(Expr x, Expr n) {
  Type element = getElementTypeOrSelf(x.getType());
  if (x.getBuilder().single)
    return x * powerOfTwo(n, element);
  Expr half = shiftArithmetic(n, n.integer(1));
  return x * powerOfTwo(half, element) * powerOfTwo(n - half, element);
}

Expr math_functions::expScaled(Expr x, int64_t shift) {
  bool single = x.getBuilder().single;
  double least = single ? -110.0 : -750.0;
  auto [n, r] = reduceByLn2(clamp(x, least, single ? 100.0 : 712.0));
  Expr exponent = shift ? n.integer + shift : n.integer;
  // What rounds to zero is zero: processors take hundreds of cycles for it.
  return scale(select(x < least, 0.0, 1.0 + expm1Reduced(r)), exponent);
}

Expr math_functions::exp(Expr x) { return expScaled(x, 0); }

Expr math_functions::exp2(Expr x) {
  bool single = x.getBuilder().single;
  double least = single ? -160.0 : -1080.0;
  Expr bounded = clamp(x, least, single ? 130.0 : 1026.0);
  Rounded n = roundToInteger(bounded);
  Expr fraction = bounded - n.number;
  // ln 2 as a sum, because the product would lose half a bit.
  Double r = multiplyExact(fraction, x.constant(0x1.62e42fefa39efp-1));
  Expr low = multiplyAdd(fraction, x.constant(0x1.abc9e3b39803fp-56), r.low);
  Expr value = expm1Reduced(r.high);
  return scale(select(x < least, 0.0, 1.0 + (value + low)), n.integer);
}

Expr math_functions::expm1(Expr x) {
  Expr bounded =
      x.getBuilder().single ? clamp(x, -40.0, 100.0) : clamp(x, -40.0, 712.0);
  auto [n, r] = reduceByLn2(bounded);
  // e^r - 1 as r + tail, with what r lost: next to ln 2 some bits cancel.
  bool single = x.getBuilder().single;
  Expr tail =
      r * r *
      (single ? polynomial(r, poly::expSingle) : polynomial(r, poly::exp));
  if (!single) {
    Expr high = multiplyAdd(n.number, x.constant(-ln2High), bounded);
    tail = tail + multiplyAdd(n.number, x.constant(-ln2Low), high - r);
  }
  // 2^n (e^r - 1) + (2^n - 1), with 2^n outside; -n stays a normal exponent.
  Type element = getElementTypeOrSelf(x.getType());
  Expr inverse = powerOfTwo(
      select(n.integer > 1000, n.integer.integer(1000), n.integer) * -1,
      element);
  Expr value = scale(((1.0 - inverse) + r) + tail, n.integer);
  // Keeps -0.
  return select(x == 0.0, x, value);
}

namespace {
/// A positive number as 2^n m, m between sqrt(1/2) and sqrt(2).
struct Split {
  Expr n, m;
};
} // namespace

static Split splitExponent(Expr x) {
  Type element = getElementTypeOrSelf(x.getType());
  Expr scaled = x;
  Expr denormal = x < 0x1p-1022;
  if (!x.getBuilder().single)
    scaled = select(denormal, x * 0x1p54, x);
  Expr bits = scaled.asInteger();
  Expr n =
      shiftArithmetic(bits - int64_t(0x3fe6a09e667f3bcd), bits.integer(52));
  Expr m = (bits - (n << 52)).asFloat(element);
  // An exponent to a float without a conversion instruction.
  Expr magic = x.constant(0x1.8p52);
  Expr number = (n + magic.asInteger()).asFloat(element) - magic;
  if (!x.getBuilder().single)
    number = select(denormal, number - 54.0, number);
  return {number, m};
}

/// log(m) as f - s (f - T) - correction: its two parts f and s (f - T).
static std::pair<Expr, Expr> logReduced(Expr m) {
  Expr f = m - 1.0;
  Expr s = f / (2.0 + f);
  Expr z = s * s;
  Expr t = z * (m.getBuilder().single ? polynomial(z, poly::logSingle)
                                      : polynomial(z, poly::log));
  return {f, s * (f - t)};
}

/// log(x + low), for a low that only rounding lost.
static Expr logWithLow(Expr x, Expr relativeLow) {
  auto [n, m] = splitExponent(x);
  auto [f, rest] = logReduced(m);
  Expr small = rest - multiplyAdd(n, x.constant(ln2Low), relativeLow);
  return multiplyAdd(n, x.constant(ln2High), f - small);
}

/// The results of logarithms at the ends of their domain.
static Expr finishLog(Expr x, Expr value) {
  value = select(x == infinity, x, value);
  value = select(x == 0.0, -infinity, value);
  value = select(x < 0.0, notANumber, value);
  return select(isNaN(x), x, value);
}

Expr math_functions::log(Expr x) {
  return finishLog(x, logWithLow(x, x.constant(0.0)));
}

Expr math_functions::log1p(Expr x) {
  Expr sum = 1.0 + x;
  Expr low = select(x > 1.0, 1.0 - (sum - x), x - (sum - 1.0));
  Expr value = logWithLow(sum, low / sum);
  value = select(x == infinity, x, value);
  value = select(x == 0.0, x, value);
  value = select(x == -1.0, -infinity, value);
  value = select(x < -1.0, notANumber, value);
  return select(isNaN(x), x, value);
}

/// n log(2) + log(m) in another base, exact where m is 1.
static Expr logOfBase(Expr x, double baseHigh, double baseLow, double scale) {
  auto [n, m] = splitExponent(x);
  auto [f, rest] = logReduced(m);
  Expr value = multiplyAdd(n, x.constant(baseLow), (f - rest) * scale);
  return finishLog(x, multiplyAdd(n, x.constant(baseHigh), value));
}

Expr math_functions::log2(Expr x) { return logOfBase(x, 1.0, 0.0, log2E); }

Expr math_functions::log10(Expr x) {
  return logOfBase(x, 0x1.34413509f7000p-2, 0x1.3fde623e2566bp-43,
                   0x1.bcb7b1526e50ep-2);
}

Expr math_functions::sinh(Expr x) {
  Expr a = abs(x);
  Expr e = expm1(clamp(a, 0.0, 30.0));
  Expr value = 0.5 * (e + e / (e + 1.0));
  value = select(a > 30.0, expScaled(a, -1), value);
  return copySign(value, x);
}

Expr math_functions::cosh(Expr x) {
  Expr half = expScaled(abs(x), -1);
  return half + 0.25 / half;
}

Expr math_functions::tanh(Expr x) {
  Expr e = expm1(2.0 * clamp(abs(x), 0.0, 22.0));
  return copySign(e / (e + 2.0), x);
}

static constexpr double ln2 = 0x1.62e42fefa39efp-1;

Expr math_functions::asinh(Expr x) {
  Expr a = abs(x);
  Expr large = a > 0x1p28;
  Expr squared = a * a;
  Expr argument =
      select(large, a - 1.0, a + squared / (1.0 + sqrt(squared + 1.0)));
  Expr value = log1p(argument);
  return copySign(select(large, value + ln2, value), x);
}

Expr math_functions::acosh(Expr x) {
  Expr large = x > 0x1p28;
  Expr t = x - 1.0;
  Expr value = log1p(select(large, t, t + sqrt(t * (t + 2.0))));
  value = select(large, value + ln2, value);
  return select(x < 1.0, notANumber, value);
}

Expr math_functions::atanh(Expr x) {
  Expr a = abs(x);
  return copySign(0.5 * log1p(2.0 * a / (1.0 - a)), x);
}
