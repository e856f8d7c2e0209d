//===- CarriedValues.cpp - What loops need not carry ----------------------===//
//
// The patterns of hlo-simplify-loops on carried values: constants, values that
// equal others, and counters that follow from another counter.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "xla/Dialect/HLO/Transforms/TripCount.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <numeric>

using namespace mlir;
using namespace xla::hlo;

/// Ops that are looked at to see that two values are equal.
static constexpr size_t mostOps = 64;
/// Times that values equal so far are looked at again.
static constexpr size_t mostRounds = 16;

void xla::hlo::noteLoop(WhileOp op, StringRef what, StringRef why) {
  remark::passed(op.getLoc(), describeDecision("simplify-loops"))
      << remark::add("{0}: {1}", what, why);
}

Value xla::hlo::createInteger(OpBuilder &b, Location loc, Type type,
                              const APInt &value) {
  return ConstantOp::create(
      b, loc, DenseElementsAttr::get(cast<ShapedType>(type), value));
}

/// The constant that `value` is; null where it is none.
static Attribute getConstant(Value value) {
  Attribute attr;
  matchPattern(value, m_Constant(&attr));
  return attr;
}

/// Replaces what the carried values in `known` are in the loop by `values`, and
/// carries them no more.
static void replaceCarried(WhileOp op, const llvm::BitVector &known,
                           ValueRange values, PatternRewriter &rewriter) {
  for (unsigned index : known.set_bits())
    for (Region *region : {&op.getCond(), &op.getBody()})
      rewriter.replaceAllUsesWith(region->front().getArgument(index),
                                  values[index]);
  dropCarried(op, known, op.getOperand(), rewriter);
}

namespace {
/// Finds which carried values keep the constants that they begin with, given
/// that all that were not refuted do.
class ConstantFinder {
public:
  explicit ConstantFinder(WhileOp op) : op(op) {}

  llvm::BitVector find() {
    llvm::BitVector known(op->getNumOperands());
    for (auto [index, init] : llvm::enumerate(op.getOperand()))
      if (getConstant(init) && hasOneType(op, index))
        known.set(index);
    for (llvm::BitVector before; before != known && known.any();) {
      before = known;
      constants.clear();
      for (unsigned index : before.set_bits())
        constants[getBodyBlock(op).getArgument(index)] =
            getConstant(op.getOperand()[index]);
      for (unsigned index : before.set_bits())
        if (evaluate(getNextValues(op)[index], /*depth=*/0) !=
            getConstant(op.getOperand()[index]))
          known.reset(index);
    }
    return known;
  }

private:
  /// The constant that `value` folds to; null where it folds to none.
  Attribute evaluate(Value value, size_t depth) {
    auto found = constants.find(value);
    if (found != constants.end())
      return found->second;
    Operation *maker = value.getDefiningOp();
    if (!maker || depth > mostOps)
      return {};
    Attribute result = getConstant(value);
    if (!result && maker->getNumResults() == 1 && maker->getNumRegions() == 0 &&
        maker->getBlock() == &getBodyBlock(op)) {
      SmallVector<Attribute> operands;
      for (Value operand : maker->getOperands())
        operands.push_back(evaluate(operand, depth + 1));
      SmallVector<OpFoldResult> folded;
      if (llvm::all_of(operands, [](Attribute attr) { return bool(attr); }) &&
          succeeded(maker->fold(operands, folded)) && folded.size() == 1) {
        if (auto same = dyn_cast<Value>(folded[0]))
          result = evaluate(same, depth + 1);
        else
          result = cast<Attribute>(folded[0]);
      }
    }
    constants[value] = result;
    return result;
  }

  WhileOp op;
  DenseMap<Value, Attribute> constants;
};

// Pattern: while(C) with a body that makes C of C -> while(), C from outside
struct DropConstantCarried : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    llvm::BitVector known = ConstantFinder(op).find();
    if (known.none())
      return rewriter.notifyMatchFailure(op, "expected a constant");
    noteLoop(op, "constants carried no more",
             "each trip leaves them as they were");
    replaceCarried(op, known, op.getOperand(), rewriter);
    return success();
  }
};

