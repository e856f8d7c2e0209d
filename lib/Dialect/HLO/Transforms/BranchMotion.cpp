//===- BranchMotion.cpp - What branches have in common leaves them --------===//
//
// The patterns of hlo-convert-conditionals that move code out of branches: ops
// that all of them begin with go before, an op that all of them end with goes
// behind, results that all of them agree on or that nobody needs go away. In a
// branch, what selects it is known.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Support/ByteSize.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace xla::hlo;

static Operation *getTerminator(Region &region) {
  return region.front().getTerminator();
}

static void noteBranches(Operation *op, StringRef what, StringRef why) {
  remark::passed(op->getLoc(), describeDecision("convert-conditionals"))
      << remark::add("{0}: {1}", what, why);
}

bool xla::hlo::branchesKeepTypes(Operation *conditional) {
  return llvm::all_of(conditional->getRegions(), [&](Region &region) {
    return getTerminator(region)->getOperandTypes() ==
           conditional->getResultTypes();
  });
}

static bool areEquivalent(Operation *lhs, Operation *rhs) {
  return OperationEquivalence::isEquivalentTo(
      lhs, rhs, OperationEquivalence::IgnoreLocations);
}

/// Rebuilds `op` with branches that return `values`, one list for each, and
/// returns the new op. The old one has lost its branches.
static Operation *rebuild(Operation *op, ArrayRef<SmallVector<Value>> values,
                          PatternRewriter &rewriter) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addTypes(ValueRange(values.front()).getTypes());
  state.addAttributes(op->getAttrs());
  for (unsigned index = 0; index < op->getNumRegions(); ++index)
    state.addRegion();
  rewriter.setInsertionPoint(op);
  Operation *smaller = rewriter.create(state);
  for (auto [from, to, results] :
       llvm::zip_equal(op->getRegions(), smaller->getRegions(), values)) {
    Operation *terminator = getTerminator(from);
    rewriter.startOpModification(terminator);
    terminator->setOperands(results);
    rewriter.finalizeOpModification(terminator);
    rewriter.inlineRegionBefore(from, to, to.end());
  }
  return smaller;
}

namespace {
/// The ops of a branch that may go before it, by what they compute.
class MovableOps {
public:
  void insert(Operation *op) { ops[hash(op)].push_back(op); }
  void erase(Operation *op) { llvm::erase(ops[hash(op)], op); }

  /// The one that is `op` again, or null.
  Operation *find(Operation *op) const {
    auto found = ops.find(hash(op));
    if (found == ops.end())
      return nullptr;
    const auto *same = llvm::find_if(found->second, [&](Operation *other) {
      return areEquivalent(op, other);
    });
    return same == found->second.end() ? nullptr : *same;
  }

private:
  static uint64_t hash(Operation *op) {
    // Of 32 bits: the greatest numbers are no keys.
    return static_cast<uint32_t>(OperationEquivalence::computeHash(
        op, OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations));
  }

  DenseMap<uint64_t, SmallVector<Operation *, 1>> ops;
};

// Pattern: if(P) { f(X) } { f(X), ... } -> f(X), if(P) ...
template <typename Op> struct HoistCommonOps : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumRegions() < 2)
      return rewriter.notifyMatchFailure(op, "expected branches");
    bool changed = false;
    Block &first = op->getRegion(0).front();
    SmallVector<MovableOps> movable(op->getNumRegions() - 1);
    for (auto [ops, region] :
         llvm::zip_equal(movable, llvm::drop_begin(op->getRegions())))
      for (Operation &inner : region.front().without_terminator())
        if (canMove(op, inner))
          ops.insert(&inner);
    for (Operation &inner : llvm::make_early_inc_range(first)) {
      if (&inner == first.getTerminator() || !canMove(op, inner))
        continue;
      SmallVector<Operation *> others;
      for (const MovableOps &ops : movable)
        if (Operation *other = ops.find(&inner))
          others.push_back(other);
      if (others.size() != movable.size())
        continue;
      rewriter.moveOpBefore(&inner, op);
      for (auto [ops, other] : llvm::zip_equal(movable, others))
        replace(op, other, inner, ops, rewriter);
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "expected an op of all branches");
    noteBranches(op, "ops go before their branch", "all branches begin so");
    return success();
  }

