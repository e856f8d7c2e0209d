//===- SimplifyDots.cpp - Products that are smaller than they look --------===//
//
// A matrix that a product has in every batch is read once, as one product of
// all rows; a sum of one term is a multiplication. Assumes verified HLO. Sums
// are of the same terms, in an order that is free.
//
//===----------------------------------------------------------------------===//

#include "Dots.h"
#include "SimplifyAlgebra.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOSIMPLIFYDOTSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-simplify-dots"
static xla::PassCounter numSimplifiedDots(DEBUG_TYPE, "num-simplified-dots");

/// Elements of a product of one term from which on it is elementwise: loops of
/// a small dot are shorter where rows fill no vectors.
static constexpr int64_t leastProducts = 4096;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Where the dimension of `broadcast` that `dim` of its result comes from is
/// repeated, or there is none.
static bool isRepeated(BroadcastInDimOp broadcast, int64_t dim) {
  ArrayRef<int64_t> dims = broadcast.getBroadcastDimensions();
  const auto *from = llvm::find(dims, dim);
  return from == dims.end() ||
         typeOf(broadcast.getOperand()).getDimSize(from - dims.begin()) == 1;
}

/// `broadcast` without the dimensions `dropped` of its result, along which it
/// repeats what it has.
static Value createWithout(PatternRewriter &rewriter,
                           BroadcastInDimOp broadcast,
                           ArrayRef<int64_t> dropped) {
  Value source = broadcast.getOperand();
  Location loc = broadcast.getLoc();
  SmallVector<int64_t> sourceShape, map, shape, places;
  for (auto [dim, size] : llvm::enumerate(broadcast.getType().getShape())) {
    places.push_back(shape.size());
    if (!llvm::is_contained(dropped, static_cast<int64_t>(dim)))
      shape.push_back(size);
  }
  for (auto [dim, to] : llvm::enumerate(broadcast.getBroadcastDimensions()))
    if (!llvm::is_contained(dropped, to)) {
      sourceShape.push_back(typeOf(source).getDimSize(dim));
      map.push_back(places[to]);
    }
  if (sourceShape.size() != static_cast<size_t>(typeOf(source).getRank()))
    source = ReshapeOp::create(rewriter, loc, typeOf(source).clone(sourceShape),
                               source);
  RankedTensorType type = broadcast.getType().clone(shape);
  bool repeats =
      llvm::any_of(llvm::zip_equal(map, sourceShape), [&](auto pair) {
        return shape[std::get<0>(pair)] != std::get<1>(pair);
      });
  if (repeats || map.size() != shape.size())
    return BroadcastInDimOp::create(rewriter, loc, type, source,
                                    rewriter.getDenseI64ArrayAttr(map));
  // What is left only changes places, which may become dimension numbers.
  return TransposeOp::create(
      rewriter, loc, type, source,
      rewriter.getDenseI64ArrayAttr(invertPermutationVector(map)));
}

namespace {
// Pattern: dot_general(X, broadcast_in_dim(Y)) -> dot_general(X, Y), where Y is
// the same in every batch: batches become rows of X
struct ReadMatrixOnce : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotGeneralOp op,
                                PatternRewriter &rewriter) const override {
    auto broadcast = op.getRhs().getDefiningOp<BroadcastInDimOp>();
    if (!broadcast || !isPlain(op.getType()) || !isPlain(broadcast.getType()) ||
        !isPlain(broadcast.getOperand().getType()) ||
        !isPlain(op.getLhs().getType()))
      return rewriter.notifyMatchFailure(op, "expected a broadcast operand");
    DotDimensionNumbersAttr dims = op.getDotDimensionNumbers();
    ArrayRef<int64_t> lhsBatch = dims.getLhsBatchingDimensions(),
                      rhsBatch = dims.getRhsBatchingDimensions();
    // The last batch dimensions, whose place in the result is before the rows.
    size_t kept = rhsBatch.size();
    while (kept > 0 && isRepeated(broadcast, rhsBatch[kept - 1]))
      --kept;
    SmallVector<int64_t> rows(lhsBatch.drop_front(kept));
    llvm::append_range(rows,
                       getFreeDims(typeOf(op.getLhs()).getRank(), lhsBatch,
                                   dims.getLhsContractingDimensions()));
    if (kept == rhsBatch.size() || !llvm::is_sorted(rows))
      return rewriter.notifyMatchFailure(op, "expected batches in front of "
                                             "rows that share a matrix");
    ArrayRef<int64_t> dropped = rhsBatch.drop_front(kept);
    Value rhs = createWithout(rewriter, broadcast, dropped);
    auto move = [&](ArrayRef<int64_t> list) {
      return llvm::map_to_vector(list, [&](int64_t dim) {
        return dim - llvm::count_if(dropped,
                                    [&](int64_t other) { return other < dim; });
      });
    };
    rewriter.replaceOpWithNewOp<DotGeneralOp>(
        op, op.getType(), op.getLhs(), rhs,
        DotDimensionNumbersAttr::get(op.getContext(), lhsBatch.take_front(kept),
                                     move(rhsBatch.take_front(kept)),
                                     dims.getLhsContractingDimensions(),
                                     move(dims.getRhsContractingDimensions())),
        op.getPrecisionConfigAttr(), op.getAlgorithmAttr());
    return success();
  }
};

