//===- CHLOLegalizeToHLO.cpp - Lower chlo to hlo --------------------------===//
//
// Replaces every chlo op, and what other front ends call chlo's functions, by
// hlo ops. Assumes verified IR; afterwards no chlo op is left, or the pass has
// failed at one.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Conversion/CHLOToHLO.h"
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

/// Whether `op` must be replaced.
static bool isIllegal(Operation *op, ArrayRef<StringRef> kept) {
  return op->getName().getDialectNamespace() == "chlo" &&
         !llvm::is_contained(kept, op->getName().getStringRef());
}

static unsigned countIllegal(Operation *root, ArrayRef<StringRef> kept) {
  unsigned count = 0;
  root->walk([&](Operation *op) { count += isIllegal(op, kept); });
  return count;
}

static RewritePatternSet buildPatterns(MLIRContext *context,
                                       ArrayRef<StringRef> kept) {
  RewritePatternSet patterns(context);
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
  llvm::erase_if(patterns.getNativePatterns(), [&](const auto &pattern) {
    std::optional<OperationName> root = pattern->getRootKind();
    return root && llvm::is_contained(kept, root->getStringRef());
  });
  return patterns;
}

LogicalResult xla::legalizeCHLOToHLO(Operation *root,
                                     ArrayRef<StringRef> kept) {
  unsigned before = countIllegal(root, kept);
  // Lowering only: folding and merging are other passes' business.
  auto config =
      GreedyRewriteConfig()
          .enableFolding(false)
          .enableConstantCSE(false)
          .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  if (failed(applyPatternsGreedily(
          root, buildPatterns(root->getContext(), kept), config)))
    return failure();
  WalkResult result = root->walk([&](Operation *op) {
    if (!isIllegal(op, kept))
      return WalkResult::advance();
    op->emitOpError("has no lowering to hlo for these types; give it static "
                    "shapes of floats, or decompose it before");
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted() || failed(chlo::dropMeshes(root)))
    return failure();
  numLoweredOps += before;
  return success();
}

namespace {
struct CHLOLegalizeToHLOPass
    : xla::impl::CHLOLegalizeToHLOPassBase<CHLOLegalizeToHLOPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(legalizeCHLOToHLO(getOperation())))
      signalPassFailure();
  }
};
} // namespace
