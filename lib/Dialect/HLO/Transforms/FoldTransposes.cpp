//===- FoldTransposes.cpp - Dots and convolutions read what is there ------===//
//
// A transpose of an operand goes into the dimension numbers, so does that of a
// result where it is the product with its operands swapped. Assumes verified
// HLO. Sums are of the same terms, in an order that is free.
//
//===----------------------------------------------------------------------===//

#include "Dots.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOFOLDTRANSPOSESPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-fold-transposes"
static xla::PassCounter numFoldedTransposes(DEBUG_TYPE,
                                            "num-folded-transposes");

/// Multiplications of a matrix from which on code generation packs operands.
static constexpr int64_t leastPackedWork = 1 << 20;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The transpose that makes `value` in the block of `user`: one outside of a
/// loop is paid for once. Null where there is none, or dimensions have roles.
static TransposeOp getTranspose(Value value, Operation *user) {
  auto transpose = value.getDefiningOp<TransposeOp>();
  return transpose && transpose->getBlock() == user->getBlock() &&
                 !isPerAxisQuantizedElement(typeOf(value).getElementType())
             ? transpose
             : TransposeOp();
}

static SmallVector<int64_t> mapDims(ArrayRef<int64_t> dims,
                                    ArrayRef<int64_t> map) {
  return llvm::map_to_vector(dims, [&](int64_t dim) { return map[dim]; });
}

namespace {
/// Operands of a dot and their dimensions.
struct DotOperands {
  explicit DotOperands(DotGeneralOp op)
      : lhs(op.getLhs()), rhs(op.getRhs()),
        lhsBatch(op.getDotDimensionNumbers().getLhsBatchingDimensions()),
        rhsBatch(op.getDotDimensionNumbers().getRhsBatchingDimensions()),
        lhsContracted(
            op.getDotDimensionNumbers().getLhsContractingDimensions()),
        rhsContracted(
            op.getDotDimensionNumbers().getRhsContractingDimensions()) {}

  void swap() {
    std::swap(lhs, rhs);
    std::swap(lhsBatch, rhsBatch);
    std::swap(lhsContracted, rhsContracted);
  }
  bool readWell() const;
  DotDimensionNumbersAttr getDims() const {
    return DotDimensionNumbersAttr::get(lhs.getContext(), lhsBatch, rhsBatch,
                                        lhsContracted, rhsContracted);
  }

  Value lhs, rhs;
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContracted, rhsContracted;
};
} // namespace

/// Whether neighbours in `rhs` are neighbours in the result as well, or a
/// product is so large that its operands are packed: then no order of an
/// operand's dimensions is slow.
bool DotOperands::readWell() const {
  RankedTensorType left = typeOf(lhs), right = typeOf(rhs);
  if (!left.hasStaticShape() || !right.hasStaticShape())
    return true;
  int64_t minor = right.getRank() - 1;
  while (minor >= 0 && right.getDimSize(minor) == 1)
    --minor;
  if (minor < 0 || !llvm::is_contained(rhsContracted, minor))
    return true;
  int64_t matrices = 1, columns = 1;
  for (int64_t dim : rhsBatch)
    matrices *= std::max<int64_t>(right.getDimSize(dim), 1);
  for (int64_t dim : getFreeDims(right.getRank(), rhsBatch, rhsContracted))
    columns *= right.getDimSize(dim);
  return left.getNumElements() / matrices * columns >= leastPackedWork;
}

/// Says that a transpose stays for the sake of `dot`.
static LogicalResult keep(PatternRewriter &rewriter, Operation *dot) {
  remark::missed(
      dot->getLoc(),
      remark::RemarkOpts::name("fold-transposes").category("transposes"))
      << remark::add("do not fold a transpose into {0}: a small product reads "
                     "its right operand along the result's rows",
                     dot->getName().getStringRef());
  return rewriter.notifyMatchFailure(dot, "expected a product that packs");
}

/// The operand of `operand`'s transpose, `batch` and `contracted` those of it;
/// null where there is no transpose or free dimensions would change places.
static Value findSource(DotGeneralOp op, Value operand,
                        SmallVector<int64_t> &batch,
                        SmallVector<int64_t> &contracted) {
  TransposeOp transpose = getTranspose(operand, op);
  if (!transpose)
    return {};
  ArrayRef<int64_t> map = transpose.getPermutation();
  SmallVector<int64_t> free =
      getFreeDims(typeOf(operand).getRank(), batch, contracted);
  if (!llvm::is_sorted(mapDims(free, map)))
    return {};
  batch = mapDims(batch, map);
  contracted = mapDims(contracted, map);
  return transpose.getOperand();
}

