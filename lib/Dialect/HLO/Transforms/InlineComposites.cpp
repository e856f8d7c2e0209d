//===- InlineComposites.cpp - Composites as calls -------------------------===//
//
// Replaces each composite by a call of the function that defines it. Assumes
// verified HLO, so that the function exists and fits; guarantees that no
// composite is left.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOINLINECOMPOSITESPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-inline-composites"
static xla::PassCounter numInlinedComposites(DEBUG_TYPE,
                                             "num-inlined-composites");

namespace {
struct InlineCompositesPass
    : xla::hlo::impl::HLOInlineCompositesPassBase<InlineCompositesPass> {
  void runOnOperation() override {
    SmallVector<CompositeOp> composites;
    getOperation().walk([&](CompositeOp op) { composites.push_back(op); });
    for (CompositeOp op : composites) {
      OpBuilder builder(op);
      auto call =
          func::CallOp::create(builder, op.getLoc(), op.getDecomposition(),
                               op.getResultTypes(), op.getInputs());
      op.replaceAllUsesWith(call.getResults());
      op.erase();
      numInlinedComposites += 1;
    }
  }
};
} // namespace
