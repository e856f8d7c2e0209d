//===- CanonicalizeDynamism.cpp - Static ops where shapes are known -------===//
//
// Replaces ops that take their shape, padding or bounds at run time by the ops
// that have them as attributes, where the result's shape is static and what is
// taken is constant. Bounds of slices that are not are checked as the program
// runs. Assumes verified HLO; other ops are left alone.
//
//===----------------------------------------------------------------------===//

#include "DynamicCalls.h"
#include "ShapeConstants.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"
#include "xla/Dialect/HLO/IR/TypeInference.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

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

static bool isStatic(Value value) {
  return cast<RankedTensorType>(value.getType()).hasStaticShape();
}

/// Element `index` of a vector, as a scalar.
static Value createElement(Value vector, int64_t index,
                           PatternRewriter &rewriter) {
  Location loc = vector.getLoc();
  Value one = SliceOp::create(rewriter, loc, vector, ArrayRef(index),
                              ArrayRef(index + 1), ArrayRef<int64_t>(1));
  auto scalar =
      RankedTensorType::get({}, getTensorType(vector).getElementType());
  return ReshapeOp::create(rewriter, loc, scalar, one);
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
    if (!isSliceWithin(getTensorType(op.getOperand()).getShape(), *starts,
                       *limits, *strides,
                       getTensorType(op.getResult()).getShape()))
      return rewriter.notifyMatchFailure(op, "expected bounds that fit");
    rewriter.replaceOpWithNewOp<SliceOp>(
        op, op.getResult().getType(), op.getOperand(),
        rewriter.getDenseI64ArrayAttr(*starts),
        rewriter.getDenseI64ArrayAttr(*limits),
        rewriter.getDenseI64ArrayAttr(*strides));
    return success();
  }
};

namespace {
/// What has to hold of integers as the program runs.
class Requirements {
public:
  Requirements(PatternRewriter &rewriter, Location loc)
      : rewriter(rewriter), loc(loc),
        type(RankedTensorType::get({}, rewriter.getI64Type())) {}

  /// A scalar as one of i64.
  Value widen(Value scalar) {
    return rewriter.createOrFold<ConvertOp>(loc, type, scalar);
  }

  void add(Value value, ComparisonDirection direction, int64_t than) {
    Value bound = ConstantOp::create(
        rewriter, loc, DenseElementsAttr::get(type, ArrayRef(than)));
    Value holds = CompareOp::create(rewriter, loc, value, bound, direction);
    condition =
        condition ? AndOp::create(rewriter, loc, condition, holds) : holds;
  }

  /// Makes the program fail with `message` about `values` where they do not.
  void check(ValueRange values, const Twine &message) {
    createShapeAssertion(rewriter, loc, condition, values, message.str());
  }

private:
  PatternRewriter &rewriter;
  Location loc;
  RankedTensorType type;
  Value condition;
};
} // namespace

/// Makes the program fail where it takes a slice of `size` elements from
/// `start` to `limit` that is another or not within `whole` elements.
static void assertBounds(PatternRewriter &rewriter, RealDynamicSliceOp op,
                         int64_t dim, Value start, Value limit,
                         int64_t stride) {
  int64_t whole = getTensorType(op.getOperand()).getDimSize(dim);
  int64_t size = getTensorType(op.getResult()).getDimSize(dim);
  Requirements requirements(rewriter, op.getLoc());
  start = requirements.widen(start);
  limit = requirements.widen(limit);
  // Where neither is negative, the difference has room in its type.
  Value span = SubtractOp::create(rewriter, op.getLoc(), limit, start);
  requirements.add(start, ComparisonDirection::GE, 0);
  requirements.add(limit, ComparisonDirection::GE, 0);
  requirements.add(limit, ComparisonDirection::LE, whole);
  requirements.add(span, ComparisonDirection::GE,
                   size ? (size - 1) * stride + 1 : 0);
  requirements.add(span, ComparisonDirection::LE, size * stride);
  requirements.check({start, limit},
                     "real_dynamic_slice expects " + Twine(size) +
                         " elements within dimension " + Twine(dim) +
                         " of size " + Twine(whole) +
                         ", but got {0} to {1} by " + Twine(stride));
}

