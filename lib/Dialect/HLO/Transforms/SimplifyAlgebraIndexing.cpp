//===- SimplifyAlgebraIndexing.cpp - Indices that are known ---------------===//
//
// Reading and writing at indices that are constant, or that cannot matter, is
// movement of fixed parts, which fuses; sorting one element is nothing.
//
//===----------------------------------------------------------------------===//

#include "SimplifyAlgebra.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace xla::hlo;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The number that an index of integer type `element` stands for; numbers over
/// those of int64_t are the greatest of them.
static int64_t getIndex(const APInt &value, Type element) {
  if (!isUnsignedElement(element))
    return value.getSExtValue();
  return value.getLimitedValue(std::numeric_limits<int64_t>::max());
}

static int64_t clampStart(int64_t start, int64_t size, int64_t sliceSize) {
  return std::clamp<int64_t>(start, 0, size - sliceSize);
}

/// The part of `operand` of `sizes` from `starts` on, which must lie inside.
static Value createSlice(PatternRewriter &rewriter, Location loc, Value operand,
                         ArrayRef<int64_t> starts, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> limits, strides(sizes.size(), 1);
  for (auto [start, size] : llvm::zip_equal(starts, sizes))
    limits.push_back(start + size);
  return SliceOp::create(rewriter, loc, typeOf(operand).clone(sizes), operand,
                         rewriter.getDenseI64ArrayAttr(starts),
                         rewriter.getDenseI64ArrayAttr(limits),
                         rewriter.getDenseI64ArrayAttr(strides));
}

/// The numbers of the only index vector in `indices`; nothing where there are
/// more or they are not constant.
static std::optional<SmallVector<int64_t>>
getOnlyIndex(Value indices, ArrayRef<int64_t> indexMap) {
  SmallVector<int64_t> result;
  if (!isPlain(indices.getType()) ||
      typeOf(indices).getNumElements() !=
          static_cast<int64_t>(std::max<size_t>(indexMap.size(), 1)))
    return std::nullopt;
  if (indexMap.empty())
    return result;
  DenseElementsAttr attr;
  if (!matchPattern(indices, m_Constant(&attr)))
    return std::nullopt;
  for (const APInt &value : attr.getValues<APInt>())
    result.push_back(getIndex(value, attr.getElementType()));
  return result;
}

namespace {
//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

// Pattern: dynamic_slice(X, constants) -> slice(X)
// Pattern: dynamic_slice(X, ...) -> X, where it takes all
struct ReplaceDynamicSlice : OpRewritePattern<DynamicSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicSliceOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = typeOf(op.getOperand());
    if (!isPlain(type) || !isPlain(op.getType()))
      return rewriter.notifyMatchFailure(op, "expected plain types");
    SmallVector<int64_t> starts;
    for (auto [dim, index] : llvm::enumerate(op.getStartIndices())) {
      int64_t size = type.getDimSize(dim), sliceSize = op.getSliceSizes()[dim];
      std::optional<APInt> start = getConstantInt(index);
      if (!start && size != sliceSize)
        return rewriter.notifyMatchFailure(op, "expected constant indices");
      starts.push_back(
          size == sliceSize
              ? 0
              : clampStart(getIndex(*start, typeOf(index).getElementType()),
                           size, sliceSize));
    }
    if (type == op.getType())
      rewriter.replaceOp(op, op.getOperand());
    else
      rewriter.replaceOp(op, createSlice(rewriter, op.getLoc(), op.getOperand(),
                                         starts, op.getSliceSizes()));
    return success();
  }
};

// Pattern: dynamic_slice(broadcast_in_dim(X), ...) -> broadcast_in_dim(X), of a
// part along new dimensions
struct ShrinkBroadcastDynamically : OpRewritePattern<DynamicSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<BroadcastInDimOp>();
    if (!inner || !isPlain(op.getType()) || !isPlain(inner.getType()) ||
        !isPlain(inner.getOperand().getType()))
      return rewriter.notifyMatchFailure(op, "expected a broadcast operand");
    ArrayRef<int64_t> shape = inner.getOperand().getType().getShape();
    for (auto [from, to] : llvm::enumerate(inner.getBroadcastDimensions()))
      if (shape[from] != 1 && op.getSliceSizes()[to] != shape[from])
        return rewriter.notifyMatchFailure(op, "expected all of the operand");
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), inner.getOperand(),
        inner.getBroadcastDimensionsAttr());
    return success();
  }
};

// Pattern: dynamic_update_slice(X, Y, ...) -> Y, where it replaces all
struct ReplaceWholeUpdate : OpRewritePattern<DynamicUpdateSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicUpdateSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isPlain(op.getType()) || op.getUpdate().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "expected all to be replaced");
    rewriter.replaceOp(op, op.getUpdate());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

// Pattern: gather(X, constant) -> reshape(slice(X)), of one index vector
struct ReplaceGatherOfOne : OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override {
    GatherDimensionNumbersAttr dims = op.getDimensionNumbers();
    RankedTensorType type = typeOf(op.getOperand());
    if (!isPlain(type) || !isPlain(op.getType()) ||
        op.getType().getNumElements() == 0)
      return rewriter.notifyMatchFailure(op, "expected plain types");
    auto index = getOnlyIndex(op.getStartIndices(), dims.getStartIndexMap());
    if (!index)
      return rewriter.notifyMatchFailure(op, "expected one constant index");
    SmallVector<int64_t> starts(type.getRank(), 0);
    for (auto [dim, start] : llvm::zip_equal(dims.getStartIndexMap(), *index))
      starts[dim] =
          clampStart(start, type.getDimSize(dim), op.getSliceSizes()[dim]);
    Value slice = createSlice(rewriter, op.getLoc(), op.getOperand(), starts,
                              op.getSliceSizes());
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), slice);
    return success();
  }
};

