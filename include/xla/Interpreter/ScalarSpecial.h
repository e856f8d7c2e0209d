//===- ScalarSpecial.h - Special functions of single elements --*- C++ -*-===//
//
// The functions of the chlo dialect on float, double and complex elements, in
// the next wider type and rounded once. Series and recurrences are chosen for
// being short to state, not for speed.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_INTERPRETER_SCALARSPECIAL_H
#define XLA_INTERPRETER_SCALARSPECIAL_H

#include "xla/Interpreter/ScalarMath.h"

namespace xla::interpreter::scalar {

/// The type for series: double for float, long double for double.
template <typename T>
using SeriesType =
    std::conditional_t<std::is_same_v<T, float>, double, long double>;

constexpr long double pi = 3.14159265358979323846264338327950288L;

/// Bernoulli numbers B2, B4, ..., B24.
constexpr long double bernoulli[] = {
    1.0L / 6,       -1.0L / 30,       1.0L / 42,       -1.0L / 30,
    5.0L / 66,      -691.0L / 2730,   7.0L / 6,        -3617.0L / 510,
    43867.0L / 798, -174611.0L / 330, 854513.0L / 138, -236364091.0L / 2730};

template <typename W> W digammaOf(W x) {
  if (std::isnan(x) || x == -std::numeric_limits<W>::infinity() ||
      (x <= 0 && std::floor(x) == x))
    return std::numeric_limits<W>::quiet_NaN();
  if (x < 0) {
    // Reflection, with the angle taken from the distance to an integer.
    W fraction = x - std::floor(x);
    return digammaOf(1 - x) - W(pi) / std::tan(W(pi) * fraction);
  }
  if (std::isinf(x))
    return x;
  W shift = 0;
  for (; x < 20; x += 1)
    shift -= 1 / x;
  W inverse = 1 / (x * x), power = inverse, sum = 0;
  for (int k = 0; k < 12; ++k, power *= inverse)
    sum += W(bernoulli[k]) / (2 * k + 2) * power;
  return shift + std::log(x) - 1 / (2 * x) - sum;
}

template <typename T> T digamma(T a) { return T(digammaOf<long double>(a)); }

/// The inverse of erf by Newton's method on erf, or on erfc near 1, from
/// Winitzki's estimate.
template <typename T> T inverseErf(T a) {
  using W = long double;
  W y = std::fabs(W(a));
  if (!(y < 1))
    return y == 1 ? std::copysign(std::numeric_limits<T>::infinity(), a)
                  : std::numeric_limits<T>::quiet_NaN();
  if (y == 0)
    return a;
  W logTerm = std::log1p(-y * y), c = 2 / (W(pi) * 0.147L) + logTerm / 2;
  W x = std::sqrt(std::sqrt(c * c - logTerm / 0.147L) - c);
  for (int step = 0; step < 6; ++step) {
    W error = y < 0.5L ? std::erf(x) - y : (1 - y) - std::erfc(x);
    W slope = 2 / std::sqrt(W(pi)) * std::exp(-x * x);
    W newton = error / slope;
    x -= newton / (1 + x * newton); // Halley's correction.
  }
  return T(std::copysign(x, W(a)));
}

/// exp(-|x|) I1(x), I1 being the modified Bessel function.
template <typename T> T besselI1e(T a) {
  using W = long double;
  W x = std::fabs(W(a)), result = 0;
  if (std::isnan(a))
    return a;
  if (x < 40) {
    W term = x / 2, square = term * term;
    for (int k = 1; term > 0 && term > result * 1e-22L; ++k) {
      result += term;
      term *= square / (W(k) * (k + 1));
    }
    result *= std::exp(-x);
  } else if (std::isinf(x)) {
    result = 0;
  } else {
    W term = 1;
    for (int k = 1; k < 40; ++k) {
      result += term;
      W odd = 2 * k - 1;
      term *= -(4 - odd * odd) / (k * 8 * x);
    }
    result /= std::sqrt(2 * W(pi) * x);
  }
  return T(std::copysign(result, W(a)));
}

/// The sum of ((q + k) / unit)^-s over all k >= 0 for q > 0, by Euler and
/// Maclaurin.
inline long double sumPowers(long double s, long double q,
                             long double unit = 1) {
  using W = long double;
  W sum = 0, a = q;
  for (int k = 0; k < 12 || a < 12; ++k, a += 1)
    sum += std::pow(a / unit, -s);
  W power = std::pow(a / unit, -s);
  if (power == 0) // What it is multiplied with may be infinite.
    return sum;
  sum += power * a / (s - 1) + power / 2;
  // factor = s (s + 1) ... (s + 2k) / (2k + 2)! / a^(2k + 1)
  W factor = s / (2 * a);
  for (int k = 0; k < 12; ++k) {
    sum += W(bernoulli[k]) * factor * power;
    factor *= (s + 2 * k + 1) * (s + 2 * k + 2) /
              ((2 * k + 3) * W(2 * k + 4) * a * a);
  }
  return sum;
}

inline bool isEven(long double n) {
  return std::floor(n) == n && std::fmod(n, 2.0L) == 0;
}

/// The Hurwitz zeta function, sum of (q + k)^-s.
inline long double hurwitzZeta(long double s, long double q) {
  using W = long double;
  W inf = std::numeric_limits<W>::infinity();
  W nan = std::numeric_limits<W>::quiet_NaN();
  if (std::isnan(s) || std::isnan(q) || s < 1)
    return nan;
  if (s == 1)
    return inf;
  if (q <= 0) {
    if (std::floor(q) == q)
      return isEven(s) || q == 0 ? inf : nan;
    if (std::floor(s) != s)
      return nan;
  }
  if (std::isinf(q))
    return 0;
  if (std::isinf(s)) // The first term decides.
    return q > 1 ? 0 : q == 1 ? 1 : q > 0 ? inf : nan;
  W sum = 0;
  if (q < -20) {
    // The terms below -20, from both ends.
    W next = q + (std::floor(-q) - 20);
    sum = sumPowers(s, 1 - next) - sumPowers(s, 1 - q);
    if (!isEven(s))
      sum = -sum;
    q = next;
  }
  for (; q < 0; q += 1)
    sum += std::pow(q, -s);
  return sum + sumPowers(s, q);
}

template <typename T> T zeta(T s, T q) { return T(hurwitzZeta(s, q)); }

/// The derivative of order n of digamma.
template <typename T> T polygamma(T n, T x) {
  using W = long double;
  if (n == 0)
    return digamma(x);
  if (!(n > 0) || std::floor(n) != n || std::isinf(n))
    return std::numeric_limits<T>::quiet_NaN();
  W order = W(n) + 1, q = x, sign = isEven(n) ? -1 : 1;
  // The factorial or the powers may be out of range where the product is not,
  // which is one of numbers near 1 then. In the middle between two poles the
  // odd powers on both sides cancel, but for those from 1 - x on.
  if (x < 0 && isEven(n) && q - std::floor(q) == 0.5L)
    q = 1 - q;
  W zeta = hurwitzZeta(order, q);
  if (!(n > 100) || !(q > 0) || std::isinf(q))
    return T(sign * (zeta == 0 ? 0 : std::tgamma(order) * zeta));
  W logarithm = std::lgamma(order) - order * std::log(q);
  return T(sign * std::exp(logarithm + std::log(sumPowers(order, q, q))));
}

/// The high half of a product of twice the width.
template <typename T> T multiplyHigh(T a, T b) {
  if constexpr (sizeof(T) < 8) {
    using Double = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
    return T(Double(a) * Double(b) >> (8 * sizeof(T)));
  } else {
    // By 32-bit halves, then corrected for the signs.
    uint64_t x = uint64_t(a), y = uint64_t(b), low = 0xFFFFFFFF;
    uint64_t mid = (x >> 32) * (y & low) + ((x & low) * (y & low) >> 32);
    uint64_t cross = (x & low) * (y >> 32) + (mid & low);
    uint64_t high = (x >> 32) * (y >> 32) + (mid >> 32) + (cross >> 32);
    if (std::is_signed_v<T>)
      high -= (a < 0 ? y : 0) + (b < 0 ? x : 0);
    return T(high);
  }
}

/// The neighbour of a number towards another one, on the bits of a format with
/// a sign bit above `magnitudeBits` bits; infinity has the bits `infinity`.
inline uint64_t nextAfter(uint64_t from, uint64_t to, int magnitudeBits,
                          uint64_t infinity) {
  uint64_t sign = uint64_t(1) << magnitudeBits;
  uint64_t fromSize = from & ~sign, toSize = to & ~sign;
  if (fromSize > infinity)
    return from;
  if (toSize > infinity || from == to || (fromSize == 0 && toSize == 0))
    return to;
  if (fromSize == 0)
    return (to & sign) | 1;
  bool awayFromZero = (from & sign) == (to & sign) && toSize > fromSize;
  return awayFromZero ? from + 1 : from - 1;
}

} // namespace xla::interpreter::scalar

#endif // XLA_INTERPRETER_SCALARSPECIAL_H
