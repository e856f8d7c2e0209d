//===- GammaFunctions.cpp - lgamma, digamma, zeta, polygamma --------------===//
//
// Stirling's series and its relatives far from the origin, recurrences and
// reflection towards it (Abramowitz and Stegun, chapters 6 and 23), fits
// between 1 and 2 where the functions have roots. All in f64: sums of large
// terms with small results.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include <cmath>
#include <limits>
#include <optional>

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

#include "Coefficients.inc"

static constexpr double pi = 3.14159265358979323846;
static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// B(2k) for k = 1..12, the even Bernoulli numbers.
static constexpr double bernoulli[] = {
    1.0 / 6,       -1.0 / 30,       1.0 / 42,       -1.0 / 30,
    5.0 / 66,      -691.0 / 2730,   7.0 / 6,        -3617.0 / 510,
    43867.0 / 798, -174611.0 / 330, 854513.0 / 138, -236364091.0 / 2730};

/// x(x+1)...(x+7) as a polynomial: unsigned Stirling numbers.
static constexpr double risingFactorial[] = {1,     28,    322,  1960, 6769,
                                             13132, 13068, 5040, 0};

/// The derivative of a polynomial.
static SmallVector<double> differentiate(ArrayRef<double> coefficients) {
  SmallVector<double> result;
  size_t degree = coefficients.size() - 1;
  for (auto [index, value] : llvm::enumerate(coefficients.drop_back()))
    result.push_back(value * double(degree - index));
  return result;
}

/// Whether x is an integer that is not positive, where gamma has its poles.
static Expr isPole(Expr x) { return (x <= 0.0) & (floor(x) == x); }

//===----------------------------------------------------------------------===//
// lgamma
//===----------------------------------------------------------------------===//

/// Stirling's series, exact to double for x >= 8.
static Expr lgammaLarge(Expr x) {
  SmallVector<double> series;
  for (int k = 8; k >= 1; --k)
    series.push_back(bernoulli[k - 1] / (2.0 * k * (2.0 * k - 1.0)));
  Expr inverse = 1.0 / x;
  Expr correction = inverse * polynomial(inverse * inverse, series);
  // (x-1/2) log x - x, written such that infinity stays infinity.
  return (x - 0.5) * (log(x) - 1.0) + (0.5 * std::log(2 * pi) - 0.5) +
         correction;
}

/// lgamma for x >= 0.5.
static Expr lgammaRight(Expr x) {
  // To [1, 2] by lgamma(x+1) = lgamma(x) + log(x), for 0.5 <= x < 3.
  Expr low = x < 1.0, high = x > 2.0;
  Expr u = select(low, x + 1.0, select(high, x - 1.0, x));
  Expr near =
      (u - 1.0) * (u - 2.0) * polynomial(u, lgammaP) / polynomial(u, lgammaQ);
  Expr shift = select(low, -log(x), select(high, log(x - 1.0), x.like(0.0)));
  // To x >= 8 by eight steps at once, for 3 <= x < 8.
  Expr isMiddle = x < 8.0;
  Expr bounded = min(x, x.like(8.0));
  Expr steps = log(polynomial(bounded, risingFactorial));
  Expr far = lgammaLarge(select(isMiddle, x + 8.0, x)) -
             select(isMiddle, steps, x.like(0.0));
  return select(x < 3.0, near + shift, far);
}

static Expr expandLgamma(Expr x) {
  Expr isLeft = x < 0.5;
  Expr right = lgammaRight(select(isLeft, 1.0 - x, x));
  // Reflection: gamma(x) gamma(1-x) = pi / sin(pi x).
  Expr a = abs(x);
  Expr fraction = a - floor(a);
  Expr folded = select(fraction > 0.5, 1.0 - fraction, fraction);
  Expr left = std::log(pi) - log(sin(folded * pi)) - right;
  Expr result = select(isLeft, left, right);
  // Close to the pole at zero; the sine of a subnormal angle has few bits.
  result = select(a < 1e-20, -log(a), result);
  return select((abs(x) == infinity) | isPole(x), x.like(infinity), result);
}

//===----------------------------------------------------------------------===//
// digamma
//===----------------------------------------------------------------------===//

