//===- ComplexMath.cpp - Complex arithmetic on pairs of floats ------------===//
//
// See the header. Corners follow C's Annex G where it says something: an
// infinite part makes the magnitude infinite, exp(-inf + i*finite) is 0, the
// square root's imaginary part has the argument's sign.
//
//===----------------------------------------------------------------------===//

#include "ComplexMath.h"

using namespace mlir;
using namespace xla;
using P = arith::CmpFPredicate;

Complex ComplexMath::load(Value value) {
  return {convertFloat(b, complex::ReOp::create(b, value), type),
          convertFloat(b, complex::ImOp::create(b, value), type)};
}

Value ComplexMath::store(Complex value) {
  return complex::CreateOp::create(b, complexType, storeReal(value.re),
                                   storeReal(value.im));
}

Value ComplexMath::storeReal(Value value) {
  return convertFloat(b, value, cast<FloatType>(complexType.getElementType()));
}

Value ComplexMath::constant(double value) {
  return floatConstant(b, type, value);
}
Value ComplexMath::add(Value x, Value y) {
  return arith::AddFOp::create(b, x, y);
}
Value ComplexMath::sub(Value x, Value y) {
  return arith::SubFOp::create(b, x, y);
}
Value ComplexMath::mul(Value x, Value y) {
  return arith::MulFOp::create(b, x, y);
}
Value ComplexMath::div(Value x, Value y) {
  return arith::DivFOp::create(b, x, y);
}
Value ComplexMath::max(Value x, Value y) {
  return arith::MaximumFOp::create(b, x, y);
}
Value ComplexMath::min(Value x, Value y) {
  return arith::MinimumFOp::create(b, x, y);
}
Value ComplexMath::neg(Value x) { return arith::NegFOp::create(b, x); }
Value ComplexMath::abs(Value x) { return math::AbsFOp::create(b, x); }
Value ComplexMath::copySign(Value magnitude, Value sign) {
  return math::CopySignOp::create(b, magnitude, sign);
}
Value ComplexMath::cmp(P p, Value x, Value y) { return cmpf(b, p, x, y); }
Value ComplexMath::select(Value p, Value x, Value y) {
  return xla::select(b, p, x, y);
}
Value ComplexMath::atan2(Value y, Value x) { return createAtan2(b, y, x); }

Value ComplexMath::hypot(Value x, Value y) {
  Value ax = abs(x), ay = abs(y);
  Value big = max(ax, ay), small = min(ax, ay);
  Value zero = constant(0.0), infinity = constant(INFINITY);
  // Scaled by the larger part the squares stay between 0 and 2.
  Value ratio = div(small, select(cmp(P::OEQ, big, zero), constant(1.0), big));
  Value scaled =
      mul(big, unary<math::SqrtOp>(add(constant(1.0), mul(ratio, ratio))));
  Value infinite = arith::OrIOp::create(b, cmp(P::OEQ, ax, infinity),
                                        cmp(P::OEQ, ay, infinity));
  return select(infinite, infinity, scaled);
}

Value ComplexMath::logHypot(Value x, Value y) {
  Value ax = abs(x), ay = abs(y);
  Value big = max(ax, ay), small = min(ax, ay);
  Value one = constant(1.0), half = constant(0.5);
  // Near 1 the square of the magnitude less one, without cancellation.
  Value nearOne = arith::AndIOp::create(b, cmp(P::OGT, big, half),
                                        cmp(P::OLT, big, constant(2.0)));
  Value excess = add(mul(sub(big, one), add(big, one)), mul(small, small));
  Value close =
      mul(half, unary<math::Log1pOp>(select(nearOne, excess, constant(0.0))));
  Value ratio = div(small, select(cmp(P::OEQ, big, constant(0.0)), one, big));
  Value far = add(unary<math::LogOp>(big),
                  mul(half, unary<math::Log1pOp>(mul(ratio, ratio))));
  Value infinity = constant(INFINITY);
  Value infinite = arith::OrIOp::create(b, cmp(P::OEQ, ax, infinity),
                                        cmp(P::OEQ, ay, infinity));
  return select(infinite, infinity, select(nearOne, close, far));
}

Complex ComplexMath::add(Complex x, Complex y) {
  return {add(x.re, y.re), add(x.im, y.im)};
}

Complex ComplexMath::mul(Complex x, Complex y) {
  return {sub(mul(x.re, y.re), mul(x.im, y.im)),
          add(mul(x.re, y.im), mul(x.im, y.re))};
}

