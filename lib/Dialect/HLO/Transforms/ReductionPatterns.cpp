//===- ReductionPatterns.cpp - How xla-reduce shrinks hlo -----------------===//
//
// Two patterns for every op of the dialect, by types alone. Each leaves fewer
// ops that are not constants, so that reduction ends.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/Transforms/ReductionPatterns.h"

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace xla::hlo;

namespace {
/// A pattern on all hlo ops but constants and terminators, of one result.
struct ReduceOp : RewritePattern {
  explicit ReduceOp(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const final {
    if (!isa_and_nonnull<HLODialect>(op->getDialect()) ||
        op->hasTrait<OpTrait::ConstantLike>() || op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "expected one hlo result");
    Value value = createReplacement(op, rewriter);
    if (!value)
      return rewriter.notifyMatchFailure(op, "expected a fitting type");
    rewriter.replaceOp(op, value);
    return success();
  }

  virtual Value createReplacement(Operation *op,
                                  PatternRewriter &rewriter) const = 0;
};

/// Any op becomes its first operand of the result's type.
struct ReplaceByOperand : ReduceOp {
  using ReduceOp::ReduceOp;

  Value createReplacement(Operation *op, PatternRewriter &) const override {
    for (Value operand : op->getOperands())
      if (operand.getType() == op->getResult(0).getType())
        return operand;
    return {};
  }
};

/// Any op becomes zero.
struct ReplaceByZero : ReduceOp {
  using ReduceOp::ReduceOp;

  Value createReplacement(Operation *op,
                          PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.hasStaticShape() ||
        !type.getElementType().isIntOrFloat())
      return {};
    auto zero = DenseElementsAttr::get(
        type, rewriter.getZeroAttr(type.getElementType()));
    return ConstantOp::create(rewriter, op->getLoc(), type, zero);
  }
};

struct HLOReductionPatterns : DialectReductionPatternInterface {
  explicit HLOReductionPatterns(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns.add<ReplaceByOperand, ReplaceByZero>(patterns.getContext());
  }
};
} // namespace

void xla::hlo::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, HLODialect *dialect) {
    dialect->addInterfaces<HLOReductionPatterns>();
  });
}
