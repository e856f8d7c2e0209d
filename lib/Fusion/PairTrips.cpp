//===- PairTrips.cpp - Two trips of a loop in one -------------------------===//
//
// What a trip makes of a carried tensor lies in another buffer than the tensor,
// unless it is an update in place. Of two trips in one, the second writes where
// the first one read: nothing is copied. Where it is not known how many trips
// there are, the second is a branch, and what the first made is copied once, if
// there is no second. Assumes that fusions are formed, so that both trips call
// the same kernels.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/Transforms/TripCount.h"
#include "xla/Dialect/HLO/Transforms/UnrollLoops.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Fusion/Passes.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

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

/// What `fusion` updates in place to make `result`; null if nothing.
static Value getUpdated(hlo::FusionOp fusion, Value result) {
  Operation *terminator = fusion.getBody().front().getTerminator();
  auto update = terminator->getOperand(cast<OpResult>(result).getResultNumber())
                    .getDefiningOp<hlo::DynamicUpdateSliceOp>();
  auto argument =
      update ? dyn_cast<BlockArgument>(update.getOperand()) : BlockArgument();
  return argument ? fusion.getInputs()[argument.getArgNumber()] : Value();
}

/// Whether all that `argument` of a fusion's body leads to is of its elements
/// at the same place.
static bool isReadAtOwnPlace(BlockArgument argument) {
  llvm::SetVector<Operation *> readers;
  auto addUsers = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (!user->hasTrait<OpTrait::IsTerminator>())
        readers.insert(user);
  };
  addUsers(argument);
  for (size_t next = 0; next < readers.size(); ++next) {
    if (!isElementwise(readers[next]) ||
        cast<ShapedType>(readers[next]->getResult(0).getType()).getShape() !=
            cast<ShapedType>(argument.getType()).getShape())
      return false;
    addUsers(readers[next]->getResult(0));
  }
  return true;
}

/// Whether `value` is made element by element of `carried`, which nothing reads
/// later: it goes where that was (xla-pair-donations).
static bool takesPlace(Value value, Value carried) {
  Operation *op = value.getDefiningOp();
  if (!op || value.getType() != carried.getType() ||
      !llvm::is_contained(op->getOperands(), carried) ||
      !llvm::all_of(carried.getUsers(), [&](Operation *user) {
        Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
        return ancestor && (ancestor == op || ancestor->isBeforeInBlock(op));
      }))
    return false;
  auto fusion = dyn_cast<hlo::FusionOp>(op);
  if (!fusion)
    return isElementwise(op);
  return llvm::all_of(
      fusion.getBody().getArguments(), [&](BlockArgument argument) {
        return fusion.getInputs()[argument.getArgNumber()] != carried ||
               isReadAtOwnPlace(argument);
      });
}

/// Whether `value` is in the place of `carried`, after updates or as a whole.
static bool isInPlace(Value value, Value carried) {
  if (takesPlace(value, carried))
    return true;
  while (value != carried) {
    Operation *op = value.getDefiningOp();
    auto fusion = dyn_cast_if_present<hlo::FusionOp>(op);
    if (Value updated = fusion ? getUpdated(fusion, value) : Value())
      value = updated;
    else if (auto reshape = dyn_cast_if_present<hlo::ReshapeOp>(op))
      value = reshape.getOperand();
    // A loop leaves in its place what it begins with.
    else if (isa_and_present<hlo::InPlaceOpInterface, hlo::WhileOp>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else
      return false;
  }
  return true;
}

namespace {
/// What the trips of a loop do to large tensors.
struct CarriedBytes {
  /// Those that are copied back, and those that are changed where they are.
  int64_t copied = 0, changedInPlace = 0;
};
} // namespace

static CarriedBytes measureCarried(hlo::WhileOp loop) {
  Block &body = loop.getBody().front();
  CarriedBytes bytes;
  for (auto [next, carried] : llvm::zip_equal(
           body.getTerminator()->getOperands(), body.getArguments())) {
    int64_t size = getDenseByteSize(carried.getType()).value_or(0);
    if (size < leastBytes || next == carried)
      continue;
    (isInPlace(next, carried) ? bytes.changedInPlace : bytes.copied) += size;
  }
  return bytes;
}

/// Ops of `body` and of loops and branches in it; a kernel is one.
static size_t countOps(Block &body) {
  size_t count = 0;
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    count += 1;
    return isa<hlo::FusionOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return count;
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
  return countOps(body) <= mostOps && llvm::all_of(cond, [](Operation &op) {
           return isMemoryEffectFree(&op) ||
                  op.hasTrait<OpTrait::IsTerminator>();
         });
}

/// Writes a second trip behind the one of the body of `loop`, which runs if the
/// condition still holds.
static void appendTrip(hlo::WhileOp loop) {
  Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  Operation *terminator = body.getTerminator();
  SmallVector<Operation *> trip;
  for (Operation &op : body.without_terminator())
    trip.push_back(&op);
  SmallVector<Value> first(terminator->getOperands());
  OpBuilder b(terminator);
  IRMapping again;
  again.map(cond.getArguments(), first);
  for (Operation &op : cond.without_terminator())
    b.clone(op, again);
  Value goesOn = again.lookupOrDefault(cond.getTerminator()->getOperand(0));
  auto choice =
      hlo::IfOp::create(b, loop.getLoc(), ValueRange(first).getTypes(), goesOn);
  b.createBlock(&choice.getTrueBranch());
  IRMapping second;
  second.map(body.getArguments(), first);
  for (Operation *op : trip)
    b.clone(*op, second);
  SmallVector<Value> last;
  for (Value value : first)
    last.push_back(second.lookupOrDefault(value));
  hlo::ReturnOp::create(b, loop.getLoc(), last);
  b.createBlock(&choice.getFalseBranch());
  hlo::ReturnOp::create(b, loop.getLoc(), first);
  terminator->setOperands(choice.getResults());
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
    for (hlo::WhileOp loop : loops)
      visit(loop);
  }

private:
  static void visit(hlo::WhileOp loop) {
    std::optional<int64_t> trips = hlo::getTripCount(loop);
    if (trips.value_or(2) < 2 || !isPlain(loop))
      return;
    CarriedBytes bytes = measureCarried(loop);
    if (bytes.copied == 0)
      return;
    // The branch of a second trip that may not run changes nothing in place.
    if (!trips && bytes.changedInPlace != 0) {
      remark::missed(loop.getLoc(),
                     remark::RemarkOpts::name("pair-trips").category("control"))
          << remark::add("two trips stay two: their number is not known, and a "
                         "branch would copy what is changed in place")
          << remark::metric("CopiedBytes", bytes.copied);
      return;
    }
    remark::passed(loop.getLoc(),
                   remark::RemarkOpts::name("pair-trips").category("control"))
        << remark::add("two trips are one: the second writes where the first "
                       "one reads, which saves copies")
        << remark::metric("CopiedBytes", bytes.copied);
    if (trips)
      hlo::unrollLoop(loop, *trips, 2);
    else
      appendTrip(loop);
    numPairedLoops += 1;
  }
};
} // namespace
