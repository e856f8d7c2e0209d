//===- BitFunctions.cpp - Functions of the representation -----------------===//
//
// next_after, mulhi, tests for infinity, conj and constants.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

static constexpr double infinity = std::numeric_limits<double>::infinity();

namespace {
/// Steps through the floats in order of their sign and magnitude bits.
struct LowerNextAfter : OpRewritePattern<NextAfterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NextAfterOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Expr from(builder, op.getLhs()), to(builder, op.getRhs());
    unsigned width = from.getBitWidth();
    if (width < 16) {
      Expr next = stepByDistance(from.convert(rewriter.getF64Type()),
                                 to.convert(rewriter.getF64Type()),
                                 cast<FloatType>(from.getElementType()));
      rewriter.replaceOp(op, next.convert(from.getElementType()).getValue());
      return success();
    }
    Expr fromBits = from.toBits(), toBits = to.toBits();
    Expr signMask = fromBits.likeInt(APInt::getSignMask(width));
    Expr restMask = fromBits.likeInt(APInt::getSignedMaxValue(width));
    Expr zero = fromBits.likeInt(APInt::getZero(width));
    Expr one = fromBits.likeInt(APInt(width, 1));
    Expr fromMagnitude = fromBits & restMask, toMagnitude = toBits & restMask;
    Expr fromSign = fromBits & signMask, toSign = toBits & signMask;

    // Away from zero unless the target lies nearer or on the other side.
    Expr goesDown = (toMagnitude < fromMagnitude) |
                    fromSign.compare(hlo::ComparisonDirection::NE, toSign);
    Expr stepped = select(goesDown, fromBits - one, fromBits + one);
    // From zero to the least float on the target's side.
    Expr smallest = toSign | one;
    Expr bothZero = (fromMagnitude == zero) & (toMagnitude == zero);
    stepped = select(fromMagnitude == zero, smallest, stepped);
    stepped = select(bothZero | (fromBits == toBits), toBits, stepped);
    Expr result = stepped.fromBits(from.getElementType());
    // A NaN on either side gives one.
    Expr isNaN = from.compare(hlo::ComparisonDirection::NE, from) |
                 to.compare(hlo::ComparisonDirection::NE, to);
    rewriter.replaceOp(op, select(isNaN, from + to, result).getValue());
    return success();
  }

private:
  /// For the formats below 16 bits, whose bits have each an order of their own:
  /// adds in f64, which is exact, the distance of two numbers of `type`.
  static Expr stepByDistance(Expr from, Expr to, FloatType type) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    int64_t precision = APFloat::semanticsPrecision(semantics);
    int64_t minExponent = APFloat::semanticsMinExponent(semantics);
    // An infinity lies where the next binade would begin.
    int64_t maxExponent = APFloat::semanticsMaxExponent(semantics);
    Expr beyond = from.like(std::ldexp(1.0, int(maxExponent) + 1));
    Expr given = from, isInfinite = abs(from) == infinity;
    from = select(isInfinite, copysign(beyond, from), from);
    Expr bits = from.toBits();
    auto number = [&](int64_t value) { return bits.likeInt(APInt(64, value)); };
    Expr mantissaBits = number(52);
    Expr magnitude = bits & bits.likeInt(APInt::getSignedMaxValue(64));
    Expr field = magnitude.binary<hlo::ShiftRightLogicalOp>(mantissaBits);
    // Towards zero a power of two has a nearer neighbour, down to the least.
    Expr least = number(1023 + minExponent);
    Expr up = from < to;
    Expr towardsZero = select(up, from < 0.0, from > 0.0);
    Expr isPower =
        (magnitude & bits.likeInt(APInt::getLowBitsSet(64, 52))) == number(0);
    Expr isNear = towardsZero & isPower & (least < field);
    Expr exponent = max(field, least) - number(precision - 1);
    exponent = select(isNear, exponent - number(1), exponent);
    Expr distance = exponent.binary<hlo::ShiftLeftOp>(mantissaBits)
                        .fromBits(from.getElementType());
    Expr next = select(up, from + distance, from - distance);
    next = select(from == 0.0, next, copysign(next, from));
    next = select(given == to, to, next);
    Expr isNaN = from.compare(hlo::ComparisonDirection::NE, from) |
                 to.compare(hlo::ComparisonDirection::NE, to);
    return select(isNaN, from + to, next);
  }
};

