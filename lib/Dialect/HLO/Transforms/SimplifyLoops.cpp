//===- SimplifyLoops.cpp - What the number of trips tells -----------------===//
//
// Loops that never run or run once end as straight code. What counters are at
// the end, and what only the last trip computes, is known without the loop, and
// what it carries in vain is carried no more (CarriedValues.cpp). Assumes
// verified HLO; guarantees the same results and effects.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Dialect/HLO/Transforms/TripCount.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOSIMPLIFYLOOPSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-simplify-loops"
static xla::PassCounter numSimplifiedLoops(DEBUG_TYPE, "num-simplified-loops");

/// Ops of the last trip that are computed behind a loop.
static constexpr size_t mostOps = 64;

//===----------------------------------------------------------------------===//
// Known trips
//===----------------------------------------------------------------------===//

namespace {
// Pattern: while(X) of no trips -> X, of one trip -> its body
struct InlineFewTrips : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> trips = getTripCount(op);
    if (!trips || *trips > 1)
      return rewriter.notifyMatchFailure(op, "expected at most one trip");
    if (!hasPureCondition(op) ||
        !llvm::all_of(llvm::seq(op->getNumOperands()),
                      [&](unsigned index) { return hasOneType(op, index); }))
      return rewriter.notifyMatchFailure(op, "expected a plain condition");
    if (*trips == 0) {
      noteLoop(op, "loop removed", "its condition is false from the start");
      rewriter.replaceOp(op, op.getOperand());
      return success();
    }
    noteLoop(op, "loop runs in place", "its condition holds once");
    Block &body = getBodyBlock(op);
    Operation *terminator = body.getTerminator();
    SmallVector<Value> inits(op.getOperand()), results;
    for (Value next : terminator->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(next);
      results.push_back(argument && argument.getOwner() == &body
                            ? inits[argument.getArgNumber()]
                            : next);
    }
    rewriter.eraseOp(terminator);
    rewriter.inlineBlockBefore(&body, op, inits);
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// The value of the counter `index` of `op` after `trips` trips, computed
/// before `op`.
Value createCounterValue(OpBuilder &b, WhileOp op, unsigned index,
                         int64_t trips) {
  APInt step = *getCounterStep(op, index);
  APInt way = step * APInt(step.getBitWidth(), trips, /*isSigned=*/false,
                           /*implicitTrunc=*/true);
  Value init = op.getOperand()[index];
  if (std::optional<APInt> start = getKnownInteger(op, init))
    return createInteger(b, op.getLoc(), init.getType(), *start + way);
  return AddOp::create(b, op.getLoc(), init,
                       createInteger(b, op.getLoc(), init.getType(), way));
}

// Pattern: result of a counter of known trips -> what it is at the end
struct ComputeLastCounter : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> trips = getTripCount(op);
    if (!trips)
      return rewriter.notifyMatchFailure(op, "expected known trips");
    bool changed = false;
    for (OpResult result : op->getResults()) {
      unsigned index = result.getResultNumber();
      if (result.use_empty() || !hasOneType(op, index) ||
          !getCounterStep(op, index))
        continue;
      rewriter.replaceAllUsesWith(
          result, createCounterValue(rewriter, op, index, *trips));
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "expected a counter as result");
    noteLoop(op, "what a loop counts to is a constant", "its trips are known");
    return success();
  }
};

// Pattern: result that only the last trip makes -> computed behind the loop
struct ComputeLastTripOnce : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> trips = getTripCount(op);
    if (!trips || *trips == 0)
      return rewriter.notifyMatchFailure(op, "expected known trips");
    for (OpResult result : op->getResults()) {
      unsigned index = result.getResultNumber();
      llvm::SetVector<Operation *> slice;
      if (result.use_empty() || !hasOneType(op, index) ||
          !op.getCond().front().getArgument(index).use_empty() ||
          !getBodyBlock(op).getArgument(index).use_empty() ||
          !collect(op, getNextValues(op)[index], /*depth=*/0, slice))
        continue;
      noteLoop(op, "value computed once, behind a loop",
               "no trip reads what the one before made");
      Value last = write(op, getNextValues(op)[index], slice, *trips, rewriter);
      rewriter.replaceAllUsesWith(result, last);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "expected a value of the last trip");
  }

private:
  /// Adds the ops that make `value` in a trip to `slice`, operands first; false
  /// where they need more than counters, or are many.
  static bool collect(WhileOp op, Value value, size_t depth,
                      llvm::SetVector<Operation *> &slice) {
    Block &body = getBodyBlock(op);
    if (value.getParentBlock() != &body)
      return true;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return hasOneType(op, argument.getArgNumber()) &&
             getCounterStep(op, argument.getArgNumber()).has_value();
    Operation *maker = value.getDefiningOp();
    if (slice.contains(maker))
      return true;
    if (maker->getNumRegions() != 0 || !isMemoryEffectFree(maker) ||
        slice.size() >= mostOps || depth >= mostOps ||
        !llvm::all_of(maker->getOperands(), [&](Value operand) {
          return collect(op, operand, depth + 1, slice);
        }))
      return false;
    slice.insert(maker);
    return true;
  }

  static Value write(WhileOp op, Value value,
                     const llvm::SetVector<Operation *> &slice, int64_t trips,
                     PatternRewriter &rewriter) {
    IRMapping map;
    auto mapCounter = [&](Value value) {
      if (auto argument = dyn_cast<BlockArgument>(value);
          argument && argument.getOwner() == &getBodyBlock(op) &&
          !map.contains(argument))
        map.map(argument,
                createCounterValue(rewriter, op, argument.getArgNumber(),
                                   trips - 1));
    };
    // It may be what a counter was, without an op.
    mapCounter(value);
    for (Operation *maker : slice)
      llvm::for_each(maker->getOperands(), mapCounter);
    rewriter.setInsertionPointAfter(op);
    for (Operation *maker : slice)
      rewriter.clone(*maker, map);
    return map.lookupOrDefault(value);
  }
};

struct SimplifyLoopsPass
    : xla::hlo::impl::HLOSimplifyLoopsPassBase<SimplifyLoopsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ComputeLastCounter, ComputeLastTripOnce, InlineFewTrips>(
        &getContext());
    populateCarriedValuePatterns(patterns);
    populateDeadCarriedPatterns(patterns);
    xla::ReplacementCounter counter(numSimplifiedLoops);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     config))) {
      getOperation()->emitError("simplification of loops did not end");
      signalPassFailure();
    }
  }
};
} // namespace
