//===- InlineMaps.cpp - Maps as ops on whole tensors ----------------------===//
//
// Replaces a map by its computation on whole tensors: every elementwise op of
// the body is made again with the map's shape. Assumes a static shape and a
// body of elementwise ops; other maps are left alone.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOINLINEMAPSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-inline-maps"
static xla::PassCounter numInlinedMaps(DEBUG_TYPE, "num-inlined-maps");

namespace {
struct InlineMap : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    Block &body = op.getComputation().front();
    if (!type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    auto isInlinable = [](Operation &inner) {
      return isa<ConstantOp>(inner) ||
             (isa<ElementwiseOpInterface>(inner) && inner.getNumRegions() == 0);
    };
    if (!llvm::all_of(body.without_terminator(), isInlinable))
      return rewriter.notifyMatchFailure(op, "expected elementwise ops");

    IRMapping map;
    map.map(body.getArguments(), op.getInputs());
    // Scalars from outside the body count for every element.
    auto lookup = [&](Value value) {
      if (!map.contains(value))
        map.map(value, createBroadcast(rewriter, op.getLoc(), value,
                                       type.getShape(), {}));
      return map.lookup(value);
    };
    for (Operation &inner : body.without_terminator()) {
      if (isa<ConstantOp>(inner)) {
        Operation *scalar = rewriter.clone(inner);
        map.map(inner.getResult(0), lookup(scalar->getResult(0)));
        continue;
      }
      for (Value operand : inner.getOperands())
        lookup(operand);
      Operation *clone = rewriter.clone(inner, map);
      for (Value result : clone->getResults())
        result.setType(RankedTensorType::get(
            type.getShape(),
            cast<ShapedType>(result.getType()).getElementType()));
    }
    rewriter.replaceOp(op, lookup(body.getTerminator()->getOperand(0)));
    return success();
  }
};

struct InlineMapsPass : xla::hlo::impl::HLOInlineMapsPassBase<InlineMapsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<InlineMap>(&getContext());
    xla::ReplacementCounter counter(numInlinedMaps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};
} // namespace
