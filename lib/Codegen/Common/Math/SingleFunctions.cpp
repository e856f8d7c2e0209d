//===- SingleFunctions.cpp - f32 functions evaluated in f32 ---------------===//
//
// Where one rounding more would cost a whole unit, a number is a sum of two:
// additions wait for nothing beside the multiply-adds.
//
// exp:  x = n ln2 + r, e^r as 1 + r in two parts and a polynomial, 2^n as bits.
// log:  x = 2^n (1 + f), a polynomial of f.
// tanh: (e^2x - 1) / (e^2x + 1), both in two parts, and the quotient corrected.
// erf:  a polynomial near 0, elsewhere 1 - e^(-x - x G(x)) with a polynomial G.
//
// By tables: |x| + 1 has its eighths, quarters, halves, ... in the upper bits;
// each interval has a polynomial around a centre at which the function happens
// to be nearly a float (Gal, 1986), so that only the last addition rounds
// noticeably. erfc: e^(-x^2), x^2 in two parts, times the scaled function by
// table.
//
//===----------------------------------------------------------------------===//

#include "SingleFunctions.h"
#include "Polynomials.h"

#include <limits>
#include <optional>

using namespace mlir;
using namespace xla;
using namespace xla::math_functions;
namespace poly = xla::math_polynomials;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
static constexpr double log2E = 0x1.71547652b82fep+0;
/// ln 2 in two parts; the first has 10 zero bits below, so that its product
/// with an exponent leaves no rounding error in n ln2 - x.
static constexpr double ln2High = 0x1.62e4p-1;
static constexpr double ln2Low = 0x1.7f7d1cf79abcap-20;

namespace {
/// x = n ln2 + r + low, |r| <= ln2 / 2.
struct Reduced {
  Expr n, r, low;
};
} // namespace

static Reduced reduceByLn2(Expr x) {
  Expr magic = x.constant(0x1.8p23);
  Expr shifted = multiplyAdd(x, x.constant(log2E), magic);
  Expr number = shifted - magic;
  Expr first = multiplyAdd(number, x.constant(-ln2High), x);
  Expr r = multiplyAdd(number, x.constant(-ln2Low), first);
  Expr low = multiplyAdd(number, x.constant(-ln2Low), first - r);
  return {shifted.asInteger() - magic.asInteger(), r, low};
}

/// e^r for |r| <= ln2 / 2.
static Expr expReduced(Expr r) {
  Double sum = addExactQuick(r.constant(1.0), r);
  return sum.high + multiplyAdd(r * r, polynomial(r, poly::expF32), sum.low);
}

Expr math_functions::single::exp(Expr x) {
  Reduced reduced = reduceByLn2(clamp(x, -104.0, 89.0));
  Type element = getElementTypeOrSelf(x.getType());
  // 2^n in two steps: a result below the normal numbers is rounded once, and
  // one above the largest becomes infinite.
  Expr half = shiftArithmetic(reduced.n, reduced.n.integer(1));
  // What rounds to zero, as masked scores do, is zero before: processors take
  // hundreds of cycles for a product that is no normal number.
  Expr value = select(x < -104.0, 0.0, expReduced(reduced.r));
  return value * powerOfTwo(half, element) *
         powerOfTwo(reduced.n - half, element);
}

Expr math_functions::single::log(Expr x) {
  Type element = getElementTypeOrSelf(x.getType());
  Expr denormal = x < 0x1p-126;
  Expr bits = select(denormal, x * 0x1p23, x).asInteger();
  Expr exponent = shiftArithmetic(bits - 0x3f3504f3, bits.integer(23));
  Expr f = (bits - (exponent << 23)).asFloat(element) - 1.0;
  Expr n = exponent.toFloat(element);
  n = select(denormal, n - 23.0, n);
  Expr rest = multiplyAdd(f * f, polynomial(f, poly::logF32), n * ln2Low);
  Expr value = multiplyAdd(n, x.constant(ln2High), f + rest);
  value = select(x == infinity, x, value);
  value = select(x == 0.0, -infinity, value);
  value = select(x < 0.0, notANumber, value);
  return select(isNaN(x), x, value);
}

