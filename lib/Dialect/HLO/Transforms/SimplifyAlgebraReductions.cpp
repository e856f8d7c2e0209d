//===- SimplifyAlgebraReductions.cpp - Reductions that are not needed -----===//
//
// A reduction of one element is an elementwise op, two exact ones are one. A
// sum of floats keeps its start: 0 + -0 is 0. Sums of floats are not joined,
// because each of them rounds.
//
//===----------------------------------------------------------------------===//

#include "SimplifyAlgebra.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::hlo;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The op of two operands that a region applies to the accumulator and the
/// element, of their type; null where it does something else.
static Operation *getCombiner(Region &region) {
  Block &body = region.front();
  if (body.getNumArguments() != 2 ||
      !llvm::hasNItems(body.without_terminator(), 1))
    return nullptr;
  Operation &op = body.front();
  auto terminator = dyn_cast<ReturnOp>(body.getTerminator());
  bool combines =
      isa<AddOp, MultiplyOp, MaximumOp, MinimumOp, AndOp, OrOp, XorOp>(op) &&
      terminator && llvm::equal(terminator.getResults(), op.getResults()) &&
      op.getOperand(0) != op.getOperand(1) &&
      llvm::all_of(op.getOperands(),
                   [&](Value v) { return v.getParentBlock() == &body; });
  return combines ? &op : nullptr;
}

/// `reduce`'s combiner where it has one input and one type throughout, the
/// type is plain and the start a scalar; else null.
template <typename Op> static Operation *getPlainCombiner(Op op) {
  if (op.getInputs().size() != 1)
    return nullptr;
  Value input = op.getInputs().front(), init = op.getInitValues().front();
  Operation *combiner = getCombiner(op.getBody());
  Type type = op.getResultTypes().front();
  if (!combiner || !isPlain(input.getType()) || !isPlain(type) ||
      typeOf(init).getRank() != 0)
    return nullptr;
  Type element = getElementTypeOrSelf(type);
  return typeOf(input).getElementType() == element &&
                 typeOf(init).getElementType() == element &&
                 getElementTypeOrSelf(combiner->getResult(0).getType()) ==
                     element
             ? combiner
             : nullptr;
}

/// The start, as often as `type` has elements.
static Value createStart(PatternRewriter &rewriter, Location loc, Value init,
                         RankedTensorType type) {
  SplatElementsAttr splat;
  if (matchPattern(init, m_Constant(&splat)))
    return ConstantOp::create(rewriter, loc, splat.resizeSplat(type));
  return createBroadcast(rewriter, loc, init, type.getShape(), {});
}

/// Replaces `op` by its combiner, of the start and `elements`.
static void replaceByCombiner(PatternRewriter &rewriter, Operation *op,
                              Operation *combiner, Value init, Value elements) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value start = createStart(rewriter, op->getLoc(), init, type);
  auto accumulator = dyn_cast<BlockArgument>(combiner->getOperand(0));
  SmallVector<Value, 2> operands = {start, elements};
  if (!accumulator || accumulator.getArgNumber() != 0)
    std::swap(operands[0], operands[1]);
  OperationState state(op->getLoc(), combiner->getName(), operands, type);
  rewriter.replaceOp(op, rewriter.create(state)->getResults());
}

/// Whether one more of the same does not change what `combiner` gives.
static bool isIdempotent(Operation *combiner) {
  return isa<MaximumOp, MinimumOp, AndOp, OrOp>(combiner);
}

/// Whether `combiner` starts from `init` as if it had not.
static bool isNeutral(Operation *combiner, Value init) {
  DenseElementsAttr attr;
  if (!matchPattern(init, m_Constant(&attr)))
    return false;
  return llvm::TypeSwitch<Operation *, bool>(combiner)
      .Case<AddOp, OrOp, XorOp>([&](auto) { return isIntSplat(attr, 0); })
      .Case([&](MultiplyOp) { return isIntSplat(attr, 1); })
      .Case([&](AndOp) { return isIntSplat(attr, -1); })
      .Case([&](MaximumOp) { return isLowestSplat(attr); })
      .Case([&](MinimumOp) { return isHighestSplat(attr); })
      .Default([](Operation *) { return false; });
}

namespace {
// Pattern: reduce(X, I) of one element each -> combiner(I, reshape(X))
struct ReplaceReduceOfOne : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Operation *combiner = getPlainCombiner(op);
    if (!combiner)
      return rewriter.notifyMatchFailure(op, "expected one simple combiner");
    Value input = op.getInputs().front();
    if (llvm::any_of(op.getDimensions(), [&](int64_t dim) {
          return typeOf(input).getDimSize(dim) != 1;
        }))
      return rewriter.notifyMatchFailure(op, "expected single elements");
    Type type = op.getResultTypes().front();
    if (input.getType() != type)
      input = ReshapeOp::create(rewriter, op.getLoc(), type, input);
    replaceByCombiner(rewriter, op, combiner, op.getInitValues().front(),
                      input);
    return success();
  }
};

