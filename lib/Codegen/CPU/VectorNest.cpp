//===- VectorNest.cpp - Loops that can be taken in vectors ----------------===//

#include "VectorNest.h"
#include "Accumulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace xla;

static bool isNumber(Type type) { return isa<FloatType, IntegerType>(type); }

/// Whether `value` is the index of `loop`.
static bool isIndexOf(Value value, unsigned loop) {
  auto index = value.getDefiningOp<linalg::IndexOp>();
  return index && index.getDim() == loop;
}

bool VectorNest::isLaneNumber(Value value) const {
  if (auto narrow = value.getDefiningOp<arith::TruncIOp>())
    value = narrow.getIn();
  auto cast = value.getDefiningOp<arith::IndexCastOp>();
  return cast && isIndexOf(cast.getIn(), vectorLoop);
}

/// Whether `op` of a body can be done on vectors: arithmetic on numbers,
/// indices that only become numbers, scalars from memory that stays as it is.
static bool canVectorize(linalg::GenericOp nest, Operation &op,
                         unsigned vectorLoop) {
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return index.getDim() != vectorLoop ||
           llvm::all_of(op.getUsers(), llvm::IsaPred<arith::IndexCastOp>);
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices().empty() &&
           llvm::none_of(nest.getDpsInits(), [&](Value output) {
             return memref::skipViewLikeOps(cast<MemrefValue>(output)) ==
                    memref::skipViewLikeOps(
                        cast<MemrefValue>(load.getMemRef()));
           });
  // Indices of other loops are the same in all lanes.
  return isVectorizable(op);
}

/// Whether lanes must start from the neutral element of `combiner`: a value
/// that it combines twice counts twice.
static bool isSum(Operation *combiner) {
  return isa<arith::AddIOp, arith::MulIOp, arith::XOrIOp, arith::AddFOp,
             arith::MulFOp>(combiner);
}

Value xla::matchCombiner(Value value, Value accumulator) {
  Operation *op = value.getDefiningOp();
  if (!op || !accumulator.hasOneUse() || *accumulator.user_begin() != op ||
      op->getNumOperands() != 2)
    return nullptr;
  if (isa<arith::AddFOp, arith::MulFOp>(op)) {
    auto fastMath = cast<arith::ArithFastMathInterface>(op);
    if (!arith::bitEnumContainsAll(fastMath.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::reassoc))
      return nullptr;
  } else if (!isSum(op) && !isa<arith::AndIOp, arith::OrIOp, arith::MaxSIOp,
                                arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
                                arith::MaximumFOp, arith::MinimumFOp>(op)) {
    return nullptr;
  }
  return op->getOperand(op->getOperand(0) == accumulator);
}

TypedAttr xla::getNeutralElement(Operation *combiner) {
  Type type = combiner->getResult(0).getType();
  Builder b(combiner->getContext());
  // What adds nothing to any number, not even to -0.
  if (isa<arith::AddFOp>(combiner))
    return b.getFloatAttr(type, -0.0);
  if (auto floats = dyn_cast<FloatType>(type))
    if (!APFloat::semanticsHasInf(floats.getFloatSemantics()))
      return nullptr;
  return arith::getNeutralElement(combiner).value_or(nullptr);
}

/// The other value of `select` between `accumulator` and something.
static Value matchSelection(Value value, Value accumulator) {
  auto select = value.getDefiningOp<arith::SelectOp>();
  if (!select)
    return nullptr;
  if (select.getTrueValue() == accumulator)
    return select.getFalseValue();
  return select.getFalseValue() == accumulator ? select.getTrueValue()
                                               : nullptr;
}

namespace {
/// Recognises how accumulators are combined.
class CombinerMatcher {
public:
  explicit CombinerMatcher(VectorNest &nest)
      : nest(nest), yield(nest.op.getBody()->getTerminator()) {
    for (BlockArgument accumulator : nest.op.getRegionOutputArgs())
      dependent.insert(accumulator);
    for (Operation &inner : nest.op.getBody()->without_terminator())
      if (llvm::any_of(inner.getOperands(), [&](Value operand) {
            return dependent.contains(operand);
          }))
        dependent.insert(inner.getResult(0));
  }

