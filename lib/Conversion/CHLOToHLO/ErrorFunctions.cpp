//===- ErrorFunctions.cpp - erf, erfc, erf_inv, bessel_i1e ----------------===//
//
// Functions that are fitted polynomials (Coefficients.inc) in a variable that
// makes them smooth.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include <limits>

using namespace mlir;
using namespace xla::chlo;

#include "Coefficients.inc"

//===----------------------------------------------------------------------===//
// erf and erfc
//===----------------------------------------------------------------------===//

/// erf(x) near 0, where it is almost linear.
static Expr erfSmall(Expr x) {
  Expr z = x * x;
  return x *
         (x.isDouble() ? polynomial(z, erfF64) : polynomial(z, erfSmallF32));
}

/// erfc(x) for x >= 0.5, as exp(-x*x) g(t) / (1 + 2x) with g smooth in
/// t = (x - s) / (x + s). The square is split such that exp does not magnify
/// its rounding error: h has half of x's digits, so h*h is exact.
static Expr erfcLarge(Expr x) {
  bool isDouble = x.isDouble();
  // Beyond the fit exp(-x*x) is 0; the minimum keeps NaN.
  x = min(x, x.like(isDouble ? 28.0 : 10.5));
  double s = isDouble ? 3.75 : 2.25;
  Expr t = (x - s) / (x + s);
  Expr g = isDouble ? polynomial(t, erfcF64) : polynomial(t, erfcF32);
  Expr bits = x.toBits();
  unsigned width = bits.getBitWidth();
  Expr mask = bits.likeInt(APInt::getHighBitsSet(width, isDouble ? 32 : 20));
  Expr h = (bits & mask).fromBits(x.getElementType());
  Expr square = exp(-(h * h)) * exp((h - x) * (h + x));
  return square * g / (1.0 + 2.0 * x);
}

/// erf(x) for x >= 1. In f32 erfc is small enough for a polynomial to do;
/// beyond 3.93 the result rounds to 1.
static Expr erfLarge(Expr x) {
  if (x.isDouble())
    return 1.0 - erfcLarge(x);
  Expr t = (min(x, x.like(3.93)) - 2.465) * (1.0 / 1.465);
  return 1.0 - polynomial(t, erfTailF32);
}

static Expr expandErf(Expr x) {
  Expr a = abs(x);
  return select(a <= 1.0, erfSmall(x),
                copysign(erfLarge(max(a, a.like(1.0))), x));
}

static Expr expandErfc(Expr x) {
  Expr a = abs(x);
  Expr large = erfcLarge(max(a, a.like(0.5)));
  return select(a < 0.5, 1.0 - erfSmall(x),
                select(x < 0.0, 2.0 - large, large));
}

//===----------------------------------------------------------------------===//
// erf_inv
//===----------------------------------------------------------------------===//

/// A polynomial of `t`, by coefficients that `central` chooses.
static Expr evaluateChosen(Expr t, Expr central) {
  static_assert(std::size(erfInvCentralF32) == std::size(erfInvTailF32));
  auto choose = [&](size_t i) {
    return select(central, t.like(erfInvCentralF32[i]),
                  t.like(erfInvTailF32[i]));
  };
  Expr value = choose(0);
  for (size_t i = 1; i < std::size(erfInvTailF32); ++i)
    value = value * t + choose(i);
  return value;
}

/// erf_inv(x)/x is smooth in w = -log(1 - x*x), and in its root near |x| = 1.
static Expr erfInv(Expr x) {
  Expr w = -log((1.0 - x) * (1.0 + x));
  Expr root = sqrt(w);
  Expr ratio = x;
  if (x.isDouble()) {
    ratio = select(w < 6.25, polynomial(w - 3.125, erfInvCentralF64),
                   select(w < 16.0, polynomial(root - 3.25, erfInvMiddleF64),
                          polynomial(root - 5.0, erfInvTailF64)));
  } else {
    Expr central = w < 5.0;
    ratio = evaluateChosen(select(central, w - 1.0, root - 3.0), central);
  }
  Expr infinity = x.like(std::numeric_limits<double>::infinity());
  return x * select(abs(x) == 1.0, infinity, ratio);
}

//===----------------------------------------------------------------------===//
// bessel_i1e
//===----------------------------------------------------------------------===//

static Expr besselI1e(Expr x) {
  Expr a = abs(x);
  Expr small = a * polynomial(a * 0.25 - 1.0, besselI1eSmall);
  Expr bounded = max(a, a.like(8.0));
  Expr large = polynomial(16.0 / bounded - 1.0, besselI1eLarge) / sqrt(bounded);
  return copysign(select(a <= 8.0, small, large), x);
}

void xla::chlo::populateErrorFunctionPatterns(RewritePatternSet &patterns,
                                              bool keepFunctions) {
  addFloatFunction<ErfInvOp>(patterns, erfInv);
  addFloatFunction<BesselI1eOp>(patterns, besselI1e, Precision::Double);
  if (keepFunctions)
    return;
  addFloatFunction<ErfOp>(patterns, expandErf);
  addFloatFunction<ErfcOp>(patterns, expandErfc);
}
