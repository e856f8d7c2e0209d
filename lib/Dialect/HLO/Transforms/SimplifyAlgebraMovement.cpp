//===- SimplifyAlgebraMovement.cpp - Ops that move elements ---------------===//
//
// Two movements become one, and one that moves nothing, or only what has one
// element, goes. What a rule makes reads no element more than what was there.
//
//===----------------------------------------------------------------------===//

#include "SimplifyAlgebra.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace xla::hlo;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether `op` and what it moves are plain, and dimensions can be told.
static bool isPlainMovement(Operation *op) {
  return isPlain(op->getResult(0).getType()) &&
         isPlain(op->getOperand(0).getType());
}

namespace {
//===----------------------------------------------------------------------===//
// Reshape, transpose, broadcast, reverse
//===----------------------------------------------------------------------===//

// Pattern: reshape(reshape(X)) -> reshape(X)
struct MergeReshapes : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<ReshapeOp>();
    if (!inner || !op.getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected two reshapes");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(),
                                           inner.getOperand());
    return success();
  }
};

// Pattern: transpose(transpose(X)) -> transpose(X)
struct MergeTransposes : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<TransposeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "expected two transposes");
    rewriter.replaceOpWithNewOp<TransposeOp>(
        op, op.getType(), inner.getOperand(),
        compose(rewriter, inner.getPermutation(), op.getPermutation()));
    return success();
  }
};

// Pattern: transpose(broadcast_in_dim(X)) -> broadcast_in_dim(X)
struct MergeTransposeIntoBroadcast : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<BroadcastInDimOp>();
    if (!inner || !op.getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected a broadcast operand");
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), inner.getOperand(),
        compose(rewriter, invertPermutationVector(op.getPermutation()),
                inner.getBroadcastDimensions()));
    return success();
  }
};

// Pattern: broadcast_in_dim(broadcast_in_dim(X)) -> broadcast_in_dim(X)
struct MergeBroadcasts : OpRewritePattern<BroadcastInDimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastInDimOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<BroadcastInDimOp>();
    if (!inner || !op.getType().hasStaticShape() ||
        !inner.getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected two broadcasts");
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), inner.getOperand(),
        compose(rewriter, op.getBroadcastDimensions(),
                inner.getBroadcastDimensions()));
    return success();
  }
};

// Pattern: reverse(X) -> X along dimensions of more than one element
// Pattern: reverse(reverse(X)) -> reverse(X), along what only one of them names
// Pattern: reverse(broadcast_in_dim(X)) -> broadcast_in_dim(X), along new ones
struct DropReversedDims : OpRewritePattern<ReverseOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReverseOp op,
                                PatternRewriter &rewriter) const override {
    if (!isPlainMovement(op))
      return rewriter.notifyMatchFailure(op, "expected plain types");
    Value operand = op.getOperand();
    SmallVector<int64_t> dims;
    llvm::copy_if(op.getDimensions(), std::back_inserter(dims),
                  [&](int64_t dim) { return isMoved(operand, dim); });
    if (auto inner = operand.getDefiningOp<ReverseOp>()) {
      operand = inner.getOperand();
      for (int64_t dim : inner.getDimensions())
        if (auto *again = llvm::find(dims, dim); again != dims.end())
          dims.erase(again);
        else
          dims.push_back(dim);
      llvm::sort(dims);
    } else if (dims.size() == op.getDimensions().size()) {
      return rewriter.notifyMatchFailure(op, "expected what does not move");
    }
    if (operand.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "expected one type");
    if (dims.empty())
      rewriter.replaceOp(op, operand);
    else
      rewriter.replaceOpWithNewOp<ReverseOp>(
          op, op.getType(), operand, rewriter.getDenseI64ArrayAttr(dims));
    return success();
  }

private:
  static bool isMoved(Value operand, int64_t dim) {
    if (typeOf(operand).getDimSize(dim) <= 1)
      return false;
    auto broadcast = operand.getDefiningOp<BroadcastInDimOp>();
    if (!broadcast)
      return true;
    ArrayRef<int64_t> dims = broadcast.getBroadcastDimensions();
    const auto *from = llvm::find(dims, dim);
    return from != dims.end() && broadcast.getOperand().getType().getDimSize(
                                     from - dims.begin()) != 1;
  }
};

// Pattern: transpose(X) -> reshape(X), where only dimensions of one element
// change places
struct ReplaceTransposeOfUnitDims : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isPlainMovement(op))
      return rewriter.notifyMatchFailure(op, "expected plain types");
    SmallVector<int64_t> order;
    for (int64_t dim : op.getPermutation())
      if (op.getOperand().getType().getDimSize(dim) != 1)
        order.push_back(dim);
    if (!llvm::is_sorted(order))
      return rewriter.notifyMatchFailure(op, "expected elements in order");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getOperand());
    return success();
  }
};

