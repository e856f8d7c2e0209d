//===- ExpandDotAlgorithms.cpp - dot_general with a stated algorithm ------===//
//
// An algorithm says to which type operands are rounded, in how many parts, and
// in which type products are summed. Rounding becomes converts, parts become
// products of their own. Assumes verified HLO; operands other than floats are
// left alone, their products are exact.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDDOTALGORITHMSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-expand-dot-algorithms"
static xla::PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

/// `value` rounded to `precision`, in a type that holds it.
static Value roundTo(OpBuilder &builder, Location loc, Value value,
                     Type precision) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!isa<FloatTF32Type>(precision))
    return type.getElementType() == precision
               ? value
               : ConvertOp::create(builder, loc, value, precision).getResult();
  // No tensor has elements of tf32: those of f32 do.
  if (!type.getElementType().isF32())
    value = ConvertOp::create(builder, loc, value, builder.getF32Type());
  return ReducePrecisionOp::create(builder, loc, value, /*exponent_bits=*/8,
                                   /*mantissa_bits=*/10);
}

/// A float constant of `like`'s type.
static Value makeConstant(OpBuilder &builder, Location loc, Value like,
                          APFloat number) {
  auto type = cast<RankedTensorType>(like.getType());
  bool losesInfo;
  number.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  return ConstantOp::create(builder, loc, type,
                            DenseElementsAttr::get(type, number));
}

namespace {
/// A part of a value, and what is left of the value.
struct Part {
  Value part, rest;
};
} // namespace

/// Takes `value` to `precision`, rounding toward zero: the part has the sign of
/// the rest and no finite value becomes an infinity. Infinities, NaN and what
/// is out of the range of `precision` leave no rest.
static Part takePart(OpBuilder &builder, Location loc, Value value,
                     Type precision) {
  auto type = cast<RankedTensorType>(value.getType());
  auto convert = [&](Value from) {
    return from.getType() == type
               ? from
               : ConvertOp::create(builder, loc, from, type.getElementType())
                     .getResult();
  };
  auto compare = [&](Value lhs, ComparisonDirection direction, Value rhs) {
    return CompareOp::create(builder, loc, lhs, rhs, direction).getResult();
  };
  const llvm::fltSemantics &semantics =
      cast<FloatType>(precision).getFloatSemantics();
  Value magnitude = AbsOp::create(builder, loc, value);
  // What is below the first power of two that is out of range.
  APFloat limit =
      scalbn(APFloat(1.0), APFloat::semanticsMaxExponent(semantics) + 1,
             APFloat::rmTowardZero);
  Value inRange = compare(magnitude, ComparisonDirection::LT,
                          makeConstant(builder, loc, value, limit));
  Value rounded = roundTo(builder, loc, value, precision);
  Value isAbove = compare(AbsOp::create(builder, loc, convert(rounded)),
                          ComparisonDirection::GT, magnitude);
  // One step back in the bits, of which an element of tf32 has some too many.
  auto partType = cast<RankedTensorType>(rounded.getType());
  unsigned width = partType.getElementTypeBitWidth();
  auto bitsType = partType.clone(builder.getIntegerType(width, false));
  unsigned excess =
      APFloat::semanticsPrecision(
          cast<FloatType>(partType.getElementType()).getFloatSemantics()) -
      APFloat::semanticsPrecision(semantics);
  Value bits = BitcastConvertOp::create(builder, loc, bitsType, rounded);
  Value step = ConstantOp::create(
      builder, loc, bitsType,
      DenseElementsAttr::get(bitsType, APInt::getOneBitSet(width, excess)));
  Value below = BitcastConvertOp::create(
      builder, loc, partType, SubtractOp::create(builder, loc, bits, step));
  Value isRoundedUp = AndOp::create(builder, loc, isAbove, inRange);
  Value part = SelectOp::create(builder, loc, isRoundedUp, below, rounded);
  Value rest = SubtractOp::create(builder, loc, value, convert(part));
  Value zero = makeConstant(builder, loc, value, APFloat(0.0));
  return {part, SelectOp::create(builder, loc, inRange, rest, zero)};
}

