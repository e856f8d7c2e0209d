//===- RegisterGeneric.cpp - linalg.generic on registers ------------------===//
//
// The lanes of a result are the points of the parallel loops in the result's
// order; the body runs once for each vector of them and each point of the
// reduction loops, in order. Where the combiner may be reordered, a reduction
// into few elements has the reduction loops in its lanes too, and combines
// halves; one into few vectors keeps two sums, which do not wait for each
// other. A body that has no vector form is repeated for each lane.
//
//===----------------------------------------------------------------------===//

#include "RegisterTensor.h"
#include "xla/Support/RegisterTensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace xla;

/// Most operations that one op may become.
static constexpr int64_t maxOperations = 2048;
/// Results of at least so many elements fill vectors by themselves.
static constexpr int64_t fewResults = 4;
/// Sums of so many vectors wait for each other's terms: a second chain of half
/// the terms hides that, from so many terms on.
static constexpr int64_t fewSums = 2, splitSteps = 4;

static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> point) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return point[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), point);
  int64_t rhs = evaluate(binary.getRHS(), point);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    return llvm::mod(lhs, rhs);
  }
}

/// Whether `op`, of a body, has the same meaning on vectors.
static bool hasVectorForm(Operation &op) {
  if (isa<linalg::YieldOp, linalg::IndexOp>(op))
    return true;
  auto isPlain = [](Type type) {
    return type.isIndex() || isRegisterElement(type);
  };
  if (!llvm::all_of(op.getOperandTypes(), isPlain) ||
      !llvm::all_of(op.getResultTypes(), isPlain))
    return false;
  if (isa<arith::ConstantOp>(op))
    return true;
  // What is expanded on scalars only.
  if (isa<arith::RemFOp, math::IPowIOp, math::FPowIOp>(op))
    return false;
  return isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) &&
         OpTrait::hasElementwiseMappableTraits(&op);
}

static bool hasVectorForm(linalg::GenericOp op) {
  return llvm::all_of(*op.getBody(),
                      [](Operation &inner) { return hasVectorForm(inner); });
}

static int64_t getReductionSize(linalg::GenericOp op) {
  int64_t size = 1;
  for (auto [range, kind] :
       llvm::zip(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      size *= range;
  return size;
}

/// Whether all results have one map, which moves each parallel loop along a
/// dimension of its own.
static bool hasOneResultSpace(linalg::GenericOp op) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops())
    return false;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (AffineExpr expr : map.getResults())
    if (kinds[cast<AffineDimExpr>(expr).getPosition()] !=
        utils::IteratorType::parallel)
      return false;
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init) == map;
  });
}

bool RegisterBuilder::canHold(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() ||
      llvm::any_of(op.getStaticLoopRanges(), ShapedType::isDynamic))
    return false;
  auto fits = [](Type type) {
    return !isa<ShapedType>(type) || fitsRegisters(type);
  };
  if (!llvm::all_of(op->getOperandTypes(), fits) ||
      !llvm::all_of(op->getResultTypes(), fits) || op->getNumResults() == 0 ||
      !hasOneResultSpace(op))
    return false;
  if (llvm::any_of(op.getIndexingMapsArray(),
                   [](AffineMap map) { return map.getNumSymbols() != 0; }))
    return false;
  int64_t results = cast<ShapedType>(op->getResultTypes()[0]).getNumElements();
  int64_t bodies = getReductionSize(op);
  if (hasVectorForm(op))
    bodies *= llvm::divideCeil(results, 8);
  else
    bodies *= results;
  return bodies > 0 && bodies * int64_t(op.getBody()->getOperations().size()) <=
                           maxOperations;
}

namespace {
using Lookup = llvm::function_ref<RegisterTensor(Value)>;

/// Lowers one op.
class GenericLowering {
public:
  GenericLowering(OpBuilder &b, RegisterBuilder &registers,
                  linalg::GenericOp op, Lookup lookup, IRMapping &outside)
      : b(b), registers(registers), op(op), outside(outside),
        vectors(hasVectorForm(op)) {
    for (OpOperand &operand : op->getOpOperands()) {
      bool read = !op.isDpsInit(&operand) ||
                  !op.getMatchingBlockArgument(&operand).use_empty();
      operands.emplace_back();
      if (read && isa<ShapedType>(operand.get().getType()))
        operands.back() = lookup(operand.get());
    }
    ranges = op.getStaticLoopRanges();
    kinds = op.getIteratorTypesArray();
    shape =
        llvm::to_vector(cast<ShapedType>(op->getResultTypes()[0]).getShape());
    for (auto [range, kind] : llvm::zip(ranges, kinds))
      if (kind == utils::IteratorType::reduction)
        reduced.push_back(range);
    // Only what the body reads: the whole map would be copied for each body.
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (Value value : captured)
      around.map(value, outside.lookup(value));
  }