private:
  /// Replaces `other` by `inner`, which went before `op`: what reads it may be
  /// movable now.
  static void replace(Op op, Operation *other, Operation &inner,
                      MovableOps &ops, PatternRewriter &rewriter) {
    llvm::SmallSetVector<Operation *, 4> users;
    for (Operation *user : other->getUsers())
      if (user->getBlock() == other->getBlock())
        users.insert(user);
    ops.erase(other);
    rewriter.replaceOp(other, inner.getResults());
    // In their order, as a value's last use comes first.
    for (Operation *user : llvm::reverse(users))
      if (canMove(op, *user))
        ops.insert(user);
  }

  static bool canMove(Op op, Operation &inner) {
    return inner.getNumOperands() != 0 && inner.getNumRegions() == 0 &&
           isMemoryEffectFree(&inner) && isSpeculatable(&inner) &&
           !inner.hasTrait<OpTrait::ConstantLike>() &&
           // The last is the last to go before `op`.
           llvm::none_of(
               llvm::reverse(inner.getOperands()), [&](Value operand) {
                 return op->isAncestor(operand.getParentBlock()->getParentOp());
               });
  }
};

// Pattern: results nobody needs, two that are one, or one of all branches
template <typename Op> struct DropResults : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!branchesKeepTypes(op))
      return rewriter.notifyMatchFailure(op, "expected equal types");
    SmallVector<unsigned> kept;
    SmallVector<Value> replacements(op->getNumResults());
    DenseMap<unsigned, unsigned> same;
    for (unsigned index : llvm::seq(op->getNumResults())) {
      if (op->getResult(index).use_empty())
        continue;
      if (Value common = getCommon(op, index)) {
        replacements[index] = common;
        continue;
      }
      auto equal = llvm::find_if(kept, [&](unsigned other) {
        return llvm::all_of(op->getRegions(), [&](Region &region) {
          Operation *terminator = getTerminator(region);
          return terminator->getOperand(other) == terminator->getOperand(index);
        });
      });
      if (equal != kept.end()) {
        same[index] = equal - kept.begin();
        continue;
      }
      same[index] = kept.size();
      kept.push_back(index);
    }
    if (kept.size() == op->getNumResults())
      return rewriter.notifyMatchFailure(op, "expected needless results");
    if (kept.empty() && !isMemoryEffectFree(op))
      return rewriter.notifyMatchFailure(op, "expected no effects");
    noteBranches(op, "results of branches dropped",
                 "they are the same in all, or not needed");
    if (!kept.empty()) {
      SmallVector<SmallVector<Value>> values;
      for (Region &region : op->getRegions())
        values.push_back(llvm::map_to_vector(kept, [&](unsigned index) {
          return getTerminator(region)->getOperand(index);
        }));
      Operation *smaller = rebuild(op, values, rewriter);
      for (auto [index, position] : same)
        replacements[index] = smaller->getResult(position);
    }
    for (auto [result, value] : llvm::zip_equal(op->getResults(), replacements))
      if (value)
        rewriter.replaceAllUsesWith(result, value);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// The value from outside that all branches return at `index`, or null; a
  /// constant may be in them.
  static Value getCommon(Op op, unsigned index) {
    Value common = getTerminator(op->getRegion(0))->getOperand(index);
    if (op->isAncestor(common.getParentBlock()->getParentOp()))
      return {};
    for (Region &region : llvm::drop_begin(op->getRegions()))
      if (getTerminator(region)->getOperand(index) != common)
        return {};
    return common;
  }
};

// Pattern: if(P) { f(X) } { f(Y) } -> f(if(P) { X } { Y })
template <typename Op> struct SinkCommonOps : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumRegions() < 2 || !branchesKeepTypes(op))
      return rewriter.notifyMatchFailure(op, "expected branches");
    for (OpResult result : op->getResults()) {
      unsigned index = result.getResultNumber();
      std::optional<unsigned> varying = getVaryingOperand(op, index);
      if (!varying)
        continue;
      noteBranches(op, "op goes behind its branch", "all branches end so");
      Operation *last =
          getTerminator(op->getRegion(0))->getOperand(index).getDefiningOp();
      SmallVector<SmallVector<Value>> values;
      for (Region &region : op->getRegions()) {
        values.emplace_back(getTerminator(region)->getOperands());
        Value &value = values.back()[index];
        value = value.getDefiningOp()->getOperand(*varying);
      }
      Operation *earlier = rebuild(op, values, rewriter);
      rewriter.setInsertionPointAfter(earlier);
      Operation *behind = rewriter.clone(*last);
      behind->setOperand(*varying, earlier->getResult(index));
      SmallVector<Value> results(earlier->getResults());
      results[index] = behind->getResult(0);
      rewriter.replaceOp(op, results);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "expected an op of all branches");
  }

