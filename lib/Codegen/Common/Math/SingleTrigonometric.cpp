//===- SingleTrigonometric.cpp - sin and cos of f32 in f32 ----------------===//
//
// x = n pi/2 + r, with pi/2 in three parts (Cody and Waite, 1980) and r in two.
// The first difference is exact, the second is kept with its error (Knuth's
// sum), so that r is right to the last place however near x is to a multiple.
//
//===----------------------------------------------------------------------===//

#include "Polynomials.h"
#include "SingleFunctions.h"

using namespace xla;
using namespace xla::math_functions;
namespace poly = xla::math_polynomials;

static constexpr double twoOverPi = 0x1.45f306dc9c883p-1;
/// pi/2 in three floats.
static constexpr double piHalfHigh = 0x1.921fb6p+0;
static constexpr double piHalfMiddle = -0x1.777a5cp-25;
static constexpr double piHalfLow = -0x1.ee59dap-50;

namespace {
/// x = quadrant pi/2 + r + low; the two lowest bits of `quadrant` count.
struct Reduced {
  Expr quadrant, r, low;
};
} // namespace

static Reduced reduce(Expr x) {
  Expr magic = x.constant(0x1.8p23);
  Expr shifted = multiplyAdd(x, x.constant(twoOverPi), magic);
  Expr n = shifted - magic;
  // Below one, and a multiple of the last place of pi/2 or of x: exact.
  Expr first = multiplyAdd(n, x.constant(-piHalfHigh), x);
  Double product = multiplyExact(n, x.constant(-piHalfMiddle));
  Double sum = addExact(first, product.high);
  Expr low = multiplyAdd(n, x.constant(-piHalfLow), sum.low + product.low);
  Double r = addExactQuick(sum.high, low);
  return {shifted.asInteger(), r.high, r.low};
}

/// The sine and cosine of r + low.
static std::pair<Expr, Expr> sinCosReduced(Expr r, Expr low) {
  Expr z = r * r;
  Expr sine = r + multiplyAdd(r * z, polynomial(z, poly::sinF32), low);
  // 1 - z / 2 in two parts.
  Expr half = 0.5 * z;
  Expr one = 1.0 - half;
  Expr rest = (1.0 - one) - half;
  rest = multiplyAdd(z * z, polynomial(z, poly::cosF32), rest);
  Expr cosine = one + multiplyAdd(-r, low, rest);
  return {sine, cosine};
}

/// `x`, negative where bit 1 of `quadrant` is set.
static Expr flipSign(Expr x, Expr quadrant) {
  return (x.asInteger() ^ ((quadrant & 2) << 30))
      .asFloat(mlir::getElementTypeOrSelf(x.getType()));
}

Expr math_functions::single::sin(Expr x) {
  auto [quadrant, r, low] = reduce(x);
  auto [sine, cosine] = sinCosReduced(r, low);
  Expr value = select((quadrant & 1) == 0, sine, cosine);
  // Keeps the sign of zero.
  return select(x == 0.0, x, flipSign(value, quadrant));
}

Expr math_functions::single::cos(Expr x) {
  auto [quadrant, r, low] = reduce(x);
  auto [sine, cosine] = sinCosReduced(r, low);
  Expr value = select((quadrant & 1) == 0, cosine, sine);
  return flipSign(value, quadrant + 1);
}
