//===- HostLoopsIndexing.cpp - Scatter and sort as loops of the host ------===//
//
// A sort is a stable merge sort of positions, one line after the other: runs of
// 1, 2, 4 ... positions become runs of twice as many. An element of the right
// run goes first only if the comparator puts it before the left one.
//
//===----------------------------------------------------------------------===//

#include "HostLoops.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace xla::hlo;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The dimension that is sorted, which an op may count from the last.
static int64_t getSortedDim(SortOp sort) {
  int64_t dim = sort.getDimension();
  return dim < 0 ? dim + typeOf(sort.getInputs().front()).getRank() : dim;
}

HostLoopWriter::Places HostLoopWriter::getTarget(ScatterOp scatter,
                                                 const Places &place,
                                                 Value &isInside) {
  ScatterDimensionNumbersAttr dims = scatter.getScatterDimensionNumbers();
  ArrayRef<int64_t> shape = typeOf(scatter.getInputs().front()).getShape();
  Value indices = scatter.getScatterIndices();
  int64_t vectorDim = dims.getIndexVectorDim();
  // Where the update stands among those of one window, and of which one.
  Places batch;
  for (auto [dim, index] : llvm::enumerate(place))
    if (!llvm::is_contained(dims.getUpdateWindowDims(), int64_t(dim)))
      batch.push_back(index);
  Places target(shape.size(), number(0));
  for (auto [k, dim] : llvm::enumerate(dims.getScatterDimsToOperandDims())) {
    Places at = batch;
    if (vectorDim < typeOf(indices).getRank())
      at.insert(at.begin() + vectorDim, number(k));
    Value index = read(indices, at, typeOf(indices).getElementType());
    // Of 64 bits without a sign: too large stays so, and leaves room for
    // windows.
    if (typeOf(index).getElementType().isUnsignedInteger(64))
      index = minimum(index, createScalarConstant(b, b.getLoc(),
                                                  b.getIntegerType(64, false),
                                                  std::ldexp(1.0, 62)));
    target[dim] = convert(index, b.getI64Type());
  }
  for (auto [dim, other] : llvm::zip_equal(
           dims.getInputBatchingDims(), dims.getScatterIndicesBatchingDims()))
    target[dim] = batch[other - (other > vectorDim)];
  const int64_t *window = dims.getUpdateWindowDims().begin();
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    if (!llvm::is_contained(dims.getInsertedWindowDims(), dim) &&
        !llvm::is_contained(dims.getInputBatchingDims(), dim))
      target[dim] = add(target[dim], place[*window++]);
  Values conditions;
  for (auto [index, size] : llvm::zip_equal(target, shape))
    conditions.push_back(isWithin(index, size));
  isInside = allOf(conditions);
  return target;
}

HostLoopWriter::Values HostLoopWriter::expand(ScatterOp scatter) {
  Block &body = scatter.getUpdateComputation().front();
  Values inputs;
  for (auto [i, input] : llvm::enumerate(scatter.getInputs()))
    inputs.push_back(
        convert(input, getElementTypeOrSelf(body.getArgument(i).getType())));
  RankedTensorType updates = typeOf(scatter.getUpdates().front());
  if (updates.getNumElements() == 0 ||
      typeOf(inputs.front()).getNumElements() == 0)
    return convertResults(inputs);
  return convertResults(loop(
      updates.getShape(), inputs, [&](const Places &place, ValueRange carried) {
        Value isInside;
        Places target = getTarget(scatter, place, isInside);
        return choose(isInside, carried, [&] {
          return combine(body, carried, target,
                         readAll(scatter.getUpdates(), place, body,
                                 /*skip=*/carried.size()));
        });
      }));
}

Value HostLoopWriter::isBefore(SortOp sort, const Places &line, Value lhs,
                               Value rhs) {
  Values arguments;
  for (Value input : sort.getInputs())
    for (Value position : {lhs, rhs}) {
      Places place = line;
      place[getSortedDim(sort)] = position;
      arguments.push_back(read(input, place, typeOf(input).getElementType()));
    }
  return apply(sort.getComparator().front(), arguments).front();
}

Value HostLoopWriter::mergeRuns(SortOp sort, const Places &line, Value width,
                                Value order) {
  int64_t length = typeOf(order).getNumElements();
  Type i64 = b.getI64Type();
  Values inits = {number(0), number(0), order};
  auto merge = [&](const Places &place, ValueRange carried) {
    // The two runs that the next element comes from.
    Value out = place.front(), size = number(length);
    Value twice = add(width, width);
    Value begin = SubtractOp::create(
        b, out, RemainderOp::create(b, out, twice).getResult());
    Value middle = minimum(add(begin, width), size);
    Value end = minimum(add(begin, twice), size);
    Value isFirst = compare(out, begin, ComparisonDirection::EQ);
    Value left = select(isFirst, begin, carried[0]);
    Value right = select(isFirst, middle, carried[1]);
    // Their foremost elements; of a run that is used up, any.
    Value ownLeft = read(order, {left}, i64);
    Value ownRight = read(order, {right}, i64);
    Value hasLeft = compare(left, middle, ComparisonDirection::LT);
    Value hasRight = compare(right, end, ComparisonDirection::LT);
    Value hasBoth = allOf({hasLeft, hasRight});
    Value otherwise = NotOp::create(b, hasLeft);
    Value takesRight = choose(hasBoth, otherwise, [&] {
                         return Values{isBefore(sort, line, ownRight, ownLeft)};
                       }).front();
    Value one = number(1), none = number(0);
    return Values{
        add(left, select(takesRight, none, one)),
        add(right, select(takesRight, one, none)),
        write(carried[2], select(takesRight, ownRight, ownLeft), {out})};
  };
  return loop({length}, inits, merge).back();
}

Value HostLoopWriter::findOrder(SortOp sort, const Places &line) {
  int64_t length =
      typeOf(sort.getInputs().front()).getDimSize(getSortedDim(sort));
  Value order = IotaOp::create(
      b, RankedTensorType::get({length}, b.getI64Type()), /*iota_dimension=*/0);
  int64_t numRounds = llvm::Log2_64_Ceil(uint64_t(length));
  return loop({numRounds}, {number(1), order},
              [&](const Places &, ValueRange carried) {
                Value width = carried[0];
                return Values{add(width, width),
                              mergeRuns(sort, line, width, carried[1])};
              })
      .back();
}

HostLoopWriter::Values HostLoopWriter::expand(SortOp sort) {
  Values inputs(sort.getInputs());
  SmallVector<int64_t> shape(typeOf(inputs.front()).getShape());
  if (shape.empty() || ShapedType::getNumElements(shape) == 0)
    return inputs;
  int64_t dim = getSortedDim(sort), length = shape[dim];
  if (length == 1)
    return inputs;
  shape[dim] = 1;
  return loop(shape, inputs, [&](const Places &line, ValueRange carried) {
    Value order = findOrder(sort, line);
    return loop({length}, carried, [&](const Places &to, ValueRange carried) {
      Places source = line, target = line;
      source[dim] = read(order, to, b.getI64Type());
      target[dim] = to.front();
      Values next;
      for (auto [input, result] : llvm::zip_equal(inputs, carried))
        next.push_back(
            write(result, read(input, source, typeOf(input).getElementType()),
                  target));
      return next;
    });
  });
}
