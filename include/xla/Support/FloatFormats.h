//===- FloatFormats.h - Floating-point formats below 32 bits ---*- C++ -*-===//
//
// Conversions between the narrow floating-point formats and float or double.
// All conversions to a narrow format round once, to nearest, ties to even.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_FLOATFORMATS_H
#define XLA_SUPPORT_FLOATFORMATS_H

#include "xla/Support/ElementKind.h"
#include <cmath>
#include <cstdint>
#include <cstring>

namespace xla {

/// Reinterprets the bytes of a value.
template <typename To, typename From> inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

inline float bfloat16ToFloat(uint16_t bits) {
  return bitCast<float>(uint32_t(bits) << 16);
}

inline uint16_t floatToBFloat16(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  if ((bits & 0x7FFFFFFF) > 0x7F800000) // NaN: stays one, quiet.
    return uint16_t(bits >> 16) | 0x40;
  return uint16_t((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

inline float halfToFloat(uint16_t bits) {
  uint32_t sign = uint32_t(bits & 0x8000) << 16, rest = bits & 0x7FFF;
  if (rest >= 0x7C00) // Infinity or NaN.
    return bitCast<float>(sign | 0x7F800000 | (rest & 0x3FF) << 13);
  if (rest >= 0x400) // Normal: only the exponent's bias changes.
    return bitCast<float>(sign | ((rest << 13) + (112u << 23)));
  float magnitude = float(rest) * 0x1p-24f;
  return sign ? -magnitude : magnitude;
}

/// Rounds `value` once to the IEEE-like format with the given widths and
/// returns its bits (f16: 5, 10; bf16: 8, 7).
inline uint16_t doubleToIEEE(double value, int exponentBits, int mantissaBits) {
  uint64_t bits = bitCast<uint64_t>(value);
  uint16_t sign = uint16_t(bits >> 63 << (exponentBits + mantissaBits));
  uint16_t infinity = uint16_t(((1 << exponentBits) - 1) << mantissaBits);
  int exponent = int(bits >> 52 & 0x7FF) - 1023;
  uint64_t mantissa = bits & ((uint64_t(1) << 52) - 1);
  if (exponent == 1024)
    return sign | infinity |
           (mantissa ? uint16_t(mantissa >> (52 - mantissaBits)) |
                           uint16_t(1 << (mantissaBits - 1))
                     : 0);
  int bias = (1 << (exponentBits - 1)) - 1;
  if (exponent < -bias - mantissaBits - 1)
    return sign; // Below half of the smallest subnormal.
  // Subnormals have the exponent of the smallest normal and no hidden bit.
  int biased = exponent + bias;
  int shift = 52 - mantissaBits;
  mantissa |= uint64_t(1) << 52;
  if (biased < 1) {
    shift += 1 - biased;
    biased = 1;
  }
  uint64_t kept = mantissa >> shift;
  uint64_t rest = mantissa & ((uint64_t(1) << shift) - 1);
  uint64_t half = uint64_t(1) << (shift - 1);
  kept += rest > half || (rest == half && (kept & 1));
  // A carry out of the mantissa moves to the next exponent by itself.
  uint64_t result = (uint64_t(biased - 1) << mantissaBits) + kept;
  return sign | uint16_t(result < infinity ? result : infinity);
}

inline uint16_t doubleToHalf(double value) {
  return doubleToIEEE(value, 5, 10);
}
inline uint16_t doubleToBFloat16(double value) {
  return doubleToIEEE(value, 8, 7);
}

/// A format of at most 8 bits as a table of its values.
struct SmallFloatFormat {
  /// The value of each code; unused codes of 4- and 6-bit formats are 0.
  float values[256];
  /// Codes 0 to maxFinite are the finite non-negative values in order.
  uint8_t maxFinite;
  /// What a value too large becomes: infinity, NaN, or the largest finite one.
  uint8_t overflow;
  /// NaN; the formats without one give -0 instead.
  uint8_t nan;
  /// 0 in the format without a sign.
  uint8_t signBit;
  bool hasNegativeZero;

  /// The code nearest to `value`; ties go to the even code.
  uint8_t encode(double value) const;
};

/// The table for one of the formats F4E2M1FN to F8E8M0FNU.
const SmallFloatFormat &getSmallFloatFormat(ElementKind kind);

} // namespace xla

#endif // XLA_SUPPORT_FLOATFORMATS_H