Complex ComplexMath::div(Complex x, Complex y) {
  // Smith: scale by the ratio of the divisor's parts, the smaller on top.
  Value zero = constant(0.0), infinity = constant(INFINITY);
  Value wide = cmp(P::OGE, abs(y.re), abs(y.im));
  Value big = select(wide, y.re, y.im), small = select(wide, y.im, y.re);
  Value ratio = div(small, big);
  Value denominator = add(big, mul(small, ratio));
  // Where the ratio vanishes, its product with a large number need not.
  Value vanishes = arith::AndIOp::create(b, cmp(P::OEQ, ratio, zero),
                                         cmp(P::UNE, small, zero));
  auto timesRatio = [&](Value value) {
    return select(vanishes, mul(div(value, big), small), mul(value, ratio));
  };
  Value reRatio = timesRatio(x.re), imRatio = timesRatio(x.im);
  Value re = select(wide, add(x.re, imRatio), add(reRatio, x.im));
  Value im = select(wide, sub(x.im, reRatio), sub(imRatio, x.re));
  Complex quotient = {div(re, denominator), div(im, denominator)};

  // By zero: infinite or NaN part by part, the sign of the divisor's real part.
  Value byZero = arith::AndIOp::create(b, cmp(P::OEQ, y.re, zero),
                                       cmp(P::OEQ, y.im, zero));
  Value signedInfinity = copySign(infinity, y.re);
  Complex atZero = {mul(signedInfinity, x.re), mul(signedInfinity, x.im)};
  // A finite number by an infinite one is a signed zero.
  auto isInfinite = [&](Value v) { return cmp(P::OEQ, abs(v), infinity); };
  auto isFinite = [&](Value v) { return cmp(P::OLT, abs(v), infinity); };
  auto either = [&](Value p, Value q) -> Value {
    return arith::OrIOp::create(b, p, q);
  };
  auto both = [&](Value p, Value q) -> Value {
    return arith::AndIOp::create(b, p, q);
  };
  auto unit = [&](Value v) {
    return copySign(select(isInfinite(v), constant(1.0), zero), v);
  };
  Value small0 = both(both(isFinite(x.re), isFinite(x.im)),
                      either(isInfinite(y.re), isInfinite(y.im)));
  Complex direction = {unit(y.re), unit(y.im)};
  Complex atInfinity = {
      mul(zero, add(mul(x.re, direction.re), mul(x.im, direction.im))),
      mul(zero, sub(mul(x.im, direction.re), mul(x.re, direction.im)))};
  // An infinite number by a finite one is infinite.
  Value large = both(either(isInfinite(x.re), isInfinite(x.im)),
                     both(isFinite(y.re), isFinite(y.im)));
  Complex from = {unit(x.re), unit(x.im)};
  Complex fromInfinity = {
      mul(infinity, add(mul(from.re, y.re), mul(from.im, y.im))),
      mul(infinity, sub(mul(from.im, y.re), mul(from.re, y.im)))};
  Complex corner = select(large, fromInfinity, quotient);
  corner = select(small0, atInfinity, corner);
  corner = select(byZero, atZero, corner);
  // A quotient of which a part is a number stands.
  Value isNaN = both(cmp(P::UNO, quotient.re, quotient.re),
                     cmp(P::UNO, quotient.im, quotient.im));
  return select(isNaN, corner, quotient);
}

Complex ComplexMath::select(Value p, Complex x, Complex y) {
  return {select(p, x.re, y.re), select(p, x.im, y.im)};
}

Value ComplexMath::getScale(Complex z, bool unscaledRoot) {
  Value big = max(abs(z.re), abs(z.im));
  Value down = constant(unscaledRoot ? 0x1p200 : 0x1p-600);
  Value up = constant(unscaledRoot ? 0x1p-200 : 0x1p600);
  Value factor =
      select(cmp(P::OLT, big, constant(0x1p-450)), up, constant(1.0));
  return select(cmp(P::OGT, big, constant(0x1p450)), down, factor);
}

Complex ComplexMath::scale(Complex z, Value factor) {
  return {mul(z.re, factor), mul(z.im, factor)};
}

Complex ComplexMath::exp(Complex z) {
  Value zero = constant(0.0);
  // Two halves, since exp(re) alone may overflow where the product does not.
  Value large = cmp(P::OGT, z.re, constant(700.0));
  Value half = select(large, mul(z.re, constant(0.5)), z.re);
  Value e = unary<math::ExpOp>(half);
  Value again = select(large, e, constant(1.0));
  Value re = mul(mul(e, unary<math::CosOp>(z.im)), again);
  Value im = mul(mul(e, unary<math::SinOp>(z.im)), again);
  Value real = cmp(P::OEQ, z.im, zero);
  return {select(real, mul(e, again), re), select(real, z.im, im)};
}

