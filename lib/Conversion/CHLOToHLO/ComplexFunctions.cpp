//===- ComplexFunctions.cpp - Functions of complex numbers ----------------===//
//
// Each function is a formula over the real and imaginary part, computed in f64.
// Inverse sines follow Hull, Fairgrieve and Tang, "Implementing the complex
// arcsine and arccosine functions using exception handling" (1997): differences
// that cancel are replaced by quotients that do not.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include <limits>

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

static constexpr double pi = 3.14159265358979323846;
static constexpr double ln2 = 0.69314718055994530942;
static constexpr double infinity = std::numeric_limits<double>::infinity();

namespace {
/// A complex value by its parts.
struct Parts {
  Expr real, imag;
};
} // namespace

/// sqrt(a*a + b*b) without overflow, for a and b that are not negative.
static Expr hypot(Expr a, Expr b) {
  Expr large = max(a, b), small = min(a, b);
  Expr ratio = small / large;
  Expr value = large * sqrt(1.0 + ratio * ratio);
  return select((large == 0.0) | (large == infinity), large, value);
}

/// log(sqrt(a*a + b*b)) for large a and b.
static Expr logHypot(Expr a, Expr b) {
  Expr large = max(a, b), small = min(a, b);
  Expr ratio = select(small == large, a.like(1.0), small / large);
  return log(large) + 0.5 * log1p(ratio * ratio);
}

/// Whether one of two parts that are not negative is infinite.
static Expr isInfinite(Expr x, Expr y) {
  return (x == infinity) | (y == infinity);
}

//===----------------------------------------------------------------------===//
// Inverse sines
//===----------------------------------------------------------------------===//

namespace {
/// What asin, acos, asinh and acosh share, for x + iy in the first quadrant:
/// asin = atan2(x, root) + i height, acos = atan2(root, x) - i height.
struct ArcSine {
  Expr x, root, height;
};
} // namespace

static ArcSine computeArcSine(Expr x, Expr y) {
  Expr r = hypot(x + 1.0, y), s = hypot(abs(x - 1.0), y);
  Expr a = 0.5 * (r + s);
  Expr isInside = x <= 1.0;
  Expr square = y * y;
  Expr rightTerm = r + (x + 1.0);
  // root = sqrt(a*a - x*x), with a - x as a sum of positive terms.
  Expr inside = sqrt(0.5 * (a + x) * (square / rightTerm + (s + (1.0 - x))));
  Expr outside =
      y * sqrt(0.5 * ((a + x) / rightTerm + (a + x) / (s + (x - 1.0))));
  Expr root = select(isInside, inside, outside);
  // height = log(a + sqrt(a*a - 1)), with a - 1 likewise where it is small.
  Expr aMinus1 =
      0.5 * select(isInside, square / rightTerm + square / (s + (1.0 - x)),
                   square / rightTerm + (s + (x - 1.0)));
  Expr near = log1p(aMinus1 + sqrt(aMinus1 * (a + 1.0)));
  Expr far = log(a + sqrt(a * a - 1.0));
  Expr height = select(a <= 1.5, near, far);
  // Where y*y underflows: linear below x = 1, a root at it.
  Expr tiny = y < 1e-150;
  Expr linear = y / sqrt((1.0 - x) * (1.0 + x));
  height = select(tiny & (x < 1.0), linear, height);
  height = select(tiny & (x == 1.0), sqrt(y), height);
  // Where squares overflow: asin(z) is close to atan2(x, y) + i log(2|z|).
  Expr huge = max(x, y) > 1e150;
  height = select(huge, ln2 + logHypot(x, y), height);
  // One infinite part decides the height, zero the angle, beside NaN too.
  height = select(isInfinite(x, y), x.like(infinity), height);
  root = select(huge, y, root);
  return {x, select(x == 0.0, x.like(1.0), root), height};
}

static Parts complexAsin(Parts z) {
  ArcSine arc = computeArcSine(abs(z.real), abs(z.imag));
  return {copysign(atan2(arc.x, arc.root), z.real),
          copysign(arc.height, z.imag)};
}

static Parts complexAcos(Parts z) {
  ArcSine arc = computeArcSine(abs(z.real), abs(z.imag));
  return {atan2(arc.root, z.real), copysign(arc.height, -z.imag)};
}

/// asinh(z) = -i asin(iz).
static Parts complexAsinh(Parts z) {
  ArcSine arc = computeArcSine(abs(z.imag), abs(z.real));
  return {copysign(arc.height, z.real),
          copysign(atan2(arc.x, arc.root), z.imag)};
}

/// acosh(z) is i acos(z) or its negative, whichever has a positive real part.
static Parts complexAcosh(Parts z) {
  ArcSine arc = computeArcSine(abs(z.real), abs(z.imag));
  return {arc.height, copysign(atan2(arc.root, z.real), z.imag)};
}

//===----------------------------------------------------------------------===//
// Inverse tangents
//===----------------------------------------------------------------------===//

/// atanh of x + iy in the first quadrant.
static Parts computeArcTangent(Expr x, Expr y) {
  Expr toOne = 1.0 - x;
  Expr real = 0.25 * log1p(4.0 * x / (toOne * toOne + y * y));
  // Next to the pole at 1, where the square of y underflows.
  Expr isNear = (x == 1.0) & (y < 1e-150);
  real = select(isNear, 0.5 * (ln2 - log(y)), real);
  Expr imag = 0.5 * atan2(2.0 * y, toOne * (1.0 + x) - y * y);
  // Where squares overflow: 1/z, and a right angle.
  constexpr double scale = 1e-155;
  Expr huge = max(x, y) > 1e150;
  Expr scaled = x * scale;
  Expr size = hypot(scaled, y * scale);
  Expr inverse =
      select(size == infinity, x.like(0.0), scaled / size / size * scale);
  // One infinite part, or a real one of zero, decides beside NaN too.
  Expr zero = x.like(0.0), right = x.like(pi / 2);
  real = select(huge, inverse, real);
  real = select((x == 0.0) | isInfinite(x, y), zero, real);
  imag = select(huge | (y == infinity), right, imag);
  return {real, imag};
}

