//===- CompositeCalls.cpp - chlo ops behind other names -------------------===//
//
// Exports keep some chlo ops as `hlo.composite "chlo.erf"`, PyTorch's as
// `hlo.custom_call @mhlo.erf`, TensorFlow's as `mhlo.erf`. All become the op
// they name; other composites are left to hlo-inline-composites.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Dialect/Foreign/IR/Foreign.h"
#include "xla/Dialect/HLO/IR/FunctionNames.h"

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

static bool isBinaryFunction(StringRef name) {
  static constexpr StringLiteral names[] = {"mulhi", "next_after", "polygamma",
                                            "zeta"};
  return llvm::is_contained(names, name);
}

/// Replaces `op` by the elementwise chlo op `name` if there is one that fits.
static LogicalResult replaceByFunction(Operation *op, StringRef name,
                                       PatternRewriter &rewriter) {
  bool isKnown = op->getNumOperands() == 1   ? hlo::isUnaryFunction(name)
                 : op->getNumOperands() == 2 ? isBinaryFunction(name)
                                             : false;
  if (!isKnown || op->getNumResults() != 1 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return failure();
  OperationState state(op->getLoc(), ("chlo." + name).str(), op->getOperands(),
                       op->getResultTypes());
  rewriter.replaceOp(op, rewriter.create(state));
  return success();
}

/// Replaces `op` by a chlo.top_k if its operand and results fit one.
static LogicalResult replaceByTopK(Operation *op, DictionaryAttr attributes,
                                   PatternRewriter &rewriter) {
  auto k = attributes ? attributes.getAs<IntegerAttr>("k") : IntegerAttr();
  auto largest =
      attributes ? attributes.getAs<BoolAttr>("largest") : BoolAttr();
  if (!k || (largest && !largest.getValue()) || op->getNumOperands() != 1 ||
      op->getNumResults() != 2)
    return failure();
  auto topK = TopKOp::create(rewriter, op->getLoc(), op->getResult(0).getType(),
                             op->getResult(1).getType(), op->getOperand(0),
                             rewriter.getI64IntegerAttr(k.getInt()),
                             rewriter.getBoolAttr(true));
  rewriter.replaceOp(op, topK->getResults());
  return success();
}

namespace {
struct LowerComposite : OpRewritePattern<hlo::CompositeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(hlo::CompositeOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getName();
    if (!name.consume_front("chlo."))
      return rewriter.notifyMatchFailure(op, "expected a name chlo.*");
    if (name == "top_k")
      return replaceByTopK(op, op.getCompositeAttributes(), rewriter);
    return replaceByFunction(op, name, rewriter);
  }
};

struct LowerMHLOCall : OpRewritePattern<hlo::CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(hlo::CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getCallTargetName();
    if (!name.consume_front("mhlo."))
      return rewriter.notifyMatchFailure(op, "expected a target mhlo.*");
    if (name == "topk")
      return replaceByTopK(
          op, op->getAttrOfType<DictionaryAttr>("mhlo.attributes"), rewriter);
    return replaceByFunction(op, name, rewriter);
  }
};

/// What converters leave of XLA's own dialects: `mhlo.erf`, and ops that hand
/// their operand on.
struct LowerForeignOp : RewritePattern {
  explicit LowerForeignOp(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (isForeignIdentity(op)) {
      rewriter.replaceOp(op, op->getOperands());
      return success();
    }
    StringRef name = op->getName().getStringRef();
    if (!name.consume_front("mhlo."))
      return rewriter.notifyMatchFailure(op, "expected an op of mhlo");
    return replaceByFunction(op, name, rewriter);
  }
};
} // namespace

void xla::chlo::populateCompositePatterns(RewritePatternSet &patterns) {
  patterns.add<LowerComposite, LowerForeignOp, LowerMHLOCall>(
      patterns.getContext());
}
