//===- SimplifyAlgebraParts.cpp - Slice, concatenate, pad -----------------===//
//
// Parts of parts, parts of what was put together, and parts put together again:
// rules of the family of movement. A concatenation or a padding is a kernel of
// its own, so that none is better than a small one.
//
//===----------------------------------------------------------------------===//

#include "SimplifyAlgebra.h"

using namespace mlir;
using namespace xla::hlo;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static bool isPlainPart(Operation *op) {
  return isPlain(op->getResult(0).getType()) &&
         isPlain(op->getOperand(0).getType());
}

/// Whether `op` takes all elements in a row along `dim`.
static bool takesAll(SliceOp op, int64_t dim) {
  return op.getStartIndices()[dim] == 0 && op.getStrides()[dim] == 1 &&
         op.getLimitIndices()[dim] == typeOf(op.getOperand()).getDimSize(dim);
}

/// Replaces `op` by a slice of `operand` with other bounds.
static void replaceSlice(PatternRewriter &rewriter, Operation *op,
                         Value operand, ArrayRef<int64_t> starts,
                         ArrayRef<int64_t> limits, ArrayRef<int64_t> strides) {
  rewriter.replaceOpWithNewOp<SliceOp>(op, op->getResult(0).getType(), operand,
                                       rewriter.getDenseI64ArrayAttr(starts),
                                       rewriter.getDenseI64ArrayAttr(limits),
                                       rewriter.getDenseI64ArrayAttr(strides));
}

namespace {
//===----------------------------------------------------------------------===//
// Slices of something
//===----------------------------------------------------------------------===//

// Pattern: slice(slice(X)) -> slice(X)
struct MergeSlices : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<SliceOp>();
    if (!inner || !isPlainPart(op) || !isPlainPart(inner) ||
        typeOf(op).getNumElements() == 0)
      return rewriter.notifyMatchFailure(op, "expected a part of a part");
    SmallVector<int64_t> starts, limits, strides;
    for (int64_t dim = 0; dim < typeOf(op).getRank(); ++dim) {
      int64_t stride = inner.getStrides()[dim];
      int64_t size = typeOf(op).getDimSize(dim);
      starts.push_back(inner.getStartIndices()[dim] +
                       op.getStartIndices()[dim] * stride);
      strides.push_back(size > 1 ? op.getStrides()[dim] * stride : 1);
      limits.push_back(starts.back() + (size - 1) * strides.back() + 1);
    }
    replaceSlice(rewriter, op, inner.getOperand(), starts, limits, strides);
    return success();
  }
};

// Pattern: slice(broadcast_in_dim(X)) -> broadcast_in_dim(X), of a part along
// new dimensions
struct ShrinkBroadcast : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<BroadcastInDimOp>();
    if (!inner || !isPlainPart(op) || !isPlainPart(inner))
      return rewriter.notifyMatchFailure(op, "expected a broadcast operand");
    ArrayRef<int64_t> shape = inner.getOperand().getType().getShape();
    for (auto [from, to] : llvm::enumerate(inner.getBroadcastDimensions()))
      if (shape[from] != 1 && !takesAll(op, to))
        return rewriter.notifyMatchFailure(op, "expected all of the operand");
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), inner.getOperand(),
        inner.getBroadcastDimensionsAttr());
    return success();
  }
};

// Pattern: slice(concatenate(..., X, ...)) -> slice(X)
struct SliceOneOfConcatenate : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<ConcatenateOp>();
    if (!inner || !isPlainPart(op) ||
        !llvm::all_of(inner->getOperandTypes(), isPlain))
      return rewriter.notifyMatchFailure(op, "expected a concatenation");
    int64_t dim = inner.getDimension();
    int64_t start = op.getStartIndices()[dim], begin = 0;
    // The last element counts: the limit may lie behind it by the stride.
    int64_t end =
        start + (typeOf(op).getDimSize(dim) - 1) * op.getStrides()[dim];
    for (Value input : inner.getInputs()) {
      int64_t size = typeOf(input).getDimSize(dim);
      if (start >= begin && start <= end && end < begin + size) {
        SmallVector<int64_t> starts(op.getStartIndices()),
            limits(op.getLimitIndices());
        starts[dim] = start - begin;
        limits[dim] = end - begin + 1;
        replaceSlice(rewriter, op, input, starts, limits, op.getStrides());
        return success();
      }
      begin += size;
    }
    return rewriter.notifyMatchFailure(op, "expected parts of one operand");
  }
};

