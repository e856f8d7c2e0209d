//===- ExpandEinsum.cpp - Index notation as dot_general -------------------===//
//
// Rewrites einsum to dot_general and transpose, unary_einsum to reduce and
// transpose. Labels of one operand that the result lacks are summed first.
// Assumes verified HLO; an ellipsis, a label twice in a term and quantized
// operands are left alone.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/StringExtras.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDEINSUMPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-expand-einsum"
static xla::PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

namespace {
/// A tensor and the label of each of its dimensions.
struct Term {
  Value value;
  std::string labels;
};
} // namespace

static bool isPlain(StringRef labels) {
  for (size_t i : llvm::seq(labels.size()))
    if (!llvm::isAlpha(labels[i]) ||
        labels.drop_front(i + 1).contains(labels[i]))
      return false;
  return true;
}

/// Sums the dimensions of `term` whose labels `isKept` refuses.
static Term sumOut(OpBuilder &builder, Location loc, Term term,
                   function_ref<bool(char)> isKept) {
  SmallVector<int64_t> dims;
  std::string kept;
  for (auto [dim, label] : llvm::enumerate(term.labels)) {
    if (isKept(label))
      kept += label;
    else
      dims.push_back(dim);
  }
  if (dims.empty())
    return term;
  return {createSum(builder, loc, term.value, dims), kept};
}

/// Transposes `term` to the order of `labels`, of which it has all.
static Value transposeTo(OpBuilder &builder, Location loc, const Term &term,
                         StringRef labels) {
  if (term.labels == labels)
    return term.value;
  SmallVector<int64_t> permutation;
  for (char label : labels)
    permutation.push_back(term.labels.find(label));
  return TransposeOp::create(builder, loc, term.value, permutation);
}

namespace {
struct ExpandEinsum : OpRewritePattern<EinsumOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(EinsumOp op,
                                PatternRewriter &rewriter) const override {
    auto [operands, result] = op.getEinsumConfig().split("->");
    auto [lhsLabels, rhsLabels] = operands.split(',');
    if (!isPlain(lhsLabels) || !isPlain(rhsLabels) || !isPlain(result))
      return rewriter.notifyMatchFailure(op, "expected distinct letters");
    if (isQuantizedElement(op.getLhs().getType().getElementType()))
      return rewriter.notifyMatchFailure(op, "expected no quantized operand");
    Location loc = op.getLoc();
    StringRef lhsText = lhsLabels, rhsText = rhsLabels, resultText = result;
    Term lhs =
        sumOut(rewriter, loc, {op.getLhs(), lhsLabels.str()}, [&](char label) {
          return rhsText.contains(label) || resultText.contains(label);
        });
    Term rhs =
        sumOut(rewriter, loc, {op.getRhs(), rhsLabels.str()}, [&](char label) {
          return lhsText.contains(label) || resultText.contains(label);
        });
    SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
    std::string batch, lhsFree, rhsFree;
    for (auto [dim, label] : llvm::enumerate(lhs.labels)) {
      size_t rhsDim = rhs.labels.find(label);
      if (rhsDim == std::string::npos) {
        lhsFree += label;
      } else if (resultText.contains(label)) {
        lhsBatch.push_back(dim);
        rhsBatch.push_back(rhsDim);
        batch += label;
      } else {
        lhsContract.push_back(dim);
        rhsContract.push_back(rhsDim);
      }
    }
    for (char label : rhs.labels)
      if (lhs.labels.find(label) == std::string::npos)
        rhsFree += label;
    Term product = {Value(), batch + lhsFree + rhsFree};
    SmallVector<int64_t> shape;
    for (char label : product.labels) {
      size_t dim = lhs.labels.find(label);
      auto type = cast<RankedTensorType>(
          (dim != std::string::npos ? lhs : rhs).value.getType());
      shape.push_back(type.getDimSize(
          dim != std::string::npos ? dim : rhs.labels.find(label)));
    }
    product.value = DotGeneralOp::create(
        rewriter, loc,
        RankedTensorType::get(shape, op.getType().getElementType()), lhs.value,
        rhs.value,
        DotDimensionNumbersAttr::get(op.getContext(), lhsBatch, rhsBatch,
                                     lhsContract, rhsContract));
    rewriter.replaceOp(op, transposeTo(rewriter, loc, product, resultText));
    return success();
  }
};

struct ExpandUnaryEinsum : OpRewritePattern<UnaryEinsumOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UnaryEinsumOp op,
                                PatternRewriter &rewriter) const override {
    auto [labels, result] = op.getEinsumConfig().split("->");
    if (!isPlain(labels) || !isPlain(result))
      return rewriter.notifyMatchFailure(op, "expected distinct letters");
    if (isQuantizedElement(op.getOperand().getType().getElementType()))
      return rewriter.notifyMatchFailure(op, "expected no quantized operand");
    StringRef resultText = result;
    Term term = sumOut(rewriter, op.getLoc(), {op.getOperand(), labels.str()},
                       [&](char label) { return resultText.contains(label); });
    rewriter.replaceOp(op,
                       transposeTo(rewriter, op.getLoc(), term, resultText));
    return success();
  }
};

struct ExpandEinsumPass
    : xla::hlo::impl::HLOExpandEinsumPassBase<ExpandEinsumPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandEinsum, ExpandUnaryEinsum>(&getContext());
    xla::ReplacementCounter counter(numExpandedOps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};
} // namespace
