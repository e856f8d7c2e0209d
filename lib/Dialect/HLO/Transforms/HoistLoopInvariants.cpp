//===- HoistLoopInvariants.cpp - Compute once what loops repeat -----------===//
//
// Moves ops whose operands come from outside a while before it. An op that
// makes more data than it takes stays: its result would live through the whole
// loop, and it is cheap to make again. Assumes verified HLO.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOHOISTLOOPINVARIANTSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-hoist-loop-invariants"
static xla::PassCounter numHoistedOps(DEBUG_TYPE, "num-hoisted-ops");

/// Bytes of all values of known size; others count as none.
static int64_t getTotalBytes(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      bytes += xla::getTensorByteSize(tensor).value_or(0);
  return bytes;
}

bool xla::hlo::makesMoreThanItTakes(Operation *op) {
  return getTotalBytes(op->getResultTypes()) >
         getTotalBytes(op->getOperandTypes());
}

static bool isWorthHoisting(Operation *op) {
  return isMemoryEffectFree(op) && isSpeculatable(op) &&
         !makesMoreThanItTakes(op);
}

namespace {
struct HoistLoopInvariantsPass
    : xla::hlo::impl::HLOHoistLoopInvariantsPassBase<HoistLoopInvariantsPass> {
  void runOnOperation() override {
    // Inner loops first: what leaves them may leave outer ones too.
    getOperation()->walk([](WhileOp loop) {
      numHoistedOps += moveLoopInvariantCode(
          {&loop.getCond(), &loop.getBody()},
          [](Value value, Region *region) {
            return !region->isAncestor(value.getParentRegion());
          },
          [](Operation *op, Region *) { return isWorthHoisting(op); },
          [&](Operation *op, Region *) { op->moveBefore(loop); });
    });
  }
};
} // namespace
