//===- TopKCalls.cpp - top_k behind the names of custom calls -------------===//
//
// `TopK` and `stablehlo.dynamic_top_k` are chlo.top_k. `ApproxTopK` and its
// dynamic twin may return any elements that are probably among the first; the
// first ones, exactly, are such.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

static bool isStatic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getRank() > 0;
}

namespace {
// Pattern: custom_call @TopK(X) -> chlo.top_k(X)
struct LowerTopKCall : OpRewritePattern<hlo::CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(hlo::CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    // The dynamic call has k as an operand too; the result's shape says it.
    unsigned numOperands = op.getCallTargetName() == "TopK" ? 1
                           : op.getCallTargetName() == "stablehlo.dynamic_top_k"
                               ? 2
                               : 0;
    if (numOperands == 0 || op->getNumOperands() != numOperands ||
        op->getNumResults() != 2)
      return rewriter.notifyMatchFailure(op, "expected a call of top_k");
    if (!isStatic(op.getOperand(0).getType()) ||
        !llvm::all_of(op->getResultTypes(), isStatic))
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    auto operand = cast<RankedTensorType>(op.getOperand(0).getType());
    auto values = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> shape(operand.getShape());
    shape.back() = values.getShape().back();
    if (shape.back() > operand.getShape().back() ||
        values != operand.clone(shape) ||
        cast<RankedTensorType>(op->getResult(1).getType()).getShape() !=
            values.getShape())
      return rewriter.notifyMatchFailure(op, "expected the shapes of top_k");
    auto topK = TopKOp::create(
        rewriter, op.getLoc(), op->getResult(0).getType(),
        op->getResult(1).getType(), op.getOperand(0),
        rewriter.getI64IntegerAttr(shape.back()), rewriter.getBoolAttr(true));
    rewriter.replaceOp(op, topK->getResults());
    return success();
  }
};

// Pattern: custom_call @ApproxTopK(X.., inits..) -> slice(sort(X..))
struct LowerApproxTopK : OpRewritePattern<hlo::CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(hlo::CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getCallTargetName() != "ApproxTopK" &&
        op.getCallTargetName() != "stablehlo.dynamic_approx_top_k")
      return rewriter.notifyMatchFailure(op, "expected a call of ApproxTopK");
    DictionaryAttr config = hlo::getCallAttributes(op);
    auto dimension = config.getAs<IntegerAttr>("reduction_dim");
    auto aggregate = config.getAs<BoolAttr>("aggregate_to_topk");
    unsigned numInputs = op->getNumResults();
    func::FuncOp comparator = getComparator(op);
    if (!dimension || !aggregate || !aggregate.getValue() || !comparator ||
        op->getNumOperands() < 2 * numInputs)
      return rewriter.notifyMatchFailure(
          op, "expected a comparator and to aggregate to top_k");
    ValueRange inputs = op.getInputs().take_front(numInputs);
    int64_t dim = dimension.getInt();
    for (auto [input, result] : llvm::zip(inputs, op->getResultTypes()))
      if (!isSliceAlong(input.getType(), result, dim))
        return rewriter.notifyMatchFailure(op, "expected the first elements");
    auto sort = hlo::SortOp::create(
        rewriter, op.getLoc(), inputs.getTypes(), inputs,
        ArrayRef<NamedAttribute>{
            rewriter.getNamedAttr("dimension", rewriter.getI64IntegerAttr(dim)),
            rewriter.getNamedAttr("is_stable", rewriter.getBoolAttr(true))});
    hlo::cloneComputation(rewriter, comparator, sort.getComparator());
    SmallVector<Value> results;
    for (auto [sorted, type] :
         llvm::zip(sort.getResults(), op->getResultTypes())) {
      ArrayRef<int64_t> limits = cast<RankedTensorType>(type).getShape();
      SmallVector<int64_t> starts(limits.size(), 0), strides(limits.size(), 1);
      results.push_back(
          hlo::SliceOp::create(rewriter, op.getLoc(), type, sorted,
                               rewriter.getDenseI64ArrayAttr(starts),
                               rewriter.getDenseI64ArrayAttr(limits),
                               rewriter.getDenseI64ArrayAttr(strides)));
    }
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static func::FuncOp getComparator(hlo::CustomCallOp op) {
    if (op.getCalledComputations().size() != 1)
      return {};
    auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, cast<FlatSymbolRefAttr>(op.getCalledComputations()[0]));
    bool fits = function && function.getBody().hasOneBlock() &&
                function.getNumArguments() == 2 * op->getNumResults();
    return fits ? function : func::FuncOp();
  }

  /// Whether `part` has the shape of `whole` but for at most as much in `dim`.
  static bool isSliceAlong(Type whole, Type part, int64_t dim) {
    if (!isStatic(whole) || !isStatic(part))
      return false;
    SmallVector<int64_t> shape(cast<RankedTensorType>(whole).getShape());
    ArrayRef<int64_t> kept = cast<RankedTensorType>(part).getShape();
    if (kept.size() != shape.size() || dim < 0 ||
        dim >= static_cast<int64_t>(shape.size()) || kept[dim] > shape[dim])
      return false;
    shape[dim] = kept[dim];
    return kept == ArrayRef<int64_t>(shape);
  }
};
} // namespace

void xla::chlo::populateTopKCallPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerTopKCall, LowerApproxTopK>(patterns.getContext());
}
