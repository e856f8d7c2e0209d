//===- ExpandHostRegions.cpp - Loops of ops whose regions need the host ---===//
//
// A kernel runs the region of a map, reduction, scatter or sort for each
// element and cannot call the host from there. Where such a region holds a
// custom call, random numbers of a hidden state, a collective or an id, the op
// becomes loops over elements (HostLoops.h), in whose bodies the host can.
//
//===----------------------------------------------------------------------===//

#include "HostLoops.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDHOSTREGIONSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-expand-host-regions"
static xla::PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

static bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getNumElements() == 1;
}

/// Whether a kernel can compute `op` in the region of another one, where all
/// are scalars. Random numbers, calls, collectives and ids are none of these.
static bool hasScalarForm(Operation &op) {
  if (!llvm::all_of(op.getResultTypes(), isScalar))
    return isOpTriviallyDead(&op);
  if (isa<BitcastConvertOp>(op))
    return isScalar(op.getOperand(0).getType());
  return isa<ConstantOp, ReshapeOp, BroadcastInDimOp, TransposeOp, ReverseOp,
             OptimizationBarrierOp>(op) ||
         (isa<ElementwiseOpInterface>(op) && op.getNumRegions() == 0);
}

/// Whether something in the regions of `op` is not for a kernel to do.
static bool needsHost(Operation *op) {
  for (Region &region : op->getRegions())
    if (!llvm::all_of(region.front().without_terminator(), hasScalarForm))
      return true;
  return false;
}

/// Expands what has to become a loop in `region`, where the host is. Regions of
/// other ops than control flow are no place for it.
static void expandIn(Region &region) {
  for (Block &block : region)
    for (Operation *op = &block.front(); op;) {
      if (HostLoopWriter::canExpand(op) && needsHost(op)) {
        Operation *former = op->getPrevNode();
        op->replaceAllUsesWith(HostLoopWriter(op).expand());
        op->erase();
        numExpandedOps += 1;
        // What stands in its loops comes next, and at last the terminator.
        op = former ? former->getNextNode() : &block.front();
        continue;
      }
      if (isa<WhileOp, IfOp, CaseOp>(op))
        for (Region &inner : op->getRegions())
          expandIn(inner);
      op = op->getNextNode();
    }
}

namespace {
struct ExpandHostRegionsPass
    : xla::hlo::impl::HLOExpandHostRegionsPassBase<ExpandHostRegionsPass> {
  void runOnOperation() override { expandIn(getOperation().getBody()); }
};
} // namespace
