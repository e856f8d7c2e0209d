//===- ScalarPower.cpp - Powers of complex numbers ------------------------===//
//
// exp(exponent * log(base)), where each error of the product is one of the
// result. So logarithm and product have 113 bits, where the compiler has such a
// type: series that take no thought of time.
//
//===----------------------------------------------------------------------===//

#include "xla/Interpreter/ScalarMath.h"

#include <cfloat>

using namespace xla::interpreter::scalar;

#if defined(__SIZEOF_FLOAT128__) && LDBL_MANT_DIG < 106
using Quad = __float128;
#else
using Quad = long double;
#endif

/// x + s x^3 / 3 + x^5 / 5 + s x^7 / 7 ... for |x| of at most 1/2: the inverse
/// hyperbolic tangent for s = 1, the arc tangent for s = -1.
static Quad sumOddPowers(Quad x, int s) {
  Quad sum = 0, power = x;
  for (int k = 0; k < 60; ++k, power *= s * x * x)
    sum += power / (2 * k + 1);
  return sum;
}

static Quad getPi() {
  static const Quad pi =
      16 * sumOddPowers(Quad(1) / 5, -1) - 4 * sumOddPowers(Quad(1) / 239, -1);
  return pi;
}

/// log(sqrt(x^2 + y^2)), not both of them zero.
static Quad getLog(long double x, long double y) {
  static const Quad log2 = 2 * sumOddPowers(Quad(1) / 3, 1);
  int exponent;
  (void)std::frexp(std::max(std::fabs(x), std::fabs(y)), &exponent);
  Quad a = std::ldexp(x, -exponent), b = std::ldexp(y, -exponent);
  Quad square = a * a + b * b;
  Quad halves = 2 * exponent;
  for (; square < Quad(0.75); square *= 2)
    halves -= 1;
  for (; square > Quad(1.5); square /= 2)
    halves += 1;
  // log(n) = 2 artanh((n - 1) / (n + 1)), of which half.
  return halves / 2 * log2 + sumOddPowers((square - 1) / (square + 1), 1);
}

/// The angle of x + iy, not both of them zero.
static Quad getAngle(long double x, long double y) {
  Quad a = std::fabs(x), b = std::fabs(y);
  Quad ratio = a > b ? b / a : a / b;
  Quad angle = ratio > Quad(0.5)
                   ? getPi() / 4 - sumOddPowers((1 - ratio) / (1 + ratio), -1)
                   : sumOddPowers(ratio, -1);
  if (b >= a)
    angle = getPi() / 2 - angle;
  if (std::signbit(x))
    angle = getPi() - angle;
  return std::signbit(y) ? -angle : angle;
}

std::complex<long double>
xla::interpreter::scalar::powerByLogarithm(std::complex<long double> base,
                                           std::complex<long double> exponent) {
  using C = std::complex<long double>;
  C product = multiply(exponent, std::log(base));
  bool isFinite =
      std::isfinite(product.real()) && std::fabs(product.imag()) < 0x1p60L &&
      std::isfinite(exponent.real()) && std::isfinite(exponent.imag());
  // Corners, and results that are real.
  if (!isFinite || product.imag() == 0)
    return exponential(product);
  Quad log = getLog(base.real(), base.imag());
  Quad angle = getAngle(base.real(), base.imag());
  Quad a = exponent.real(), b = exponent.imag();
  Quad re = a * log - b * angle, im = a * angle + b * log;
  Quad turns = Quad(std::nearbyint((long double)(im / (2 * getPi()))));
  long double rest = im - turns * 2 * getPi();
  long double whole = re;
  long double size = std::exp(whole) * (1 + (long double)(re - Quad(whole)));
  return {size * std::cos(rest), size * std::sin(rest)};
}
