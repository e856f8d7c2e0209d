//===- FloatText.cpp - Floating-point numbers of HLO text -----------------===//
//
// Text becomes a double, and the double is rounded to the type, as XLA does, so
// that both read the same bits.
//
//===----------------------------------------------------------------------===//

#include "FloatText.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>
#include <cstring>

using namespace xla;
using namespace xla::hlotext;
using llvm::APFloat;
using llvm::StringRef;

static const llvm::fltSemantics &getSemantics(proto::PrimitiveType type) {
  switch (type) {
  case proto::F16:
    return APFloat::IEEEhalf();
  case proto::BF16:
    return APFloat::BFloat();
  case proto::F64:
    return APFloat::IEEEdouble();
  case proto::F8E5M2:
    return APFloat::Float8E5M2();
  case proto::F8E4M3:
    return APFloat::Float8E4M3();
  case proto::F8E4M3FN:
    return APFloat::Float8E4M3FN();
  case proto::F8E4M3B11FNUZ:
    return APFloat::Float8E4M3B11FNUZ();
  case proto::F8E3M4:
    return APFloat::Float8E3M4();
  case proto::F8E5M2FNUZ:
    return APFloat::Float8E5M2FNUZ();
  case proto::F8E4M3FNUZ:
    return APFloat::Float8E4M3FNUZ();
  case proto::F4E2M1FN:
    return APFloat::Float4E2M1FN();
  case proto::F6E2M3FN:
    return APFloat::Float6E2M3FN();
  case proto::F6E3M2FN:
    return APFloat::Float6E3M2FN();
  case proto::F8E8M0FNU:
    return APFloat::Float8E8M0FNU();
  default:
    return APFloat::IEEEsingle();
  }
}

static bool hasNaN(proto::PrimitiveType type) {
  return type != proto::F4E2M1FN && type != proto::F6E2M3FN &&
         type != proto::F6E3M2FN;
}

/// Formats whose only NaN is that of `getQNaN`, whatever the sign.
static bool hasPayload(proto::PrimitiveType type) {
  return APFloat::semanticsHasInf(getSemantics(type));
}

static unsigned getMantissaBits(proto::PrimitiveType type) {
  return APFloat::semanticsPrecision(getSemantics(type)) - 1;
}

std::optional<FloatText> xla::hlotext::parseFloatText(StringRef text) {
  FloatText number;
  number.isNegative = text.consume_front("-");
  if (!number.isNegative)
    text.consume_front("+");
  if (text == "inf" || text == "infinity") {
    number.value = HUGE_VAL;
  } else if (text.consume_front("nan")) {
    number.isNaN = true;
    uint64_t payload;
    if (text.empty())
      return number;
    if (!text.consume_front("(0x") || !text.consume_back(")") ||
        text.getAsInteger(16, payload))
      return std::nullopt;
    number.payload = payload;
    return number;
  } else {
    bool isHex = text.consume_front("0x") || text.consume_front("0X");
    if (text.empty() ||
        (!isHex && !llvm::isDigit(text.front()) && text.front() != '.'))
      return std::nullopt;
    auto [end, error] = std::from_chars(text.begin(), text.end(), number.value,
                                        isHex ? std::chars_format::hex
                                              : std::chars_format::general);
    if (end != text.end() || error == std::errc::invalid_argument)
      return std::nullopt;
    // Out of range: from_chars does not say whether it is large or small.
    if (error == std::errc::result_out_of_range) {
      std::string whole = (isHex ? "0x" : "") + text.str();
      number.value = std::strtod(whole.c_str(), nullptr);
      number.overflows = std::isinf(number.value);
    }
  }
  if (number.isNegative)
    number.value = -number.value;
  return number;
}

static APFloat roundTo(double value, const llvm::fltSemantics &semantics) {
  APFloat number(value);
  bool losesInfo;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return number;
}

