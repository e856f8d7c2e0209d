//===- TripCount.cpp - How often a loop runs ------------------------------===//
//
// Integers here are of the counter's width; where sums could leave its range
// they are taken in wider ones.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/Transforms/TripCount.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace xla::hlo;

/// The number of the argument of a region of `loop` that `value` is.
static std::optional<unsigned> getCarriedIndex(WhileOp loop, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner()->getParentOp() != loop.getOperation())
    return std::nullopt;
  return argument.getArgNumber();
}

/// What `value` is where a kernel computes it, or hands it in.
static Value lookThrough(Value value) {
  while (true) {
    if (auto fusion = value.getDefiningOp<FusionOp>()) {
      value = fusion.getBody().front().getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber());
      continue;
    }
    auto argument = dyn_cast<BlockArgument>(value);
    auto fusion = argument
                      ? dyn_cast<FusionOp>(argument.getOwner()->getParentOp())
                      : FusionOp();
    if (!fusion)
      return value;
    value = fusion.getInputs()[argument.getArgNumber()];
  }
}

std::optional<APInt> xla::hlo::getKnownInteger(WhileOp loop, Value value) {
  value = lookThrough(value);
  if (std::optional<unsigned> index = getCarriedIndex(loop, value)) {
    Block &body = loop.getBody().front();
    Value next = body.getTerminator()->getOperand(*index);
    Value init = loop.getOperand()[*index];
    if (next != body.getArgument(*index) && next != init)
      return std::nullopt;
    value = lookThrough(init);
  }
  auto type = dyn_cast<RankedTensorType>(value.getType());
  DenseIntElementsAttr constant;
  if (!type || type.getRank() != 0 ||
      !isa<IntegerType>(type.getElementType()) ||
      !matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  return constant.getSplatValue<APInt>();
}

std::optional<APInt> xla::hlo::getCounterStep(WhileOp loop, unsigned index) {
  Block &body = loop.getBody().front();
  Value value = lookThrough(body.getTerminator()->getOperand(index));
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != 0 || type.getElementType().isInteger(1) ||
      !isa<IntegerType>(type.getElementType()))
    return std::nullopt;
  APInt step = APInt::getZero(type.getElementTypeBitWidth());
  while (value != body.getArgument(index)) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_present<AddOp, SubtractOp>(op))
      return std::nullopt;
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    std::optional<APInt> part = getKnownInteger(loop, rhs);
    if (!part && isa<AddOp>(op)) {
      part = getKnownInteger(loop, lhs);
      std::swap(lhs, rhs);
    }
    if (!part || lhs.getType() != value.getType())
      return std::nullopt;
    if (isa<AddOp>(op))
      step += *part;
    else
      step -= *part;
    value = lookThrough(lhs);
  }
  if (step.isZero())
    return std::nullopt;
  return step;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// `number` as a count, where it is one.
static std::optional<int64_t> getCount(const APInt &number) {
  if (number.getActiveBits() > 63)
    return std::nullopt;
  return number.getZExtValue();
}

/// The least k with k * step = distance, modulo 2^width.
static std::optional<int64_t> countToMeet(const APInt &step,
                                          const APInt &distance) {
  if (distance.isZero())
    return 0;
  unsigned twos = step.countTrailingZeros();
  if (step.isZero() || distance.countTrailingZeros() < twos)
    return std::nullopt;
  APInt odd = step.lshr(twos), rest = distance.lshr(twos);
  // Newton's steps double the digits of the inverse that are right; 3 are.
  APInt inverse = odd;
  for (unsigned digits = 3; digits < step.getBitWidth(); digits *= 2)
    inverse *= APInt(step.getBitWidth(), 2) - odd * inverse;
  APInt count = inverse * rest;
  if (twos)
    count.clearHighBits(twos);
  return getCount(count);
}

std::optional<int64_t>
xla::hlo::countTrips(const APInt &init, const APInt &step, const APInt &bound,
                     ComparisonDirection direction, bool isUnsigned) {
  if (direction == ComparisonDirection::NE)
    return countToMeet(step, bound - init);
  if (direction == ComparisonDirection::EQ) {
    if (init != bound)
      return 0;
    return step.isZero() ? std::nullopt : std::optional<int64_t>(1);
  }
  unsigned width = init.getBitWidth(), wide = width + 2;
  auto extend = [&](const APInt &x) {
    return isUnsigned ? x.zext(wide) : x.sext(wide);
  };
  APInt first = extend(init), limit = extend(bound), stride = step.sext(wide);
  APInt least = extend(isUnsigned ? APInt::getMinValue(width)
                                  : APInt::getSignedMinValue(width));
  APInt most = extend(isUnsigned ? APInt::getMaxValue(width)
                                 : APInt::getSignedMaxValue(width));
  // Turned round, `above` is `below`; `at most` is `below one more`.
  if (direction == ComparisonDirection::GT ||
      direction == ComparisonDirection::GE) {
    for (APInt *number : {&first, &limit, &stride, &least, &most})
      number->negate();
    std::swap(least, most);
  }
  if (direction == ComparisonDirection::LE ||
      direction == ComparisonDirection::GE)
    ++limit;
  if (first.sge(limit))
    return 0;
  if (stride.isZero())
    return std::nullopt;
  // Until it is there, or comes round, which may make it so.
  bool rises = stride.isStrictlyPositive();
  APInt distance = rises ? limit - first : first - least + 1;
  APInt size = stride.abs();
  APInt trips = (distance + size - 1).udiv(size);
  APInt last = first + trips * stride;
  APInt range = most - least + 1;
  if (last.sgt(most))
    last -= range;
  else if (last.slt(least))
    last += range;
  if (last.slt(limit))
    return std::nullopt;
  return getCount(trips);
}

/// The direction of the comparison with its sides exchanged.
static ComparisonDirection getSwappedDirection(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::EQ:
  case ComparisonDirection::NE:
    return direction;
  case ComparisonDirection::GE:
    return ComparisonDirection::LE;
  case ComparisonDirection::GT:
    return ComparisonDirection::LT;
  case ComparisonDirection::LE:
    return ComparisonDirection::GE;
  case ComparisonDirection::LT:
    return ComparisonDirection::GT;
  }
  llvm_unreachable("unknown direction");
}

std::optional<int64_t> xla::hlo::getTripCount(WhileOp loop) {
  Value condition =
      lookThrough(loop.getCond().front().getTerminator()->getOperand(0));
  auto compare = condition.getDefiningOp<CompareOp>();
  if (!compare)
    return std::nullopt;
  Value counter = lookThrough(compare.getLhs()),
        limit = lookThrough(compare.getRhs());
  ComparisonDirection direction = compare.getComparisonDirection();
  std::optional<APInt> bound = getKnownInteger(loop, limit);
  if (!bound) {
    bound = getKnownInteger(loop, counter);
    std::swap(counter, limit);
    direction = getSwappedDirection(direction);
  }
  std::optional<unsigned> index = getCarriedIndex(loop, counter);
  if (!bound || !index)
    return std::nullopt;
  std::optional<APInt> init = getKnownInteger(loop, loop.getOperand()[*index]);
  if (!init)
    return std::nullopt;
  APInt none = APInt::getZero(init->getBitWidth());
  return countTrips(
      *init, getCounterStep(loop, *index).value_or(none), *bound, direction,
      compare.getEffectiveCompareType() == ComparisonType::UNSIGNED);
}
