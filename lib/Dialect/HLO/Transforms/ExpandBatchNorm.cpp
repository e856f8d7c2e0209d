//===- ExpandBatchNorm.cpp - Batch normalisation as simple ops ------------===//
//
// Rewrites batch_norm_inference, batch_norm_training and batch_norm_grad to the
// elementwise ops and sums by which the specification defines them. What
// depends on the feature alone is computed on vectors and broadcast. Assumes
// static shapes; others are left alone.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDBATCHNORMPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-expand-batch-norm"
static xla::PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

namespace {
/// Builds the parts that the three ops share. `type` is the operand's.
class BatchNormBuilder {
public:
  BatchNormBuilder(OpBuilder &builder, Location loc, RankedTensorType type,
                   int64_t featureIndex, const APFloat &epsilon)
      : builder(builder), loc(loc), type(type), featureIndex(featureIndex),
        epsilon(epsilon.convertToDouble()) {
    for (int64_t dim : llvm::seq(type.getRank()))
      if (dim != featureIndex)
        reducedDims.push_back(dim);
  }

  template <typename Op> Value binary(Value lhs, Value rhs) {
    return Op::create(builder, loc, lhs, rhs);
  }
  /// A vector of features over the shape of the operand.
  Value spread(Value vector) {
    return createBroadcast(builder, loc, vector, type.getShape(),
                           {featureIndex});
  }
  /// A vector with one value.
  Value vector(double value) {
    int64_t size = type.getDimSize(featureIndex);
    return createSplatConstant(
        builder, loc, RankedTensorType::get({size}, type.getElementType()),
        value);
  }
  double getElementsPerFeature() {
    int64_t count = 1;
    for (int64_t dim : reducedDims)
      count *= type.getDimSize(dim);
    return count;
  }
  Value sum(Value value) { return createSum(builder, loc, value, reducedDims); }
  Value mean(Value value) {
    return binary<DivideOp>(sum(value), vector(getElementsPerFeature()));
  }
  /// variance + epsilon, a vector.
  Value addEpsilon(Value variance) {
    return binary<AddOp>(variance, vector(epsilon));
  }
  Value sqrt(Value value) { return SqrtOp::create(builder, loc, value); }

  Value normalize(Value operand, Value scale, Value offset, Value mean,
                  Value variance) {
    Value centered = binary<SubtractOp>(operand, spread(mean));
    Value stddev = sqrt(addEpsilon(variance));
    Value normalized = binary<DivideOp>(centered, spread(stddev));
    return binary<AddOp>(binary<MultiplyOp>(spread(scale), normalized),
                         spread(offset));
  }

private:
  OpBuilder &builder;
  Location loc;
  RankedTensorType type;
  int64_t featureIndex;
  double epsilon;
  SmallVector<int64_t> reducedDims;
};

/// Matches ops on static, not quantized operands.
template <typename Op> struct ExpandBatchNorm : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  virtual SmallVector<Value> expand(Op op, BatchNormBuilder &build) const = 0;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getOperand().getType();
    if (!type.hasStaticShape() || !isFloatElement(type.getElementType()))
      return rewriter.notifyMatchFailure(op, "expected static float tensors");
    BatchNormBuilder build(rewriter, op.getLoc(), type, op.getFeatureIndex(),
                           op.getEpsilon());
    rewriter.replaceOp(op, expand(op, build));
    return success();
  }
};

struct ExpandInference : ExpandBatchNorm<BatchNormInferenceOp> {
  using ExpandBatchNorm::ExpandBatchNorm;

  SmallVector<Value> expand(BatchNormInferenceOp op,
                            BatchNormBuilder &build) const override {
    return {build.normalize(op.getOperand(), op.getScale(), op.getOffset(),
                            op.getMean(), op.getVariance())};
  }
};

struct ExpandTraining : ExpandBatchNorm<BatchNormTrainingOp> {
  using ExpandBatchNorm::ExpandBatchNorm;

  SmallVector<Value> expand(BatchNormTrainingOp op,
                            BatchNormBuilder &build) const override {
    Value mean = build.mean(op.getOperand());
    Value centered =
        build.binary<SubtractOp>(op.getOperand(), build.spread(mean));
    Value variance = build.mean(build.binary<MultiplyOp>(centered, centered));
    return {build.normalize(op.getOperand(), op.getScale(), op.getOffset(),
                            mean, variance),
            mean, variance};
  }
};

struct ExpandGrad : ExpandBatchNorm<BatchNormGradOp> {
  using ExpandBatchNorm::ExpandBatchNorm;

  SmallVector<Value> expand(BatchNormGradOp op,
                            BatchNormBuilder &build) const override {
    Value gradOutput = op.getGradOutput();
    Value variance = build.addEpsilon(op.getVariance());
    Value stddev = build.sqrt(variance);
    Value centered =
        build.binary<SubtractOp>(op.getOperand(), build.spread(op.getMean()));
    Value normalized = build.binary<DivideOp>(centered, build.spread(stddev));
    // As in the specification: the sum of three terms times a factor.
    Value count = build.vector(build.getElementsPerFeature());
    Value gradOffset = build.sum(gradOutput);
    Value i1 = build.binary<MultiplyOp>(gradOutput, build.spread(count));
    Value i3 = build.sum(build.binary<MultiplyOp>(gradOutput, centered));
    Value i4 = build.binary<MultiplyOp>(build.spread(i3), centered);
    Value i5 = build.binary<DivideOp>(i4, build.spread(variance));
    Value i6 = build.binary<SubtractOp>(
        build.binary<SubtractOp>(i1, build.spread(gradOffset)), i5);
    Value factor = build.binary<DivideOp>(
        build.binary<DivideOp>(op.getScale(), stddev), count);
    Value gradOperand = build.binary<MultiplyOp>(build.spread(factor), i6);
    Value gradScale =
        build.sum(build.binary<MultiplyOp>(gradOutput, normalized));
    return {gradOperand, gradScale, gradOffset};
  }
};

struct ExpandBatchNormPass
    : xla::hlo::impl::HLOExpandBatchNormPassBase<ExpandBatchNormPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandGrad, ExpandInference, ExpandTraining>(&getContext());
    xla::ReplacementCounter counter(numExpandedOps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};
} // namespace