// Pattern: broadcast_in_dim(transpose(X)) -> broadcast_in_dim(X)
struct MergeBroadcastOfTranspose : OpRewritePattern<BroadcastInDimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastInDimOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<TransposeOp>();
    if (!inner || !isPlainMovement(op))
      return rewriter.notifyMatchFailure(op, "expected a transposed operand");
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), inner.getOperand(),
        compose(rewriter, op.getBroadcastDimensions(),
                invertPermutationVector(inner.getPermutation())));
    return success();
  }
};

// Pattern: broadcast_in_dim(reshape(X)) -> broadcast_in_dim(X), where the
// reshape only adds dimensions of one element
struct MergeBroadcastOfReshape : OpRewritePattern<BroadcastInDimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastInDimOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<ReshapeOp>();
    if (!inner || !isPlainMovement(op) || !isPlainMovement(inner))
      return rewriter.notifyMatchFailure(op, "expected a reshaped operand");
    auto kept = matchUnitDims(inner.getOperand().getType().getShape(),
                              inner.getType().getShape());
    if (!kept || llvm::is_contained(*kept, -1))
      return rewriter.notifyMatchFailure(op, "expected new dimensions only");
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), inner.getOperand(),
        compose(rewriter, op.getBroadcastDimensions(), *kept));
    return success();
  }
};

// Pattern: reshape(broadcast_in_dim(X)) -> broadcast_in_dim(X), where the
// reshape adds dimensions of one element or drops such that X has not
struct MergeReshapeOfBroadcast : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<BroadcastInDimOp>();
    if (!inner || !isPlainMovement(op) || !isPlainMovement(inner))
      return rewriter.notifyMatchFailure(op, "expected a broadcast operand");
    SmallVector<int64_t> dims;
    if (inner.getOperand().getType().getRank() != 0) {
      auto kept =
          matchUnitDims(inner.getType().getShape(), op.getType().getShape());
      if (!kept)
        return rewriter.notifyMatchFailure(op, "expected the same dimensions");
      for (int64_t dim : inner.getBroadcastDimensions())
        dims.push_back((*kept)[dim]);
    }
    if (llvm::is_contained(dims, -1))
      return rewriter.notifyMatchFailure(op, "expected dimensions that stay");
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), inner.getOperand(),
        rewriter.getDenseI64ArrayAttr(dims));
    return success();
  }
};

/// The dimension of the result of `op` along which numbers of its operand's
/// dimension `dim` go on; -1 where they do not.
static int64_t followDim(Operation *op, int64_t dim) {
  if (auto transpose = dyn_cast<TransposeOp>(op))
    return llvm::find(transpose.getPermutation(), dim) -
           transpose.getPermutation().begin();
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
    int64_t to = broadcast.getBroadcastDimensions()[dim];
    return broadcast.getType().getDimSize(to) ==
                   broadcast.getOperand().getType().getDimSize(dim)
               ? to
               : -1;
  }
  if (auto reverse = dyn_cast<ReverseOp>(op))
    return llvm::is_contained(reverse.getDimensions(), dim) ? -1 : dim;
  if (auto slice = dyn_cast<SliceOp>(op))
    return slice.getStartIndices()[dim] == 0 && slice.getStrides()[dim] == 1
               ? dim
               : -1;
  auto dims = matchUnitDims(typeOf(op->getOperand(0)).getShape(),
                            typeOf(op->getResult(0)).getShape());
  return dims ? (*dims)[dim] : -1;
}

// Pattern: op(iota) -> iota, of op that moves, repeats or drops elements in
// other dimensions than the one that counts
template <typename Op> struct MoveIota : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto iota = op->getOperand(0).template getDefiningOp<IotaOp>();
    if (!iota || !isPlainMovement(op))
      return rewriter.notifyMatchFailure(op, "expected an iota");
    int64_t dim = followDim(op, iota.getIotaDimension());
    if (dim < 0)
      return rewriter.notifyMatchFailure(op, "expected numbers in order");
    rewriter.replaceOpWithNewOp<IotaOp>(op, op.getType(), dim);
    return success();
  }
};

// Pattern: iota along one element -> 0
struct FoldIotaOfOne : OpRewritePattern<IotaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IotaOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    if (!isPlain(type) || type.getDimSize(op.getIotaDimension()) != 1)
      return rewriter.notifyMatchFailure(op, "expected one element");
    rewriter.replaceOp(op, createSplatConstant(rewriter, op.getLoc(), type, 0));
    return success();
  }
};

} // namespace

void xla::hlo::populateMovementRules(RewritePatternSet &patterns) {
  patterns.addWithLabel<
      DropReversedDims, FoldIotaOfOne, MergeBroadcastOfReshape,
      MergeBroadcastOfTranspose, MergeBroadcasts, MergeReshapeOfBroadcast,
      MergeReshapes, MergeTransposeIntoBroadcast, MergeTransposes,
      MoveIota<BroadcastInDimOp>, MoveIota<ReshapeOp>, MoveIota<ReverseOp>,
      MoveIota<SliceOp>, MoveIota<TransposeOp>, ReplaceTransposeOfUnitDims>(
      {"movement"}, patterns.getContext());
  populatePartRules(patterns);
}
