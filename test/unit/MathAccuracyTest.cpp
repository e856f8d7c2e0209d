//===- MathAccuracyTest.cpp - Errors of the math expansions ---------------===//
//
// Compiles one loop per function and type, with and without fused multiply-add,
// runs it on samples over all exponents and on the corners, and compares with
// the C library in long double. Bounds are in units in the last place.
//
//===----------------------------------------------------------------------===//

#include "KernelJIT.h"

#include <cfloat>
#include <cmath>
#include <limits>
#include <optional>
#include <random>

namespace {
using Reference1 = long double (*)(long double);
using Reference2 = long double (*)(long double, long double);

/// What a function promises.
struct Function {
  const char *op;
  Reference1 unary;
  Reference2 binary;
  /// Largest error in f32 and in f64.
  double single, full;
  /// In f32 with fused multiply-add, where that is another formula: the largest
  /// error of one in 257 of all numbers, rounded up.
  std::optional<double> fused = std::nullopt;
  /// The same on vectors, where that is another formula again.
  std::optional<double> vectors = std::nullopt;
};

template <typename T> constexpr const char *typeName = "f32";
template <> constexpr const char *typeName<double> = "f64";

using Kernel = void (*)(void *, const void *, const void *, void *);
constexpr int64_t numSamples = 60000;

class MathAccuracy : public xla::KernelJIT {
protected:
  /// A loop of `op` over numSamples elements.
  static std::string getProgram(const Function &function, llvm::StringRef type,
                                bool fma) {
    std::string options;
    if (fma)
      options = getHostOptions();
    std::string buffer =
        ("memref<" + llvm::Twine(numSamples) + "x" + type + ">").str();
    return "module" + options + " { func.func private @k(%x: " + buffer +
           ", %y: " + buffer + ", %out: " + buffer +
           ") attributes {xla.kernel} {\n"
           "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : "
           "index\n"
           "  %n = arith.constant " +
           std::to_string(numSamples) +
           " : index\n  scf.for %i = %c0 to %n step %c1 {\n    %a = "
           "memref.load "
           "%x[%i] : " +
           buffer + "\n    %b = memref.load %y[%i] : " + buffer +
           "\n    %r = " + function.op + " %a" +
           (function.binary ? ", %b" : "") + " : " + type.str() +
           "\n    memref.store %r, %out[%i] : " + buffer +
           "\n  }\n  return\n} }";
  }
};

/// A loop of `op` over numSamples elements, `lanes` at a time: 16 for AVX-512,
/// 8 for AVX2.
std::string getVectorProgram(const Function &function, int lanes) {
  std::string number = std::to_string(lanes),
              vector = "vector<" + number + "xf32>",
              buffer = "memref<60000xf32>";
  return "module attributes {xla.options = {cpu = \"x86-64-" +
         std::string(lanes == 16 ? "v4" : "v3") +
         "\", triple = \"x86_64-unknown-linux-gnu\", \"vector-bits\" = " +
         std::to_string(32 * lanes) +
         " : i64}} {\nfunc.func private @k(%x: " + buffer + ", %y: " + buffer +
         ", %out: " + buffer + ") attributes {xla.kernel} {\n" +
         "  %c0 = arith.constant 0 : index\n  %step = arith.constant " +
         number + " : index\n  %n = arith.constant 60000 : index\n" +
         "  scf.for %i = %c0 to %n step %step {\n    %a = vector.load %x[%i] "
         ": " +
         buffer + ", " + vector + "\n    %r = " + function.op +
         " %a : " + vector + "\n    vector.store %r, %out[%i] : " + buffer +
         ", " + vector + "\n  }\n  return\n} }";
}

template <typename T> std::vector<T> getCorners() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> corners = {T(0),
                            T(1),
                            T(2),
                            T(3),
                            T(0.5),
                            T(0.25),
                            T(1.5),
                            T(10),
                            T(100),
                            T(1e-5),
                            T(88.5),
                            T(709.5),
                            T(720),
                            T(0.34657),
                            T(1.0397),
                            T(2.5),
                            Limits::infinity(),
                            Limits::quiet_NaN(),
                            Limits::min(),
                            Limits::denorm_min(),
                            Limits::max(),
                            Limits::epsilon(),
                            T(0.78539816339744830962),
                            T(1.5707963267948966),
                            T(3.1415926535897932),
                            std::nextafter(T(1), T(0)),
                            std::nextafter(T(1), T(2)),
                            T(22),
                            T(1e10),
                            T(6381956970095103.0),
                            T(1e30)};
  for (size_t i = 0, n = corners.size(); i < n; ++i)
    corners.push_back(-corners[i]);
  return corners;
}

/// Corners (their pairs too), then numbers of all exponents, then ordinary
/// ones.
template <typename T> void fillSamples(std::vector<T> &x, std::vector<T> &y) {
  std::vector<T> corners = getCorners<T>();
  x.clear(), y.clear();
  for (T a : corners)
    for (T b : corners)
      x.push_back(a), y.push_back(b);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> ordinary(-10, 10), wide(-800, 800);
  auto draw = [&](int kind) -> T {
    if (kind == 0) {
      T value;
      uint64_t bits = random();
      std::memcpy(&value, &bits, sizeof(T));
      return value;
    }
    return T(kind == 1   ? ordinary(random)
             : kind == 2 ? wide(random)
                         : ordinary(random) / 10);
  };
  while (int64_t(x.size()) < numSamples) {
    // In blocks: large numbers among them may change how others are computed.
    int kind = x.size() / 64 % 4;
    x.push_back(draw(kind)), y.push_back(draw(kind));
  }
}

