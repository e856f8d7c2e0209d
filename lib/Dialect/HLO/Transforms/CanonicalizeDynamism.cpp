//===- CanonicalizeDynamism.cpp - Static ops where shapes are known -------===//
//
// Replaces ops that take their shape, padding or bounds at run time by the ops
// that have them as attributes, where the result's shape is static and what is
// taken is constant. Assumes verified HLO; other ops are left alone.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOCANONICALIZEDYNAMISMPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-canonicalize-dynamism"
static xla::PassCounter numStaticOps(DEBUG_TYPE, "num-made-static-ops");

/// The integers of a constant, or nothing.
static std::optional<SmallVector<int64_t>> getConstantInts(Value value) {
  DenseIntElementsAttr attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return std::nullopt;
  SmallVector<int64_t> ints;
  for (const APInt &element : attr.getValues<APInt>())
    ints.push_back(element.getSExtValue());
  return ints;
}

static bool isStatic(Value value) {
  return cast<RankedTensorType>(value.getType()).hasStaticShape();
}

namespace {
// Pattern: dynamic_broadcast_in_dim(X, S) -> broadcast_in_dim(X)
struct MakeBroadcastStatic : OpRewritePattern<DynamicBroadcastInDimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicBroadcastInDimOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStatic(op.getResult()) || !isStatic(op.getOperand()))
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), op.getOperand(), op.getBroadcastDimensionsAttr());
    return success();
  }
};

// Pattern: dynamic_reshape(X, S) -> reshape(X)
struct MakeReshapeStatic : OpRewritePattern<DynamicReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicReshapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStatic(op.getResult()))
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getOperand());
    return success();
  }
};

// Pattern: dynamic_iota(S) -> iota
struct MakeIotaStatic : OpRewritePattern<DynamicIotaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicIotaOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStatic(op.getResult()))
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    rewriter.replaceOpWithNewOp<IotaOp>(op, op.getType(),
                                        op.getIotaDimensionAttr());
    return success();
  }
};

// Pattern: dynamic_pad(X, V, constants) -> pad(X, V)
struct MakePadStatic : OpRewritePattern<DynamicPadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicPadOp op,
                                PatternRewriter &rewriter) const override {
    auto low = getConstantInts(op.getEdgePaddingLow());
    auto high = getConstantInts(op.getEdgePaddingHigh());
    auto interior = getConstantInts(op.getInteriorPadding());
    if (!low || !high || !interior || !isStatic(op.getResult()))
      return rewriter.notifyMatchFailure(op, "expected constant padding");
    rewriter.replaceOpWithNewOp<PadOp>(
        op, op.getType(), op.getOperand(), op.getPaddingValue(),
        rewriter.getDenseI64ArrayAttr(*low),
        rewriter.getDenseI64ArrayAttr(*high),
        rewriter.getDenseI64ArrayAttr(*interior));
    return success();
  }
};

// Pattern: real_dynamic_slice(X, constants) -> slice(X)
struct MakeSliceStatic : OpRewritePattern<RealDynamicSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RealDynamicSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto starts = getConstantInts(op.getStartIndices());
    auto limits = getConstantInts(op.getLimitIndices());
    auto strides = getConstantInts(op.getStrides());
    if (!starts || !limits || !strides || !isStatic(op.getResult()) ||
        !isStatic(op.getOperand()))
      return rewriter.notifyMatchFailure(op, "expected constant bounds");
    rewriter.replaceOpWithNewOp<SliceOp>(
        op, op.getResult().getType(), op.getOperand(),
        rewriter.getDenseI64ArrayAttr(*starts),
        rewriter.getDenseI64ArrayAttr(*limits),
        rewriter.getDenseI64ArrayAttr(*strides));
    return success();
  }
};

// Pattern: dynamic_gather(X, I, constant) -> gather(X, I)
struct MakeGatherStatic : OpRewritePattern<DynamicGatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicGatherOp op,
                                PatternRewriter &rewriter) const override {
    auto sizes = getConstantInts(op.getSliceSizes());
    if (!sizes || !isStatic(op.getResult()))
      return rewriter.notifyMatchFailure(op, "expected constant sizes");
    rewriter.replaceOpWithNewOp<GatherOp>(
        op, op.getResult().getType(), op.getOperand(), op.getStartIndices(),
        op.getDimensionNumbersAttr(), rewriter.getDenseI64ArrayAttr(*sizes),
        op.getIndicesAreSortedAttr());
    return success();
  }
};

// Pattern: dynamic_conv(X, K, constant) -> convolution(X, K)
struct MakeConvolutionStatic : OpRewritePattern<DynamicConvOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicConvOp op,
                                PatternRewriter &rewriter) const override {
    auto padding = getConstantInts(op.getPadding());
    if (!padding || !isStatic(op.getResult()))
      return rewriter.notifyMatchFailure(op, "expected constant padding");
    int64_t rank = padding->size() / 2;
    // Lists may be longer than the window has dimensions.
    auto trim = [&](std::optional<ArrayRef<int64_t>> list) {
      return list ? rewriter.getDenseI64ArrayAttr(list->take_front(rank))
                  : DenseI64ArrayAttr();
    };
    auto paddingAttr = DenseIntElementsAttr::get(
        RankedTensorType::get({rank, 2}, rewriter.getI64Type()), *padding);
    rewriter.replaceOpWithNewOp<ConvolutionOp>(
        op, op.getType(), op.getLhs(), op.getRhs(), trim(op.getWindowStrides()),
        paddingAttr, trim(op.getLhsDilation()), trim(op.getRhsDilation()),
        op.getWindowReversalAttr(), op.getDimensionNumbersAttr(),
        op.getFeatureGroupCountAttr(), op.getBatchGroupCountAttr(),
        op.getPrecisionConfigAttr());
    return success();
  }
};

struct CanonicalizeDynamismPass
    : xla::hlo::impl::HLOCanonicalizeDynamismPassBase<
          CanonicalizeDynamismPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns
        .add<MakeBroadcastStatic, MakeConvolutionStatic, MakeGatherStatic,
             MakeIotaStatic, MakePadStatic, MakeReshapeStatic, MakeSliceStatic>(
            &getContext());
    xla::ReplacementCounter counter(numStaticOps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};
} // namespace