// Pattern: dot_general(X, Y) -> multiply(X, Y) + 0, of many sums of one term,
// both broadcast: 0 + -0 is 0
struct MultiplyOneTerm : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotGeneralOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    if (!isPlain(type) || op.getAlgorithm() || !multipliesAlike(op) ||
        type.getNumElements() < leastProducts)
      return rewriter.notifyMatchFailure(op, "expected many numbers of a type");
    DotDimensionNumbersAttr dims = op.getDotDimensionNumbers();
    for (int64_t dim : dims.getLhsContractingDimensions())
      if (typeOf(op.getLhs()).getDimSize(dim) != 1)
        return rewriter.notifyMatchFailure(op, "expected sums of one term");
    int64_t batch = dims.getLhsBatchingDimensions().size();
    int64_t left = typeOf(op.getLhs()).getRank() - batch -
                   dims.getLhsContractingDimensions().size();
    Value lhs =
        spread(rewriter, op, op.getLhs(), dims.getLhsBatchingDimensions(),
               dims.getLhsContractingDimensions(), batch);
    Value rhs =
        spread(rewriter, op, op.getRhs(), dims.getRhsBatchingDimensions(),
               dims.getRhsContractingDimensions(), batch + left);
    Value product =
        MultiplyOp::create(rewriter, op.getLoc(), type, lhs, rhs).getResult();
    if (!isa<IntegerType>(type.getElementType()))
      product =
          AddOp::create(rewriter, op.getLoc(), type, product,
                        createSplatConstant(rewriter, op.getLoc(), type, 0));
    rewriter.replaceOp(op, product);
    return success();
  }

private:
  /// Whether a product of elements in the result's type is that of the dot:
  /// integers wrap, floats are rounded once.
  static bool multipliesAlike(DotGeneralOp op) {
    Type element = op.getType().getElementType();
    for (Value operand : {op.getLhs(), op.getRhs()}) {
      Type from = typeOf(operand).getElementType();
      bool fits = isIntElement(element)
                      ? isIntElement(from)
                      : from == element && isa<FloatType>(element);
      if (!isPlain(operand.getType()) || !fits)
        return false;
    }
    return true;
  }

  /// `operand` in the result's shape and type: batch dimensions in front, free
  /// ones from `place` on.
  static Value spread(PatternRewriter &rewriter, DotGeneralOp op, Value operand,
                      ArrayRef<int64_t> batch, ArrayRef<int64_t> contracted,
                      int64_t place) {
    RankedTensorType from = typeOf(operand), type = op.getType();
    SmallVector<int64_t> map(from.getRank(), -1), shape, dims;
    for (auto [to, dim] : llvm::enumerate(batch))
      map[dim] = to;
    for (int64_t dim : getFreeDims(from.getRank(), batch, contracted))
      map[dim] = place++;
    for (auto [dim, to] : llvm::enumerate(map))
      if (to >= 0) {
        shape.push_back(from.getDimSize(dim));
        dims.push_back(to);
      }
    Location loc = op.getLoc();
    if (shape.size() != map.size())
      operand = ReshapeOp::create(rewriter, loc, from.clone(shape), operand);
    if (from.getElementType() != type.getElementType())
      operand = ConvertOp::create(
          rewriter, loc, from.clone(shape, type.getElementType()), operand);
    return BroadcastInDimOp::create(rewriter, loc, type, operand,
                                    rewriter.getDenseI64ArrayAttr(dims));
  }
};

struct SimplifyDotsPass
    : xla::hlo::impl::HLOSimplifyDotsPassBase<SimplifyDotsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<MultiplyOneTerm, ReadMatrixOnce>(&getContext());
    xla::ReplacementCounter counter(numSimplifiedDots);
    GreedyRewriteConfig config;
    // Nothing but the rules: what they replace is counted.
    config.setListener(&counter).enableFolding(false).enableConstantCSE(false);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     config))) {
      getOperation()->emitError("simplification of products did not end");
      signalPassFailure();
    }
  }
};
} // namespace