/// digamma for x >= 0.5.
static Expr digammaRight(Expr x) {
  // To [1, 2] by digamma(x+1) = digamma(x) + 1/x, for 0.5 <= x < 1.
  Expr low = x < 1.0;
  Expr u = select(low, x + 1.0, x);
  Expr near = (u - digammaRootHigh - digammaRootLow) * polynomial(u, digammaP) /
                  polynomial(u, digammaQ) -
              select(low, 1.0 / x, x.like(0.0));
  // To x >= 10 by eight steps at once, whose sum of 1/(x+k) is the logarithmic
  // derivative of the rising factorial.
  Expr isMiddle = x < 10.0;
  Expr bounded = min(x, x.like(10.0));
  Expr steps = polynomial(bounded, differentiate(risingFactorial)) /
               polynomial(bounded, risingFactorial);
  Expr y = select(isMiddle, x + 8.0, x);
  SmallVector<double> series;
  for (int k = 8; k >= 1; --k)
    series.push_back(bernoulli[k - 1] / (2.0 * k));
  series.push_back(0.0);
  Expr inverse = 1.0 / y;
  Expr far = log(y) - 0.5 * inverse - polynomial(inverse * inverse, series) -
             select(isMiddle, steps, x.like(0.0));
  return select(x <= 2.0, near, far);
}

static Expr digamma(Expr x) {
  Expr isLeft = x < 0.5;
  Expr right = digammaRight(select(isLeft, 1.0 - x, x));
  // Reflection: digamma(1-x) - digamma(x) = pi / tan(pi x), of period 1.
  Expr fraction = x - floor(x + 0.5);
  Expr left = right - pi / tan(fraction * pi);
  Expr result = select(isLeft, left, right);
  return select(isPole(x) | (x == -infinity), x.like(notANumber), result);
}

//===----------------------------------------------------------------------===//
// zeta and polygamma
//===----------------------------------------------------------------------===//

/// The sum of ((a+k) / unit)^-x over all k >= 0 by Euler and Maclaurin, exact
/// to double for a >= 10, and for a >= 6 beside 2^x: an integral, half of the
/// first term and corrections.
static Expr sumFarPowers(Expr x, Expr a, std::optional<Expr> unit) {
  // Not from the first term, which may vanish where the integral does not.
  Expr integral = unit ? pow(a / *unit, 1.0 - x) * *unit : pow(a, 1.0 - x);
  Expr first = integral / a;
  Expr sum = integral / (x - 1.0) + 0.5 * first;
  // B(2j)/(2j)! x(x+1)...(x+2j-2) a^(-x-2j+1)
  Expr inverse = 1.0 / a;
  Expr factor = first * x / a;
  double factorial = 2.0;
  for (int j = 1; j <= 12; ++j) {
    sum = sum + factor * (bernoulli[j - 1] / factorial);
    factor =
        factor * ((x + (2.0 * j - 1.0)) * inverse) * ((x + 2.0 * j) * inverse);
    factorial *= (2.0 * j + 1.0) * (2.0 * j + 2.0);
  }
  // Far out the corrections are 0 * infinity.
  return select(integral == 0.0, x.like(0.0), sum);
}

/// The sum of ((q+k) / unit)^-x over all k >= 0, for q > 0.
static Expr sumPowers(Expr x, Expr q, std::optional<Expr> unit = {}) {
  constexpr int numTerms = 10;
  auto power = [&](Expr base) { return pow(unit ? base / *unit : base, -x); };
  Expr sum = power(q);
  for (int k = 1; k < numTerms; ++k)
    sum = sum + power(q + double(k));
  return sum + sumFarPowers(x, q + double(numTerms), unit);
}

/// The sum of (q+k)^-x over all integers k, for an integer x >= 2 and a q that
/// is none; `sign` is (-1)^x.
static Expr sumAllPowers(Expr x, Expr q, Expr sign) {
  constexpr int numTerms = 6;
  Expr offset = q - floor(q + 0.5);
  Expr g = abs(offset);
  // In pairs, which cancel exactly where q lies in the middle and x is odd.
  Expr sum = sumFarPowers(x, g + double(numTerms), std::nullopt) +
             sign * sumFarPowers(x, double(numTerms + 1) - g, std::nullopt);
  for (int k = numTerms - 1; k >= 0; --k)
    sum = sum + (pow(g + double(k), -x) + sign * pow((k + 1.0) - g, -x));
  return select(offset < 0.0, sign * sum, sum);
}

/// 1 for an even integer, -1 for an odd one.
static Expr alternate(Expr n) {
  return select(floor(n * 0.5) * 2.0 == n, n.like(1.0), n.like(-1.0));
}