/// Finds carried values that are equal to others in each trip.
class EqualFinder {
public:
  explicit EqualFinder(WhileOp op) : op(op), leaders(op->getNumOperands()) {}

  /// For each carried value the first that equals it.
  ArrayRef<unsigned> find() {
    ValueRange inits = op.getOperand();
    for (unsigned index : llvm::seq(op->getNumOperands()))
      leaders[index] = findLeader(index, [&](unsigned other) {
        Attribute constant = getConstant(inits[index]);
        return inits[index] == inits[other] ||
               (constant && constant == getConstant(inits[other]));
      });
    // A value that parts from its leader may stay with others that part too.
    SmallVector<unsigned> before;
    for (size_t round = 0; before != leaders; ++round) {
      if (round == mostRounds) {
        std::iota(leaders.begin(), leaders.end(), 0u);
        break;
      }
      before = leaders;
      SmallVector<unsigned> refined(leaders);
      for (unsigned index : llvm::seq(op->getNumOperands()))
        refined[index] = findLeader(index, [&](unsigned other) {
          equal.clear();
          return before[other] == before[index] &&
                 areEqual(getNextValues(op)[index], getNextValues(op)[other],
                          /*depth=*/0);
        });
      leaders = refined;
    }
    return leaders;
  }

private:
  unsigned findLeader(unsigned index, function_ref<bool(unsigned)> isEqual) {
    if (hasOneType(op, index))
      for (unsigned other : llvm::seq(index))
        if (hasOneType(op, other) &&
            op->getOperand(other).getType() ==
                op->getOperand(index).getType() &&
            isEqual(other))
          return other;
    return index;
  }

  bool areEqual(Value lhs, Value rhs, size_t depth) {
    if (lhs == rhs)
      return true;
    if (lhs.getType() != rhs.getType())
      return false;
    auto left = dyn_cast<BlockArgument>(lhs),
         right = dyn_cast<BlockArgument>(rhs);
    if (left && right)
      return left.getOwner() == right.getOwner() &&
             left.getOwner() == &getBodyBlock(op) &&
             leaders[left.getArgNumber()] == leaders[right.getArgNumber()];
    if (left || right)
      return false;
    if (equal.contains({lhs, rhs}))
      return true;
    Operation *a = lhs.getDefiningOp(), *b = rhs.getDefiningOp();
    if (equal.size() >= mostOps || depth >= mostOps ||
        a->getName() != b->getName() ||
        a->getNumOperands() != b->getNumOperands() || a->getNumRegions() != 0 ||
        !isMemoryEffectFree(a) ||
        a->getAttrDictionary() != b->getAttrDictionary() ||
        cast<OpResult>(lhs).getResultNumber() !=
            cast<OpResult>(rhs).getResultNumber())
      return false;
    // Equal if all it is made of is: there are no cycles in a block.
    for (auto [x, y] : llvm::zip_equal(a->getOperands(), b->getOperands()))
      if (!areEqual(x, y, depth + 1))
        return false;
    equal.insert({lhs, rhs});
    return true;
  }

  WhileOp op;
  SmallVector<unsigned> leaders;
  DenseSet<std::pair<Value, Value>> equal;
};

// Pattern: while(X, Y) where Y is X in each trip -> while(X)
struct MergeEqualCarried : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    EqualFinder finder(op);
    ArrayRef<unsigned> leaders = finder.find();
    llvm::BitVector dropped(leaders.size());
    for (auto [index, leader] : llvm::enumerate(leaders))
      if (leader != index)
        dropped.set(index);
    if (dropped.none())
      return rewriter.notifyMatchFailure(op, "expected equal values");
    noteLoop(op, "values carried once",
             "others are equal to them in each trip");
    for (unsigned index : dropped.set_bits()) {
      unsigned leader = leaders[index];
      for (Region *region : {&op.getCond(), &op.getBody()})
        rewriter.replaceAllUsesWith(region->front().getArgument(index),
                                    region->front().getArgument(leader));
      rewriter.replaceAllUsesWith(op->getResult(index), op->getResult(leader));
    }
    dropCarried(op, dropped, op.getOperand(), rewriter);
    return success();
  }
};