// Pattern: slice(pad(X, V)) -> slice(X), of a part without padding
struct SliceInsidePad : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<PadOp>();
    if (!inner || !isPlainPart(op) || !isPlainPart(inner))
      return rewriter.notifyMatchFailure(op, "expected a padded operand");
    SmallVector<int64_t> starts, limits;
    for (int64_t dim = 0; dim < typeOf(op).getRank(); ++dim) {
      int64_t low = inner.getEdgePaddingLow()[dim];
      starts.push_back(op.getStartIndices()[dim] - low);
      limits.push_back(op.getLimitIndices()[dim] - low);
      if (inner.getInteriorPadding()[dim] != 0 || starts.back() < 0 ||
          limits.back() > typeOf(inner.getOperand()).getDimSize(dim))
        return rewriter.notifyMatchFailure(op, "expected elements alone");
    }
    replaceSlice(rewriter, op, inner.getOperand(), starts, limits,
                 op.getStrides());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Concatenations
//===----------------------------------------------------------------------===//

/// The part of `first`'s operand that is the elements of `first`, then those of
/// `second`, along `dim`; none where they do not lie side by side.
std::optional<SmallVector<int64_t>>
findJoinedLimits(SliceOp first, SliceOp second, int64_t dim) {
  if (!first || !second || first.getOperand() != second.getOperand() ||
      !isPlainPart(first) || !isPlainPart(second))
    return std::nullopt;
  for (int64_t d = 0; d < typeOf(first).getRank(); ++d) {
    bool fits =
        d == dim
            ? first.getStrides()[d] == 1 && second.getStrides()[d] == 1 &&
                  first.getLimitIndices()[d] == second.getStartIndices()[d]
            : first.getStrides()[d] == second.getStrides()[d] &&
                  first.getStartIndices()[d] == second.getStartIndices()[d] &&
                  first.getLimitIndices()[d] == second.getLimitIndices()[d];
    if (!fits)
      return std::nullopt;
  }
  SmallVector<int64_t> limits(first.getLimitIndices());
  limits[dim] = second.getLimitIndices()[dim];
  return limits;
}

// Pattern: concatenate(slice(X), slice(X)) -> slice(X), of what lies side by
// side, also among others
struct JoinSlices : OpRewritePattern<ConcatenateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConcatenateOp op,
                                PatternRewriter &rewriter) const override {
    int64_t dim = op.getDimension();
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      SliceOp last =
          inputs.empty() ? SliceOp() : inputs.back().getDefiningOp<SliceOp>();
      auto limits = findJoinedLimits(last, input.getDefiningOp<SliceOp>(), dim);
      if (!limits) {
        inputs.push_back(input);
        continue;
      }
      SmallVector<int64_t> shape(typeOf(last).getShape());
      shape[dim] += typeOf(input).getDimSize(dim);
      inputs.back() = SliceOp::create(
          rewriter, rewriter.getFusedLoc({last.getLoc(), input.getLoc()}),
          typeOf(last).clone(shape), last.getOperand(),
          last.getStartIndicesAttr(), rewriter.getDenseI64ArrayAttr(*limits),
          last.getStridesAttr());
    }
    if (inputs.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "expected neighbours");
    if (inputs.size() == 1 && inputs.front().getType() == op.getType())
      rewriter.replaceOp(op, inputs.front());
    else
      rewriter.replaceOpWithNewOp<ConcatenateOp>(op, op.getType(), inputs, dim);
    return success();
  }
};