/// By a product of twice the width, or by halves where there is no such type.
struct LowerMulhi : OpRewritePattern<MulhiOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulhiOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Expr lhs(builder, op.getLhs()), rhs(builder, op.getRhs());
    auto type = cast<IntegerType>(lhs.getElementType());
    Expr result =
        type.getWidth() == 64 ? multiplyHalves(lhs, rhs) : widen(lhs, rhs);
    rewriter.replaceOp(op, result.getValue());
    return success();
  }

private:
  static Expr shiftRight(Expr x, unsigned amount) {
    Expr count = x.likeInt(APInt(x.getBitWidth(), amount));
    return x.getElementType().isUnsignedInteger()
               ? x.binary<hlo::ShiftRightLogicalOp>(count)
               : x.binary<hlo::ShiftRightArithmeticOp>(count);
  }

  static Expr widen(Expr lhs, Expr rhs) {
    auto type = cast<IntegerType>(lhs.getElementType());
    auto wide = IntegerType::get(type.getContext(), 2 * type.getWidth(),
                                 type.getSignedness());
    Expr product = lhs.convert(wide) * rhs.convert(wide);
    return shiftRight(product, type.getWidth()).convert(type);
  }

  /// Four products of 32-bit halves; the low halves are never negative.
  static Expr multiplyHalves(Expr lhs, Expr rhs) {
    Expr mask = lhs.likeInt(APInt::getLowBitsSet(64, 32));
    Expr lhsLow = lhs & mask, rhsLow = rhs & mask;
    Expr lhsHigh = shiftRight(lhs, 32), rhsHigh = shiftRight(rhs, 32);
    Expr count = lhs.likeInt(APInt(64, 32));
    Expr carry = (lhsLow * rhsLow).binary<hlo::ShiftRightLogicalOp>(count);
    Expr middle = lhsHigh * rhsLow + carry;
    Expr other = lhsLow * rhsHigh + (middle & mask);
    return lhsHigh * rhsHigh + shiftRight(middle, 32) + shiftRight(other, 32);
  }
};

/// Real numbers are their own conjugates.
struct LowerConj : OpRewritePattern<ConjOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConjOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Expr x(builder, op.getOperand());
    auto complex = dyn_cast<ComplexType>(x.getElementType());
    if (!complex) {
      rewriter.replaceOp(op, op.getOperand());
      return success();
    }
    Expr real = x.unary<hlo::RealOp>(complex.getElementType());
    Expr imag = x.unary<hlo::ImagOp>(complex.getElementType());
    rewriter.replaceOp(op,
                       real.binary<hlo::ComplexOp>(-imag, complex).getValue());
    return success();
  }
};

template <typename OpT> struct LowerInfinityTest : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Expr x(builder, op.getOperand());
    auto type = cast<FloatType>(x.getElementType());
    if (!APFloat::semanticsHasInf(type.getFloatSemantics())) {
      // Where the type has none, the constant would be another number.
      Expr isNaN = x.compare(hlo::ComparisonDirection::NE, x);
      rewriter.replaceOp(op, isNaN.likeInt(APInt::getZero(1)).getValue());
      return success();
    }
    if (std::is_same_v<OpT, IsInfOp>)
      x = abs(x);
    Expr result = x == (std::is_same_v<OpT, IsNegInfOp> ? -infinity : infinity);
    rewriter.replaceOp(op, result.getValue());
    return success();
  }
};

struct LowerConstant : OpRewritePattern<chlo::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(chlo::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<hlo::ConstantOp>(op, op.getType(),
                                                 op.getValue());
    return success();
  }
};
} // namespace

void xla::chlo::populateBitPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerNextAfter, LowerMulhi, LowerConj, LowerConstant,
               LowerInfinityTest<IsInfOp>, LowerInfinityTest<IsPosInfOp>,
               LowerInfinityTest<IsNegInfOp>>(patterns.getContext());
}
