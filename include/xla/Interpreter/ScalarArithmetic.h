//===- ScalarArithmetic.h - What each op does to single elements -*- C++
//-*-===//
//
// The arithmetic of the hlo ops on single elements: integers of 8 to 64 bits,
// bool (i1), float, double and complex. Narrower types are computed in these
// and rounded or wrapped afterwards. Nothing here has undefined behaviour for
// any input.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_INTERPRETER_SCALARARITHMETIC_H
#define XLA_INTERPRETER_SCALARARITHMETIC_H

#include "xla/Support/FloatFormats.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace xla::interpreter::scalar {

template <typename T> struct IsComplexType : std::false_type {};
template <typename T> struct IsComplexType<std::complex<T>> : std::true_type {};
template <typename T> constexpr bool isComplexT = IsComplexType<T>::value;
template <typename T> constexpr bool isBool = std::is_same_v<T, bool>;
/// Integers without bool.
template <typename T>
constexpr bool isInt = std::is_integral_v<T> && !isBool<T>;
template <typename T> constexpr bool isReal = std::is_floating_point_v<T>;

/// The unsigned type in which T's arithmetic wraps without undefined
/// behaviour; at least `unsigned`, because narrower ones promote to int.
template <typename T>
using Wrapping = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned,
                                    std::make_unsigned_t<T>>;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

template <typename T> T add(T a, T b) {
  if constexpr (isBool<T>)
    return a || b;
  else if constexpr (isInt<T>)
    return T(Wrapping<T>(a) + Wrapping<T>(b));
  else
    return a + b;
}

template <typename T> T subtract(T a, T b) {
  if constexpr (isBool<T>)
    return a != b;
  else if constexpr (isInt<T>)
    return T(Wrapping<T>(a) - Wrapping<T>(b));
  else
    return a - b;
}

/// Complex products are the textbook formula, each operation rounded.
template <typename T> T multiply(T a, T b) {
  if constexpr (isBool<T>)
    return a && b;
  else if constexpr (isInt<T>)
    return T(Wrapping<T>(a) * Wrapping<T>(b));
  else if constexpr (isComplexT<T>)
    return T(a.real() * b.real() - a.imag() * b.imag(),
             a.real() * b.imag() + a.imag() * b.real());
  else
    return a * b;
}

template <typename T> T negate(T a) {
  if constexpr (isBool<T>)
    return a;
  else if constexpr (isInt<T>)
    return T(Wrapping<T>(0) - Wrapping<T>(a));
  else
    return -a;
}

/// The type in which functions on T are computed before one rounding.
template <typename T> struct WiderType {
  using type = T;
};
template <> struct WiderType<float> {
  using type = double;
};
template <> struct WiderType<std::complex<float>> {
  using type = std::complex<double>;
};
template <> struct WiderType<std::complex<double>> {
  using type = std::complex<long double>;
};
template <typename T> using Wider = typename WiderType<T>::type;

/// Integers: x / 0 has all bits set, minimum / -1 is the minimum.
template <typename T> T divide(T a, T b) {
  if constexpr (isBool<T>) {
    return b ? a : true;
  } else if constexpr (isInt<T>) {
    if (b == 0)
      return T(-1);
    if (std::is_signed_v<T> && b == T(-1))
      return negate(a);
    return a / b;
  } else if constexpr (isComplexT<T>) {
    return T(Wider<T>(a) / Wider<T>(b));
  } else {
    return a / b;
  }
}

/// The sign of the dividend. Integers: x % 0 is x, minimum % -1 is 0.
template <typename T> T remainder(T a, T b) {
  if constexpr (isBool<T>) {
    return b ? false : a;
  } else if constexpr (isInt<T>) {
    if (b == 0)
      return a;
    if (std::is_signed_v<T> && b == T(-1))
      return 0;
    return a % b;
  } else if constexpr (isReal<T>) {
    return std::fmod(a, b);
  } else {
    return T();
  }
}

/// NaN wins; -0 is below +0. Complex numbers compare real part first.
template <typename T> T maximum(T a, T b) {
  if constexpr (isReal<T>) {
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) ? a : b;
    if (a == b)
      return std::signbit(a) ? b : a;
    return a > b ? a : b;
  } else if constexpr (isComplexT<T>) {
    if (a.real() != b.real())
      return a.real() > b.real() || std::isnan(a.real()) ? a : b;
    return a.imag() >= b.imag() || std::isnan(a.imag()) ? a : b;
  } else {
    return a > b ? a : b;
  }
}