// Pattern: concatenate(concatenate(X, Y), Z) -> concatenate(X, Y, Z), along one
// dimension, where nothing else needs the inner one
struct FlattenConcatenates : OpRewritePattern<ConcatenateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConcatenateOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      auto inner = input.getDefiningOp<ConcatenateOp>();
      if (inner && inner->hasOneUse() &&
          inner.getDimension() == op.getDimension())
        llvm::append_range(inputs, inner.getInputs());
      else
        inputs.push_back(input);
    }
    if (inputs.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "expected nested ones");
    rewriter.replaceOpWithNewOp<ConcatenateOp>(op, op.getType(), inputs,
                                               op.getDimension());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Paddings
//===----------------------------------------------------------------------===//

static bool isAll(ArrayRef<int64_t> list, function_ref<bool(int64_t)> test) {
  return llvm::all_of(list, test);
}

// Pattern: pad(X, V) -> slice(X), where it only takes elements away
struct ReplacePadBySlice : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    auto takes = [](int64_t count) { return count <= 0; };
    if (!isPlainPart(op) || typeOf(op).getNumElements() == 0 ||
        !isAll(op.getEdgePaddingLow(), takes) ||
        !isAll(op.getEdgePaddingHigh(), takes) ||
        !isAll(op.getInteriorPadding(), takes))
      return rewriter.notifyMatchFailure(op, "expected no padding");
    SmallVector<int64_t> starts, limits, strides(typeOf(op).getRank(), 1);
    for (int64_t dim = 0; dim < typeOf(op).getRank(); ++dim) {
      starts.push_back(-op.getEdgePaddingLow()[dim]);
      limits.push_back(starts.back() + typeOf(op).getDimSize(dim));
    }
    replaceSlice(rewriter, op, op.getOperand(), starts, limits, strides);
    return success();
  }
};

// Pattern: pad(pad(X, V), V) -> pad(X, V)
struct MergePads : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<PadOp>();
    auto isZero = [](int64_t count) { return count == 0; };
    auto adds = [](int64_t count) { return count >= 0; };
    if (!inner || inner.getPaddingValue() != op.getPaddingValue() ||
        !isPlainPart(op) || !isPlainPart(inner) ||
        !isAll(op.getInteriorPadding(), isZero) ||
        // What the outer one takes away, the inner one must not have added.
        !isAll(op.getEdgePaddingLow(), adds) ||
        !isAll(op.getEdgePaddingHigh(), adds) ||
        !isAll(inner.getEdgePaddingLow(), adds) ||
        !isAll(inner.getEdgePaddingHigh(), adds))
      return rewriter.notifyMatchFailure(op, "expected the same padding twice");
    SmallVector<int64_t> low, high;
    for (int64_t dim = 0; dim < typeOf(op).getRank(); ++dim) {
      low.push_back(op.getEdgePaddingLow()[dim] +
                    inner.getEdgePaddingLow()[dim]);
      high.push_back(op.getEdgePaddingHigh()[dim] +
                     inner.getEdgePaddingHigh()[dim]);
    }
    rewriter.replaceOpWithNewOp<PadOp>(
        op, op.getType(), inner.getOperand(), op.getPaddingValue(),
        rewriter.getDenseI64ArrayAttr(low), rewriter.getDenseI64ArrayAttr(high),
        inner.getInteriorPaddingAttr());
    return success();
  }
};
} // namespace

void xla::hlo::populatePartRules(RewritePatternSet &patterns) {
  patterns.addWithLabel<FlattenConcatenates, JoinSlices, MergePads, MergeSlices,
                        ReplacePadBySlice, ShrinkBroadcast, SliceInsidePad,
                        SliceOneOfConcatenate>({"movement"},
                                               patterns.getContext());
}