// Pattern: real_dynamic_slice(X, S, L, constant) ->
//          slice(dynamic_slice(X, S)), the result's size known, with checks
struct MakeSliceOfKnownSize : OpRewritePattern<RealDynamicSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RealDynamicSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto strides = getConstantInts(op.getStrides());
    if (!strides || !isStatic(op.getResult()) || !isStatic(op.getOperand()))
      return rewriter.notifyMatchFailure(op, "expected constant strides");
    auto type = cast<RankedTensorType>(op.getResult().getType());
    ArrayRef<int64_t> operandShape = getTensorType(op.getOperand()).getShape();
    SmallVector<int64_t> sizes, zeros(type.getRank(), 0);
    for (auto [size, stride, whole] :
         llvm::zip_equal(type.getShape(), *strides, operandShape)) {
      if (stride <= 0 || size > whole ||
          (size > 1 && stride > (whole - 1) / (size - 1)))
        return rewriter.notifyMatchFailure(op, "expected a part that fits");
      sizes.push_back(size == 0 ? 0 : (size - 1) * stride + 1);
    }
    if (!isa<IntegerType>(getTensorType(op.getStartIndices()).getElementType()))
      return rewriter.notifyMatchFailure(op,
                                         "expected bounds of a fixed width");
    SmallVector<Value> starts;
    for (int64_t dim : llvm::seq(type.getRank())) {
      starts.push_back(createElement(op.getStartIndices(), dim, rewriter));
      assertBounds(rewriter, op, dim, starts.back(),
                   createElement(op.getLimitIndices(), dim, rewriter),
                   (*strides)[dim]);
    }
    // The slice lies within the operand, so that no start is clamped.
    Value part = DynamicSliceOp::create(rewriter, op.getLoc(), op.getOperand(),
                                        starts, sizes);
    rewriter.replaceOpWithNewOp<SliceOp>(
        op, type, part, rewriter.getDenseI64ArrayAttr(zeros),
        rewriter.getDenseI64ArrayAttr(sizes),
        rewriter.getDenseI64ArrayAttr(*strides));
    return success();
  }
};

// Pattern: dynamic_gather(X, I, S) -> gather(X, I): the sizes are constant, or
//          follow from the result's, with checks
struct MakeGatherStatic : OpRewritePattern<DynamicGatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicGatherOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStatic(op.getResult()))
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    auto sizes = getConstantInts(op.getSliceSizes());
    if (!sizes) {
      auto given = getTensorType(op.getSliceSizes());
      if (!isStatic(op.getOperand()) || !isStatic(op.getSliceSizes()) ||
          !isa<IntegerType>(given.getElementType()))
        return rewriter.notifyMatchFailure(op,
                                           "expected sizes of a fixed width");
      if (takesFromNothing(op))
        return rewriter.notifyMatchFailure(
            op, "expected an operand with elements for those of the result");
      sizes = assertSizes(op, rewriter);
    }
    rewriter.replaceOpWithNewOp<GatherOp>(
        op, op.getResult().getType(), op.getOperand(), op.getStartIndices(),
        op.getDimensionNumbersAttr(), rewriter.getDenseI64ArrayAttr(*sizes),
        op.getIndicesAreSortedAttr());
    return success();
  }

private:
  /// Whether no sizes give the result: it has elements, the operand none.
  static bool takesFromNothing(DynamicGatherOp op) {
    return getTensorType(op.getResult()).getNumElements() != 0 &&
           getTensorType(op.getOperand()).getNumElements() == 0;
  }

  /// The sizes that the result's follow from; the program fails on others.
  static SmallVector<int64_t> assertSizes(DynamicGatherOp op,
                                          PatternRewriter &rewriter) {
    GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
    ArrayRef<int64_t> offsets = numbers.getOffsetDims();
    auto result = getTensorType(op.getResult());
    bool isEmpty = llvm::is_contained(result.getShape(), 0);
    SmallVector<int64_t> sizes;
    for (auto [dim, whole] :
         llvm::enumerate(getTensorType(op.getOperand()).getShape())) {
      int64_t least, most;
      if (llvm::is_contained(numbers.getCollapsedSliceDims(), dim) ||
          llvm::is_contained(numbers.getOperandBatchingDims(), dim)) {
        most = std::min<int64_t>(whole, 1);
        least = isEmpty ? 0 : 1;
      } else {
        least = most = result.getDimSize(offsets.front());
        offsets = offsets.drop_front();
      }
      Requirements requirements(rewriter, op.getLoc());
      Value size =
          requirements.widen(createElement(op.getSliceSizes(), dim, rewriter));
      requirements.add(size, ComparisonDirection::GE, least);
      requirements.add(size, ComparisonDirection::LE, most);
      requirements.check(size, "dynamic_gather expects a slice size of " +
                                   Twine(most) + " in dimension " + Twine(dim) +
                                   ", but got {0}");
      sizes.push_back(most);
    }
    return sizes;
  }
};

// Pattern: set_dimension_size(X, constant) -> slice(X)
struct MakeSetDimensionSizeStatic : OpRewritePattern<SetDimensionSizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SetDimensionSizeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStatic(op.getResult()) || !isStatic(op.getOperand()))
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    SmallVector<int64_t> zeros(op.getType().getRank(), 0);
    SmallVector<int64_t> ones(op.getType().getRank(), 1);
    rewriter.replaceOpWithNewOp<SliceOp>(
        op, op.getType(), op.getOperand(), rewriter.getDenseI64ArrayAttr(zeros),
        rewriter.getDenseI64ArrayAttr(op.getType().getShape()),
        rewriter.getDenseI64ArrayAttr(ones));
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
    patterns.add<MakeBroadcastStatic, MakeConvolutionStatic, MakeGatherStatic,
                 MakeIotaStatic, MakePadStatic, MakeReshapeStatic,
                 MakeSetDimensionSizeStatic, MakeSliceOfKnownSize>(
        &getContext());
    // A slice with constant bounds is better.
    patterns.add<MakeSliceStatic>(&getContext(), /*benefit=*/2);
    populateDynamicCallPatterns(patterns);
    xla::ReplacementCounter counter(numStaticOps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};
} // namespace
