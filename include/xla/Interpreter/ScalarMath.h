//===- ScalarMath.h - Math functions of single elements --------*- C++ -*-===//
//
// The transcendental functions of the hlo ops on float, double and complex
// elements: computed in the next wider type where there is one and rounded
// once, so that they can serve as the reference for other implementations.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_INTERPRETER_SCALARMATH_H
#define XLA_INTERPRETER_SCALARMATH_H

#include "xla/Interpreter/ScalarArithmetic.h"

namespace xla::interpreter::scalar {

/// A sum of several terms with about twice the precision of R: each addition's
/// rounding error is kept and added at the end.
template <typename R> class CompensatedSum {
public:
  void add(R term) {
    R next = sum + term;
    R part = next - sum;
    error += (sum - (next - part)) + (term - part);
    sum = next;
  }
  void addProduct(R a, R b) {
    R product = a * b;
    add(product);
    error += std::fma(a, b, -product);
  }
  R get() const { return sum + error; }

private:
  R sum = 0, error = 0;
};

template <typename T> T exponential(T a) {
  if constexpr (isComplexT<T>) {
    // A real argument stays real, whatever the exponential is.
    if (a.imag() == 0)
      return T(exponential(a.real()), a.imag());
    // exp(-inf) times the cosine of an infinity is no zero.
    using W = Wider<T>;
    W z(a);
    auto size = std::exp(z.real());
    return T(W(size * std::cos(z.imag()), size * std::sin(z.imag())));
  } else {
    return T(std::exp(Wider<T>(a)));
  }
}

template <typename T> T exponentialMinusOne(T a) {
  if constexpr (isComplexT<T>) {
    // exp(x) cos(y) - 1 = expm1(x) cos(y) - 2 sin(y/2)^2.
    using W = Wider<T>;
    W z(a);
    if (z.imag() == 0)
      return T(exponentialMinusOne(a.real()), a.imag());
    auto half = std::sin(z.imag() / 2);
    auto real = std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half;
    auto imag = std::exp(z.real()) * std::sin(z.imag());
    return T(W(real, imag));
  } else {
    return T(std::expm1(Wider<T>(a)));
  }
}

template <typename T> T logarithm(T a) { return T(std::log(Wider<T>(a))); }

template <typename T> T logPlusOne(T a) {
  if constexpr (isComplexT<T>) {
    using W = Wider<T>;
    using R = typename W::value_type;
    R x = a.real(), y = a.imag();
    R imag = std::atan2(y, 1 + x), real;
    if (std::isinf(x) || std::isinf(y)) {
      real = std::numeric_limits<R>::infinity();
    } else if (std::fabs(x) > 0x1p60 || std::fabs(y) > 0x1p60) {
      real = std::log(std::hypot(x, y)); // The 1 does not count any more.
    } else if (std::fabs(1 + x) < 0.5 && std::fabs(y) < 0.5) {
      real = std::log(std::hypot(1 + x, y)); // Near -1, where 1 + x is exact.
    } else {
      // |1 + z|^2 - 1 = 2x + x^2 + y^2 cancels near the unit circle.
      CompensatedSum<R> sum;
      sum.add(2 * x);
      sum.addProduct(x, x);
      sum.addProduct(y, y);
      real = std::log1p(sum.get()) / 2;
    }
    return T(W(real, imag));
  } else {
    return T(std::log1p(Wider<T>(a)));
  }
}

/// On the axes, where one factor of a part is 0, the other may be infinite.
template <typename T> T sine(T a) {
  if constexpr (isComplexT<T>) {
    using W = Wider<T>;
    W z(a);
    auto x = z.real(), y = z.imag();
    return T(
        W(x == 0 ? x : std::sin(x) * std::cosh(y), std::cos(x) * std::sinh(y)));
  } else {
    return T(std::sin(Wider<T>(a)));
  }
}

template <typename T> T cosine(T a) {
  if constexpr (isComplexT<T>) {
    using W = Wider<T>;
    W z(a);
    auto x = z.real(), y = z.imag();
    decltype(x) one = 1, sign = std::copysign(one, x) * std::copysign(one, y);
    auto product = x == 0 || y == 0 ? 0 * sign : std::sin(x) * std::sinh(y);
    return T(W(std::cos(x) * std::cosh(y), -product));
  } else {
    return T(std::cos(Wider<T>(a)));
  }
}
template <typename T> T tangent(T a) { return T(std::tan(Wider<T>(a))); }
template <typename T> T hyperbolicTangent(T a) {
  return T(std::tanh(Wider<T>(a)));
}

template <typename T> T squareRoot(T a) {
  if constexpr (isComplexT<T>)
    return T(std::sqrt(Wider<T>(a)));
  else
    return std::sqrt(a);
}

template <typename T> T reciprocalSquareRoot(T a) {
  if constexpr (isComplexT<T>) {
    using W = Wider<T>;
    return T(W(1) / std::sqrt(W(a)));
  } else {
    // Wider than double too: two roundings would add up.
    using W =
        std::conditional_t<std::is_same_v<T, double>, long double, double>;
    return T(1 / std::sqrt(W(a)));
  }
}

template <typename T> T cubeRoot(T a) {
  if constexpr (isComplexT<T>) {
    using W = Wider<T>;
    if (a == T(0))
      return a;
    W log = std::log(W(a));
    return T(exponential(W(log.real() / 3, log.imag() / 3)));
  } else {
    // The C library's function of f64 is off by several ulps.
    using W =
        std::conditional_t<std::is_same_v<T, double>, long double, double>;
    return T(std::cbrt(W(a)));
  }
}

template <typename T> T logistic(T a) {
  if constexpr (isComplexT<T>) {
    using W = Wider<T>;
    return T(W(1) / (W(1) + exponential(-W(a))));
  } else {
    using W =
        std::conditional_t<std::is_same_v<T, double>, long double, double>;
    return T(1 / (1 + std::exp(-W(a))));
  }
}

/// -i log((x + iy) / sqrt(x^2 + y^2)) of complex numbers. With p = x + iy and
/// q = x - iy, x^2 + y^2 is pq, so that the real part is the angle of p less
/// half of pq's and the imaginary one half the logarithm of |q| / |p|.
template <typename T> T complexArcTangent2(T y, T x) {
  using R = long double;
  using C = std::complex<R>;
  R a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
  C p(a - d, b + c), q(a + d, b - c);
  bool isFinite = std::isfinite(a) && std::isfinite(b) && std::isfinite(c) &&
                  std::isfinite(d);
  // Of the root's two values that on the right: with the sign of pq's imaginary
  // part.
  R sum = std::arg(p) + std::arg(q), full = 2 * std::acos(R(-1));
  bool isOther = isFinite && std::signbit(sum) != std::signbit(a * b + c * d);
  if (std::fabs(sum) > full * 3 / 4 || (std::fabs(sum) > full / 4 && isOther))
    sum -= std::copysign(full, sum);
  R angle = std::arg(p) - sum / 2;
  R half = (std::log(std::abs(q)) - std::log(std::abs(p))) / 2;
  R ratio = std::norm(q) / std::norm(p);
  bool isFar = !(ratio > R(1) / 16 && ratio < 16);
  // Where results are small, differences of large terms that cancel are
  // products of small ones.
  if (isFinite && std::fabs(angle) < 0.5) {
    R sine =
        isFar ? p.imag() * q.real() - p.real() * q.imag() : 2 * (a * c + b * d);
    angle = std::atan2(sine, p.real() * q.real() + p.imag() * q.imag()) / 2;
  }
  if (!isFar)
    half = std::log1p(4 * (a * d - b * c) / std::norm(p)) / 4;
  return T(C(angle, half));
}

template <typename T> T arcTangent2(T y, T x) {
  if constexpr (isComplexT<T>)
    return complexArcTangent2(y, x);
  else
    return T(std::atan2(Wider<T>(y), Wider<T>(x)));
}

/// exp(exponent * log(base)) of a base other than 0, to the last digit of f64
/// while the product is below 2^50.
std::complex<long double> powerByLogarithm(std::complex<long double> base,
                                           std::complex<long double> exponent);

template <typename T> T power(T base, T exponent) {
  if constexpr (isBool<T>) {
    return base || !exponent;
  } else if constexpr (isInt<T>) {
    return integerPower(base, exponent);
  } else if constexpr (isComplexT<T>) {
    using W = std::complex<long double>;
    if (exponent == T(0))
      return T(1);
    if (base == T(0) && exponent.real() > 0)
      return T(0);
    return T(powerByLogarithm(W(base), W(exponent)));
  } else {
    return T(std::pow(Wider<T>(base), Wider<T>(exponent)));
  }
}

/// The magnitude of a complex number.
template <typename R> R magnitude(std::complex<R> a) {
  using W = typename Wider<std::complex<R>>::value_type;
  return R(std::hypot(W(a.real()), W(a.imag())));
}

} // namespace xla::interpreter::scalar

#endif // XLA_INTERPRETER_SCALARMATH_H
