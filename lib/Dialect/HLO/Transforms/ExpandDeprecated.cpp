//===- ExpandDeprecated.cpp - Deprecated ops as current ones --------------===//
//
// Rewrites broadcast, dot, create_token, cross-replica-sum and
// torch_index_select to the ops that replaced them. Assumes verified HLO;
// guarantees that none of them is left where shapes are static.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDDEPRECATEDPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-expand-deprecated"
static xla::PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

namespace {
// Pattern: create_token() -> after_all()
struct ExpandCreateToken : OpRewritePattern<CreateTokenOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CreateTokenOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<AfterAllOp>(op, op.getType(), ValueRange());
    return success();
  }
};

// Pattern: broadcast(X), sizes = S -> broadcast_in_dim(X), dims = [|S|, ...]
struct ExpandBroadcast : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStaticOrSingleBounded(op.getType()))
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    int64_t added = op.getBroadcastSizes().size();
    auto dims = llvm::to_vector(
        llvm::seq(added, added + op.getOperand().getType().getRank()));
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(
        op, op.getType(), op.getOperand(), rewriter.getDenseI64ArrayAttr(dims));
    return success();
  }
};

// Pattern: dot(X, Y) -> dot_general(X, Y), contracting_dims = [last] x [0]
struct ExpandDot : OpRewritePattern<DotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotOp op,
                                PatternRewriter &rewriter) const override {
    int64_t last = op.getLhs().getType().getRank() - 1;
    auto numbers =
        DotDimensionNumbersAttr::get(op.getContext(), {}, {}, {last}, {0});
    rewriter.replaceOpWithNewOp<DotGeneralOp>(
        op, op.getType(), op.getLhs(), op.getRhs(), numbers,
        op.getPrecisionConfigAttr(), DotAlgorithmAttr());
    return success();
  }
};

// Pattern: cross-replica-sum(X) -> all_reduce(X), by add
struct ExpandCrossReplicaSum : OpRewritePattern<CrossReplicaSumOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CrossReplicaSumOp op,
                                PatternRewriter &rewriter) const override {
    Type element =
        cast<RankedTensorType>(op.getOperand().getType()).getElementType();
    OperationState state(op.getLoc(), AllReduceOp::getOperationName());
    state.addOperands(op.getOperand());
    state.addTypes(op->getResultTypes());
    state.addAttribute("replica_groups", op.getReplicaGroupsAttr());
    createCombiner<AddOp>(rewriter, op.getLoc(), *state.addRegion(), element);
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

// Pattern: torch_index_select(X, I) -> gather(X, I)
struct ExpandTorchIndexSelect : OpRewritePattern<TorchIndexSelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TorchIndexSelectOp op,
                                PatternRewriter &rewriter) const override {
    auto operand = cast<RankedTensorType>(op.getOperand().getType());
    auto index = cast<RankedTensorType>(op.getIndex().getType());
    if (!operand.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    int64_t dim = op.getDim(), batch = op.getBatchDims();
    // The result: batches, dimensions before `dim`, the index's others, the
    // dimensions behind `dim`.
    int64_t numIndexDims = index.getRank() - batch;
    SmallVector<int64_t> offsets, sizes(operand.getShape()), batchDims;
    for (int64_t d : llvm::seq(batch)) {
      batchDims.push_back(d);
      sizes[d] = std::min<int64_t>(sizes[d], 1);
    }
    sizes[dim] = std::min<int64_t>(sizes[dim], 1);
    for (int64_t d : llvm::seq(batch, operand.getRank()))
      if (d != dim)
        offsets.push_back(d < dim ? d : d - 1 + numIndexDims);
    auto numbers = GatherDimensionNumbersAttr::get(
        op.getContext(), offsets, /*collapsedSliceDims=*/{dim},
        /*operandBatchingDims=*/batchDims,
        /*startIndicesBatchingDims=*/batchDims, /*startIndexMap=*/{dim},
        /*indexVectorDim=*/index.getRank());
    OperationState state(op.getLoc(), GatherOp::getOperationName());
    state.addOperands({op.getOperand(), op.getIndex()});
    state.addTypes(op->getResultTypes());
    state.addAttribute("dimension_numbers", numbers);
    state.addAttribute("slice_sizes", rewriter.getDenseI64ArrayAttr(sizes));
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

struct ExpandDeprecatedPass
    : xla::hlo::impl::HLOExpandDeprecatedPassBase<ExpandDeprecatedPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandBroadcast, ExpandCreateToken, ExpandCrossReplicaSum,
                 ExpandDot, ExpandTorchIndexSelect>(&getContext());
    xla::ReplacementCounter counter(numExpandedOps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};
} // namespace
