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

/// The parts of `value`, largest first: each is what is left of it, rounded.
static SmallVector<Value> split(OpBuilder &builder, Location loc, Value value,
                                Type precision, int64_t count) {
  SmallVector<Value> parts;
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  for (int64_t i = 0; i < count; ++i) {
    parts.push_back(roundTo(builder, loc, value, precision));
    if (i + 1 == count)
      break;
    Value taken = parts.back();
    if (cast<RankedTensorType>(taken.getType()).getElementType() != element)
      taken = ConvertOp::create(builder, loc, taken, element);
    value = SubtractOp::create(builder, loc, value, taken);
  }
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
    for (Value value : ValueRange{op.getLhs(), op.getRhs(), op.getResult()})
      if (!isa<FloatType>(getElementTypeOrSelf(value.getType())))
        return rewriter.notifyMatchFailure(op, "expected floats");
    Location loc = op.getLoc();
    int64_t numParts = getNumParts(algorithm->getNumPrimitiveOperations());
    SmallVector<Value> lhs = split(rewriter, loc, op.getLhs(),
                                   algorithm->getLhsPrecisionType(), numParts);
    SmallVector<Value> rhs = split(rewriter, loc, op.getRhs(),
                                   algorithm->getRhsPrecisionType(), numParts);
    auto type = cast<RankedTensorType>(op.getType());
    Type sumType = type.clone(algorithm->getAccumulationType());
    // Small products first: large ones would swallow them.
    Value sum;
    auto pairs =
        getLargestPairs(numParts, algorithm->getNumPrimitiveOperations());
    for (auto [i, j] : llvm::reverse(pairs)) {
      Value product =
          DotGeneralOp::create(rewriter, loc, sumType, lhs[i], rhs[j],
                               op.getDotDimensionNumbersAttr(),
                               op.getPrecisionConfigAttr(), DotAlgorithmAttr());
      sum = sum ? AddOp::create(rewriter, loc, sum, product).getResult()
                : product;
    }
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
