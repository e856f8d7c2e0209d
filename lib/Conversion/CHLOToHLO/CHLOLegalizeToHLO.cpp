//===- CHLOLegalizeToHLO.cpp - Lower chlo to hlo --------------------------===//
//
// Replaces every chlo op, and what other front ends call chlo's functions, by
// hlo ops. Assumes verified IR; afterwards no chlo op is left, or the pass has
// failed at one.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Conversion/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla {
#define GEN_PASS_DEF_CHLOLEGALIZETOHLOPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "chlo-legalize-to-hlo"

static PassCounter numLoweredOps(DEBUG_TYPE, "num-lowered-ops");

/// Whether the pass must replace `op`.
static bool isIllegal(Operation *op) {
  return op->getName().getDialectNamespace() == "chlo";
}

static unsigned countIllegal(Operation *root) {
  unsigned count = 0;
  root->walk([&](Operation *op) { count += isIllegal(op); });
  return count;
}

namespace {
struct CHLOLegalizeToHLOPass
    : xla::impl::CHLOLegalizeToHLOPassBase<CHLOLegalizeToHLOPass> {
  using Base::Base;

  void runOnOperation() override {
    unsigned before = countIllegal(getOperation());
    RewritePatternSet patterns(&getContext());
    chlo::populateBroadcastPatterns(patterns);
    chlo::populateBitPatterns(patterns);
    chlo::populateComplexFunctionPatterns(patterns);
    chlo::populateCompositePatterns(patterns);
    chlo::populateErrorFunctionPatterns(patterns);
    chlo::populateGammaFunctionPatterns(patterns);
    chlo::populateHyperbolicPatterns(patterns);
    chlo::populateRaggedDotPatterns(patterns);
    chlo::populateScanPatterns(patterns);
    chlo::populateShardingPatterns(patterns);
    chlo::populateTopKCallPatterns(patterns);
    chlo::populateTopKPatterns(patterns);
    // Lowering only: folding and merging are other passes' business.
    auto config =
        GreedyRewriteConfig()
            .enableFolding(false)
            .enableConstantCSE(false)
            .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    WalkResult result = getOperation()->walk([](Operation *op) {
      if (!isIllegal(op))
        return WalkResult::advance();
      op->emitOpError("has no lowering to hlo for these types; give it static "
                      "shapes of floats, or decompose it before");
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted() || failed(chlo::dropMeshes(getOperation())))
      return signalPassFailure();
    numLoweredOps += before;
  }
};
} // namespace
