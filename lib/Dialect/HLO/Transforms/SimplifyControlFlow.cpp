//===- SimplifyControlFlow.cpp - Smaller loops and known branches ---------===//
//
// Takes from loops what they carry in vain: values that never change or that
// nothing needs. Runs branches whose predicate is known in place. Assumes
// verified HLO; guarantees the same results, and that a loop ends when it ended
// before.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOSIMPLIFYCONTROLFLOWPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-simplify-control-flow"
static xla::PassCounter numSimplifiedOps(DEBUG_TYPE, "num-simplified-ops");

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool xla::hlo::hasPureCondition(WhileOp op) {
  return llvm::all_of(
      op.getCond().front().without_terminator(),
      [](Operation &inner) { return isMemoryEffectFree(&inner); });
}

bool xla::hlo::hasOneType(WhileOp op, unsigned index) {
  Type type = op.getOperand()[index].getType();
  return type == op.getCond().front().getArgument(index).getType() &&
         type == op.getBody().front().getArgument(index).getType() &&
         type == op.getBody()
                     .front()
                     .getTerminator()
                     ->getOperand(index)
                     .getType() &&
         type == op->getResult(index).getType();
}

void xla::hlo::dropCarried(WhileOp op, const llvm::BitVector &dropped,
                           ValueRange replacements, RewriterBase &rewriter) {
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (auto [index, operand] : llvm::enumerate(op.getOperand()))
    if (!dropped.test(index)) {
      operands.push_back(operand);
      types.push_back(op.getResult(index).getType());
    }
  Operation *terminator = op.getBody().front().getTerminator();
  rewriter.modifyOpInPlace(terminator, [&] {
    llvm::BitVector erased(dropped);
    terminator->eraseOperands(erased);
  });
  for (Region *region : {&op.getCond(), &op.getBody()})
    region->front().eraseArguments(dropped);

  OperationState state(op.getLoc(), WhileOp::getOperationName());
  state.addOperands(operands);
  state.addTypes(types);
  state.addAttributes(op->getAttrs());
  state.addRegion();
  state.addRegion();
  rewriter.setInsertionPoint(op);
  auto loop = cast<WhileOp>(rewriter.create(state));
  loop.getCond().takeBody(op.getCond());
  loop.getBody().takeBody(op.getBody());
  SmallVector<Value> results;
  unsigned next = 0;
  for (unsigned index : llvm::seq(op->getNumResults()))
    results.push_back(dropped.test(index) ? replacements[index]
                                          : loop->getResult(next++));
  rewriter.replaceOp(op, results);
}

namespace {
// Pattern: while(X) with a body that returns X -> while(), X from outside
struct DropInvariantCarried : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    Block &cond = op.getCond().front(), &body = op.getBody().front();
    ValueRange next = body.getTerminator()->getOperands();
    llvm::BitVector invariant(op->getNumOperands());
    for (auto [index, init] : llvm::enumerate(op.getOperand())) {
      bool unchanged =
          next[index] == body.getArgument(index) || next[index] == init;
      if (unchanged && hasOneType(op, index))
        invariant.set(index);
    }
    if (invariant.none())
      return rewriter.notifyMatchFailure(op, "expected an invariant value");
    for (unsigned index : invariant.set_bits()) {
      rewriter.replaceAllUsesWith(cond.getArgument(index),
                                  op.getOperand()[index]);
      rewriter.replaceAllUsesWith(body.getArgument(index),
                                  op.getOperand()[index]);
    }
    dropCarried(op, invariant, op.getOperand(), rewriter);
    return success();
  }
};

/// The arguments of `block` that `roots` depend on, by number.
void collectNeeded(Block &block, SmallVector<Value> roots,
                   llvm::BitVector &needed) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!roots.empty()) {
    Value value = roots.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == &block)
        needed.set(argument.getArgNumber());
      continue;
    }
    Operation *op = block.findAncestorOpInBlock(*value.getDefiningOp());
    if (!op || !seen.insert(op).second)
      continue;
    op->walk([&](Operation *inner) {
      llvm::append_range(roots, inner->getOperands());
    });
  }
}