/// The parts of `value`, largest first: each is what is left of it, the last
/// one rounded to nearest.
static SmallVector<Value> split(OpBuilder &builder, Location loc, Value value,
                                Type precision, int64_t count) {
  SmallVector<Value> parts;
  for (int64_t i = 1; i < count; ++i) {
    auto [part, rest] = takePart(builder, loc, value, precision);
    parts.push_back(part);
    value = rest;
  }
  parts.push_back(roundTo(builder, loc, value, precision));
  return parts;
}

namespace {
// Pattern: dot_general(X, Y, algorithm) -> dot_general(round(X), round(Y)) + ..
struct ExpandAlgorithm : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotGeneralOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<DotAlgorithmAttr> algorithm = op.getAlgorithm();
    if (!algorithm)
      return rewriter.notifyMatchFailure(op, "expected an algorithm");
    for (Value value : SmallVector<Value>{op.getLhs(), op.getRhs(), op})
      if (!isa<FloatType>(getElementTypeOrSelf(value.getType())))
        return rewriter.notifyMatchFailure(op, "expected floats");
    Location loc = op.getLoc();
    int64_t numParts = getNumParts(algorithm->getNumPrimitiveOperations());
    // Splitting takes constants.
    for (Value operand : op->getOperands())
      if (numParts > 1 &&
          !cast<RankedTensorType>(operand.getType()).hasStaticShape())
        return rewriter.notifyMatchFailure(op, "expected static shapes");
    SmallVector<Value> lhs = split(rewriter, loc, op.getLhs(),
                                   algorithm->getLhsPrecisionType(), numParts);
    SmallVector<Value> rhs = split(rewriter, loc, op.getRhs(),
                                   algorithm->getRhsPrecisionType(), numParts);
    auto type = cast<RankedTensorType>(op.getType());
    Type sumType = type.clone(algorithm->getAccumulationType());
    auto multiply = [&](Value left, Value right) -> Value {
      return DotGeneralOp::create(
          rewriter, loc, sumType, left, right, op.getDotDimensionNumbersAttr(),
          op.getPrecisionConfigAttr(), DotAlgorithmAttr());
    };
    // Small products first: large ones would swallow them.
    Value corrections;
    auto pairs =
        getLargestPairs(numParts, algorithm->getNumPrimitiveOperations());
    for (auto [i, j] : llvm::reverse(ArrayRef(pairs).drop_front())) {
      Value product = multiply(lhs[i], rhs[j]);
      corrections =
          corrections
              ? AddOp::create(rewriter, loc, corrections, product).getResult()
              : product;
    }
    Value sum = multiply(lhs[0], rhs[0]);
    // An infinity has no corrections: times a rest of zero it would be NaN.
    if (corrections)
      sum = SelectOp::create(
          rewriter, loc, IsFiniteOp::create(rewriter, loc, sum),
          AddOp::create(rewriter, loc, corrections, sum), sum);
    if (sumType != type)
      sum = ConvertOp::create(rewriter, loc, sum, type.getElementType());
    rewriter.replaceOp(op, sum);
    return success();
  }

private:
  /// The fewest parts of which `count` products can be made.
  static int64_t getNumParts(int64_t count) {
    return count <= 1 ? 1 : count <= 3 ? 2 : 3;
  }

  /// The `count` pairs of parts with the largest products, in that order.
  static SmallVector<std::pair<int64_t, int64_t>>
  getLargestPairs(int64_t numParts, int64_t count) {
    SmallVector<std::pair<int64_t, int64_t>> pairs;
    for (int64_t order = 0; order <= 2 * (numParts - 1); ++order)
      for (int64_t i = 0; i < numParts; ++i)
        if (int64_t j = order - i; j >= 0 && j < numParts &&
                                   static_cast<int64_t>(pairs.size()) < count)
          pairs.emplace_back(i, j);
    return pairs;
  }
};

struct ExpandDotAlgorithmsPass
    : xla::hlo::impl::HLOExpandDotAlgorithmsPassBase<ExpandDotAlgorithmsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandAlgorithm>(&getContext());
    xla::ReplacementCounter counter(numExpandedOps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};
} // namespace
