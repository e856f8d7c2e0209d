//===- ConvertConditionals.cpp - Cheap branches become selects ------------===//
//
// An `if` or `case` whose branches cost less than going one way does computes
// them all and selects. Before that, and where branches stay, what they have in
// common leaves them (BranchMotion.cpp). Assumes verified HLO; guarantees the
// same results and effects: what runs on both ways has no effect and cannot
// fail.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/RegisterTensors.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOCONVERTCONDITIONALSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-convert-conditionals"
static xla::PassCounter numConvertedConditionals(DEBUG_TYPE,
                                                 "num-converted-conditionals");

/// Most work of all branches on small tensors: what a branch costs where the
/// processor guesses wrong.
static constexpr int64_t mostSmallWork = 24;
/// Most ops of all branches on large tensors, and what one may cost.
static constexpr int64_t mostLargeOps = 4, mostLargeCost = 4;
/// Branches whose index is compared one by one.
static constexpr unsigned mostBranches = 4;

namespace {
/// What running all branches takes.
struct BranchWork {
  /// Of ops on small tensors, in additions; ops on large ones.
  int64_t small = 0, large = 0;
};
} // namespace

static bool isSmall(Value value) { return xla::fitsRegisters(value.getType()); }

/// Adds the work of `op`; false where it cannot run on both ways.
static bool addWork(Operation &op, BranchWork &work) {
  if (op.hasTrait<OpTrait::ConstantLike>())
    return true;
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  auto movement = dyn_cast<IndexingOpInterface>(op);
  if (op.getNumRegions() != 0 || op.getNumResults() != 1 ||
      !isMemoryEffectFree(&op) || !isSpeculatable(&op) ||
      (!elementwise && !(movement && movement.isIndexArithmetic())))
    return false;
  int64_t cost = elementwise ? elementwise.getArithmeticCost() : 1;
  if (isSmall(op.getResult(0)) && llvm::all_of(op.getOperands(), isSmall)) {
    work.small += std::max<int64_t>(cost, 1);
    return true;
  }
  work.large += 1;
  return cost <= mostLargeCost;
}

/// Whether a large result is what was there before: the branch that keeps it
/// costs nothing, a select reads all of it.
static bool keepsLargeValue(Block &branch) {
  return llvm::any_of(branch.getTerminator()->getOperands(), [&](Value value) {
    return !isSmall(value) && value.getParentBlock() != &branch;
  });
}

static bool isCheap(Operation *op, BranchWork &work) {
  for (Region &region : op->getRegions()) {
    if (keepsLargeValue(region.front()))
      return false;
    for (Operation &inner : region.front().without_terminator())
      if (!addWork(inner, work))
        return false;
  }
  return work.small <= mostSmallWork && work.large <= mostLargeOps;
}

static bool areStaticTensors(TypeRange types) {
  return llvm::all_of(types, [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
           isa<IntegerType, FloatType, ComplexType>(tensor.getElementType());
  });
}

/// What selects branch `index` of `op` before all behind it.
static Value createPredicate(OpBuilder &b, Operation *op, unsigned index) {
  Value selector = op->getOperand(0);
  if (isa<IfOp>(op))
    return selector;
  auto type = cast<RankedTensorType>(selector.getType());
  Value number =
      createScalarConstant(b, op->getLoc(), type.getElementType(), index);
  return CompareOp::create(b, op->getLoc(), selector, number,
                           ComparisonDirection::EQ);
}

namespace {
// Pattern: if(P) { X } { Y } -> select(P, X, Y)
template <typename Op> struct ConvertToSelect : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0 || op->getNumRegions() < 2 ||
        op->getNumRegions() > mostBranches ||
        !areStaticTensors(op->getResultTypes()) || !branchesKeepTypes(op))
      return rewriter.notifyMatchFailure(op, "expected few plain branches");
    BranchWork work;
    if (!isCheap(op, work))
      return rewriter.notifyMatchFailure(op, "expected cheap branches");
    remark::passed(op.getLoc(), describeDecision("convert-conditionals"))
        << remark::add("select instead of branches: all of them cost less than "
                       "to go one way")
        << remark::metric("Work", work.small)
        << remark::metric("AllowedWork", mostSmallWork);
    SmallVector<SmallVector<Value>> values;
    for (Region &region : op->getRegions()) {
      Operation *terminator = region.front().getTerminator();
      values.emplace_back(terminator->getOperands());
      rewriter.eraseOp(terminator);
      rewriter.inlineBlockBefore(&region.front(), op);
    }
    rewriter.setInsertionPoint(op);
    SmallVector<Value> results = values.pop_back_val();
    for (unsigned index = values.size(); index-- > 0;) {
      Value predicate = createPredicate(rewriter, op, index);
      for (auto [result, value] : llvm::zip_equal(results, values[index]))
        if (result != value)
          result = SelectOp::create(rewriter, op.getLoc(), value.getType(),
                                    predicate, value, result);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct ConvertConditionalsPass
    : xla::hlo::impl::HLOConvertConditionalsPassBase<ConvertConditionalsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertToSelect<CaseOp>, ConvertToSelect<IfOp>>(&getContext());
    populateBranchMotionPatterns(patterns);
    populateKnownBranchPatterns(patterns);
    xla::ReplacementCounter counter(numConvertedConditionals);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     config))) {
      getOperation()->emitError("conversion of conditionals did not end");
      signalPassFailure();
    }
  }
};
} // namespace
