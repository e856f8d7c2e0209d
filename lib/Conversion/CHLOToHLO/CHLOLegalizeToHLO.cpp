//===- CHLOLegalizeToHLO.cpp - Lower chlo to hlo --------------------------===//
//
// Replaces every chlo op, and what other front ends call chlo's functions, by
// hlo ops. Assumes verified IR; afterwards no chlo op is left but those that
// were to be kept, or the pass has failed at one.
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

namespace {
/// What stays as it is.
struct Kept {
  ArrayRef<StringRef> names;
  bool functions;

  bool contains(Operation *op) const {
    return llvm::is_contained(names, op->getName().getStringRef()) ||
           (functions && isFunction(op));
  }

  /// Whether code generation knows `op`.
  static bool isFunction(Operation *op) {
    if (auto best = dyn_cast<chlo::TopKOp>(op))
      return best.takesFewOfMany();
    return isa<hlo::ElementwiseOpInterface>(op) &&
           isa<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  }
};
} // namespace

/// Whether `op` must be replaced.
static bool isIllegal(Operation *op, const Kept &kept) {
  return op->getName().getDialectNamespace() == "chlo" && !kept.contains(op);
}

static unsigned countIllegal(Operation *root, const Kept &kept) {
  unsigned count = 0;
  root->walk([&](Operation *op) { count += isIllegal(op, kept); });
  return count;
}

static RewritePatternSet buildPatterns(MLIRContext *context, const Kept &kept) {
  RewritePatternSet patterns(context);
  chlo::populateBroadcastPatterns(patterns);
  chlo::populateBitPatterns(patterns);
  chlo::populateComplexFunctionPatterns(patterns);
  chlo::populateCompositePatterns(patterns);
  chlo::populateErrorFunctionPatterns(patterns, kept.functions);
  chlo::populateGammaFunctionPatterns(patterns);
  chlo::populateHyperbolicPatterns(patterns, kept.functions);
  chlo::populateRaggedDotPatterns(patterns);
  chlo::populateScanPatterns(patterns);
  chlo::populateShardingPatterns(patterns);
  chlo::populateTopKCallPatterns(patterns);
  chlo::populateTopKPatterns(patterns, kept.functions);
  llvm::erase_if(patterns.getNativePatterns(), [&](const auto &pattern) {
    std::optional<OperationName> root = pattern->getRootKind();
    return root && llvm::is_contained(kept.names, root->getStringRef());
  });
  return patterns;
}

LogicalResult xla::legalizeCHLOToHLO(Operation *root, ArrayRef<StringRef> names,
                                     bool keepFunctions) {
  Kept kept{names, keepFunctions};
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
    if (failed(legalizeCHLOToHLO(getOperation(), {}, keepFunctions)))
      signalPassFailure();
  }
};
} // namespace