  SmallVector<RegisterTensor> lower();

private:
  using Points = SmallVector<SmallVector<int64_t>>;

  SmallVector<int64_t> getPoint(int64_t result, int64_t step);
  Value pickOperand(OpOperand &operand, const Points &points);
  bool mapConstant(Operation &inner, const Points &points, IRMapping &mapping);
  SmallVector<Value> compute(const Points &points, ValueRange sums,
                             Operation *combiner);
  SmallVector<Value> computeVector(const Points &points, ValueRange sums,
                                   Operation *combiner);
  Operation *matchCombiner();
  SmallVector<Value> accumulate(ArrayRef<int64_t> lanes, int64_t begin,
                                int64_t end, SmallVector<Value> sums);
  RegisterTensor reduce(Operation *combiner);
  Value combine(Operation *combiner, Value lhs, Value rhs);

  OpBuilder &b;
  RegisterBuilder &registers;
  linalg::GenericOp op;
  IRMapping &outside;
  /// What stands for the values that the body captures.
  IRMapping around;
  bool vectors;
  SmallVector<RegisterTensor> operands;
  SmallVector<int64_t> ranges, shape, reduced;
  SmallVector<utils::IteratorType> kinds;
};
} // namespace

/// The loop indices at which element `result` takes its term `step`.
SmallVector<int64_t> GenericLowering::getPoint(int64_t result, int64_t step) {
  SmallVector<int64_t> point(ranges.size(), 0);
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<int64_t> at = delinearizeIndex(result, shape);
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    point[cast<AffineDimExpr>(expr).getPosition()] = at[dim];
  SmallVector<int64_t> inside = delinearizeIndex(step, reduced);
  for (size_t loop = 0, next = 0; loop < ranges.size(); ++loop)
    if (kinds[loop] == utils::IteratorType::reduction)
      point[loop] = inside[next++];
  return point;
}

/// What the body reads of `operand` at `points`.
Value GenericLowering::pickOperand(OpOperand &operand, const Points &points) {
  const RegisterTensor &tensor = operands[operand.getOperandNumber()];
  if (!tensor.type) {
    Value scalar = outside.lookup(operand.get());
    if (points.size() == 1 || !vectors)
      return scalar;
    return vector::BroadcastOp::create(
        b, op.getLoc(), VectorType::get(points.size(), scalar.getType()),
        scalar);
  }
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> indices;
  for (ArrayRef<int64_t> point : points) {
    SmallVector<int64_t> at;
    for (AffineExpr expr : map.getResults())
      at.push_back(evaluate(expr, point));
    indices.push_back(linearizeIndex(at, tensor.type.getShape()));
  }
  return registers.pick(op.getLoc(), tensor, indices);
}

/// Maps the result of `inner`, of the body, if it is known at each of `points`.
bool GenericLowering::mapConstant(Operation &inner, const Points &points,
                                  IRMapping &mapping) {
  auto index = dyn_cast<linalg::IndexOp>(inner);
  auto constant = dyn_cast<arith::ConstantOp>(inner);
  if (!index && !constant)
    return false;
  Location loc = inner.getLoc();
  Type type = inner.getResult(0).getType();
  SmallVector<Attribute> elements;
  for (ArrayRef<int64_t> point : points)
    elements.push_back(index ? b.getIndexAttr(point[index.getDim()])
                             : constant.getValue());
  Value value;
  if (points.size() == 1)
    value = arith::ConstantOp::create(b, loc, cast<TypedAttr>(elements[0]));
  else
    value = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(VectorType::get(points.size(), type), elements));
  mapping.map(inner.getResult(0), value);
  return true;
}