namespace {
// Pattern: dot_general(transpose(X), Y) -> dot_general(X, Y), either operand,
// where the free dimensions stay in order
struct FoldTransposeIntoDot : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotGeneralOp op,
                                PatternRewriter &rewriter) const override {
    DotOperands before(op), after(before);
    Value lhs =
        findSource(op, op.getLhs(), after.lhsBatch, after.lhsContracted);
    if (lhs)
      after.lhs = lhs;
    DotOperands both(after);
    Value rhs = findSource(op, op.getRhs(), both.rhsBatch, both.rhsContracted);
    if (!lhs && !rhs)
      return rewriter.notifyMatchFailure(op, "expected a transposed operand");
    if (rhs) {
      both.rhs = rhs;
      if (both.readWell() || !before.readWell())
        after = both;
      else if (!lhs)
        return keep(rewriter, op);
    }
    rewriter.replaceOpWithNewOp<DotGeneralOp>(
        op, op.getType(), after.lhs, after.rhs, after.getDims(),
        op.getPrecisionConfigAttr(), op.getAlgorithmAttr());
    return success();
  }
};

// Pattern: transpose(dot_general(X, Y)) -> dot_general(Y, X), where the free
// dimensions of both change places
struct SwapDotOperands : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto dot = op.getOperand().getDefiningOp<DotGeneralOp>();
    if (!dot || !dot->hasOneUse() || !getTranspose(op, dot) ||
        dot.getAlgorithm() || hasOneQuantizedOperand(dot))
      return rewriter.notifyMatchFailure(op, "expected a product of its own");
    DotOperands operands(dot);
    int64_t batch = operands.lhsBatch.size(), rank = typeOf(op).getRank();
    int64_t left =
        typeOf(operands.lhs).getRank() - batch - operands.lhsContracted.size();
    SmallVector<int64_t> swapped;
    llvm::append_range(swapped, llvm::seq<int64_t>(0, batch));
    llvm::append_range(swapped, llvm::seq<int64_t>(batch + left, rank));
    llvm::append_range(swapped, llvm::seq<int64_t>(batch, batch + left));
    if (!llvm::equal(swapped, op.getPermutation()))
      return rewriter.notifyMatchFailure(op, "expected two blocks to change "
                                             "places");
    operands.swap();
    if (!operands.readWell())
      return keep(rewriter, dot);
    ArrayAttr precision = dot.getPrecisionConfigAttr();
    if (precision && precision.size() == 2)
      precision = rewriter.getArrayAttr({precision[1], precision[0]});
    rewriter.replaceOpWithNewOp<DotGeneralOp>(op, op.getType(), operands.lhs,
                                              operands.rhs, operands.getDims(),
                                              precision, DotAlgorithmAttr());
    return success();
  }
};

// Pattern: convolution(X, transpose(Y)) -> convolution(X, Y), of kernels that
// are used often enough for their order not to matter
struct FoldTransposeIntoConvolution : OpRewritePattern<ConvolutionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvolutionOp op,
                                PatternRewriter &rewriter) const override {
    TransposeOp transpose = getTranspose(op.getRhs(), op);
    if (!transpose || !op.getType().hasStaticShape() ||
        !transpose.getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected a transposed kernel");
    ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
    int64_t features =
        op.getType().getDimSize(dims.getOutputFeatureDimension());
    int64_t places =
        op.getType().getNumElements() / std::max<int64_t>(features, 1);
    if (places * transpose.getType().getNumElements() < leastPackedWork)
      return keep(rewriter, op);
    ArrayRef<int64_t> map = transpose.getPermutation();
    rewriter.modifyOpInPlace(op, [&] {
      op.getRhsMutable().assign(transpose.getOperand());
      op.setDimensionNumbersAttr(ConvDimensionNumbersAttr::get(
          op.getContext(), dims.getInputBatchDimension(),
          dims.getInputFeatureDimension(), dims.getInputSpatialDimensions(),
          map[dims.getKernelInputFeatureDimension()],
          map[dims.getKernelOutputFeatureDimension()],
          mapDims(dims.getKernelSpatialDimensions(), map),
          dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(),
          dims.getOutputSpatialDimensions()));
    });
    numFoldedTransposes += 1;
    return success();
  }
};

struct FoldTransposesPass
    : xla::hlo::impl::HLOFoldTransposesPassBase<FoldTransposesPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FoldTransposeIntoConvolution, FoldTransposeIntoDot,
                 SwapDotOperands>(&getContext());
    xla::ReplacementCounter counter(numFoldedTransposes);
    GreedyRewriteConfig config;
    // Nothing but the rules: what they replace is counted.
    config.setListener(&counter).enableFolding(false).enableConstantCSE(false);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     config))) {
      getOperation()->emitError("folding of transposes did not end");
      signalPassFailure();
    }
  }
};
} // namespace