// Pattern: while(I, J), both counting -> while(I), J = J0 + (I - I0) * ratio
struct DeriveCounters : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<std::optional<APInt>> steps;
    for (unsigned index : llvm::seq(op->getNumOperands()))
      steps.push_back(hasOneType(op, index) ? getCounterStep(op, index)
                                            : std::nullopt);
    for (unsigned index : llvm::seq(steps.size()))
      for (unsigned leader : llvm::seq(steps.size())) {
        std::optional<APInt> ratio =
            index != leader && isBetter(op, leader, index)
                ? getRatio(op, steps, leader, index)
                : std::nullopt;
        if (!ratio)
          continue;
        noteLoop(op, "counter carried no more", "another tells what it is");
        derive(op, leader, index, *ratio, rewriter);
        return success();
      }
    return rewriter.notifyMatchFailure(op, "expected two counters");
  }

private:
  /// Of two counters the condition's stays, else the first.
  static bool isBetter(WhileOp op, unsigned leader, unsigned index) {
    Block &cond = op.getCond().front();
    bool leads = !cond.getArgument(leader).use_empty(),
         follows = !cond.getArgument(index).use_empty();
    return leads != follows ? leads : leader < index;
  }

  /// How many times the step of `leader` that of `index` is.
  static std::optional<APInt> getRatio(WhileOp op,
                                       ArrayRef<std::optional<APInt>> steps,
                                       unsigned leader, unsigned index) {
    if (!steps[leader] || !steps[index] ||
        op->getOperand(leader).getType() != op->getOperand(index).getType() ||
        !steps[index]->srem(*steps[leader]).isZero())
      return std::nullopt;
    // The quotient of the least number and -1 is itself, as is the product.
    return steps[index]->sdiv(*steps[leader]);
  }

  static void derive(WhileOp op, unsigned leader, unsigned index,
                     const APInt &ratio, PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    Type type = op.getOperand()[index].getType();
    auto multiply = [&](Value value) -> Value {
      if (ratio.isOne())
        return value;
      return rewriter.createOrFold<MultiplyOp>(
          loc, value, createInteger(rewriter, loc, type, ratio));
    };
    rewriter.setInsertionPoint(op);
    Value base = op.getOperand()[index], start = op.getOperand()[leader];
    if (!matchPattern(start, m_Zero()))
      base = rewriter.createOrFold<SubtractOp>(loc, base, multiply(start));
    auto compute = [&](Value counter) -> Value {
      if (matchPattern(base, m_Zero()))
        return multiply(counter);
      return rewriter.createOrFold<AddOp>(loc, base, multiply(counter));
    };
    for (Region *region : {&op.getCond(), &op.getBody()}) {
      Block &block = region->front();
      if (block.getArgument(index).use_empty())
        continue;
      rewriter.setInsertionPointToStart(&block);
      rewriter.replaceAllUsesWith(block.getArgument(index),
                                  compute(block.getArgument(leader)));
    }
    if (!op->getResult(index).use_empty()) {
      rewriter.setInsertionPointAfter(op);
      rewriter.replaceAllUsesWith(op->getResult(index),
                                  compute(op->getResult(leader)));
    }
    llvm::BitVector dropped(op->getNumOperands());
    dropped.set(index);
    dropCarried(op, dropped, op.getOperand(), rewriter);
  }
};
} // namespace

void xla::hlo::populateCarriedValuePatterns(RewritePatternSet &patterns) {
  patterns.add<DeriveCounters, DropConstantCarried, MergeEqualCarried>(
      patterns.getContext());
}