  bool match() {
    if (!matchOne() && !matchIndexOfExtremum())
      return false;
    collectCombiners();
    return true;
  }

private:
  /// What the yielded values need beside elements and accumulators.
  void collectCombiners() {
    DenseSet<Value> needed(yield->operand_begin(), yield->operand_end());
    for (Operation &inner :
         llvm::reverse(nest.op.getBody()->without_terminator())) {
      Value result = inner.getResult(0);
      if (!needed.contains(result) || llvm::is_contained(nest.elements, result))
        continue;
      nest.combiners.push_back(&inner);
      needed.insert(inner.operand_begin(), inner.operand_end());
    }
    std::reverse(nest.combiners.begin(), nest.combiners.end());
  }

  bool matchOne() {
    if (nest.getNumOutputs() != 1)
      return false;
    Value element =
        matchCombiner(yield->getOperand(0), nest.op.getRegionOutputArgs()[0]);
    if (!element || dependent.contains(element))
      return false;
    nest.kind = isSum(yield->getOperand(0).getDefiningOp())
                    ? NestKind::Sum
                    : NestKind::Extremum;
    nest.elements = {element};
    return true;
  }

  /// (v, i) keeps the larger (or smaller) value and the smaller index among
  /// equal ones, or the first that is no number.
  bool matchIndexOfExtremum() {
    if (nest.getNumOutputs() != 2)
      return false;
    Value value = nest.op.getRegionOutputArgs()[0],
          index = nest.op.getRegionOutputArgs()[1];
    Value element = matchSelection(yield->getOperand(0), value),
          position = matchSelection(yield->getOperand(1), index);
    if (!element || !position || dependent.contains(element) ||
        dependent.contains(position) || !isa<FloatType>(value.getType()))
      return false;
    if (!nest.isLaneNumber(position))
      return false;
    if (!keepsFirstNaN(value, element, yield->getOperand(0)) ||
        !isTieBreak(value, element, index, position))
      return false;
    nest.kind = NestKind::IndexOfExtremum;
    nest.elements = {element, position};
    return true;
  }

  static bool isComparison(Value condition, Value lhs, Value rhs,
                           ArrayRef<arith::CmpFPredicate> predicates) {
    auto compare = condition.getDefiningOp<arith::CmpFOp>();
    return compare && compare.getLhs() == lhs && compare.getRhs() == rhs &&
           llvm::is_contained(predicates, compare.getPredicate());
  }

  /// Whether `selected` is the accumulator `value` if that is better than
  /// `element` or no number, else `element`.
  bool keepsFirstNaN(Value value, Value element, Value selected) {
    using P = arith::CmpFPredicate;
    auto select = selected.getDefiningOp<arith::SelectOp>();
    if (select.getTrueValue() != value)
      return false;
    better = select.getCondition();
    auto either = better.getDefiningOp<arith::OrIOp>();
    if (!either)
      return false;
    Value first = either.getLhs(), second = either.getRhs();
    if (!isComparison(first, value, element, {P::OGT, P::OLT}))
      std::swap(first, second);
    return isComparison(first, value, element, {P::OGT, P::OLT}) &&
           isComparison(second, value, value, {P::UNE, P::UNO});
  }

  /// Whether the index is kept where the value is, and where both values are
  /// equal and it is the smaller one.
  bool isTieBreak(Value value, Value element, Value index, Value position) {
    auto select = yield->getOperand(1).getDefiningOp<arith::SelectOp>();
    auto either = select.getCondition().getDefiningOp<arith::OrIOp>();
    if (select.getTrueValue() != index || !either)
      return false;
    Value tie = either.getLhs() == better ? either.getRhs() : either.getLhs();
    auto both = tie.getDefiningOp<arith::AndIOp>();
    if (!both || (either.getLhs() != better && either.getRhs() != better))
      return false;
    Value equal = both.getLhs(), smaller = both.getRhs();
    if (!equal.getDefiningOp<arith::CmpFOp>())
      std::swap(equal, smaller);
    auto order = smaller.getDefiningOp<arith::CmpIOp>();
    return isComparison(equal, value, element, {arith::CmpFPredicate::OEQ}) &&
           order && order.getLhs() == index && order.getRhs() == position &&
           order.getPredicate() == arith::CmpIPredicate::slt;
  }

  VectorNest &nest;
  Operation *yield;
  Value better;
  /// What depends on accumulators.
  DenseSet<Value> dependent;
};
} // namespace

