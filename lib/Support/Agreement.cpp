//===- Agreement.cpp - When two evaluations agree -------------------------===//
//
// Compares element by element, keeps the worst, and words the outcome.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Agreement.h"
#include "xla/Support/FloatFormats.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <complex>
#include <limits>

using namespace xla;
using namespace llvm;

/// The position of a finite or infinite value on the line of representable
/// values, 0 for both zeros.
static int64_t getLinePosition(ElementKind kind, const char *element) {
  uint64_t bits = readBits(kind, element);
  if (kind == ElementKind::F8E8M0FNU) // No sign bit.
    return int64_t(bits);
  uint64_t sign = uint64_t(1) << (getBitWidth(kind) - 1);
  return bits & sign ? -int64_t(bits & (sign - 1)) : int64_t(bits);
}

uint64_t xla::getUlpDistance(ElementKind kind, const char *lhs,
                             const char *rhs) {
  double a = readAsDouble(kind, lhs), b = readAsDouble(kind, rhs);
  if (std::isnan(a) && std::isnan(b))
    return 0;
  if (!std::isfinite(a) || !std::isfinite(b))
    return a == b ? 0 : std::numeric_limits<uint64_t>::max();
  int64_t x = getLinePosition(kind, lhs), y = getLinePosition(kind, rhs);
  return x > y ? uint64_t(x) - uint64_t(y) : uint64_t(y) - uint64_t(x);
}

uint64_t xla::getMaxUlps(StringRef mnemonic, ElementKind kind) {
  if (!isFloat(kind) && !isComplex(kind))
    return 0;
  uint64_t ulps =
      StringSwitch<uint64_t>(mnemonic)
          .Cases({"cbrt", "cosine", "exponential", "log", "sine"}, 2)
          .Cases({"exponential_minus_one", "log_plus_one"}, 2)
          .Cases({"logistic", "tan", "tanh", "atan2", "power"}, 3)
          .Case("rsqrt", 2)
          .Cases({"acos", "acosh", "asin", "asinh", "atan", "atanh"}, 4)
          .Cases({"cosh", "erf", "erf_inv", "erfc", "sinh"}, 4)
          .Cases({"bessel_i1e", "digamma", "lgamma"}, 8)
          .Case("zeta", 16)
          // The exponential of a large logarithm, in f64 at most.
          .Case("polygamma", kind == ElementKind::F64 ? 1024 : 16)
          .Default(0);
  // Complex functions are compositions of several real ones; the exact
  // operations on reals are none on complex numbers.
  if (isComplex(kind) && ulps == 0)
    ulps = StringSwitch<uint64_t>(mnemonic)
               .Cases({"abs", "divide", "sign", "sqrt", "square"}, 4)
               .Default(0);
  else if (isComplex(kind))
    ulps *= 4;
  // Below f32 a result is computed wider and rounded once.
  if (ulps && isFloat(kind) && getBitWidth(kind) <= 16)
    return 1;
  return ulps;
}

/// Half the distance of 1 and the next value.
static double getUnitRoundoff(ElementKind kind) {
  switch (kind) {
  case ElementKind::F64:
  case ElementKind::C128:
    return 0x1p-53;
  case ElementKind::F32:
  case ElementKind::C64:
    return 0x1p-24;
  case ElementKind::F16:
    return 0x1p-11;
  case ElementKind::BF16:
    return 0x1p-8;
  default:
    if (!isFloat(kind))
      return 0;
    const SmallFloatFormat &format = getSmallFloatFormat(kind);
    return (format.values[format.encode(1.0) + 1] - 1.0) / 2;
  }
}

double xla::getUlpBound(ElementKind kind, uint64_t ulps, double magnitude) {
  return std::isfinite(magnitude) && magnitude != 0
             ? ulps *
                   std::ldexp(2 * getUnitRoundoff(kind), std::ilogb(magnitude))
             : 0;
}

double xla::getReductionBound(ElementKind accumulator, ElementKind result,
                              int64_t numTerms, double sumOfMagnitudes) {
  // eps is twice the unit roundoff, so this is n * eps * sum for the
  // accumulation, twice (two evaluations each have that error), plus the
  // rounding of both results.
  double eps = 2 * getUnitRoundoff(accumulator);
  return 2 * double(numTerms) * eps * sumOfMagnitudes +
         (accumulator == result
              ? 0
              : 2 * getUnitRoundoff(result) * sumOfMagnitudes);
}

