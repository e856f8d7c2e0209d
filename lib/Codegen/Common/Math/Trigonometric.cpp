//===- Trigonometric.cpp - sin, cos, tan and their inverses ---------------===//
//
// Arguments are reduced by Payne and Hanek's method for all sizes: only the
// bits of 2/pi that can matter are multiplied, modulo 4, so that the remainder
// of the largest argument is as good as that of a small one. f64 does so in
// integers.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"
#include "Polynomials.h"

#include <cstdint>
#include <limits>

using namespace mlir;
using namespace xla;
using namespace xla::math_functions;
namespace poly = xla::math_polynomials;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double piHalf = 0x1.921fb54442d18p+0;
static constexpr double piHalfLow = 0x1.1a62633145c07p-54;
static constexpr double piQuarter = 0x1.921fb54442d18p-1;

static constexpr int64_t low32 = 0xffffffff;

/// The bits of 2/pi, after two words of zeros.
static constexpr uint32_t twoOverPi[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
    0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0,
    0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
    0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea,
    0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d};

namespace {
/// x = quadrant pi/2 + r + low, |r| <= pi/4. The sign of x is in `quadrant`,
/// `r` and `low`.
struct Reduced {
  Expr quadrant, r, low;
};
} // namespace

/// Word `index` of the table above, as a tree of selections on the bits of the
/// index, of which `bits` may be set.
static Expr selectWord(ArrayRef<Expr> indexBits, unsigned first, unsigned step,
                       unsigned offset) {
  Expr any = indexBits.front();
  if (indexBits.size() == 1) {
    ExprBuilder &builder = any.getBuilder();
    Type type = any.typeLike(builder.builder.getI64Type());
    auto constant = [&](int64_t value) {
      TypedAttr attribute = builder.builder.getI64IntegerAttr(value);
      if (auto vector = dyn_cast<VectorType>(type))
        attribute = DenseElementsAttr::get(vector, Attribute(attribute));
      return Expr(builder,
                  arith::ConstantOp::create(builder.builder, type, attribute));
    };
    Expr low = constant(twoOverPi[first + offset]);
    // An exponent cannot ask for more.
    if (first + step + offset >= std::size(twoOverPi))
      return low;
    return select(any, constant(twoOverPi[first + step + offset]), low);
  }
  ArrayRef<Expr> rest = indexBits.drop_front();
  Expr high = selectWord(rest, first + step, 2 * step, offset);
  Expr low = selectWord(rest, first, 2 * step, offset);
  return select(any, high, low);
}

static constexpr unsigned windowWords = 6;

/// 32 bits of 2/pi from each of `windowWords` consecutive places, the first
/// `offset` bits into the table.
static SmallVector<Expr> getWindow(Expr offset) {
  Expr index = offset >> 5;
  Expr shift = offset & 31;
  constexpr unsigned indexBits = 6;
  SmallVector<Expr> bits;
  for (unsigned bit = 0; bit < indexBits; ++bit)
    bits.push_back(!((index & (int64_t(1) << bit)) == 0));
  SmallVector<Expr> words;
  for (unsigned i = 0; i <= windowWords; ++i)
    words.push_back(selectWord(bits, 0, 1, i));
  SmallVector<Expr> window;
  for (unsigned i = 0; i < windowWords; ++i)
    window.push_back((((words[i] << 32) | words[i + 1]) << shift) >> 32);
  return window;
}

namespace {
/// 2/pi as a sum of two f64 for f32 values from `from` = 2^e on: less its
/// nearest multiple of 2^(25 - e), whose products with all of them (24 bits,
/// the last of 2^(e - 23) or more) are multiples of 4.
struct TwoOverPi {
  double from, high, low;
};
} // namespace

/// For f32 values below the next `from` products stay below 2^45.
static constexpr TwoOverPi twoOverPiParts[] = {
    {0, 0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55},
    {0x1p28, 0x1.7cc1b727220a9p-7, 0x1.3f84eafa3ea6ap-61},
    {0x1p48, -0x1.236377d5ac07bp-25, -0x1.505c1596447e5p-81},
    {0x1p68, 0x1.054a7f09d5f48p-46, -0x1.596447e493ad5p-101},
    {0x1p88, -0x1.ec54170565912p-71, 0x1.b6c52b3278872p-129},
    {0x1p108, -0x1.05c1596447e49p-85, -0x1.d6a66c3bc6fbep-140}};

