//===- ScalarArithmeticTest.cpp - Tests of the scalar kernels -------------===//
//
// Corner cases of the interpreter's element arithmetic.
//
//===----------------------------------------------------------------------===//

#include "xla/Interpreter/RandomBits.h"
#include "xla/Interpreter/ScalarMath.h"
#include "gtest/gtest.h"

using namespace xla;
using namespace xla::interpreter;
using namespace xla::interpreter::scalar;

namespace {

constexpr double nan_ = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

TEST(ScalarArithmetic, IntegerDivisionCorners) {
  EXPECT_EQ(divide<int32_t>(7, 0), -1);
  EXPECT_EQ(divide<uint8_t>(7, 0), 255);
  EXPECT_EQ(divide<int64_t>(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(divide<int8_t>(-7, 2), -3);
  EXPECT_EQ(remainder<int32_t>(7, 0), 7);
  EXPECT_EQ(remainder<int32_t>(INT32_MIN, -1), 0);
  EXPECT_EQ(remainder<int32_t>(-7, 2), -1);
}

TEST(ScalarArithmetic, IntegersWrap) {
  EXPECT_EQ(add<int8_t>(127, 1), -128);
  EXPECT_EQ(multiply<uint16_t>(65535, 65535), 1);
  EXPECT_EQ(negate<int32_t>(INT32_MIN), INT32_MIN);
  EXPECT_EQ(absolute<int8_t>(-128), -128);
  EXPECT_EQ(subtract<uint32_t>(0, 1), UINT32_MAX);
}

TEST(ScalarArithmetic, BoolsAreOrAndAnd) {
  EXPECT_TRUE(add(true, true));
  EXPECT_FALSE(multiply(true, false));
  EXPECT_TRUE(maximum(true, false));
}

TEST(ScalarArithmetic, ShiftsBeyondTheWidth) {
  EXPECT_EQ(shiftLeft<int32_t>(1, 32, 32), 0);
  EXPECT_EQ(shiftLeft<int32_t>(1, -1, 32), 0);
  EXPECT_EQ(shiftRightLogical<int8_t>(-1, 1, 8), 127);
  EXPECT_EQ(shiftRightLogical<int8_t>(-1, 8, 8), 0);
  EXPECT_EQ(shiftRightArithmetic<int16_t>(-5, 100, 16), -1);
  EXPECT_EQ(shiftRightArithmetic<uint8_t>(0x80, 9, 8), 0xFF);
  // 4-bit data in a byte.
  EXPECT_EQ(shiftRightLogical<int8_t>(-1, 1, 4), 7);
  EXPECT_EQ(shiftRightArithmetic<uint8_t>(0xF, 1, 4) & 0xF, 0xF);
  EXPECT_EQ(countLeadingZeros<int8_t>(1, 4), 3);
  EXPECT_EQ(countLeadingZeros<int64_t>(0, 64), 64);
  EXPECT_EQ(populationCount<int8_t>(-1, 4), 4);
}

TEST(ScalarArithmetic, MaximumAndMinimum) {
  EXPECT_TRUE(std::isnan(maximum(nan_, 1.0)));
  EXPECT_TRUE(std::isnan(minimum(1.0, nan_)));
  EXPECT_FALSE(std::signbit(maximum(-0.0, 0.0)));
  EXPECT_TRUE(std::signbit(minimum(0.0, -0.0)));
  using C = std::complex<double>;
  EXPECT_EQ(maximum(C(1, 5), C(1, 7)), C(1, 7));
  EXPECT_EQ(minimum(C(1, 5), C(2, -7)), C(1, 5));
}

TEST(ScalarArithmetic, IntegerPower) {
  EXPECT_EQ(integerPower<int32_t>(3, 4), 81);
  EXPECT_EQ(integerPower<int32_t>(2, -1), 0);
  EXPECT_EQ(integerPower<int32_t>(-1, -3), -1);
  EXPECT_EQ(integerPower<int32_t>(1, -3), 1);
  EXPECT_EQ(integerPower<int8_t>(0, 0), 1);
  EXPECT_EQ(integerPower<uint8_t>(2, 200), 0);
}

TEST(ScalarArithmetic, FloatToIntegerSaturates) {
  EXPECT_EQ(floatToInteger<int32_t>(nan_, 32), 0);
  EXPECT_EQ(floatToInteger<int32_t>(1e10, 32), INT32_MAX);
  EXPECT_EQ(floatToInteger<int32_t>(-inf, 32), INT32_MIN);
  EXPECT_EQ(floatToInteger<uint8_t>(-5.0, 8), 0);
  EXPECT_EQ(floatToInteger<int8_t>(100.0, 4), 7);
  EXPECT_EQ(floatToInteger<int8_t>(-100.0f, 4), -8);
  EXPECT_EQ(floatToInteger<int64_t>(-0x1p63, 64), INT64_MIN);
  EXPECT_EQ(floatToInteger<uint64_t>(0x1p64, 64), UINT64_MAX);
  EXPECT_EQ(floatToInteger<int32_t>(-1.9, 32), -1);
}

TEST(ScalarArithmetic, StickyIntegersRoundOnce) {
  // 2^54 + 2^45 + 1 lies just above the middle of two bf16 neighbours, which
  // a conversion to double and another to bf16 would lose.
  int64_t value = (int64_t(1) << 62) + (int64_t(1) << 54) + 1;
  EXPECT_EQ(doubleToBFloat16(integerToSticky(value)), 0x5E81);
  EXPECT_EQ(doubleToBFloat16(double(value)), 0x5E80);
  EXPECT_EQ(integerToSticky<int64_t>(-12345), -12345.0);
}

TEST(ScalarArithmetic, ReducePrecision) {
  auto reduce = [](float value, FormatWidths to) {
    return bitCast<float>(
        uint32_t(reducePrecision(bitCast<uint32_t>(value), {8, 23}, to)));
  };
  EXPECT_EQ(reduce(1.00390625f, {8, 7}), 1.0f);
  EXPECT_EQ(reduce(1.01171875f, {8, 7}), 1.015625f);
  EXPECT_EQ(reduce(70000.0f, {5, 10}), float(inf));
  EXPECT_EQ(reduce(1e-6f, {5, 10}), 0.0f);
  EXPECT_TRUE(std::signbit(reduce(-1e-6f, {5, 10})));
  EXPECT_EQ(reduce(1e-40f, {8, 23}), 1e-40f);
  EXPECT_TRUE(std::isnan(reduce(float(nan_), {5, 10})));
}

TEST(ScalarArithmetic, TotalOrder) {
  EXPECT_LT(totalOrder(-inf), totalOrder(-1.0));
  EXPECT_LT(totalOrder(-0.0), totalOrder(0.0));
  EXPECT_LT(totalOrder(inf), totalOrder(nan_));
  EXPECT_LT(totalOrder(-nan_), totalOrder(-inf));
}

TEST(ScalarMath, ComplexFunctions) {
  using C = std::complex<double>;
  // log1p on the unit circle around -1 keeps its tiny real part.
  C z(-0.5, 0.8660254037844386);
  EXPECT_DOUBLE_EQ(logPlusOne(z).real(), -4.3453189326005861e-17);
  EXPECT_EQ(exponential(C(inf, 0)), C(inf, 0));
  EXPECT_EQ(power(C(0, 0), C(0, 0)), C(1, 0));
  EXPECT_EQ(sign(C(3, 4)), C(0.6, 0.8));
  EXPECT_EQ(magnitude(C(0x3p1000, 0x4p1000)), 0x5p1000);
  EXPECT_EQ(exponentialMinusOne(C(1e-20, 0)), C(1e-20, 0));
}

// Known answers of the generators' authors.
TEST(RandomBits, KnownAnswers) {
  using W2 = std::array<uint32_t, 2>;
  using W4 = std::array<uint32_t, 4>;
  EXPECT_EQ(threefry2x32({0, 0}, {0, 0}), (W2{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(threefry2x32({0x13198a2e, 0x03707344}, {0x243f6a88, 0x85a308d3}),
            (W2{0xc4923a9c, 0x483df7a0}));
  EXPECT_EQ(philox4x32({0, 0}, {0, 0, 0, 0}),
            (W4{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0xa4093822, 0x299f31d0},
                       {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}),
            (W4{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

} // namespace
