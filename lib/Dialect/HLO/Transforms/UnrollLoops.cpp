//===- UnrollLoops.cpp - Several trips at once ----------------------------===//
//
// Writes the trips of a loop one behind the other where that makes fewer
// passes through memory: where its body computes large tensors element by
// element, which fusion then does for all trips in one kernel. A loop of few
// trips is straight code afterwards, one of many runs several in each trip.
//
// Others stay: the trips of a loop on small tensors are in one kernel anyway (8
// trips of 5 ops on 16 numbers take 131 ns as a loop and 133 written out), and
// one that holds products or reductions would make kernels as before.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/Transforms/UnrollLoops.h"
#include "ControlFlow.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Dialect/HLO/Transforms/TripCount.h"
#include "xla/Support/PassCounter.h"
#include "xla/Support/RegisterTensors.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOUNROLLLOOPSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-unroll-loops"
static xla::PassCounter numUnrolledLoops(DEBUG_TYPE, "num-unrolled-loops");

/// From this cost of an element on, an op is a formula of dozens of operations.
static constexpr int64_t costOfFunction = 16;

namespace {
/// What of a body counts, but for constants.
struct BodySize {
  /// Ops that make large tensors, and formulas among them; other ops.
  int64_t large = 0, functions = 0, small = 0;
};
} // namespace

static bool isSmall(Value value) { return xla::fitsRegisters(value.getType()); }

/// The size of the body of `op`; none where it does more than compute large
/// tensors element by element.
static std::optional<BodySize> measureBody(WhileOp op) {
  BodySize size;
  for (Operation &inner : getBodyBlock(op).without_terminator()) {
    if (inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (inner.getNumRegions() != 0 || !isMemoryEffectFree(&inner) ||
        inner.getNumResults() != 1)
      return std::nullopt;
    auto elementwise = dyn_cast<ElementwiseOpInterface>(&inner);
    auto movement = dyn_cast<IndexingOpInterface>(&inner);
    bool fromSmall = llvm::all_of(inner.getOperands(), isSmall);
    bool fuses = elementwise || isa<IotaOp>(inner) ||
                 (fromSmall && movement && movement.isIndexArithmetic());
    if (!fuses && !(fromSmall && isSmall(inner.getResult(0))))
      return std::nullopt;
    if (isSmall(inner.getResult(0))) {
      size.small += 1;
      continue;
    }
    size.large += 1;
    size.functions +=
        elementwise && elementwise.getArithmeticCost() >= costOfFunction;
  }
  return size;
}

/// Writes `count` copies of `trip`, the ops of a trip of `op`, that begin with
/// `values`, and makes these what they end with.
static void writeTrips(OpBuilder &b, WhileOp op, ArrayRef<Operation *> trip,
                       int64_t count, SmallVector<Value> &values) {
  SmallVector<Value> next(getNextValues(op));
  for (; count > 0; --count) {
    IRMapping map;
    map.map(getBodyBlock(op).getArguments(), values);
    for (Operation *inner : trip)
      b.clone(*inner, map);
    for (auto [value, made] : llvm::zip_equal(values, next))
      value = map.lookupOrDefault(made);
  }
}

void xla::hlo::unrollLoop(WhileOp op, int64_t trips, int64_t factor) {
  OpBuilder b(op);
  Operation *terminator = getBodyBlock(op).getTerminator();
  SmallVector<Operation *> trip;
  for (Operation &inner : getBodyBlock(op).without_terminator())
    trip.push_back(&inner);
  SmallVector<Value> values(op.getOperand());
  bool isStraight = factor == trips;
  writeTrips(b, op, trip, isStraight ? trips : trips % factor, values);
  if (isStraight) {
    op->replaceAllUsesWith(values);
    op->erase();
    return;
  }
  op.getOperandMutable().assign(values);
  values.assign(terminator->operand_begin(), terminator->operand_end());
  b.setInsertionPoint(terminator);
  writeTrips(b, op, trip, factor - 1, values);
  terminator->setOperands(values);
}

namespace {
struct UnrollLoopsPass
    : xla::hlo::impl::HLOUnrollLoopsPassBase<UnrollLoopsPass> {
  using HLOUnrollLoopsPassBase::HLOUnrollLoopsPassBase;

  void runOnOperation() override {
    SmallVector<WhileOp> loops;
    getOperation()->walk([&](WhileOp op) { loops.push_back(op); });
    for (WhileOp op : loops)
      visit(op);
  }

private:
  void visit(WhileOp op) {
    std::optional<int64_t> trips = getTripCount(op);
    if (!trips || *trips < 2 || !hasPureCondition(op) ||
        !llvm::all_of(
            llvm::seq(op->getNumOperands()),
            [&](unsigned index) { return hasOneType(op, index); }))
      return;
    std::optional<BodySize> size = measureBody(op);
    if (!size || !size->large)
      return;
    int64_t factor = chooseFactor(*trips, *size);
    if (factor < 2) {
      remark::missed(op.getLoc(), describeDecision("unroll-loops"))
          << remark::add("loop of {0} trips not unrolled: its body is large",
                         *trips)
          << remark::metric("Ops", size->large)
          << remark::metric("AllowedOps", int64_t(maxOps));
      return;
    }
    remark::passed(op.getLoc(), describeDecision("unroll-loops"))
        << remark::add(
               "{0} of {1} trips are one: what one makes the next reads "
               "in registers",
               factor, *trips)
        << remark::metric("Trips", *trips) << remark::metric("Unroll", factor)
        << remark::metric("Ops", size->large);
    unrollLoop(op, *trips, factor);
    numUnrolledLoops += 1;
  }

  /// How many of `trips` trips become one.
  int64_t chooseFactor(int64_t trips, const BodySize &size) {
    // Twice of what one kernel takes is made in two, without a loop.
    int64_t straight = 2 * maxOps / (size.large + size.small);
    int64_t most = std::min<int64_t>(maxOps / size.large, straight);
    if (size.functions) {
      most = std::min<int64_t>(most, maxFunctions / size.functions);
      straight = most;
    }
    if (trips <= std::min<int64_t>(straight, maxTrips))
      return trips;
    most = std::min<int64_t>(most, maxTrips);
    for (int64_t factor = most; factor > most / 2; --factor)
      if (trips % factor == 0)
        return factor;
    // A loop of one trip is none.
    return std::min(most, trips / 2);
  }
};
} // namespace
