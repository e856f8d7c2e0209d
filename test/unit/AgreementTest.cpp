//===- AgreementTest.cpp - Tests of the comparison of results -------------===//
//
// What agrees, what does not, and what is said about it.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Agreement.h"
#include "gtest/gtest.h"
#include <cmath>
#include <complex>
#include <limits>

using namespace xla;

namespace {

constexpr double nan_ = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <typename T>
AgreementReport compare(ElementKind kind, std::vector<T> got,
                        std::vector<T> expected, const AgreementRule &rule) {
  int64_t n = got.size(), m = expected.size();
  return compareElements({kind, n, reinterpret_cast<char *>(got.data())},
                         {kind, m, reinterpret_cast<char *>(expected.data())},
                         rule);
}

AgreementReport compareF64(std::vector<double> got,
                           std::vector<double> expected,
                           const AgreementRule &rule) {
  return compare(ElementKind::F64, got, expected, rule);
}

TEST(Agreement, BitEqual) {
  AgreementRule rule = AgreementRule::bitEqual();
  EXPECT_TRUE(compareF64({1, inf, -0.0}, {1, inf, -0.0}, rule).agrees());
  EXPECT_TRUE(compareF64({nan_}, {-nan_}, rule).agrees());
  EXPECT_FALSE(compareF64({0.0}, {-0.0}, rule).agrees());
  EXPECT_FALSE(compareF64({1}, {std::nextafter(1.0, 2)}, rule).agrees());
  EXPECT_TRUE(compareF64({}, {}, rule).agrees());
  EXPECT_FALSE(
      compare<int64_t>(ElementKind::S64, {INT64_MAX}, {INT64_MAX - 1}, rule)
          .agrees());
}

TEST(Agreement, Ulps) {
  float one = 1, next = std::nextafter(1.0f, 2.0f),
        second = std::nextafter(next, 2.0f);
  AgreementRule rule = AgreementRule::ulps(1);
  EXPECT_TRUE(compare<float>(ElementKind::F32, {one}, {next}, rule).agrees());
  EXPECT_FALSE(
      compare<float>(ElementKind::F32, {one}, {second}, rule).agrees());
  EXPECT_TRUE(compareF64({0.0}, {-0.0}, rule).agrees());
  EXPECT_FALSE(
      compareF64({std::numeric_limits<double>::max()}, {inf}, rule).agrees());
  EXPECT_FALSE(compareF64({nan_}, {0}, rule).agrees());
  double tiny = std::numeric_limits<double>::denorm_min(), minusTiny = -tiny;
  EXPECT_EQ(getUlpDistance(ElementKind::F64, reinterpret_cast<char *>(&tiny),
                           reinterpret_cast<char *>(&minusTiny)),
            2u);
}

TEST(Agreement, CloseReportsTheWorst) {
  AgreementRule rule = AgreementRule::closeTo(0.1, 0.0);
  AgreementReport report =
      compareF64({1.05, 3.0, 9.0, inf}, {1.0, 2.0, 5.0, inf}, rule);
  EXPECT_EQ(report.numMismatches, 2);
  EXPECT_EQ(report.worstIndex, 2);
  EXPECT_EQ(report.describe(), "2 of 4 elements differ, worst at [2]: got 9, "
                               "expected 5, difference 4");
  EXPECT_FALSE(compareF64({inf}, {-inf}, rule).agrees());
  EXPECT_FALSE(compareF64({1}, {inf}, rule).agrees());
  EXPECT_TRUE(compareF64({nan_}, {nan_}, rule).agrees());
  // A NaN is worse than every distance.
  EXPECT_EQ(compareF64({100, nan_, 200}, {1, 1, 1}, rule).worstIndex, 1);
}

TEST(Agreement, CloseWithZeroTolerancesIsEquality) {
  AgreementRule rule = AgreementRule::closeTo(0, 0);
  EXPECT_TRUE(compareF64({0.0}, {-0.0}, rule).agrees());
  EXPECT_FALSE(
      compare<int64_t>(ElementKind::S64, {INT64_MAX}, {INT64_MAX - 1}, rule)
          .agrees());
}

TEST(Agreement, Rms) {
  EXPECT_TRUE(
      compareF64({3, 4}, {3, 4}, AgreementRule::closeTo(1e-6, 0, 3.5355339))
          .agrees());
  AgreementReport report =
      compareF64({3, 4}, {3, 4}, AgreementRule::closeTo(1e-6, 0, 3.6));
  EXPECT_EQ(report.describe(), "root mean square 3.53553391, expected 3.6");
}

TEST(Agreement, SamplesAndCoordinates) {
  std::vector<float> got = {0, 1, 2, 3, 4, 5}, expected = {0, 2, 4.5};
  int64_t shape[] = {2, 3}, sampleShape[] = {3};
  AgreementReport report = compareElements(
      {ElementKind::F32, shape, reinterpret_cast<char *>(got.data())},
      {ElementKind::F32, sampleShape,
       reinterpret_cast<char *>(expected.data())},
      AgreementRule::closeTo(0.01, 0), 2);
  EXPECT_EQ(report.numCompared, 3);
  EXPECT_EQ(report.worstIndex, 4);
  EXPECT_EQ(report.worstCoordinates, (llvm::SmallVector<int64_t>{1, 1}));
}

TEST(Agreement, UlpsOfAMagnitude) {
  // Of 1 to 2 the last place is 2^-23, of 0 there is none.
  EXPECT_EQ(getUlpBound(ElementKind::F32, 3, 1.75), 3 * 0x1p-23);
  EXPECT_EQ(getUlpBound(ElementKind::C64, 1, 2.0), 0x1p-22);
  EXPECT_EQ(getUlpBound(ElementKind::BF16, 2, 0.5), 2 * 0x1p-8);
  EXPECT_EQ(getUlpBound(ElementKind::F64, 4, 0.0), 0);
}

TEST(Agreement, BoundPerElement) {
  double bound[] = {0.5, 0.01};
  EXPECT_TRUE(compareF64({1.4, 2.0}, {1.0, 2.0}, AgreementRule::bounded(bound))
                  .agrees());
  EXPECT_FALSE(compareF64({1.4, 2.1}, {1.0, 2.0}, AgreementRule::bounded(bound))
                   .agrees());
  // 4 terms in f32: 2 * 4 * 2^-23 * 10.
  EXPECT_DOUBLE_EQ(
      getReductionBound(ElementKind::F32, ElementKind::F32, 4, 10.0),
      80 * 0x1p-23);
}

TEST(Agreement, PartsOfComplexNumbersAreComparedBesideInfinities) {
  auto agrees = [](std::complex<double> got, std::complex<double> expected,
                   const AgreementRule &rule) {
    return compare<std::complex<double>>(ElementKind::C128, {got}, {expected},
                                         rule)
        .agrees();
  };
  double bound[] = {0.5};
  for (const AgreementRule &rule :
       {AgreementRule::bounded(bound), AgreementRule::closeTo(0.1, 0)}) {
    EXPECT_TRUE(agrees({inf, 4.9}, {inf, 5}, rule));
    EXPECT_TRUE(agrees({4.9, nan_}, {5, nan_}, rule));
    EXPECT_FALSE(agrees({inf, 4}, {inf, 5}, rule));
    EXPECT_FALSE(agrees({-inf, 5}, {inf, 5}, rule));
    EXPECT_FALSE(agrees({5, inf}, {inf, 5}, rule));
  }
}

TEST(Agreement, PackedAndMixedKinds) {
  char got[] = {0x2F}, expected[] = {0x1F}; // i4 -1, 2 against -1, 1.
  int64_t shape[] = {2};
  AgreementReport report = compareElements({ElementKind::S4, shape, got},
                                           {ElementKind::S4, shape, expected},
                                           AgreementRule::bitEqual());
  EXPECT_EQ(report.describe(), "1 of 2 elements differ, worst at [1]: got 2, "
                               "expected 1, difference 1");
  uint16_t half = 0x3F80; // bf16 1.0
  float one = 1.0f;
  int64_t single[] = {1};
  ElementsView bf16{ElementKind::BF16, single, reinterpret_cast<char *>(&half)},
      f32{ElementKind::F32, single, reinterpret_cast<char *>(&one)};
  EXPECT_TRUE(
      compareElements(bf16, f32, AgreementRule::closeTo(0, 0)).agrees());
  EXPECT_EQ(compareElements(bf16, f32, AgreementRule::bitEqual()).describe(),
            "element types differ: expected f32, but got bf16");
}

TEST(Agreement, ShapeMismatchIsAnError) {
  EXPECT_EQ(compareF64({1, 2}, {1}, AgreementRule::bitEqual()).describe(),
            "shapes differ: expected [1], but got [2]");
}

} // namespace