/// The error of `actual` in units of the last place of `expected`; infinite
/// where one is not finite and the other differs.
template <typename T> double getError(T actual, long double expected) {
  T rounded = T(expected);
  if (std::isnan(expected) || std::isnan(actual))
    return std::isnan(expected) && std::isnan(actual) ? 0 : INFINITY;
  if (std::isinf(rounded) || std::isinf(actual)) {
    // Next to the overflow threshold both are right.
    if (rounded == actual)
      return 0;
    T finite = std::isinf(actual) ? rounded : actual;
    return std::abs(finite) == std::numeric_limits<T>::max() ? 1 : INFINITY;
  }
  if (rounded == 0 && actual == 0)
    return std::signbit(rounded) == std::signbit(actual) ? 0 : INFINITY;
  int exponent;
  std::frexp(expected, &exponent);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
  long double unit =
      std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits);
  return double(std::abs((long double)actual - expected) / unit);
}

long double exp2Reference(long double x) { return exp2l(x); }
long double rsqrtReference(long double x) { return 1 / sqrtl(x); }

const Function functions[] = {
    {"math.exp", expl, nullptr, 0.51, 1, 0.83},
    {"math.exp2", exp2Reference, nullptr, 0.51, 1.5},
    {"math.expm1", expm1l, nullptr, 0.51, 2},
    {"math.log", logl, nullptr, 0.51, 1, 0.89},
    {"math.log1p", log1pl, nullptr, 0.51, 1.5},
    {"math.log2", log2l, nullptr, 0.51, 2},
    {"math.log10", log10l, nullptr, 0.51, 2},
    {"math.sinh", sinhl, nullptr, 0.51, 2.5},
    {"math.cosh", coshl, nullptr, 0.51, 2},
    {"math.tanh", tanhl, nullptr, 0.51, 2.5, 0.95, 0.89},
    {"math.asinh", asinhl, nullptr, 0.51, 2.5},
    {"math.acosh", acoshl, nullptr, 0.51, 3},
    {"math.atanh", atanhl, nullptr, 0.51, 3},
    {"math.sin", sinl, nullptr, 0.51, 1, std::nullopt, 0.9},
    {"math.cos", cosl, nullptr, 0.51, 1, std::nullopt, 0.9},
    {"math.tan", tanl, nullptr, 0.51, 2.5},
    {"math.asin", asinl, nullptr, 0.51, 2},
    {"math.acos", acosl, nullptr, 0.51, 2},
    {"math.atan", atanl, nullptr, 0.51, 2},
    {"math.erf", erfl, nullptr, 0.51, 2, 0.99, 0.95},
    {"math.erfc", erfcl, nullptr, 0.51, 3.5, std::nullopt, 0.9},
    {"math.cbrt", cbrtl, nullptr, 0.51, 1},
    {"math.atan2", nullptr, atan2l, 0.51, 2},
    {"math.powf", nullptr, powl, 0.51, 1.5},
    {"math.rsqrt", rsqrtReference, nullptr, 0.51, 1.5},
    {"math.floor", floorl, nullptr, 0, 0},
    {"math.ceil", ceill, nullptr, 0, 0},
    {"math.trunc", truncl, nullptr, 0, 0},
    {"math.round", roundl, nullptr, 0, 0},
    {"math.roundeven", roundevenl, nullptr, 0, 0},
    {"arith.remf", nullptr, fmodl, 0, 0},
};

template <typename T>
void check(const Function &function, Kernel kernel, double bound,
           const char *features) {
  std::vector<T> x, y, out(numSamples);
  fillSamples(x, y);
  kernel(nullptr, x.data(), y.data(), out.data());
  double worst = -1;
  int64_t where = 0;
  for (int64_t i = 0; i < numSamples; ++i) {
    long double expected =
        function.binary ? function.binary(x[i], y[i]) : function.unary(x[i]);
    double error = getError(out[i], expected);
    if (error > worst)
      worst = error, where = i;
  }
  printf("%-16s %s %-7s %6.3f\n", function.op, typeName<T>, features, worst);
  EXPECT_LE(worst, bound) << function.op << " " << typeName<T> << " of "
                          << std::hexfloat << x[where] << " and " << y[where]
                          << ": got " << out[where] << ", expected "
                          << T(function.binary
                                   ? function.binary(x[where], y[where])
                                   : function.unary(x[where]));
}

TEST_F(MathAccuracy, Vectors) {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (!features.lookup("avx2") || !features.lookup("fma"))
    GTEST_SKIP() << "this processor has no AVX2 with multiply-add";
  for (const Function &function : functions)
    for (int lanes : {8, 16}) {
      if (!function.vectors || (lanes == 16 && !features.lookup("avx512bw")))
        continue;
      auto engine = compile(getVectorProgram(function, lanes));
      ASSERT_TRUE(engine) << function.op;
      check<float>(function, getKernel<Kernel>(*engine), *function.vectors,
                   lanes == 16 ? "16 lanes" : "8 lanes");
    }
}

TEST_F(MathAccuracy, Functions) {
  for (const Function &function : functions)
    for (bool fma : {false, true}) {
      const char *features = fma ? "fma" : "generic";
      auto single = compile(getProgram(function, "f32", fma));
      auto full = compile(getProgram(function, "f64", fma));
      ASSERT_TRUE(single && full) << function.op;
      check<float>(function, getKernel<Kernel>(*single),
                   fma ? function.fused.value_or(function.single)
                       : function.single,
                   features);
      check<double>(function, getKernel<Kernel>(*full), function.full,
                    features);
    }
}
} // namespace