/// Reduction for f32 values held in f64: few enough bits for floats.
static Reduced reduceSingle(Expr a) {
  Expr high = a.constant(twoOverPiParts[0].high);
  Expr low = a.constant(twoOverPiParts[0].low);
  for (const TwoOverPi &part : llvm::drop_begin(twoOverPiParts)) {
    Expr reached = a >= part.from;
    high = select(reached, part.high, high);
    low = select(reached, part.low, low);
  }
  Double product = multiplyExact(a, high);
  Rounded quadrant = roundToInteger(product.high);
  // The difference is exact; f32 values come as close as 2^-29 to a quadrant.
  Expr fraction =
      (product.high - quadrant.number) + multiplyAdd(a, low, product.low);
  return {quadrant.integer, fraction * piHalf, a.constant(0.0)};
}

/// The sum of the 32-bit columns `columns` (most significant first), modulo
/// 2^128, as two 64-bit halves.
static std::pair<Expr, Expr> carryColumns(ArrayRef<Expr> columns) {
  Expr carry = columns.back() >> 32;
  SmallVector<Expr> digits;
  for (Expr column : llvm::reverse(columns.drop_back())) {
    Expr sum = column + carry;
    digits.push_back(sum & low32);
    carry = sum >> 32;
  }
  size_t top = digits.size();
  return {(digits[top - 1] << 32) | digits[top - 2],
          (digits[top - 3] << 32) | digits[top - 4]};
}

/// Reduction for f64: 53 bits times 192 bits, of which 128 after the point.
static Reduced reduceDouble(Expr a) {
  Expr bits = a.asInteger();
  Expr mantissa = (bits & int64_t(0xfffffffffffff)) | int64_t(0x10000000000000);
  Expr exponent = (bits >> 52) - (1023 + 52);
  Expr offset = select(exponent < -60, bits.integer(-60), exponent) + 62;
  SmallVector<Expr> w = getWindow(offset);
  Expr low = mantissa & low32, high = mantissa >> 32;
  // Column i has weight 2^(-32 i) against column 0, whose top two bits are the
  // quadrant; what is above falls off. Each partial product is split in halves
  // so that no column overflows.
  SmallVector<Expr> columns(5, low.integer(0));
  auto addProduct = [&](Expr x, Expr y, int column) {
    Expr product = x * y;
    if (column >= 0 && column < 5)
      columns[column] = columns[column] + (product & low32);
    if (column - 1 >= 0 && column - 1 < 5)
      columns[column - 1] = columns[column - 1] + (product >> 32);
  };
  for (int i = 0; i < int(windowWords); ++i) {
    addProduct(low, w[i], i);
    addProduct(high, w[i], i - 1);
  }
  auto [top, bottom] = carryColumns(columns);
  Expr quadrant = (top + (int64_t(1) << 61)) >> 62;
  Expr fraction = top - (quadrant << 62);
  // fraction + bottom / 2^64 as a sum of two floats, which may
  // cancel down to the last part.
  Type element = getElementTypeOrSelf(a.getType());
  Expr first = shiftArithmetic(fraction, fraction.integer(20));
  Expr second = ((fraction - (first << 20)) << 32) | (bottom >> 32);
  Double value = addExactQuick(first.toFloat(element) * 0x1p20,
                               second.toFloat(element) * 0x1p-32);
  value.low = value.low + (bottom & low32).toFloat(element) * 0x1p-64;
  Double r = multiplyExact(value.high, a.constant(piHalf));
  Expr rest =
      multiplyAdd(value.low, a.constant(piHalf),
                  multiplyAdd(value.high, a.constant(piHalfLow), r.low));
  Double sum = addExactQuick(r.high, rest);
  return {quadrant, sum.high * 0x1p-62, sum.low * 0x1p-62};
}

/// Reduces x; NaN for infinities.
static Reduced reduce(Expr x) {
  Expr a = abs(x);
  Reduced reduced = x.getBuilder().single ? reduceSingle(a) : reduceDouble(a);
  Expr small = a < piQuarter;
  Expr negative = isNegative(x);
  Expr zero = reduced.quadrant.integer(0);
  Expr quadrant = select(small, zero, reduced.quadrant);
  quadrant = select(negative, -quadrant, quadrant);
  Expr r = select(negative, -reduced.r, reduced.r);
  Expr low = select(negative, -reduced.low, reduced.low);
  // x - x is NaN for what has no remainder.
  Expr finite = a < infinity;
  return {quadrant, select(small, x, select(finite, r, x - x)),
          select(small, 0.0, low)};
}

/// The sine and cosine of r + low.
static std::pair<Expr, Expr> sinCosReduced(Expr r, Expr low) {
  bool single = r.getBuilder().single;
  Expr z = r * r;
  Expr s = single ? polynomial(z, poly::sinSingle) : polynomial(z, poly::sin);
  Expr c = single ? polynomial(z, poly::cosSingle) : polynomial(z, poly::cos);
  Expr half = 0.5 * z;
  Expr one = 1.0 - half;
  if (single)
    return {r + r * z * s, one + z * z * c};
  Expr sine = r + multiplyAdd(r * z, s, low * one);
  Expr cosine =
      one + (((1.0 - one) - half) + multiplyAdd(z * z, c, -(r * low)));
  return {sine, cosine};
}

