//===- Shardings.cpp - Shardings on one device ----------------------------===//
//
// Programs name tensors as a whole, whatever devices they are to lie on:
// without its constraints a program gives the same numbers. Only a computation
// by device depends on the mesh. Over one device it is its body.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Dialect/SDY/IR/SDYOps.h"

using namespace mlir;
using namespace xla;

/// How many devices compute apart: those along the manual axes. Nothing where
/// the mesh is not known.
static std::optional<int64_t> countDevices(sdy::ManualComputationOp op) {
  int64_t count = 1;
  for (auto list : {op.getInShardings(), op.getOutShardings()})
    for (sdy::TensorShardingAttr sharding : list.getShardings()) {
      sdy::MeshAttr mesh = sdy::findMesh(op, sharding.getMeshOrRef());
      std::optional<int64_t> devices =
          mesh ? mesh.getNumDevices() : std::nullopt;
      if (!devices)
        return std::nullopt;
      count = std::max(count, *devices);
    }
  return count;
}

/// True if values pass between the op and its body with their own types.
static bool hasTypesOfBody(sdy::ManualComputationOp op) {
  Block &body = op.getBody().front();
  return body.getArgumentTypes() == op.getOperandTypes() &&
         TypeRange(body.getTerminator()->getOperands()) == op.getResultTypes();
}

namespace {
struct DropShardingConstraint : OpRewritePattern<sdy::ShardingConstraintOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(sdy::ShardingConstraintOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

struct InlineManualComputation : OpRewritePattern<sdy::ManualComputationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(sdy::ManualComputationOp op,
                                PatternRewriter &rewriter) const override {
    if (countDevices(op) != 1 || !hasTypesOfBody(op))
      return rewriter.notifyMatchFailure(op, "expected a mesh of one device");
    Block &body = op.getBody().front();
    Operation *terminator = body.getTerminator();
    SmallVector<Value> results(terminator->getOperands());
    rewriter.eraseOp(terminator);
    // Results may be arguments, which the operands replace.
    for (Value &result : results)
      if (auto argument = dyn_cast<BlockArgument>(result);
          argument && argument.getOwner() == &body)
        result = op.getOperand(argument.getArgNumber());
    rewriter.inlineBlockBefore(&body, op, op.getOperands());
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void xla::chlo::populateShardingPatterns(RewritePatternSet &patterns) {
  patterns.add<DropShardingConstraint, InlineManualComputation>(
      patterns.getContext());
}

/// Refuses what is left: computations by device.
static WalkResult refuse(sdy::ManualComputationOp op) {
  std::optional<int64_t> devices = countDevices(op);
  if (!devices)
    op.emitOpError("expects the mesh of its shardings to be known");
  else
    op.emitOpError("computes on ")
        << *devices
        << " devices, but programs run on one; export the program "
           "for a mesh of one device";
  return WalkResult::interrupt();
}

LogicalResult xla::chlo::dropMeshes(Operation *root) {
  if (root->walk(refuse).wasInterrupted())
    return failure();
  // Collectives may name the axes of a mesh.
  llvm::DenseSet<Attribute> needed;
  root->walk([&](Operation *op) {
    auto groups =
        op->getAttrOfType<hlo::ReplicaGroupMeshAxesAttr>("replica_groups");
    if (auto name = groups ? dyn_cast<FlatSymbolRefAttr>(groups.getMesh())
                           : FlatSymbolRefAttr())
      needed.insert(name.getAttr());
  });
  root->walk([&](sdy::MeshOp mesh) {
    if (!needed.contains(mesh.getSymNameAttr()))
      mesh.erase();
  });
  return success();
}