/// The body at `points`, which are the lanes of vectors. `sums` are what the
/// results held before, null where the body does not ask. A null-op `combiner`
/// is skipped: its other operand takes its place.
SmallVector<Value> GenericLowering::computeVector(const Points &points,
                                                  ValueRange sums,
                                                  Operation *combiner) {
  int64_t count = points.size();
  IRMapping mapping(around);
  auto widen = [&](Type type) {
    return count == 1 ? type : Type(VectorType::get(count, type));
  };
  for (OpOperand *input : op.getDpsInputOperands())
    if (!op.getMatchingBlockArgument(input).use_empty())
      mapping.map(op.getMatchingBlockArgument(input),
                  pickOperand(*input, points));
  for (auto [argument, sum] : llvm::zip(op.getRegionOutputArgs(), sums))
    if (sum)
      mapping.map(argument, sum);
  Block *body = op.getBody();
  for (Operation &inner : body->without_terminator()) {
    Location loc = inner.getLoc();
    if (mapConstant(inner, points, mapping))
      continue;
    if (&inner == combiner) {
      bool second =
          isa<BlockArgument>(inner.getOperand(0)) &&
          llvm::is_contained(op.getRegionOutputArgs(), inner.getOperand(0));
      mapping.map(inner.getResult(0),
                  mapping.lookupOrDefault(inner.getOperand(second)));
      continue;
    }
    // Scalars from around the op.
    if (count != 1)
      for (Value operand : inner.getOperands()) {
        Value mapped = mapping.lookupOrDefault(operand);
        if (!isa<VectorType>(mapped.getType()))
          mapping.map(operand, vector::BroadcastOp::create(
                                   b, loc, widen(mapped.getType()), mapped));
      }
    Operation *clone = b.clone(inner, mapping);
    if (vectors)
      for (Value result : clone->getResults())
        result.setType(widen(result.getType()));
  }
  SmallVector<Value> results;
  for (Value yielded : body->getTerminator()->getOperands()) {
    Value value = mapping.lookupOrDefault(yielded);
    if (count != 1 && !isa<VectorType>(value.getType()))
      value = vector::BroadcastOp::create(b, op.getLoc(),
                                          widen(value.getType()), value);
    results.push_back(value);
  }
  return results;
}

SmallVector<Value> GenericLowering::compute(const Points &points,
                                            ValueRange sums,
                                            Operation *combiner) {
  if (vectors || points.size() == 1)
    return computeVector(points, sums, combiner);
  // One lane after the other.
  SmallVector<SmallVector<Value>> elements(op->getNumResults());
  for (auto [lane, point] : llvm::enumerate(points)) {
    SmallVector<Value> own;
    for (Value sum : sums)
      own.push_back(
          sum ? vector::ExtractOp::create(b, op.getLoc(), sum, int64_t(lane))
                    .getResult()
              : Value());
    for (auto [result, value] :
         llvm::zip(elements, computeVector({point}, own, combiner)))
      result.push_back(value);
  }
  return llvm::map_to_vector(elements, [&](ArrayRef<Value> lanes) {
    return registers.combine(op.getLoc(), lanes);
  });
}

/// The op that adds a term to the one result, if terms may come in any order.
Operation *GenericLowering::matchCombiner() {
  if (op->getNumResults() != 1 || !vectors)
    return nullptr;
  BlockArgument sum = op.getRegionOutputArgs()[0];
  Operation *combiner =
      op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  if (!combiner || combiner->getBlock() != op.getBody() || !sum.hasOneUse() ||
      *sum.user_begin() != combiner || combiner->getNumOperands() != 2)
    return nullptr;
  if (isa<arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp,
          arith::XOrIOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
          arith::MinUIOp, arith::MaximumFOp, arith::MinimumFOp>(combiner))
    return combiner;
  if (!isa<arith::AddFOp, arith::MulFOp>(combiner))
    return nullptr;
  auto flags = cast<arith::ArithFastMathInterface>(combiner)
                   .getFastMathFlagsAttr()
                   .getValue();
  return arith::bitEnumContainsAny(flags, arith::FastMathFlags::reassoc)
             ? combiner
             : nullptr;
}

Value GenericLowering::combine(Operation *combiner, Value lhs, Value rhs) {
  OperationState state(combiner->getLoc(), combiner->getName(),
                       ValueRange{lhs, rhs}, lhs.getType());
  Operation *result = b.create(state);
  return result->getResult(0);
}

