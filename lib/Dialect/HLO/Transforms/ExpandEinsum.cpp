//===- ExpandEinsum.cpp - Index notation as dot_general -------------------===//
//
// Rewrites einsum to dot_general and transpose, unary_einsum to reduce and
// transpose. Of a label twice in an operand the diagonal is taken first; labels
// of one operand that the result lacks are summed next. Assumes verified HLO;
// an ellipsis, dynamic shapes of diagonals and quantized operands are left
// alone.
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

/// True if the term `labels` of `value` can be expanded.
static bool isPlain(StringRef labels, RankedTensorType type) {
  if (!llvm::all_of(labels, llvm::isAlpha))
    return false;
  bool isRepeated =
      llvm::any_of(labels, [&](char label) { return labels.count(label) > 1; });
  return !isRepeated || type.hasStaticShape();
}

static Value transpose(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return value;
  return TransposeOp::create(builder, loc, value, permutation);
}

/// The diagonal of dimensions `first` and `second` of `value`, of size n both,
/// as the last dimension: every (n + 1)th element of the two as one.
static Value createDiagonal(OpBuilder &builder, Location loc, Value value,
                            int64_t first, int64_t second) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> permutation, shape;
  for (int64_t dim : llvm::seq(type.getRank()))
    if (dim != first && dim != second) {
      permutation.push_back(dim);
      shape.push_back(type.getDimSize(dim));
    }
  permutation.append({first, second});
  int64_t size = type.getDimSize(first);
  shape.push_back(size * size);
  value = transpose(builder, loc, value, permutation);
  value = ReshapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value);
  SmallVector<int64_t> zeros(shape.size(), 0), strides(shape.size(), 1);
  strides.back() = size + 1;
  return SliceOp::create(builder, loc, value, zeros, shape, strides);
}

/// `term` with each label once.
static Term takeDiagonals(OpBuilder &builder, Location loc, Term term) {
  for (size_t i = 0; i < term.labels.size();) {
    char label = term.labels[i];
    size_t second = term.labels.find(label, i + 1);
    if (second == std::string::npos) {
      ++i;
      continue;
    }
    term.value = createDiagonal(builder, loc, term.value, i, second);
    term.labels.erase(second, 1);
    term.labels.erase(i, 1);
    term.labels += label;
  }
  return term;
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
  SmallVector<int64_t> permutation;
  for (char label : labels)
    permutation.push_back(term.labels.find(label));
  return transpose(builder, loc, term.value, permutation);
}

namespace {
struct ExpandEinsum : OpRewritePattern<EinsumOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(EinsumOp op,
                                PatternRewriter &rewriter) const override {
    auto [operands, result] = op.getEinsumConfig().split("->");
    auto [lhsLabels, rhsLabels] = operands.split(',');
    if (!isPlain(lhsLabels, op.getLhs().getType()) ||
        !isPlain(rhsLabels, op.getRhs().getType()) ||
        !isPlain(result, op.getType()))
      return rewriter.notifyMatchFailure(op, "expected letters");
    if (isQuantizedElement(op.getLhs().getType().getElementType()))
      return rewriter.notifyMatchFailure(op, "expected no quantized operand");
    Location loc = op.getLoc();
    StringRef lhsText = lhsLabels, rhsText = rhsLabels, resultText = result;
    Term lhs = takeDiagonals(rewriter, loc, {op.getLhs(), lhsLabels.str()});
    Term rhs = takeDiagonals(rewriter, loc, {op.getRhs(), rhsLabels.str()});
    lhs = sumOut(rewriter, loc, lhs, [&](char label) {
      return rhsText.contains(label) || resultText.contains(label);
    });
    rhs = sumOut(rewriter, loc, rhs, [&](char label) {
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
    if (!isPlain(labels, op.getOperand().getType()) ||
        !isPlain(result, op.getType()))
      return rewriter.notifyMatchFailure(op, "expected letters");
    if (isQuantizedElement(op.getOperand().getType().getElementType()))
      return rewriter.notifyMatchFailure(op, "expected no quantized operand");
    StringRef resultText = result;
    Term term =
        takeDiagonals(rewriter, op.getLoc(), {op.getOperand(), labels.str()});
    term = sumOut(rewriter, op.getLoc(), term,
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
