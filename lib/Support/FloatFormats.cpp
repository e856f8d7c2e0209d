//===- FloatFormats.cpp - Floating-point formats below 32 bits ------------===//
//
// The formats of 4 to 8 bits are small enough to be tables: LLVM's APFloat
// gives the value of each code, and rounding is a search among the values.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/FloatFormats.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <limits>

using namespace xla;
using llvm::APFloat;

static const llvm::fltSemantics &getSemantics(ElementKind kind) {
  switch (kind) {
  case ElementKind::F4E2M1FN:
    return APFloat::Float4E2M1FN();
  case ElementKind::F6E2M3FN:
    return APFloat::Float6E2M3FN();
  case ElementKind::F6E3M2FN:
    return APFloat::Float6E3M2FN();
  case ElementKind::F8E3M4:
    return APFloat::Float8E3M4();
  case ElementKind::F8E4M3:
    return APFloat::Float8E4M3();
  case ElementKind::F8E4M3FN:
    return APFloat::Float8E4M3FN();
  case ElementKind::F8E4M3FNUZ:
    return APFloat::Float8E4M3FNUZ();
  case ElementKind::F8E4M3B11FNUZ:
    return APFloat::Float8E4M3B11FNUZ();
  case ElementKind::F8E5M2:
    return APFloat::Float8E5M2();
  case ElementKind::F8E5M2FNUZ:
    return APFloat::Float8E5M2FNUZ();
  case ElementKind::F8E8M0FNU:
    return APFloat::Float8E8M0FNU();
  default:
    llvm_unreachable("not a format of at most 8 bits");
  }
}

static SmallFloatFormat makeFormat(ElementKind kind) {
  SmallFloatFormat format = {};
  const llvm::fltSemantics &semantics = getSemantics(kind);
  unsigned width = getBitWidth(kind), numCodes = 1u << width;
  for (unsigned code = 0; code < numCodes; ++code) {
    APFloat value(semantics, llvm::APInt(width, code));
    bool lossy;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lossy);
    format.values[code] = value.convertToFloat();
  }
  bool isUnsigned = kind == ElementKind::F8E8M0FNU;
  if (isUnsigned) // Its one NaN, which APFloat converts to an infinity.
    format.values[255] = std::numeric_limits<float>::quiet_NaN();
  format.signBit = isUnsigned ? 0 : numCodes / 2;
  unsigned numPositive = isUnsigned ? numCodes : numCodes / 2;
  unsigned numFinite = 0;
  while (numFinite < numPositive && std::isfinite(format.values[numFinite]))
    ++numFinite;
  format.maxFinite = numFinite - 1;
  // -0 is where NaN is in the formats named UZ, and stands for NaN in those
  // that have none.
  format.hasNegativeZero =
      !isUnsigned && !std::isnan(format.values[format.signBit]);
  if (!format.hasNegativeZero && !isUnsigned)
    format.nan = format.signBit;
  else if (numFinite == numPositive)
    format.nan = format.signBit;
  else
    format.nan = std::isinf(format.values[numFinite])
                     ? uint8_t(numFinite + (numPositive - numFinite) / 2)
                     : uint8_t(numFinite);
  if (numFinite < numPositive)
    format.overflow = numFinite; // Infinity, or NaN in the FN formats.
  else
    format.overflow = format.hasNegativeZero ? format.maxFinite : format.nan;
  return format;
}

const SmallFloatFormat &xla::getSmallFloatFormat(ElementKind kind) {
  constexpr unsigned first = unsigned(ElementKind::F4E2M1FN);
  constexpr unsigned last = unsigned(ElementKind::F8E8M0FNU);
  struct Formats {
    SmallFloatFormat formats[last - first + 1];
    Formats() {
      for (unsigned i = first; i <= last; ++i)
        formats[i - first] = makeFormat(ElementKind(i));
    }
  };
  static const Formats table;
  return table.formats[unsigned(kind) - first];
}

uint8_t SmallFloatFormat::encode(double value) const {
  if (std::isnan(value))
    return nan;
  bool negative = std::signbit(value);
  if (negative && !signBit) // Only the unsigned format: nothing below 0.
    return value == 0 ? 0 : nan;
  double magnitude = std::fabs(value);
  // The largest code whose value is not above the magnitude.
  int below =
      std::upper_bound(values, values + maxFinite + 1, magnitude) - values - 1;
  uint8_t code;
  if (below < 0) {
    code = 0; // Below the smallest value of the format without a zero.
  } else {
    double low = values[below];
    // One step above the largest value, as if the format went on.
    double high = below == maxFinite
                      ? (signBit ? 2 * low - values[below - 1] : 2 * low)
                      : values[below + 1];
    double middle = low + (high - low) / 2;
    bool up = magnitude > middle || (magnitude == middle && (below & 1));
    code = !up ? below : below == maxFinite ? overflow : below + 1;
  }
  if (!negative)
    return code;
  if (code == 0 && !hasNegativeZero)
    return 0;
  return code | signBit;
}
