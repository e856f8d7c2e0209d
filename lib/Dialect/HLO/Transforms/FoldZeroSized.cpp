//===- FoldZeroSized.cpp - No computation on nothing ----------------------===//
//
// Replaces results without elements by constants, and computations whose
// operands have none by what they give then: init values, zeros, padding.
// Assumes verified HLO; ops with side effects stay.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOFOLDZEROSIZEDPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-fold-zero-sized"
static xla::PassCounter numFoldedOps(DEBUG_TYPE, "num-folded-ops");

static bool isEmpty(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && llvm::is_contained(tensor.getShape(), 0);
}

namespace {
// Pattern: op(...) of no elements -> constant
struct FoldEmptyResult : RewritePattern {
  explicit FoldEmptyResult(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_present<HLODialect>(op->getDialect()) || isa<ConstantOp>(op) ||
        op->getNumResults() == 0 || !isMemoryEffectFree(op))
      return rewriter.notifyMatchFailure(op, "expected an op without effects");
    auto isFoldable = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.hasStaticShape() && isEmpty(type) &&
             !isQuantizedElement(tensor.getElementType());
    };
    if (!llvm::all_of(op->getResultTypes(), isFoldable))
      return rewriter.notifyMatchFailure(op, "expected empty results");
    SmallVector<Value> constants;
    for (Type type : op->getResultTypes())
      constants.push_back(
          ConstantOp::create(rewriter, op->getLoc(), type,
                             DenseElementsAttr::get(cast<ShapedType>(type),
                                                    ArrayRef<Attribute>())));
    rewriter.replaceOp(op, constants);
    return success();
  }
};

// Pattern: reduce(empty, I) -> broadcast_in_dim(I)
struct FoldReduceOfEmpty : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getInputs().front().getType()))
      return rewriter.notifyMatchFailure(op, "expected empty inputs");
    SmallVector<Value> results;
    for (auto [init, result] :
         llvm::zip_equal(op.getInitValues(), op.getResults())) {
      auto type = cast<RankedTensorType>(result.getType());
      auto initType = cast<RankedTensorType>(init.getType());
      if (initType.getRank() != 0 || !type.hasStaticShape() ||
          initType.getElementType() != type.getElementType())
        return rewriter.notifyMatchFailure(op, "expected scalars and static "
                                               "results of the same type");
    }
    for (auto [init, result] :
         llvm::zip_equal(op.getInitValues(), op.getResults()))
      results.push_back(createBroadcast(
          rewriter, op.getLoc(), init,
          cast<RankedTensorType>(result.getType()).getShape(), {}));
    rewriter.replaceOp(op, results);
    return success();
  }
};

// Pattern: pad(empty, V) -> broadcast_in_dim(V)
struct FoldPadOfEmpty : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getOperand().getType()) || !op.getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected an empty operand");
    rewriter.replaceOp(op, createBroadcast(rewriter, op.getLoc(),
                                           op.getPaddingValue(),
                                           op.getType().getShape(), {}));
    return success();
  }
};

// Pattern: dot_general(empty, Y) -> constant 0
struct FoldDotOfEmpty : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotGeneralOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    if ((!isEmpty(op.getLhs().getType()) && !isEmpty(op.getRhs().getType())) ||
        !type.hasStaticShape() || isQuantizedElement(type.getElementType()))
      return rewriter.notifyMatchFailure(op, "expected an empty operand");
    rewriter.replaceOp(op, createSplatConstant(rewriter, op.getLoc(), type, 0));
    return success();
  }
};

// Pattern: concatenate(X, empty, Y) -> concatenate(X, Y)
struct DropEmptyPart : OpRewritePattern<ConcatenateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConcatenateOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    for (Value input : op.getInputs())
      if (cast<RankedTensorType>(input.getType())
              .getDimSize(op.getDimension()) != 0)
        parts.push_back(input);
    if (parts.empty() || parts.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "expected some empty operands");
    rewriter.replaceOpWithNewOp<ConcatenateOp>(op, op.getType(), parts,
                                               op.getDimension());
    return success();
  }
};

struct FoldZeroSizedPass
    : xla::hlo::impl::HLOFoldZeroSizedPassBase<FoldZeroSizedPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DropEmptyPart, FoldDotOfEmpty, FoldEmptyResult, FoldPadOfEmpty,
                 FoldReduceOfEmpty>(&getContext());
    xla::ReplacementCounter counter(numFoldedOps);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     config))) {
      getOperation()->emitError("folding of empty tensors did not end");
      signalPassFailure();
    }
  }
};
} // namespace
