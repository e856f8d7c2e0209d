//===- HyperbolicFunctions.cpp - Hyperbolic and inverse functions ---------===//
//
// Real sinh, cosh and the inverses of trigonometric and hyperbolic functions,
// in forms that neither cancel nor overflow early.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include <cmath>

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

static constexpr double ln2 = 0.69314718055994530942;

/// Above this exp(x) overflows, but not half of it.
static double getLargeExponent(Expr x) { return x.isDouble() ? 709.0 : 88.0; }

/// Above this x*x+1 and x*x-1 round to x*x, and x*x does not overflow below.
static double getLargeSquare(Expr x) { return x.isDouble() ? 1e10 : 1e6; }

/// exp(x)/2 where exp(x) may overflow.
static Expr halfExp(Expr x) {
  Expr root = exp(0.5 * x);
  return 0.5 * root * root;
}

static Expr expandSinh(Expr x) {
  Expr a = abs(x);
  Expr e = expm1(a);
  Expr value =
      select(a < getLargeExponent(x), 0.5 * (e + e / (e + 1.0)), halfExp(a));
  return copysign(value, x);
}

static Expr expandCosh(Expr x) {
  Expr a = abs(x);
  Expr e = exp(a);
  return select(a < getLargeExponent(x), 0.5 * e + 0.5 / e, halfExp(a));
}

static Expr expandAsin(Expr x) { return atan2(x, sqrt((1.0 - x) * (1.0 + x))); }

static Expr expandAcos(Expr x) { return atan2(sqrt((1.0 - x) * (1.0 + x)), x); }

static Expr expandAtan(Expr x) { return atan2(x, x.like(1.0)); }

/// log(x + sqrt(x*x + 1)).
static Expr expandAsinh(Expr x) {
  Expr a = abs(x);
  Expr square = a * a;
  Expr near = log1p(a + square / (1.0 + sqrt(square + 1.0)));
  Expr value = select(a < getLargeSquare(x), near, log(a) + ln2);
  return copysign(value, x);
}

/// log(x + sqrt(x*x - 1)); two roots, so that both are NaN below -1.
static Expr expandAcosh(Expr x) {
  Expr t = x - 1.0;
  Expr near = log1p(t + sqrt(t) * sqrt(x + 1.0));
  return select(x < getLargeSquare(x), near, log(x) + ln2);
}

/// log((1 + x) / (1 - x)) / 2.
static Expr expandAtanh(Expr x) {
  Expr a = abs(x);
  return copysign(0.5 * log1p(2.0 * a / (1.0 - a)), x);
}

static Expr tangent(Expr x) { return tan(x); }

namespace {
/// x * x, also of integers.
struct LowerSquare : OpRewritePattern<SquareOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SquareOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    if (isa<ComplexType>(type.getElementType()))
      return rewriter.notifyMatchFailure(op, "expected real elements");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Expr x(builder, op.getOperand());
    rewriter.replaceOp(op, (x * x).getValue());
    return success();
  }
};
} // namespace

void xla::chlo::populateHyperbolicPatterns(RewritePatternSet &patterns,
                                           bool keepFunctions) {
  addFloatFunction<TanOp>(patterns, tangent);
  patterns.add<LowerSquare>(patterns.getContext());
  if (keepFunctions)
    return;
  addFloatFunction<SinhOp>(patterns, expandSinh);
  addFloatFunction<CoshOp>(patterns, expandCosh);
  addFloatFunction<AsinOp>(patterns, expandAsin);
  addFloatFunction<AcosOp>(patterns, expandAcos);
  addFloatFunction<AtanOp>(patterns, expandAtan);
  addFloatFunction<AsinhOp>(patterns, expandAsinh);
  addFloatFunction<AcoshOp>(patterns, expandAcosh);
  addFloatFunction<AtanhOp>(patterns, expandAtanh);
}
