//===- PairTrips.cpp - Two trips of a loop in one -------------------------===//
//
// What a trip makes of a carried tensor lies in another buffer than the tensor,
// unless it is an update in place. Of two trips in one, the second writes where
// the first one read: nothing is copied. Assumes that fusions are formed, so
// that both trips call the same kernels.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/Transforms/TripCount.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Fusion/Passes.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace xla {
#define GEN_PASS_DEF_HLOPAIRTRIPSPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "hlo-pair-trips"
static PassCounter numPairedLoops(DEBUG_TYPE, "num-paired-loops");

/// Bytes of a tensor from which a copy takes longer than a call.
static constexpr int64_t leastBytes = 1024;
/// Most ops of a body that is written twice.
static constexpr size_t mostOps = 64;

/// Whether `value` is `carried` after updates in place.
static bool isUpdate(Value value, Value carried) {
  while (value != carried) {
    Operation *op = value.getDefiningOp();
    if (auto reshape = dyn_cast_if_present<hlo::ReshapeOp>(op))
      value = reshape.getOperand();
    else if (isa_and_present<hlo::InPlaceOpInterface>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else
      return false;
  }
  return true;
}

/// Bytes that each trip of `loop` would copy.
static int64_t getCopiedBytes(hlo::WhileOp loop) {
  Block &body = loop.getBody().front();
  int64_t bytes = 0;
  for (auto [next, carried] : llvm::zip_equal(
           body.getTerminator()->getOperands(), body.getArguments())) {
    std::optional<int64_t> size = getDenseByteSize(carried.getType());
    if (size && *size >= leastBytes && !isUpdate(next, carried))
      bytes += *size;
  }
  return bytes;
}

/// Whether `loop` can be written twice.
static bool isPlain(hlo::WhileOp loop) {
  Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  ValueRange next = body.getTerminator()->getOperands();
  for (auto [init, inCond, inBody, last, result] :
       llvm::zip_equal(loop.getOperand(), cond.getArguments(),
                       body.getArguments(), next, loop.getResults()))
    if (init.getType() != inCond.getType() ||
        init.getType() != inBody.getType() ||
        init.getType() != last.getType() || init.getType() != result.getType())
      return false;
  return body.getOperations().size() <= mostOps &&
         llvm::all_of(cond, [](Operation &op) {
           return isMemoryEffectFree(&op) ||
                  op.hasTrait<OpTrait::IsTerminator>();
         });
}

namespace {
struct HLOPairTripsPass : xla::impl::HLOPairTripsPassBase<HLOPairTripsPass> {
  void runOnOperation() override {
    if (isKernel(getOperation()))
      return;
    SmallVector<hlo::WhileOp> loops;
    getOperation()->walk([&](hlo::WhileOp loop) {
      // Those in kernels have no buffers of the host.
      if (!loop->getParentOfType<hlo::FusionOp>())
        loops.push_back(loop);
    });
    for (hlo::WhileOp loop : loops) {
      std::optional<int64_t> trips = hlo::getTripCount(loop);
      int64_t bytes =
          trips && *trips >= 2 && isPlain(loop) ? getCopiedBytes(loop) : 0;
      if (bytes == 0)
        continue;
      remark::passed(loop.getLoc(),
                     remark::RemarkOpts::name("pair-trips").category("control"))
          << remark::add("two trips are one: the second writes where the first "
                         "one reads, which saves copies")
          << remark::metric("Trips", *trips)
          << remark::metric("CopiedBytes", bytes);
      hlo::unrollLoop(loop, *trips, 2);
      numPairedLoops += 1;
    }
  }
};
} // namespace