template <typename T> T minimum(T a, T b) {
  if constexpr (isReal<T>) {
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) ? a : b;
    if (a == b)
      return std::signbit(a) ? a : b;
    return a < b ? a : b;
  } else if constexpr (isComplexT<T>) {
    if (a.real() != b.real())
      return a.real() < b.real() || std::isnan(a.real()) ? a : b;
    return a.imag() <= b.imag() || std::isnan(a.imag()) ? a : b;
  } else {
    return a < b ? a : b;
  }
}

/// Integer powers wrap; a negative exponent gives 0 unless the base is 1 or
/// -1 (x to the -n is 1 / x^n, truncated; the infinite 0^-n gives 0 too).
template <typename T> T integerPower(T base, T exponent) {
  if (std::is_signed_v<T> && exponent < 0) {
    if (base == 1)
      return 1;
    if (base == T(-1))
      return exponent % 2 ? T(-1) : T(1);
    return 0;
  }
  Wrapping<T> result = 1, square = Wrapping<T>(base);
  for (auto rest = std::make_unsigned_t<T>(exponent); rest; rest >>= 1) {
    if (rest & 1)
      result *= square;
    square *= square;
  }
  return T(result);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

template <typename T> T bitAnd(T a, T b) { return T(a & b); }
template <typename T> T bitOr(T a, T b) { return T(a | b); }
template <typename T> T bitXor(T a, T b) { return T(a ^ b); }
template <typename T> T bitNot(T a) {
  if constexpr (isBool<T>)
    return !a;
  else
    return T(~a);
}

/// Amounts outside 0 .. bits - 1 shift everything out. `bits` is the width of
/// the data, which is below T's for 2- and 4-bit types.
template <typename T> T shiftLeft(T a, T amount, unsigned bits) {
  auto distance = std::make_unsigned_t<T>(amount);
  return distance >= bits ? T(0) : T(Wrapping<T>(a) << distance);
}

template <typename T> T shiftRightLogical(T a, T amount, unsigned bits) {
  using U = std::make_unsigned_t<T>;
  U distance = U(amount), mask = U(U(-1) >> (8 * sizeof(T) - bits));
  return distance >= bits ? T(0) : T((U(a) & mask) >> distance);
}

/// The sign is the data's top bit, also for unsigned types.
template <typename T> T shiftRightArithmetic(T a, T amount, unsigned bits) {
  using S = std::make_signed_t<T>;
  auto distance = std::make_unsigned_t<T>(amount);
  unsigned unused = 8 * sizeof(T) - bits;
  S extended = S(S(Wrapping<T>(a) << unused) >> unused);
  return T(extended >>
           std::min<unsigned>(distance >= bits ? bits : unsigned(distance),
                              bits - 1));
}

template <typename T> T countLeadingZeros(T a, unsigned bits) {
  using U = std::make_unsigned_t<T>;
  U value = U(U(a) & U(U(-1) >> (8 * sizeof(T) - bits)));
  unsigned count = bits;
  for (; value; value >>= 1)
    --count;
  return T(count);
}

template <typename T> T populationCount(T a, unsigned bits) {
  using U = std::make_unsigned_t<T>;
  U value = U(U(a) & U(U(-1) >> (8 * sizeof(T) - bits)));
  unsigned count = 0;
  for (; value; value = U(value & (value - 1)))
    ++count;
  return T(count);
}

//===----------------------------------------------------------------------===//
// Order and sign
//===----------------------------------------------------------------------===//

/// -1, 0 or 1; NaN and signed zeros are themselves; z / |z| for complex z.
template <typename T> T sign(T a) {
  if constexpr (isReal<T>) {
    return std::isnan(a) || a == 0 ? a : std::copysign(T(1), a);
  } else if constexpr (isComplexT<T>) {
    Wider<T> wide(a);
    auto size = std::hypot(wide.real(), wide.imag());
    if (std::isnan(size)) {
      auto nan = std::numeric_limits<typename T::value_type>::quiet_NaN();
      return T(nan, nan);
    }
    return size == 0 ? T(a)
                     : T(Wider<T>(wide.real() / size, wide.imag() / size));
  } else if constexpr (std::is_signed_v<T>) {
    return T((a > 0) - (a < 0));
  } else {
    return T(a != 0);
  }
}

template <typename T> T absolute(T a) {
  if constexpr (isReal<T>)
    return std::fabs(a);
  else if constexpr (std::is_signed_v<T>)
    return a < 0 ? negate(a) : a;
  else
    return a;
}

/// A number whose order is the total order of IEEE 754: -NaN, -inf, ..., -0,
/// +0, ..., +inf, NaN.
inline int32_t totalOrder(float a) {
  int32_t bits = bitCast<int32_t>(a);
  return bits < 0 ? bits ^ 0x7FFFFFFF : bits;
}
inline int64_t totalOrder(double a) {
  int64_t bits = bitCast<int64_t>(a);
  return bits < 0 ? bits ^ 0x7FFFFFFFFFFFFFFF : bits;
}

/// min if a < min, max if a > max; NaN anywhere gives NaN.
template <typename T> T clamp(T low, T a, T high) {
  return minimum(maximum(low, a), high);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// The nearest integer towards 0 within `bits` bits of T's kind; NaN gives 0.
template <typename T, typename F> T floatToInteger(F value, unsigned bits) {
  if (std::isnan(value))
    return 0;
  // Both limits as powers of two, which every float type here has exactly.
  F limit = std::ldexp(F(1), int(bits) - (std::is_signed_v<T> ? 1 : 0));
  if (value >= limit)
    return T(T(std::numeric_limits<T>::max()) >> (8 * sizeof(T) - bits));
  if constexpr (std::is_signed_v<T>)
    return value < -limit ? T(-T(T(std::numeric_limits<T>::max()) >>
                                 (8 * sizeof(T) - bits)) -
                              1)
                          : T(value);
  else
    return value <= 0 ? T(0) : T(value);
}

/// The integer as a double that rounds to any format with up to 40 bits of
/// mantissa as the integer itself would: bits too low for a double are folded
/// into a sticky one.
template <typename T> double integerToSticky(T value) {
  bool negative = std::is_signed_v<T> && value < 0;
  uint64_t magnitude =
      negative ? uint64_t(0) - uint64_t(value) : uint64_t(value);
  if (magnitude >> 53) {
    uint64_t low = magnitude & 0xFFF;
    magnitude = (magnitude - low) | (low ? 0x1000 : 0);
  }
  return negative ? -double(magnitude) : double(magnitude);
}

/// The layout of an IEEE-like format.
struct FormatWidths {
  int exponentBits, mantissaBits;
};

/// The bits of a number of format `from`, rounded to the exponent and mantissa
/// widths `to` but still in format `from`. Overflow gives infinity; where the
/// exponent narrows, numbers below the smallest normal one become zero.
inline uint64_t reducePrecision(uint64_t bits, FormatWidths from,
                                FormatWidths to) {
  int signPosition = from.exponentBits + from.mantissaBits;
  uint64_t sign = bits >> signPosition << signPosition;
  uint64_t magnitude = bits ^ sign;
  uint64_t infinity = ((uint64_t(1) << from.exponentBits) - 1)
                      << from.mantissaBits;
  if (magnitude > infinity) // NaN stays, whether or not it has a mantissa.
    return bits;
  int dropped = from.mantissaBits - to.mantissaBits;
  if (dropped > 0) {
    // Half of the kept unit minus one, plus one when the kept part is odd.
    magnitude +=
        ((uint64_t(1) << (dropped - 1)) - 1) + (magnitude >> dropped & 1);
    magnitude = magnitude >> dropped << dropped;
  }
  if (to.exponentBits < from.exponentBits) {
    int bias = (1 << (from.exponentBits - 1)) - 1;
    int newBias = (1 << (to.exponentBits - 1)) - 1;
    int exponent = int(magnitude >> from.mantissaBits) - bias;
    if (exponent > newBias)
      magnitude = infinity;
    else if (exponent <= -newBias)
      magnitude = 0;
  }
  return sign | magnitude;
}

} // namespace xla::interpreter::scalar

#endif // XLA_INTERPRETER_SCALARARITHMETIC_H