static Expr flipSign(Expr condition, Expr x) {
  return select(condition, -x, x);
}

Expr math_functions::sin(Expr x) {
  auto [quadrant, r, low] = reduce(x);
  auto [sine, cosine] = sinCosReduced(r, low);
  Expr value = select((quadrant & 1) == 0, sine, cosine);
  value = flipSign(!((quadrant & 2) == 0), value);
  return select(x == 0.0, x, value);
}

Expr math_functions::cos(Expr x) {
  auto [quadrant, r, low] = reduce(x);
  auto [sine, cosine] = sinCosReduced(r, low);
  Expr value = select((quadrant & 1) == 0, cosine, sine);
  return flipSign(!(((quadrant + 1) & 2) == 0), value);
}

Expr math_functions::tan(Expr x) {
  auto [quadrant, r, low] = reduce(x);
  auto [sine, cosine] = sinCosReduced(r, low);
  Expr even = (quadrant & 1) == 0;
  Expr value = select(even, sine, -cosine) / select(even, cosine, sine);
  return select(x == 0.0, x, value);
}

/// The arc tangent of n / d, both positive, n <= d.
static Expr atanOfRatio(Expr n, Expr d) {
  // Above tan(pi/8): atan(q) = pi/4 + atan((q - 1) / (q + 1)).
  Expr large = n > d * 0x1.a827999fcef32p-2;
  Expr t = select(large, n - d, n) / select(large, n + d, d);
  Expr z = t * t;
  Expr p = t.getBuilder().single ? polynomial(z, poly::atanSingle)
                                 : polynomial(z, poly::atan);
  Expr base = select(large, piQuarter, 0.0, t);
  Expr baseLow = select(large, piHalfLow / 2, 0.0, t);
  return base + (t + (t * z * p + baseLow));
}

Expr math_functions::atan(Expr x) {
  Expr a = abs(x);
  Expr large = a > 1.0;
  Expr value =
      atanOfRatio(select(large, 1.0, a), select(large, a, x.constant(1.0)));
  value = select(large, piHalf - (value - piHalfLow), value);
  return copySign(value, x);
}

Expr math_functions::atan2(Expr y, Expr x) {
  Expr ay = abs(y), ax = abs(x);
  Expr steep = ay > ax;
  Expr n = select(steep, ax, ay), d = select(steep, ay, ax);
  // Ratios that the formula would spoil: of infinities, zeros, and where a sum
  // would overflow.
  Expr bothInfinite = n == infinity;
  n = select(bothInfinite, 1.0, n);
  d = select(bothInfinite | (d == 0.0), 1.0, d);
  Expr scale = select(d > 0x1p1000, 0x1p-100, 1.0, d);
  Expr value = atanOfRatio(n * scale, d * scale);
  value = select(steep, piHalf - (value - piHalfLow), value);
  value = select(isNegative(x), 2 * piHalf - (value - 2 * piHalfLow), value);
  value = select(isNaN(x) | isNaN(y), x + y, value);
  return copySign(value, y);
}

/// asin(s) - s for s * s = z <= 1/4.
static Expr asinTail(Expr s, Expr z) {
  return s * z *
         (s.getBuilder().single ? polynomial(z, poly::asinSingle)
                                : polynomial(z, poly::asin));
}

Expr math_functions::asin(Expr x) {
  Expr a = abs(x);
  Expr large = a > 0.5;
  Expr z = select(large, (1.0 - a) * 0.5, a * a);
  Expr s = select(large, sqrt(z), a);
  Expr value = s + asinTail(s, z);
  value = select(large, piHalf - (2.0 * value - piHalfLow), value);
  return copySign(value, x);
}

Expr math_functions::acos(Expr x) {
  Expr a = abs(x);
  Expr large = a > 0.5;
  Expr z = select(large, (1.0 - a) * 0.5, a * a);
  Expr s = select(large, sqrt(z), a);
  Expr tail = asinTail(s, z);
  Expr negative = isNegative(x);
  Expr signedSine = flipSign(negative, s),
       signedTail = flipSign(negative, tail);
  Expr middle = piHalf - (signedSine - (piHalfLow - signedTail));
  Expr twice = 2.0 * (s + tail);
  Expr outer = select(negative, 2 * piHalf - (twice - 2 * piHalfLow), twice);
  return select(large, outer, middle);
}