bool xla::hlotext::checkFloat(const FloatText &number, const ElementType &type,
                              std::string &error) {
  if (number.isNaN) {
    if (!hasNaN(type.type))
      return false;
    if (!number.payload)
      return true;
    if (*number.payload != 0 &&
        *number.payload >> getMantissaBits(type.type) == 0)
      return true;
    error = ", whose payload does not fit";
    return false;
  }
  if (number.overflows)
    return false;
  if (type.type == proto::F64)
    return true;
  if (type.type == proto::F32)
    return std::isinf(number.value) || !std::isinf(float(number.value));
  const llvm::fltSemantics &semantics = getSemantics(type.type);
  if (std::isinf(number.value))
    return APFloat::semanticsHasInf(semantics);
  if (number.value < 0 && type.type == proto::F8E8M0FNU)
    return false;
  APFloat rounded = roundTo(number.value, semantics);
  if (APFloat::semanticsHasInf(semantics))
    return rounded.isFinite();
  // Formats without infinity saturate or become NaN.
  APFloat largest = APFloat::getLargest(semantics);
  bool losesInfo;
  largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return rounded.isFinite() &&
         std::fabs(number.value) <= largest.convertToDouble();
}

uint64_t xla::hlotext::toBits(const FloatText &number,
                              const ElementType &type) {
  if (!number.isNaN && type.type == proto::F32) {
    float rounded = float(number.value);
    uint32_t bits;
    std::memcpy(&bits, &rounded, sizeof(bits));
    return bits;
  }
  const llvm::fltSemantics &semantics = getSemantics(type.type);
  if (!number.isNaN)
    return roundTo(number.value, semantics).bitcastToAPInt().getZExtValue();
  uint64_t bits = APFloat::getQNaN(semantics, /*Negative=*/false)
                      .bitcastToAPInt()
                      .getZExtValue();
  unsigned mantissaBits = getMantissaBits(type.type);
  bool hasSign = type.type != proto::F8E8M0FNU &&
                 APFloat::getQNaN(semantics).bitcastToAPInt().getZExtValue() >>
                         (type.bits - 1) ==
                     0;
  if (number.payload && hasPayload(type.type))
    bits = (bits >> mantissaBits << mantissaBits) | *number.payload;
  if (number.isNegative && hasSign)
    bits |= uint64_t(1) << (type.bits - 1);
  return bits;
}

/// Prints with the fewest digits of XLA's two choices that read back as `bits`.
static void printFinite(double value, uint64_t bits, const ElementType &type,
                        llvm::raw_ostream &os) {
  int few = type.type == proto::F64 ? 15 : 6;
  // Digits that suffice for any value: 2 + floor(p * log10(2)).
  int enough = 2 + int((getMantissaBits(type.type) + 1) * 0.30103);
  char buffer[40];
  if (type.type != proto::F32 && type.type != proto::F64)
    few = enough;
  std::snprintf(buffer, sizeof(buffer), "%.*g", few, value);
  std::optional<FloatText> back = parseFloatText(buffer);
  if (!back || toBits(*back, type) != bits)
    std::snprintf(buffer, sizeof(buffer), "%.*g", enough, value);
  os << buffer;
  // XLA reads "-0" as an integer, which has no sign.
  if (value == 0 && std::signbit(value))
    os << ".0";
}

void xla::hlotext::printFloat(uint64_t bits, const ElementType &type,
                              llvm::raw_ostream &os) {
  const llvm::fltSemantics &semantics = getSemantics(type.type);
  APFloat number(semantics, llvm::APInt(type.bits, bits));
  if (number.isNaN()) {
    FloatText plain;
    plain.isNaN = true;
    plain.isNegative = bits >> (type.bits - 1) != 0;
    os << (plain.isNegative ? "-nan" : "nan");
    if (toBits(plain, type) != bits && hasPayload(type.type)) {
      uint64_t mantissa = (uint64_t(1) << getMantissaBits(type.type)) - 1;
      os << "(0x" << llvm::utohexstr(bits & mantissa, /*LowerCase=*/true)
         << ")";
    }
    return;
  }
  if (number.isInfinity()) {
    os << (number.isNegative() ? "-inf" : "inf");
    return;
  }
  bool losesInfo;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  printFinite(number.convertToDouble(), bits, type, os);
}
