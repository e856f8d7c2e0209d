//===- RemoveBarriers.cpp - Drop optimisation barriers --------------------===//
//
// Replaces optimization_barrier by its operands. Runs when the rewrites that a
// barrier holds back are done: later phases keep the order of what they get.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOREMOVEBARRIERSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace xla::hlo;

#define DEBUG_TYPE "hlo-remove-barriers"
static xla::PassCounter numRemovedBarriers(DEBUG_TYPE, "num-removed-barriers");

namespace {
struct RemoveBarriersPass
    : xla::hlo::impl::HLORemoveBarriersPassBase<RemoveBarriersPass> {
  void runOnOperation() override {
    getOperation()->walk([](OptimizationBarrierOp op) {
      op->replaceAllUsesWith(op->getOperands());
      op.erase();
      numRemovedBarriers += 1;
    });
  }
};
} // namespace