// Pattern: while(X, Y), Y in no use but to compute Y -> while(X)
struct DropDeadCarried : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    Block &cond = op.getCond().front(), &body = op.getBody().front();
    Operation *terminator = body.getTerminator();
    llvm::BitVector live(op->getNumOperands());
    for (OpResult result : op->getResults())
      if (!result.use_empty())
        live.set(result.getResultNumber());
    for (BlockArgument argument : cond.getArguments())
      if (!argument.use_empty())
        live.set(argument.getArgNumber());
    // What an op with effects reads is needed too.
    SmallVector<Value> roots;
    for (Operation &inner : body.without_terminator())
      if (!isMemoryEffectFree(&inner))
        inner.walk([&](Operation *nested) {
          llvm::append_range(roots, nested->getOperands());
        });
    collectNeeded(body, roots, live);
    for (llvm::BitVector before; before != live;) {
      before = live;
      for (unsigned index : before.set_bits())
        collectNeeded(body, {terminator->getOperand(index)}, live);
    }
    if (live.all())
      return rewriter.notifyMatchFailure(op, "expected a dead value");
    llvm::BitVector dead(live);
    dead.flip();
    // Ops that compute dead values read dead arguments: give them the initial
    // values, then nothing needs these ops.
    for (unsigned index : dead.set_bits()) {
      if (op.getOperand()[index].getType() != body.getArgument(index).getType())
        return rewriter.notifyMatchFailure(op, "expected equal types");
    }
    for (unsigned index : dead.set_bits())
      rewriter.replaceAllUsesWith(body.getArgument(index),
                                  op.getOperand()[index]);
    dropCarried(op, dead, op.getOperand(), rewriter);
    return success();
  }
};

// Pattern: while(X) with a condition that is false -> X
struct FoldLoopThatNeverRuns : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = op.getCond().front().getTerminator()->getOperand(0);
    if (!matchPattern(condition, m_Zero()) ||
        op.getOperandTypes() != op.getResultTypes())
      return rewriter.notifyMatchFailure(op, "expected a false condition");
    rewriter.replaceOp(op, op.getOperand());
    return success();
  }
};
} // namespace

void xla::hlo::populateDeadCarriedPatterns(RewritePatternSet &patterns) {
  patterns.add<DropDeadCarried>(patterns.getContext());
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

Region &xla::hlo::getSelectedBranch(Operation *op, int64_t selector) {
  if (isa<IfOp>(op))
    return op->getRegion(selector ? 0 : 1);
  int64_t last = op->getNumRegions() - 1;
  return op->getRegion(selector < 0 || selector > last ? last : selector);
}

void xla::hlo::inlineBranch(Operation *op, Region &region,
                            RewriterBase &rewriter) {
  Block &block = region.front();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  rewriter.eraseOp(terminator);
  rewriter.inlineBlockBefore(&block, op);
  rewriter.replaceOp(op, results);
}

namespace {
// Pattern: if(true) -> the true branch, case(C) -> branch C
template <typename Op> struct FoldKnownBranch : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    DenseIntElementsAttr selector;
    bool isOnly = op->getNumRegions() == 1;
    if (!isOnly && !matchPattern(op->getOperand(0), m_Constant(&selector)))
      return rewriter.notifyMatchFailure(op, "expected a known branch");
    Region &branch = getSelectedBranch(
        op, isOnly ? 0 : selector.getSplatValue<APInt>().getSExtValue());
    if (branch.front().getTerminator()->getOperandTypes() !=
        op->getResultTypes())
      return rewriter.notifyMatchFailure(op, "expected equal types");
    inlineBranch(op, branch, rewriter);
    return success();
  }
};

} // namespace

void xla::hlo::populateKnownBranchPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldKnownBranch<CaseOp>, FoldKnownBranch<IfOp>>(
      patterns.getContext());
}

namespace {
struct SimplifyControlFlowPass
    : xla::hlo::impl::HLOSimplifyControlFlowPassBase<SimplifyControlFlowPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DropInvariantCarried, FoldLoopThatNeverRuns>(&getContext());
    populateDeadCarriedPatterns(patterns);
    populateKnownBranchPatterns(patterns);
    xla::ReplacementCounter counter(numSimplifiedOps);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     config))) {
      getOperation()->emitError("simplification of control flow did not end");
      signalPassFailure();
    }
  }
};
} // namespace