/// Combines the terms of each result by halves.
RegisterTensor GenericLowering::reduce(Operation *combiner) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op->getResultTypes()[0]);
  int64_t results = type.getNumElements(), steps = getReductionSize(op);
  auto flat = [&](int64_t count) {
    return RankedTensorType::get({count}, type.getElementType());
  };
  RegisterTensor terms{flat(steps * results), {}};
  SmallVector<int64_t> bounds = registers.getBounds(steps * results);
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    Points points;
    for (int64_t term = bounds[i]; term < bounds[i + 1]; ++term)
      points.push_back(getPoint(term % results, term / results));
    terms.registers.push_back(compute(points, {Value()}, combiner).front());
  }
  auto take = [&](const RegisterTensor &from, int64_t begin, int64_t end) {
    return registers.move(loc, from, flat(end - begin),
                          llvm::to_vector(llvm::seq(begin, end)));
  };
  auto merge = [&](const RegisterTensor &lhs, const RegisterTensor &rhs) {
    RegisterTensor merged{lhs.type, {}};
    for (auto [a, c] : llvm::zip(lhs.registers, rhs.registers))
      merged.registers.push_back(combine(combiner, a, c));
    return merged;
  };
  RegisterTensor sum = operands.back();
  sum.type = flat(results);
  while (steps > 1) {
    int64_t half = steps / 2 * results;
    if (steps % 2)
      sum = merge(sum, take(terms, 2 * half, 2 * half + results));
    terms = merge(take(terms, 0, half), take(terms, half, 2 * half));
    steps /= 2;
  }
  sum = merge(sum, terms);
  sum.type = type;
  return sum;
}

/// The results of elements `lanes` after the terms from `begin` to `end` are
/// added to `sums` one after the other.
SmallVector<Value> GenericLowering::accumulate(ArrayRef<int64_t> lanes,
                                               int64_t begin, int64_t end,
                                               SmallVector<Value> sums) {
  SmallVector<Value> results;
  for (int64_t step = begin; step < end; ++step) {
    Points points;
    for (int64_t lane : lanes)
      points.push_back(getPoint(lane, step));
    results = compute(points, sums, /*combiner=*/nullptr);
    for (auto [sum, value] : llvm::zip(sums, results))
      if (sum)
        sum = value;
  }
  return results;
}

SmallVector<RegisterTensor> GenericLowering::lower() {
  int64_t results = ShapedType::getNumElements(shape);
  int64_t steps = getReductionSize(op);
  Operation *combiner = steps >= splitSteps ? matchCombiner() : nullptr;
  if (combiner && results < fewResults && steps > fewResults &&
      steps * results <= 2 * kMaxRegisterElements)
    return {reduce(combiner)};
  SmallVector<RegisterTensor> lowered;
  for (Type type : op->getResultTypes())
    lowered.push_back({cast<RankedTensorType>(type), {}});
  SmallVector<int64_t> bounds = registers.getBounds(results);
  bool split = combiner && int64_t(bounds.size()) - 1 <= fewSums;
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    SmallVector<Value> sums;
    SmallVector<int64_t> lanes =
        llvm::to_vector(llvm::seq(bounds[i], bounds[i + 1]));
    for (OpOperand &init : op.getDpsInitsMutable()) {
      const RegisterTensor &held = operands[init.getOperandNumber()];
      sums.push_back(held.type ? registers.pick(op.getLoc(), held, lanes)
                               : Value());
    }
    int64_t middle = split ? steps / 2 : steps;
    SmallVector<Value> values = accumulate(lanes, 0, middle, sums);
    if (split) {
      Points points;
      for (int64_t lane : lanes)
        points.push_back(getPoint(lane, middle));
      SmallVector<Value> others = accumulate(
          lanes, middle + 1, steps, compute(points, {Value()}, combiner));
      values = {combine(combiner, values.front(), others.front())};
    }
    for (auto [tensor, value] : llvm::zip(lowered, values))
      tensor.registers.push_back(value);
  }
  return lowered;
}

SmallVector<RegisterTensor> RegisterBuilder::lower(linalg::GenericOp op,
                                                   Lookup lookup,
                                                   IRMapping &outside) {
  return GenericLowering(b, *this, op, lookup, outside).lower();
}