static Parts complexAtanh(Parts z) {
  Parts arc = computeArcTangent(abs(z.real), abs(z.imag));
  return {copysign(arc.real, z.real), copysign(arc.imag, z.imag)};
}

/// atan(z) = -i atanh(iz).
static Parts complexAtan(Parts z) {
  Parts arc = computeArcTangent(abs(z.imag), abs(z.real));
  return {copysign(arc.imag, z.real), copysign(arc.real, z.imag)};
}

//===----------------------------------------------------------------------===//
// Hyperbolic functions
//===----------------------------------------------------------------------===//

/// sinh(x) * f and cosh(x) * g, also where sinh and cosh alone overflow.
static Parts scaleHyperbolic(Expr x, Expr f, Expr g) {
  Expr a = abs(x);
  Expr e = expm1(a);
  Expr sinhValue = copysign(0.5 * (e + e / (e + 1.0)), x);
  Expr coshValue = 0.5 * (e + 1.0) + 0.5 / (e + 1.0);
  Expr root = exp(0.5 * a);
  Expr isLarge = a > 709.0;
  Expr largeSinh = copysign(0.5 * root, x) * f * root;
  return {select(isLarge, largeSinh, sinhValue * f),
          select(isLarge, 0.5 * root * g * root, coshValue * g)};
}

/// Whether the first part is infinite and the angle has no sine and cosine.
static Expr isInfiniteWithoutAngle(Parts z) {
  Expr isFinite = abs(z.imag) < infinity;
  return (abs(z.real) == infinity) & isFinite.unary<hlo::NotOp>();
}

// Zero decides beside infinities and NaN, an infinite real part beside an angle
// that is none.
static Parts complexSinh(Parts z) {
  Parts result = scaleHyperbolic(z.real, cos(z.imag), sin(z.imag));
  Expr real = select(z.real == 0.0, z.real, result.real);
  return {select(isInfiniteWithoutAngle(z), abs(z.real), real),
          select(z.imag == 0.0, z.imag, result.imag)};
}

static Parts complexCosh(Parts z) {
  Parts scaled = scaleHyperbolic(z.real, sin(z.imag), cos(z.imag));
  Expr isReal = (z.real == 0.0) | (z.imag == 0.0);
  Expr one = z.real.like(1.0), zero = z.real.like(0.0);
  Expr sign = copysign(one, z.real) * copysign(one, z.imag);
  return {select(isInfiniteWithoutAngle(z), abs(z.real), scaled.imag),
          select(isReal, copysign(zero, sign), scaled.real)};
}

static Parts complexSquare(Parts z) {
  // Of equal parts the difference is 0, though their sum may overflow.
  Expr x = abs(z.real), y = abs(z.imag);
  Expr cancels = (x == y) & (x < infinity);
  Expr real = (z.real - z.imag) * (z.real + z.imag);
  return {select(cancels, x.like(0.0), real), 2.0 * (z.real * z.imag)};
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
template <typename OpT> struct LowerComplexFunction : OpRewritePattern<OpT> {
  LowerComplexFunction(MLIRContext *context, Parts (*function)(Parts))
      : OpRewritePattern<OpT>(context), function(function) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Expr z(builder, op.getOperand());
    auto complex = dyn_cast<ComplexType>(z.getElementType());
    if (!complex)
      return rewriter.notifyMatchFailure(op, "expected complex elements");
    Type part = complex.getElementType();
    Type wide = rewriter.getF64Type();
    Parts result = function({z.unary<hlo::RealOp>(part).convert(wide),
                             z.unary<hlo::ImagOp>(part).convert(wide)});
    Expr real = result.real.convert(part), imag = result.imag.convert(part);
    rewriter.replaceOp(op,
                       real.binary<hlo::ComplexOp>(imag, complex).getValue());
    return success();
  }

private:
  Parts (*function)(Parts);
};

/// hlo has the tangent of complex numbers itself.
struct LowerComplexTan : OpRewritePattern<TanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TanOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Expr z(builder, op.getOperand());
    if (!isa<ComplexType>(z.getElementType()))
      return rewriter.notifyMatchFailure(op, "expected complex elements");
    rewriter.replaceOp(op, z.unary<hlo::TanOp>().getValue());
    return success();
  }
};
} // namespace

void xla::chlo::populateComplexFunctionPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<LowerComplexFunction<AsinOp>>(context, complexAsin);
  patterns.add<LowerComplexFunction<AcosOp>>(context, complexAcos);
  patterns.add<LowerComplexFunction<AsinhOp>>(context, complexAsinh);
  patterns.add<LowerComplexFunction<AcoshOp>>(context, complexAcosh);
  patterns.add<LowerComplexFunction<AtanOp>>(context, complexAtan);
  patterns.add<LowerComplexFunction<AtanhOp>>(context, complexAtanh);
  patterns.add<LowerComplexFunction<SinhOp>>(context, complexSinh);
  patterns.add<LowerComplexFunction<CoshOp>>(context, complexCosh);
  patterns.add<LowerComplexFunction<SquareOp>>(context, complexSquare);
  patterns.add<LowerComplexTan>(context);
}