Complex ComplexMath::log(Complex z) {
  return {logHypot(z.re, z.im), atan2(z.im, z.re)};
}

Complex ComplexMath::sqrt(Complex z) {
  Value zero = constant(0.0), half = constant(0.5),
        infinity = constant(INFINITY);
  Value ax = abs(z.re), ay = abs(z.im);
  // sqrt((|re| + |z|) / 2), its terms scaled so that the sum stays finite.
  Value big = max(ax, ay);
  Value isZero = cmp(P::OEQ, big, zero);
  Value scale = select(isZero, constant(1.0), big);
  Value sx = div(ax, scale), sy = div(ay, scale);
  Value sum = add(sx, unary<math::SqrtOp>(add(mul(sx, sx), mul(sy, sy))));
  Value root =
      mul(unary<math::SqrtOp>(scale), unary<math::SqrtOp>(mul(half, sum)));
  // Not half of the smallest subnormal, which is 0.
  Value other = div(ay, add(root, root));
  Value right = cmp(P::OGE, z.re, zero);
  Complex result = {select(right, root, other),
                    copySign(select(right, other, root), z.im)};
  result = select(isZero, Complex{zero, z.im}, result);
  // Infinite parts decide alone, the imaginary one first.
  Value leftInfinite = cmp(P::OEQ, z.re, constant(-INFINITY));
  Value rightInfinite = cmp(P::OEQ, z.re, infinity);
  Value imaginaryNaN = cmp(P::UNO, z.im, z.im);
  Value signedZero = copySign(zero, z.im);
  result =
      select(rightInfinite,
             Complex{infinity, select(imaginaryNaN, z.im, signedZero)}, result);
  result = select(
      leftInfinite,
      Complex{select(imaginaryNaN, z.im, zero), copySign(infinity, z.im)},
      result);
  return select(cmp(P::OEQ, ay, infinity), Complex{infinity, z.im}, result);
}

Complex ComplexMath::sinhCosh(Value x) {
  // With m = exp(|x|) - 1: sinh = (m + m/(m+1))/2, cosh = 1 + m*m/(2(m+1)).
  // Beyond 700 both are exp(|x|/2) squared and halved.
  Value half = constant(0.5), one = constant(1.0);
  Value ax = abs(x);
  Value m = unary<math::ExpM1Op>(min(ax, constant(700.0)));
  Value m1 = add(m, one);
  Value sinh = mul(half, add(m, div(m, m1)));
  Value cosh = add(one, mul(half, div(mul(m, m), m1)));
  Value big = cmp(P::OGT, ax, constant(30.0));
  Value e = unary<math::ExpOp>(mul(half, ax));
  Value large = mul(mul(half, e), e);
  Value isNaN = cmp(P::UNO, x, x);
  sinh = select(isNaN, x, copySign(select(big, large, sinh), x));
  cosh = select(isNaN, x, select(big, large, cosh));
  return {sinh, cosh};
}

Complex ComplexMath::tanh(Complex z) {
  // Kahan: with t = tan(im), s = sinh(re), c = cosh(re), B = 1 + t*t:
  // (B*s*c + i*t) / (1 + B*s*s). Beyond 20 the real part is 1.
  Value one = constant(1.0), zero = constant(0.0);
  Value huge = cmp(P::OGE, abs(z.re), constant(20.0));
  Value re = select(huge, zero, z.re);
  Complex sc = sinhCosh(re);
  Value t = unary<math::TanOp>(z.im);
  Value beta = add(one, mul(t, t));
  Value denominator = add(one, mul(mul(beta, sc.re), sc.re));
  Complex result = {div(mul(mul(beta, sc.re), sc.im), denominator),
                    div(t, denominator)};
  Value e = unary<math::ExpOp>(mul(constant(-2.0), abs(z.re)));
  Value product = mul(unary<math::SinOp>(z.im), unary<math::CosOp>(z.im));
  Value infinite = cmp(P::OEQ, abs(z.re), constant(INFINITY));
  Value small = select(infinite, copySign(zero, z.im),
                       mul(mul(constant(4.0), product), e));
  Value real = cmp(P::OEQ, z.im, zero);
  // Unless that is infinite, an argument without sine and cosine is seen here.
  Value limit = select(infinite, one, add(one, mul(zero, product)));
  result = select(huge, Complex{copySign(limit, z.re), small}, result);
  // On the imaginary axis the result is imaginary, also where tan is no number.
  Value imaginary = cmp(P::OEQ, z.re, zero);
  return {select(imaginary, z.re, result.re), select(real, z.im, result.im)};
}