// Pattern: scatter(X, constant, Y) -> dynamic_update_slice(X, reshape(Y)), of
// one index vector inside, where Y takes the place of what was there
struct ReplaceScatterOfOne : OpRewritePattern<ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 1)
      return rewriter.notifyMatchFailure(op, "expected one input");
    Value input = op.getInputs().front(), update = op.getUpdates().front();
    RankedTensorType type = typeOf(input);
    if (!isPlain(type) || !isPlain(update.getType()) || !replaces(op) ||
        typeOf(update).getElementType() != type.getElementType() ||
        op.getResultTypes().front() != type)
      return rewriter.notifyMatchFailure(op, "expected updates as they are");
    ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
    auto index = getOnlyIndex(op.getScatterIndices(),
                              dims.getScatterDimsToOperandDims());
    if (!index)
      return rewriter.notifyMatchFailure(op, "expected one constant index");
    SmallVector<int64_t> starts(type.getRank(), 0), sizes = getWindow(op);
    for (auto [dim, start] :
         llvm::zip_equal(dims.getScatterDimsToOperandDims(), *index))
      starts[dim] = start;
    // Without overflow: an index can be any number.
    for (auto [dim, start] : llvm::enumerate(starts))
      if (start < 0 || start > type.getDimSize(dim) - sizes[dim])
        return rewriter.notifyMatchFailure(op, "expected an index inside");
    Location loc = op.getLoc();
    SmallVector<Value> indices;
    for (int64_t start : starts)
      indices.push_back(
          createScalarConstant(rewriter, loc, rewriter.getI64Type(), start));
    Value part = ReshapeOp::create(rewriter, loc, type.clone(sizes), update);
    rewriter.replaceOpWithNewOp<DynamicUpdateSliceOp>(op, type, input, part,
                                                      indices);
    return success();
  }

private:
  /// Whether the update computation is its second argument.
  static bool replaces(ScatterOp op) {
    Block &body = op.getUpdateComputation().front();
    auto terminator = dyn_cast<ReturnOp>(body.getTerminator());
    return terminator && llvm::hasNItems(body, 1) &&
           body.getNumArguments() == 2 &&
           terminator.getResults().front() == body.getArgument(1);
  }

  /// The sizes of the window in the dimensions of the input.
  static SmallVector<int64_t> getWindow(ScatterOp op) {
    ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
    RankedTensorType update = typeOf(op.getUpdates().front());
    const int64_t *next = dims.getUpdateWindowDims().begin();
    SmallVector<int64_t> sizes;
    for (int64_t dim = 0; dim < typeOf(op.getInputs().front()).getRank(); ++dim)
      sizes.push_back(
          llvm::is_contained(dims.getInsertedWindowDims(), dim) ||
                  llvm::is_contained(dims.getInputBatchingDims(), dim)
              ? 1
              : update.getDimSize(*next++));
    return sizes;
  }
};

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

// Pattern: sort(X) -> X, of at most one element
struct DropSortOfOne : OpRewritePattern<SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SortOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = typeOf(op.getInputs().front());
    int64_t dim = static_cast<int64_t>(op.getDimension());
    if (dim < 0)
      dim += type.getRank();
    if (!type.hasStaticShape() || type.getDimSize(dim) > 1 ||
        !isMemoryEffectFree(op) ||
        !llvm::equal(op->getOperandTypes(), op->getResultTypes()))
      return rewriter.notifyMatchFailure(op, "expected nothing to sort");
    rewriter.replaceOp(op, op.getInputs());
    return success();
  }
};

// Pattern: sort(X, Y) -> sort(X), where nothing reads Y
struct DropUnusedSortInputs : OpRewritePattern<SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SortOp op,
                                PatternRewriter &rewriter) const override {
    Block &body = op.getComparator().front();
    SmallVector<Value> inputs;
    SmallVector<Type> types;
    llvm::BitVector unusedArguments(body.getNumArguments());
    llvm::BitVector isKept(op.getInputs().size());
    for (auto [i, input, result] :
         llvm::enumerate(op.getInputs(), op.getResults())) {
      bool isUsed = !result.use_empty() ||
                    !body.getArgument(2 * i).use_empty() ||
                    !body.getArgument(2 * i + 1).use_empty();
      if (isUsed) {
        inputs.push_back(input);
        types.push_back(result.getType());
        isKept.set(i);
      } else {
        unusedArguments.set(2 * i, 2 * i + 2);
      }
    }
    if (inputs.empty() || inputs.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "expected unused inputs");
    auto sort = SortOp::create(rewriter, op.getLoc(), types, inputs,
                               op.getDimension(), op.getIsStable());
    rewriter.inlineRegionBefore(op.getComparator(), sort.getComparator(),
                                sort.getComparator().end());
    sort.getComparator().front().eraseArguments(unusedArguments);
    SmallVector<Value> results;
    for (unsigned i = 0, next = 0; i < isKept.size(); ++i)
      // Of what nothing reads, anything of the type will do.
      results.push_back(isKept[i] ? sort.getResults()[next++]
                                  : op.getInputs()[i]);
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void xla::hlo::populateIndexingRules(RewritePatternSet &patterns) {
  patterns
      .addWithLabel<DropSortOfOne, DropUnusedSortInputs, ReplaceDynamicSlice,
                    ReplaceGatherOfOne, ReplaceScatterOfOne, ReplaceWholeUpdate,
                    ShrinkBroadcastDynamically>({"indexing"},
                                                patterns.getContext());
}