private:
  static bool isInside(Op op, Value value) {
    return op->isAncestor(value.getParentBlock()->getParentOp());
  }

  /// Of a tensor; tokens and tuples have no size.
  static std::optional<int64_t> getByteSize(Value value) {
    auto type = dyn_cast<ShapedType>(value.getType());
    return type ? xla::getTensorByteSize(type) : std::nullopt;
  }

  /// The operand in which the ops that make result `index` differ, where these
  /// are otherwise the same and nothing else reads them.
  static std::optional<unsigned> getVaryingOperand(Op op, unsigned index) {
    SmallVector<Operation *> makers;
    for (Region &region : op->getRegions()) {
      Value value = getTerminator(region)->getOperand(index);
      Operation *maker = value.getDefiningOp();
      if (!maker || maker->getBlock() != &region.front() ||
          !value.hasOneUse() || maker->getNumRegions() != 0 ||
          maker->getNumResults() != 1 || !isMemoryEffectFree(maker) ||
          !isSpeculatable(maker))
        return std::nullopt;
      makers.push_back(maker);
    }
    Operation *first = makers.front();
    std::optional<unsigned> varying;
    for (Operation *maker : llvm::drop_begin(makers)) {
      if (maker->getName() != first->getName() ||
          maker->getAttrDictionary() != first->getAttrDictionary() ||
          maker->getOperandTypes() != first->getOperandTypes())
        return std::nullopt;
      for (auto [number, operand] : llvm::enumerate(maker->getOperands()))
        if (operand != first->getOperand(number)) {
          if (varying.value_or(number) != number)
            return std::nullopt;
          varying = number;
        }
    }
    if (!varying)
      return std::nullopt;
    for (auto [number, operand] : llvm::enumerate(first->getOperands()))
      if (number != *varying && isInside(op, operand))
        return std::nullopt;
    // What goes through the branch instead is not to be larger.
    std::optional<int64_t> before = getByteSize(op->getResult(index)),
                           after = getByteSize(first->getOperand(*varying));
    if (!before || !after || *after > *before)
      return std::nullopt;
    return varying;
  }
};

// Pattern: if(P) { ... P ... } -> if(P) { ... true ... }
template <typename Op> struct UseKnownSelector : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Value selector = op->getOperand(0);
    Type element = cast<ShapedType>(selector.getType()).getElementType();
    if (matchPattern(selector, m_Constant()))
      return rewriter.notifyMatchFailure(op, "expected an unknown selector");
    // The last branch of a case has many indices.
    unsigned known = isa<IfOp>(op) ? 2 : op->getNumRegions() - 1;
    bool changed = false;
    for (unsigned index = 0; index < known; ++index) {
      Region &region = op->getRegion(index);
      // Not those of the selector: many branches may have the same.
      SmallVector<OpOperand *> uses;
      region.walk([&](Operation *inner) {
        for (OpOperand &operand : inner->getOpOperands())
          if (operand.get() == selector)
            uses.push_back(&operand);
      });
      if (uses.empty())
        continue;
      rewriter.setInsertionPointToStart(&region.front());
      Value value = createScalarConstant(rewriter, op->getLoc(), element,
                                         isa<IfOp>(op) ? 1 - index : index);
      for (OpOperand *use : uses)
        rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(value); });
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "expected a use of the selector");
    noteBranches(op, "selector is a constant in its branches",
                 "each runs for one value");
    return success();
  }
};
} // namespace

void xla::hlo::populateBranchMotionPatterns(RewritePatternSet &patterns) {
  patterns.add<DropResults<CaseOp>, DropResults<IfOp>, HoistCommonOps<CaseOp>,
               HoistCommonOps<IfOp>, SinkCommonOps<CaseOp>, SinkCommonOps<IfOp>,
               UseKnownSelector<CaseOp>, UseKnownSelector<IfOp>>(
      patterns.getContext());
}
