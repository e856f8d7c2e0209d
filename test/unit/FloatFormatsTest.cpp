//===- FloatFormatsTest.cpp - Tests of the narrow float formats -----------===//
//
// Rounding of the narrow formats against LLVM's APFloat and known corners.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/FloatFormats.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <limits>

using namespace xla;
using llvm::APFloat;

namespace {

uint64_t roundByAPFloat(double value, const llvm::fltSemantics &semantics) {
  APFloat number(value);
  bool lossy;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &lossy);
  return number.bitcastToAPInt().getZExtValue();
}

TEST(FloatFormats, HalfAndBFloat16RoundAsAPFloat) {
  uint64_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents around both formats' ranges, any mantissa, many ties.
    uint64_t bits = state & ~(i % 3 ? 0 : ((uint64_t(1) << 41) - 1));
    int range = i % 2 ? 40 : 300;
    uint64_t exponent = 1023 - range / 2 + (state >> 52) % range;
    double value =
        bitCast<double>((bits & 0x800FFFFFFFFFFFFF) | exponent << 52);
    ASSERT_EQ(doubleToHalf(value), roundByAPFloat(value, APFloat::IEEEhalf()))
        << value;
    ASSERT_EQ(doubleToBFloat16(value), roundByAPFloat(value, APFloat::BFloat()))
        << value;
    float single = float(value);
    ASSERT_EQ(floatToBFloat16(single),
              roundByAPFloat(single, APFloat::BFloat()))
        << single;
  }
}

TEST(FloatFormats, HalfRoundTrips) {
  for (unsigned code = 0; code < 0x10000; ++code) {
    float value = halfToFloat(code);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(halfToFloat(doubleToHalf(value))));
    else
      EXPECT_EQ(doubleToHalf(value), code);
  }
}

TEST(FloatFormats, SmallFormatsRoundTrip) {
  for (unsigned k = unsigned(ElementKind::F4E2M1FN);
       k <= unsigned(ElementKind::F8E8M0FNU); ++k) {
    const SmallFloatFormat &format = getSmallFloatFormat(ElementKind(k));
    for (unsigned code = 0; code < 1u << getBitWidth(ElementKind(k)); ++code) {
      float value = format.values[code];
      if (std::isnan(value))
        EXPECT_TRUE(std::isnan(format.values[format.encode(value)]));
      else
        EXPECT_EQ(format.encode(value), code) << k;
    }
  }
}

TEST(FloatFormats, SmallFormatsRoundAsAPFloat) {
  const std::pair<ElementKind, const llvm::fltSemantics *> formats[] = {
      {ElementKind::F8E5M2, &APFloat::Float8E5M2()},
      {ElementKind::F8E4M3, &APFloat::Float8E4M3()},
      {ElementKind::F8E4M3FN, &APFloat::Float8E4M3FN()},
      {ElementKind::F8E4M3FNUZ, &APFloat::Float8E4M3FNUZ()},
      {ElementKind::F8E3M4, &APFloat::Float8E3M4()}};
  for (auto [kind, semantics] : formats)
    for (int i = -40000; i <= 40000; ++i) {
      double value = std::ldexp(double(i % 256), i / 256 % 24 - 16);
      ASSERT_EQ(getSmallFloatFormat(kind).encode(value),
                roundByAPFloat(value, *semantics))
          << value << " " << stringifyElementKind(kind).str();
    }
}

TEST(FloatFormats, Corners) {
  double inf = std::numeric_limits<double>::infinity();
  double nan = std::numeric_limits<double>::quiet_NaN();
  // Formats without infinity or NaN saturate, and NaN is -0.
  EXPECT_EQ(getSmallFloatFormat(ElementKind::F4E2M1FN).encode(inf), 0x7);
  EXPECT_EQ(getSmallFloatFormat(ElementKind::F4E2M1FN).encode(-100), 0xF);
  EXPECT_EQ(getSmallFloatFormat(ElementKind::F4E2M1FN).encode(nan), 0x8);
  EXPECT_EQ(getSmallFloatFormat(ElementKind::F8E4M3FN).encode(1e9), 0x7F);
  EXPECT_EQ(getSmallFloatFormat(ElementKind::F8E5M2).encode(-1e9), 0xFC);
  EXPECT_EQ(getSmallFloatFormat(ElementKind::F8E4M3FNUZ).encode(-0.0), 0);
  EXPECT_EQ(getSmallFloatFormat(ElementKind::F8E8M0FNU).encode(1.0), 127);
  EXPECT_EQ(getSmallFloatFormat(ElementKind::F8E8M0FNU).encode(-1.0), 0xFF);
}

TEST(ElementKind, Packing) {
  char unpacked[] = {1, -2, -1}, packed[2], back[3];
  packElements(ElementKind::S4, unpacked, 3, packed);
  EXPECT_EQ(uint8_t(packed[0]), 0xE1);
  EXPECT_EQ(uint8_t(packed[1]), 0x0F);
  unpackElements(ElementKind::S4, packed, 3, back);
  EXPECT_EQ(std::string(back, 3), std::string(unpacked, 3));
  EXPECT_EQ(getPackedSize(ElementKind::U2, 5), 2);
  EXPECT_EQ(getPackedSize(ElementKind::C128, 5), 80);
}

} // namespace
