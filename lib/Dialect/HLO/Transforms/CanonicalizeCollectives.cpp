//===- CanonicalizeCollectives.cpp - One form of each collective ----------===//
//
// Spells out groups that name axes of a mesh, converts operands to the type
// that the computation combines, and roots to i32. What is left says no more
// than a host's table of services understands.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/Builders.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOCANONICALIZECOLLECTIVESPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-canonicalize-collectives"

static PassCounter numSpelledGroups(DEBUG_TYPE, "num-spelled-groups");
static PassCounter numConvertedOperands(DEBUG_TYPE, "num-converted-operands");

/// Replaces groups by axes of a mesh by rows of ids.
static LogicalResult spellGroups(Operation *op) {
  if (!isa_and_present<ReplicaGroupMeshAxesAttr>(op->getAttr("replica_groups")))
    return success();
  FailureOr<IdGroups> groups = getIdGroups(op);
  if (failed(groups))
    return failure();
  // Axes of a mesh make groups of equal size.
  SmallVector<int64_t> ids;
  for (ArrayRef<int64_t> group : *groups)
    llvm::append_range(ids, group);
  int64_t rows = groups->size();
  auto type = RankedTensorType::get({rows, int64_t(ids.size()) / rows},
                                    IntegerType::get(op->getContext(), 64));
  op->setAttr("replica_groups", DenseIntElementsAttr::get(type, ids));
  numSpelledGroups += 1;
  return success();
}

/// Lets operand `index` have elements of type `element`.
static void convertOperand(Operation *op, unsigned index, Type element) {
  OpOperand &operand = op->getOpOperand(index);
  auto type = cast<RankedTensorType>(operand.get().getType());
  if (type.getElementType() == element)
    return;
  OpBuilder builder(op);
  operand.set(ConvertOp::create(builder, op->getLoc(), type.clone(element),
                                operand.get()));
  numConvertedOperands += 1;
}

namespace {
struct CanonicalizeCollectivesPass
    : xla::hlo::impl::HLOCanonicalizeCollectivesPassBase<
          CanonicalizeCollectivesPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](Operation *op) {
      if (!isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
               CollectiveReduceOp, ReduceScatterOp>(op))
        return WalkResult::advance();
      if (failed(spellGroups(op)))
        return WalkResult::interrupt();
      unsigned numData = op->getNumOperands();
      if (op->hasAttr("has_dynamic_root"))
        convertOperand(op, --numData, IntegerType::get(op->getContext(), 32));
      if (op->getNumRegions() == 0)
        return WalkResult::advance();
      Type combined = op->getRegion(0).getArgument(0).getType();
      for (unsigned index = 0; index < numData; ++index)
        convertOperand(op, index,
                       cast<RankedTensorType>(combined).getElementType());
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