static std::complex<double> getValue(ElementKind kind, const char *element) {
  if (!isComplex(kind))
    return readAsDouble(kind, element);
  ElementKind part = getPartKind(kind);
  return {readAsDouble(part, element),
          readAsDouble(part, element + getUnpackedBytes(part))};
}

namespace {
/// Unpacked access to a view.
class Elements {
public:
  explicit Elements(const ElementsView &view)
      : kind(view.kind), stride(getUnpackedBytes(view.kind)), data(view.data) {
    numElements = 1;
    for (int64_t size : view.shape)
      numElements *= size;
    if (isPacked(kind) && numElements > 0) {
      unpacked.resize(numElements);
      unpackElements(kind, data, numElements, unpacked.data());
      data = unpacked.data();
    }
  }
  int64_t size() const { return numElements; }
  const char *operator[](int64_t index) const { return data + index * stride; }
  std::complex<double> value(int64_t index) const {
    return getValue(kind, (*this)[index]);
  }

private:
  ElementKind kind;
  unsigned stride;
  const char *data;
  int64_t numElements;
  std::vector<char> unpacked;
};
} // namespace

static bool isNaN(std::complex<double> value) {
  return std::isnan(value.real()) || std::isnan(value.imag());
}
static bool isFinite(std::complex<double> value) {
  return std::isfinite(value.real()) && std::isfinite(value.imag());
}

/// Real parts: same bits, or both NaN, or within the ulps.
static bool partsAgree(ElementKind kind, const char *got, const char *expected,
                       uint64_t maxUlps) {
  if (isComplex(kind)) {
    ElementKind part = getPartKind(kind);
    unsigned size = getUnpackedBytes(part);
    return partsAgree(part, got, expected, maxUlps) &&
           partsAgree(part, got + size, expected + size, maxUlps);
  }
  if (readBits(kind, got) == readBits(kind, expected))
    return true;
  if (!isFloat(kind))
    return false;
  double a = readAsDouble(kind, got), b = readAsDouble(kind, expected);
  if (std::isnan(a) && std::isnan(b))
    return true;
  return maxUlps && getUlpDistance(kind, got, expected) <= maxUlps;
}

/// Parts that are infinite or NaN have to be the same; the distance is that of
/// the finite ones.
static bool valuesClose(std::complex<double> got, std::complex<double> expected,
                        double limit) {
  double distances[2] = {0, 0};
  double parts[2][2] = {{got.real(), expected.real()},
                        {got.imag(), expected.imag()}};
  for (int i = 0; i < 2; ++i) {
    auto [a, b] = parts[i];
    if (std::isfinite(a) && std::isfinite(b))
      distances[i] = a - b;
    else if (a != b && !(std::isnan(a) && std::isnan(b)))
      return false;
  }
  return std::hypot(distances[0], distances[1]) <= limit;
}

/// The magnitude of the finite parts.
static double getFiniteMagnitude(std::complex<double> value) {
  auto finite = [](double part) { return std::isfinite(part) ? part : 0.0; };
  return std::hypot(finite(value.real()), finite(value.imag()));
}

bool xla::elementsAgree(ElementKind gotKind, const char *got,
                        ElementKind expectedKind, const char *expected,
                        const AgreementRule &rule) {
  if (gotKind == expectedKind &&
      partsAgree(gotKind, got, expected, rule.maxUlps))
    return true;
  if (!rule.close)
    return false;
  // Equal bits was the question; doubles would blur 64-bit integers.
  if (isInteger(gotKind) && rule.rtol == 0 && rule.atol == 0)
    return false;
  std::complex<double> a = getValue(gotKind, got);
  std::complex<double> b = getValue(expectedKind, expected);
  return valuesClose(a, b, rule.atol + rule.rtol * getFiniteMagnitude(b));
}

/// The root mean square of the finite elements.
static double getRms(const Elements &elements) {
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0, e = elements.size(); i < e; ++i) {
    std::complex<double> value = elements.value(i);
    if (!isFinite(value))
      continue;
    sum += std::norm(value);
    ++count;
  }
  return count ? std::sqrt(sum / count) : 0;
}