Expr math_functions::single::tanh(Expr x) {
  Type element = getElementTypeOrSelf(x.getType());
  // From here on the result rounds to one.
  Expr a = clamp(abs(x), 0.0, 9.1);
  Reduced reduced = reduceByLn2(2.0 * a);
  Expr r = reduced.r;
  Expr tail = multiplyAdd(r * r, polynomial(r, poly::expF32), reduced.low);
  Double sum = addExactQuick(r, tail);
  // e^2a - 1 = 2^n sum + (2^n - 1) as high + low.
  Expr power = powerOfTwo(reduced.n, element);
  Expr offset = power - 1.0;
  Expr high = multiplyAdd(power, sum.high, offset);
  Expr low =
      multiplyAdd(power, sum.low, multiplyAdd(power, sum.high, offset - high));
  // Divided by that plus two.
  Double divisor = addExact(high.constant(2.0), high);
  Expr inverse = 1.0 / divisor.high;
  Expr quotient = high * inverse;
  Expr rest = multiplyAdd(-quotient, divisor.high, high);
  rest = rest + multiplyAdd(-quotient, divisor.low + low, low);
  return copySign(multiplyAdd(rest, inverse, quotient), x);
}

Expr math_functions::single::erf(Expr x) {
  Type element = getElementTypeOrSelf(x.getType());
  Expr a = abs(x);
  Expr small = multiplyAdd(a, polynomial(a * a, poly::erfF32), a);
  // From 4 on the result rounds to one.
  Expr bounded = clamp(a, 0.0, 4.0);
  Expr exponent = multiplyAdd(
      -bounded, polynomial(bounded, poly::erfcExponentF32), -bounded);
  Reduced reduced = reduceByLn2(exponent);
  Expr large = 1.0 - expReduced(reduced.r) * powerOfTwo(reduced.n, element);
  return copySign(select(a > 1.0, large, small), x);
}

namespace {
/// A function near a centre: start + t slope.
struct Segment {
  Expr start, t, slope;
};
} // namespace

/// The interval of `a`, at least 0, with its polynomial. Next to zero, where
/// the centre is zero, it may start from something else than the table says.
static Segment findSegment(ArrayRef<double> table, Expr a,
                           std::optional<Expr> first = std::nullopt) {
  // An exponent and three bits of the mantissa.
  Expr shifted = a + 1.0;
  Expr bits = shifted.asInteger();
  Expr index = bits >> bits.integer(20);
  auto row = [&](unsigned i) { return lookUp(table.slice(32 * i, 32), index); };
  Expr t = a - row(0);
  Expr slope = row(6);
  for (int degree : {5, 4, 3, 2})
    slope = multiplyAdd(slope, t, row(degree));
  Expr start = row(1);
  return {first ? select(shifted < 1.125, *first, start) : start, t, slope};
}

/// An odd function of `x`, which does not change from `end` on.
static Expr evaluateOdd(ArrayRef<double> table, double end, Expr x) {
  Expr a = clamp(abs(x), 0.0, end);
  // The first polynomial is that of the function less its argument.
  Segment segment = findSegment(table, a, /*first=*/a);
  return copySign(multiplyAdd(segment.t, segment.slope, segment.start), x);
}

Expr math_functions::single::tanhByTable(Expr x) {
  return evaluateOdd(poly::tanhTable, 9.25, x);
}

Expr math_functions::single::erfByTable(Expr x) {
  return evaluateOdd(poly::erfTable, 4.0, x);
}

Expr math_functions::single::erfcByTable(Expr x) {
  Type element = getElementTypeOrSelf(x.getType());
  // From here on the result is less than half the smallest number.
  Expr a = clamp(abs(x), 0.0, 10.1);
  // e^(-a^2) = 2^n (e + eLow).
  Double square = multiplyExact(a, a);
  Reduced reduced = reduceByLn2(-square.high);
  Double r = addExactQuick(reduced.r, reduced.low - square.low);
  Expr tail = multiplyAdd(r.low, r.high, r.low);
  tail = multiplyAdd(r.high * r.high, polynomial(r.high, poly::expF32), tail);
  Double sum = addExactQuick(r.high.constant(1.0), r.high);
  Double e = addExactQuick(sum.high, sum.low + tail);
  // Times e^(a^2) erfc(a) = g + gLow.
  Segment segment = findSegment(poly::erfcTable, a);
  Expr g = multiplyAdd(segment.t, segment.slope, segment.start);
  Expr gLow = multiplyAdd(segment.t, segment.slope, segment.start - g);
  Double product = multiplyExact(e.high, g);
  Expr low = multiplyAdd(e.high, gLow, multiplyAdd(e.low, g, product.low));
  Expr half = shiftArithmetic(reduced.n, reduced.n.integer(1));
  Expr value = select(abs(x) > 10.1, 0.0, product.high + low);
  value =
      value * powerOfTwo(half, element) * powerOfTwo(reduced.n - half, element);
  return select(isNegative(x), 2.0 - value, value);
}