/// Whether vectors may lie along `loop`.
static bool canHoldVectors(const VectorNest &nest, unsigned loop) {
  bool reduces = nest.op.getNumReductionLoops() != 0;
  if (nest.isReduction(loop) != reduces || nest.extents[loop] < 2)
    return false;
  bool moves = false;
  for (unsigned operand = 0; operand < nest.strides.size(); ++operand) {
    int64_t stride = nest.strides[operand][loop];
    bool isOutput = operand >= nest.getNumInputs();
    if (isOutput ? stride != (reduces ? 0 : 1) : stride != 0 && stride != 1)
      return false;
    moves |= stride == 1;
  }
  return moves && llvm::all_of(nest.op.getBody()->without_terminator(),
                               [&](Operation &inner) {
                                 return canVectorize(nest.op, inner, loop);
                               });
}

/// Whether an output is read or written elsewhere than an iteration writes it:
/// the nest would have to be done in its order.
static bool readsWhatItWrites(const VectorNest &nest) {
  for (OpOperand &output : nest.op.getDpsInitsMutable())
    for (OpOperand &other : nest.op->getOpOperands()) {
      unsigned i = output.getOperandNumber(), j = other.getOperandNumber();
      if (memref::skipViewLikeOps(cast<MemrefValue>(output.get())) ==
              memref::skipViewLikeOps(cast<MemrefValue>(other.get())) &&
          (output.get() != other.get() || nest.strides[i] != nest.strides[j] ||
           nest.offsets[i] != nest.offsets[j]))
        return true;
    }
  return false;
}

std::optional<VectorNest> VectorNest::match(linalg::GenericOp op) {
  VectorNest nest;
  nest.op = op;
  nest.extents = op.getStaticLoopRanges();
  if (!op.hasPureBufferSemantics() ||
      llvm::any_of(nest.extents, [](int64_t extent) { return extent < 1; }))
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands()) {
    nest.strides.emplace_back(nest.extents.size(), 0);
    nest.offsets.push_back(0);
    if (!getLinearAccess(operand, nest.extents, nest.strides.back(),
                         nest.offsets.back()))
      return std::nullopt;
    // Predicates are read, and written where nothing is accumulated.
    Type element = getElementTypeOrSelf(operand.get().getType());
    bool accumulates = op.isDpsInit(&operand) && op.getNumReductionLoops() != 0;
    if (!hasWholeBytes(element) && (!element.isInteger(1) || accumulates))
      return std::nullopt;
  }
  if (readsWhatItWrites(nest))
    return std::nullopt;
  auto loops = llvm::reverse(llvm::seq<unsigned>(0, nest.extents.size()));
  auto found = llvm::find_if(
      loops, [&](unsigned loop) { return canHoldVectors(nest, loop); });
  if (found == loops.end())
    return std::nullopt;
  nest.vectorLoop = *found;
  if (op.getNumReductionLoops() == 0) {
    bool readsOutput =
        llvm::any_of(op.getRegionOutputArgs(),
                     [](BlockArgument output) { return !output.use_empty(); });
    return readsOutput ? std::nullopt : std::make_optional(nest);
  }
  if (!CombinerMatcher(nest).match())
    return std::nullopt;
  return nest;
}

int64_t VectorNest::getWidestBits() const {
  int64_t bits = 8;
  auto add = [&](Type type) {
    if (isNumber(type))
      bits = std::max<int64_t>(bits, type.getIntOrFloatBitWidth());
  };
  for (Type type : op->getOperandTypes())
    add(getElementTypeOrSelf(type));
  for (Operation &inner : op.getBody()->without_terminator())
    // What is only an index on its way to fewer bits has those from the start.
    if (!isa<arith::IndexCastOp>(inner) ||
        !llvm::all_of(inner.getUsers(), llvm::IsaPred<arith::TruncIOp>))
      add(inner.getResult(0).getType());
  return bits;
}

void VectorNest::collapse() {
  if (op.hasIndexSemantics())
    return;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned loop = 0; loop < extents.size(); ++loop) {
      bool follows =
          loop != vectorLoop && extents[loop] > 1 &&
          isReduction(loop) == isReduction(vectorLoop) &&
          llvm::all_of(strides, [&](ArrayRef<int64_t> steps) {
            return steps[loop] == steps[vectorLoop] * extents[vectorLoop];
          });
      if (!follows)
        continue;
      extents[vectorLoop] *= extents[loop];
      extents[loop] = 1;
      for (SmallVector<int64_t> &steps : strides)
        steps[loop] = 0;
      changed = true;
    }
  }
}