static SmallVector<int64_t> getCoordinates(int64_t index,
                                           ArrayRef<int64_t> shape) {
  SmallVector<int64_t> coordinates(shape.size());
  for (int64_t i = int64_t(shape.size()) - 1; i >= 0; --i) {
    coordinates[i] = index % shape[i];
    index /= shape[i];
  }
  return coordinates;
}

AgreementReport xla::compareElements(const ElementsView &gotView,
                                     const ElementsView &expectedView,
                                     const AgreementRule &rule,
                                     int64_t sampleStride) {
  AgreementReport report;
  raw_string_ostream error(report.error);
  ElementKind kind = gotView.kind;
  bool sameKind = kind == expectedView.kind;
  if (!sameKind &&
      !(rule.close && isFloat(kind) && isFloat(expectedView.kind))) {
    error << "element types differ: expected "
          << stringifyElementKind(expectedView.kind) << ", but got "
          << stringifyElementKind(kind);
    return report;
  }
  Elements got(gotView), expected(expectedView);
  int64_t numSamples = got.size() ? (got.size() - 1) / sampleStride + 1 : 0;
  bool sameShape = sampleStride > 1 ? numSamples == expected.size()
                                    : gotView.shape == expectedView.shape;
  if (!sameShape) {
    error << "shapes differ: expected [";
    interleaveComma(expectedView.shape, error);
    error << "], but got [";
    interleaveComma(gotView.shape, error);
    error << "]";
    return report;
  }

  double worst = -1;
  for (int64_t i = 0; i < numSamples; ++i) {
    int64_t index = i * sampleStride;
    if (elementsAgree(kind, got[index], expectedView.kind, expected[i], rule))
      continue;
    std::complex<double> a = got.value(index), b = expected.value(i);
    if (!rule.bound.empty() && valuesClose(a, b, rule.bound[index]))
      continue;
    ++report.numMismatches;
    double difference = std::abs(a - b);
    // Wrong NaNs and infinities are worse than any distance.
    double badness = isNaN(a) || isNaN(b) || std::isnan(difference)
                         ? std::numeric_limits<double>::infinity()
                         : difference;
    if (badness <= worst)
      continue;
    worst = badness;
    report.worstIndex = index;
    report.worstDifference = difference;
    report.got = formatElement(kind, got[index]);
    report.expected = formatElement(expectedView.kind, expected[i]);
  }
  report.numCompared = numSamples;
  if (report.worstIndex >= 0)
    report.worstCoordinates = getCoordinates(report.worstIndex, gotView.shape);
  if (rule.rms && (isFloat(kind) || isComplex(kind))) {
    report.expectedRms = *rule.rms;
    double rms = getRms(got);
    // The file states it with nine digits.
    double stated = 5e-9 * *rule.rms;
    if (!(std::fabs(rms - *rule.rms) <=
          rule.atol + rule.rtol * *rule.rms + stated))
      report.gotRms = rms;
  }
  return report;
}

AgreementReport xla::compareLiterals(const Literal &got,
                                     const Literal &expected,
                                     const AgreementRule &rule,
                                     int64_t sampleStride) {
  std::optional<ElementKind> gotKind = getStorageKind(got.getElementType());
  std::optional<ElementKind> expectedKind =
      getStorageKind(expected.getElementType());
  if (!gotKind || !expectedKind) {
    AgreementReport report;
    raw_string_ostream(report.error)
        << "no comparison for element type "
        << (gotKind ? expected : got).getElementType();
    return report;
  }
  return compareElements(
      {*gotKind, got.getShape(), got.getBytes()},
      {*expectedKind, expected.getShape(), expected.getBytes()}, rule,
      sampleStride);
}

std::string AgreementReport::describe() const {
  if (!error.empty())
    return error;
  std::string text;
  raw_string_ostream os(text);
  if (numMismatches) {
    os << numMismatches << " of " << numCompared
       << " elements differ, worst at [";
    interleaveComma(worstCoordinates, os);
    os << "]: got " << got << ", expected " << expected << ", difference "
       << format("%.4g", worstDifference);
  }
  if (gotRms)
    os << (numMismatches ? "; " : "") << "root mean square "
       << format("%.9g", *gotRms) << ", expected "
       << format("%.9g", expectedRms);
  return text;
}