// Pattern: reduce_window(X, I) of one element each -> combiner(I, X)
struct ReplaceWindowOfOne : OpRewritePattern<ReduceWindowOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceWindowOp op,
                                PatternRewriter &rewriter) const override {
    Operation *combiner = getPlainCombiner(op);
    auto isOne = [](int64_t size) { return size == 1; };
    auto isOneOrNone = [&](std::optional<ArrayRef<int64_t>> sizes) {
      return !sizes || llvm::all_of(*sizes, isOne);
    };
    // Of the operand's type, so that nothing is padded or left out.
    if (!combiner || !llvm::all_of(op.getWindowDimensions(), isOne) ||
        !isOneOrNone(op.getWindowStrides()) ||
        !isOneOrNone(op.getBaseDilations()) ||
        (op.getPadding() && !isIntSplat(*op.getPadding(), 0)) ||
        op.getInputs().front().getType() != op.getResultTypes().front())
      return rewriter.notifyMatchFailure(op, "expected windows of an element");
    replaceByCombiner(rewriter, op, combiner, op.getInitValues().front(),
                      op.getInputs().front());
    return success();
  }
};

// Pattern: reduce(broadcast_in_dim(X), I) -> combiner(I, broadcast_in_dim(X)),
// over new dimensions, of min, max, and, or
struct ReplaceReduceOfCopies : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Operation *combiner = getPlainCombiner(op);
    auto broadcast = op.getInputs().front().getDefiningOp<BroadcastInDimOp>();
    if (!combiner || !broadcast || !isIdempotent(combiner) ||
        !isPlain(broadcast.getOperand().getType()) ||
        broadcast.getType().getNumElements() == 0)
      return rewriter.notifyMatchFailure(op, "expected copies of elements");
    SmallVector<int64_t> dims;
    for (int64_t dim : broadcast.getBroadcastDimensions()) {
      if (llvm::is_contained(op.getDimensions(), dim))
        return rewriter.notifyMatchFailure(op, "expected new dimensions");
      dims.push_back(dim - llvm::count_if(op.getDimensions(),
                                          [&](int64_t d) { return d < dim; }));
    }
    Value copies = BroadcastInDimOp::create(
        rewriter, broadcast.getLoc(), op.getResultTypes().front(),
        broadcast.getOperand(), rewriter.getDenseI64ArrayAttr(dims));
    replaceByCombiner(rewriter, op, combiner, op.getInitValues().front(),
                      copies);
    return success();
  }
};

// Pattern: reduce(reduce(X, neutral), I) -> reduce(X, I), of one combiner,
// which is exact: not of sums and products of floats
struct MergeReduces : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Operation *combiner = getPlainCombiner(op);
    auto inner = op.getInputs().front().getDefiningOp<ReduceOp>();
    Operation *innerCombiner = inner ? getPlainCombiner(inner) : nullptr;
    if (!combiner || !innerCombiner || !inner->hasOneUse() ||
        combiner->getName() != innerCombiner->getName() ||
        !isNeutral(combiner, inner.getInitValues().front()))
      return rewriter.notifyMatchFailure(op, "expected two of one combiner");
    SmallVector<int64_t> dims(inner.getDimensions()), kept;
    for (int64_t dim = 0; dim < typeOf(inner.getInputs().front()).getRank();
         ++dim)
      if (!llvm::is_contained(inner.getDimensions(), dim))
        kept.push_back(dim);
    for (int64_t dim : op.getDimensions())
      dims.push_back(kept[dim]);
    llvm::sort(dims);
    auto merged = ReduceOp::create(
        rewriter, rewriter.getFusedLoc({inner.getLoc(), op.getLoc()}),
        op.getResultTypes(), inner.getInputs(), op.getInitValues(),
        rewriter.getDenseI64ArrayAttr(dims));
    rewriter.inlineRegionBefore(op.getBody(), merged.getBody(),
                                merged.getBody().end());
    rewriter.replaceOp(op, merged);
    return success();
  }
};

// Pattern: reduce(transpose(X), I) -> reduce(X, I), where what stays is in
// order
struct ReduceBeforeTranspose : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInputs().front().getDefiningOp<TransposeOp>();
    if (!inner || !getPlainCombiner(op) ||
        !isPlain(inner.getOperand().getType()))
      return rewriter.notifyMatchFailure(op, "expected a transposed operand");
    SmallVector<int64_t> dims, kept;
    for (auto [to, from] : llvm::enumerate(inner.getPermutation()))
      (llvm::is_contained(op.getDimensions(), static_cast<int64_t>(to)) ? dims
                                                                        : kept)
          .push_back(from);
    if (!llvm::is_sorted(kept))
      return rewriter.notifyMatchFailure(op, "expected dimensions in order");
    llvm::sort(dims);
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputsMutable().assign(inner.getOperand());
      op.setDimensions(dims);
    });
    return success();
  }
};
} // namespace

void xla::hlo::populateReductionRules(RewritePatternSet &patterns) {
  patterns
      .addWithLabel<MergeReduces, ReduceBeforeTranspose, ReplaceReduceOfCopies,
                    ReplaceReduceOfOne, ReplaceWindowOfOne>(
          {"reduction"}, patterns.getContext());
}
