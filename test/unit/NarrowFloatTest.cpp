//===- NarrowFloatTest.cpp - Conversions of narrow floats in kernels ------===//
//
// Compares compiled conversions with Support/FloatFormats, which rounds by
// another method: every code, every midpoint between codes, and random numbers.
//
//===----------------------------------------------------------------------===//

#include "KernelJIT.h"
#include "xla/Support/FloatFormats.h"

#include <cmath>
#include <random>

using namespace xla;

namespace {
using Kernel = void (*)(void *, const void *, void *);

struct NarrowFormat {
  const char *type;
  ElementKind kind;
  unsigned bits;
};

const NarrowFormat formats[] = {
    {"bf16", ElementKind::BF16, 16},
    {"f16", ElementKind::F16, 16},
    {"f8E3M4", ElementKind::F8E3M4, 8},
    {"f8E4M3", ElementKind::F8E4M3, 8},
    {"f8E4M3FN", ElementKind::F8E4M3FN, 8},
    {"f8E4M3FNUZ", ElementKind::F8E4M3FNUZ, 8},
    {"f8E4M3B11FNUZ", ElementKind::F8E4M3B11FNUZ, 8},
    {"f8E5M2", ElementKind::F8E5M2, 8},
    {"f8E5M2FNUZ", ElementKind::F8E5M2FNUZ, 8},
    {"f8E8M0FNU", ElementKind::F8E8M0FNU, 8}};

float decode(const NarrowFormat &format, unsigned code) {
  if (format.kind == ElementKind::BF16)
    return bfloat16ToFloat(code);
  if (format.kind == ElementKind::F16)
    return halfToFloat(code);
  return getSmallFloatFormat(format.kind).values[code];
}

unsigned encode(const NarrowFormat &format, double value) {
  if (format.kind == ElementKind::BF16)
    return doubleToBFloat16(value);
  if (format.kind == ElementKind::F16)
    return doubleToHalf(value);
  return getSmallFloatFormat(format.kind).encode(value);
}

bool sameValue(float a, float b) {
  return std::isnan(a) ? std::isnan(b)
                       : a == b && std::signbit(a) == std::signbit(b);
}

class NarrowFloat : public KernelJIT {
protected:
  /// A loop of the conversion `op` over `count` elements.
  static std::string getProgram(const std::string &op, const std::string &from,
                                const std::string &to, size_t count,
                                bool host) {
    std::string n = std::to_string(count);
    std::string in = "memref<" + n + "x" + from + ">";
    std::string out = "memref<" + n + "x" + to + ">";
    return "module" + (host ? getHostOptions() : "") +
           " { func.func private @k(%x: " + in + ", %out: " + out +
           ") attributes {xla.kernel} {\n"
           "  %c0 = arith.constant 0 : index\n"
           "  %c1 = arith.constant 1 : index\n  %n = arith.constant " +
           n +
           " : index\n  scf.for %i = %c0 to %n step %c1 {\n"
           "    %a = memref.load %x[%i] : " +
           in + "\n    %r = arith." + op + " %a : " + from + " to " + to +
           "\n    memref.store %r, %out[%i] : " + out + "\n  }\n  return\n} }";
  }

  /// Converts `samples` and compares each code's value.
  template <typename T>
  void checkEncode(const NarrowFormat &format, const std::vector<T> &samples,
                   bool host) {
    auto engine = compile(getProgram("truncf", sizeof(T) == 8 ? "f64" : "f32",
                                     format.type, samples.size(), host));
    ASSERT_TRUE(engine);
    std::vector<uint16_t> codes(samples.size());
    getKernel<Kernel> (*engine)(nullptr, samples.data(), codes.data());
    int mismatches = 0;
    for (size_t i = 0; i < samples.size(); ++i) {
      unsigned code = format.bits == 16
                          ? codes[i]
                          : reinterpret_cast<uint8_t *>(codes.data())[i];
      float actual = decode(format, code);
      float expected = decode(format, encode(format, samples[i]));
      if (!sameValue(actual, expected) && ++mismatches <= 3)
        ADD_FAILURE() << format.type << " of " << std::hexfloat << samples[i]
                      << ": got " << actual << ", expected " << expected;
    }
    EXPECT_EQ(mismatches, 0) << format.type;
  }
};

TEST_F(NarrowFloat, Decode) {
  for (const NarrowFormat &format : formats)
    for (bool host : {false, true}) {
      size_t count = size_t(1) << format.bits;
      auto engine =
          compile(getProgram("extf", format.type, "f32", count, host));
      ASSERT_TRUE(engine) << format.type;
      std::vector<uint16_t> codes(count);
      for (size_t i = 0; i < count; ++i)
        if (format.bits == 16)
          codes[i] = i;
        else
          reinterpret_cast<uint8_t *>(codes.data())[i] = i;
      std::vector<float> values(count);
      getKernel<Kernel> (*engine)(nullptr, codes.data(), values.data());
      for (size_t i = 0; i < count; ++i)
        EXPECT_TRUE(sameValue(values[i], decode(format, i)))
            << format.type << " code " << i << ": got " << values[i]
            << ", expected " << decode(format, i);
    }
}

TEST_F(NarrowFloat, Encode) {
  for (const NarrowFormat &format : formats) {
    std::vector<double> samples;
    for (unsigned code = 0; code < 1u << format.bits; ++code) {
      double value = decode(format, code);
      double next =
          decode(format, code + 1 == 1u << format.bits ? 0 : code + 1);
      double middle = value + (next - value) / 2;
      for (double sample : {value, middle, std::nextafter(middle, -INFINITY),
                            std::nextafter(middle, INFINITY)})
        samples.push_back(sample);
    }
    std::mt19937_64 random(5);
    for (int i = 0; i < 20000; ++i)
      samples.push_back(bitCast<float>(uint32_t(random())));
    std::vector<float> single(samples.begin(), samples.end());
    for (bool host : {false, true}) {
      checkEncode(format, samples, host);
      checkEncode(format, single, host);
    }
  }
}
} // namespace
