//===- SinkIntoLoops.cpp - Make again what is cheaper than to read --------===//
//
// Copies into a loop what its body reads of larger tensors that are made of
// little: numbers in order, broadcasts, wider types. Fusion then makes their
// elements where they are read, and no tensor lives through the loop. An op is
// only copied where it makes more data than it takes, which is what
// hlo-hoist-loop-invariants leaves in loops: neither undoes the other.
// Constants stay: fusion copies those that are small or splats into each
// kernel.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOSINKINTOLOOPSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-sink-into-loops"
static xla::PassCounter numSunkOps(DEBUG_TYPE, "num-sunk-ops");

/// Whether an element of `op`, which makes several, costs next to nothing.
static bool isCheap(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() < 2)
    return false;
  if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op))
    return elementwise.getArithmeticCost() <= 1;
  auto movement = dyn_cast<IndexingOpInterface>(op);
  return isa<IotaOp>(op) || (movement && movement.isIndexArithmetic());
}

/// Whether `op` becomes part of a kernel with what makes its operands.
static bool fusesWithOperands(Operation *op) {
  if (isa<ElementwiseOpInterface>(op))
    return true;
  auto movement = dyn_cast<IndexingOpInterface>(op);
  auto reduction = dyn_cast<ReductionLikeOpInterface>(op);
  return (movement && movement.isIndexArithmetic()) ||
         (reduction && reduction.reducesWholeDimensions());
}

/// The users of `value` in `region`.
static SmallVector<OpOperand *> getUsesIn(Value value, Region &region) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    if (region.isAncestor(use.getOwner()->getParentRegion()))
      uses.push_back(&use);
  return uses;
}

/// Copies what `loop` reads and better makes itself into its regions.
static void sinkInto(WhileOp loop) {
  for (Region *region : {&loop.getCond(), &loop.getBody()}) {
    llvm::SetVector<Value> values;
    getUsedValuesDefinedAbove(*region, values);
    for (Value value : values) {
      Operation *op = value.getDefiningOp();
      if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0 ||
          !isMemoryEffectFree(op) || !isSpeculatable(op) ||
          op->hasTrait<OpTrait::ConstantLike>() || !isCheap(op) ||
          !makesMoreThanItTakes(op))
        continue;
      SmallVector<OpOperand *> uses = getUsesIn(value, *region);
      if (!llvm::all_of(uses, [](OpOperand *use) {
            return fusesWithOperands(use->getOwner());
          }))
        continue;
      OpBuilder b = OpBuilder::atBlockBegin(&region->front());
      Value copy = b.clone(*op)->getResult(0);
      for (OpOperand *use : uses)
        use->set(copy);
      if (op->use_empty())
        op->erase();
      numSunkOps += 1;
      remark::passed(copy.getLoc(), describeDecision("sink-into-loops"))
          << remark::add("{0} is made in a loop: it is cheaper than to read it",
                         copy.getDefiningOp()->getName().getStringRef().str());
    }
  }
}

namespace {
struct SinkIntoLoopsPass
    : xla::hlo::impl::HLOSinkIntoLoopsPassBase<SinkIntoLoopsPass> {
  void runOnOperation() override {
    // Outer loops first: what enters them may go on into inner ones.
    getOperation()->walk<WalkOrder::PreOrder>(sinkInto);
  }
};
} // namespace