/// What zeta of order `x` is where the sum of powers says nothing, else
/// `result`.
static Expr selectZetaCorners(Expr x, Expr q, Expr result) {
  Expr isNotPositive = q <= 0.0, isFar = x == infinity;
  Expr first = select(q < 1.0, x.like(infinity), x.like(0.0));
  first = select(q == 1.0, x.like(1.0), first);
  result = select(isFar, first, result);
  Expr isUndefined =
      (x < 1.0) | (isNotPositive & (floor(q) < q) & ((floor(x) < x) | isFar));
  // At a pole an odd power has no sign.
  Expr isEven = (floor(x * 0.5) * 2.0 == x) & (x < infinity);
  Expr atPole =
      select(isEven | (q == 0.0), x.like(infinity), x.like(notANumber));
  result = select(isNotPositive & (floor(q) == q), atPole, result);
  result = select(q == infinity, x.like(0.0), result);
  result = select(isUndefined, x.like(notANumber), result);
  result = select(x == 1.0, x.like(infinity), result);
  Expr isNaN = x.compare(hlo::ComparisonDirection::NE, x) |
               q.compare(hlo::ComparisonDirection::NE, q);
  return select(isNaN, x.like(notANumber), result);
}

/// The sum of (q+k)^-x over all k >= 0. Left of zero, the sum over all integers
/// without those below.
static Expr zeta(Expr x, Expr q) {
  Expr isLeft = q < 0.0, sign = alternate(x);
  Expr right = sumPowers(x, select(isLeft, 1.0 - q, q));
  Expr left = sumAllPowers(x, q, sign) - sign * right;
  return selectZetaCorners(x, q, select(isLeft, left, right));
}

/// The greatest power of two that is not above q, which is positive.
static Expr getBinade(Expr q) {
  Expr bits = q.toBits();
  Expr exponent = bits & bits.likeInt(APInt(64, uint64_t(0x7FF) << 52));
  return max(exponent.fromBits(q.getElementType()), q.like(0x1p-1000));
}

/// n! zeta(n+1, q) for q > 0, where the factorial or the powers may be out of
/// range and the product is not.
static Expr scaledZeta(Expr n, Expr q, Expr factorial) {
  // Powers of numbers near 1 and, in two halves, of what they are multiples of.
  Expr x = n + 1.0, isHuge = n > 170.0;
  Expr unit = select(isHuge, q, getBinade(q));
  Expr sum = sumPowers(x, q, unit);
  Expr half = pow(unit, -0.5 * x), isBelowOne = half < 1.0;
  Expr product = select(isBelowOne, factorial, sum) * half *
                 select(isBelowOne, sum, factorial) * half;
  // By Stirling's series for log n!, whose large terms cancel those of the
  // power.
  Expr inverse = 1.0 / n, square = inverse * inverse;
  Expr correction =
      inverse * polynomial(square, {1.0 / 1260, -1.0 / 360, 1.0 / 12});
  Expr logarithm = n * (log(n / q) - 1.0) +
                   (0.5 * log(n) + 0.5 * std::log(2 * pi)) - log(q) +
                   correction + log(sum);
  return select(isHuge, exp(logarithm), product);
}

/// (-1)^(n+1) n! zeta(n+1, x), and digamma for n = 0.
static Expr polygamma(Expr n, Expr x) {
  // Not the order's sign, which is rounded where n is huge.
  Expr order = n + 1.0, sign = -alternate(n), isLeft = x < 0.0;
  Expr factorial = exp(expandLgamma(order));
  Expr right = scaledZeta(n, select(isLeft, 1.0 - x, x), factorial);
  // Where the sum over all integers vanishes the factorial may be infinite.
  Expr all = sumAllPowers(order, x, sign);
  all = select(all == 0.0, all, all * factorial);
  Expr left = select(abs(all) == infinity, all, all - sign * right);
  Expr result = selectZetaCorners(order, x, select(isLeft, left, right));
  result = select(n == 0.0, digamma(x), sign * result);
  Expr isNoOrder = (n < 0.0) | (floor(n) < n) | (n == infinity);
  return select(isNoOrder, n.like(notANumber), result);
}

void xla::chlo::populateGammaFunctionPatterns(RewritePatternSet &patterns) {
  addFloatFunction<LgammaOp>(patterns, expandLgamma, Precision::Double);
  addFloatFunction<DigammaOp>(patterns, digamma, Precision::Double);
  addFloatFunction<ZetaOp>(patterns, zeta, Precision::Double);
  addFloatFunction<PolygammaOp>(patterns, polygamma, Precision::Double);
}
