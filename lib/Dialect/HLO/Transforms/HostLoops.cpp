//===- HostLoops.cpp - What all loops of the host are made of -------------===//
//
// Arithmetic on places, the loop itself, elements that are read, written and
// combined, and map. Reductions are in HostLoopsReduction.cpp, scatter and sort
// in HostLoopsIndexing.cpp.
//
//===----------------------------------------------------------------------===//

#include "HostLoops.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::hlo;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The element type of an argument of `block`, which is a scalar.
static Type elementOf(Block &block, size_t argument) {
  return typeOf(block.getArgument(argument)).getElementType();
}

static bool hasStaticShapes(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

/// Whether the places in a window of `sizes` can be counted.
static bool isCountable(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  return llvm::none_of(sizes, [&](int64_t size) {
    return llvm::MulOverflow(count, size, count);
  });
}

bool HostLoopWriter::canExpand(Operation *op) {
  if (auto window = dyn_cast<ReduceWindowOp>(op))
    return hasStaticShapes(op) && isCountable(window.getWindowDimensions());
  if (auto window = dyn_cast<SelectAndScatterOp>(op))
    return hasStaticShapes(op) &&
           isCountable(
               window.getWindowDimensions().value_or(ArrayRef<int64_t>()));
  return isa<MapOp, ReduceOp, ScatterOp, SortOp>(op) && hasStaticShapes(op);
}

HostLoopWriter::Values HostLoopWriter::expand() {
  return llvm::TypeSwitch<Operation *, Values>(op)
      .Case<MapOp, ReduceOp, ReduceWindowOp, ScatterOp, SelectAndScatterOp,
            SortOp>([&](auto known) { return expand(known); });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value HostLoopWriter::number(int64_t value) {
  auto type = RankedTensorType::get({}, b.getI64Type());
  return ConstantOp::create(b, DenseElementsAttr::get(type, value));
}

Value HostLoopWriter::truth(bool value) {
  return createScalarConstant(b, b.getLoc(), b.getI1Type(), value);
}

Value HostLoopWriter::convert(Value value, Type element) {
  if (typeOf(value).getElementType() == element)
    return value;
  return ConvertOp::create(b, typeOf(value).clone(element), value);
}

Value HostLoopWriter::compare(Value lhs, Value rhs,
                              ComparisonDirection direction) {
  return CompareOp::create(b, lhs, rhs, direction);
}

Value HostLoopWriter::select(Value condition, Value onTrue, Value onFalse) {
  return SelectOp::create(b, condition, onTrue, onFalse);
}

Value HostLoopWriter::add(Value lhs, Value rhs) {
  return AddOp::create(b, lhs, rhs);
}

Value HostLoopWriter::multiply(Value lhs, Value rhs) {
  return MultiplyOp::create(b, lhs, rhs);
}

Value HostLoopWriter::minimum(Value lhs, Value rhs) {
  return MinimumOp::create(b, lhs, rhs);
}

Value HostLoopWriter::isWithin(Value index, int64_t size) {
  // One after the other: host compilers order arguments differently.
  Value notBefore = compare(index, number(0), ComparisonDirection::GE);
  Value notBehind = compare(index, number(size), ComparisonDirection::LT);
  return AndOp::create(b, notBefore, notBehind);
}

Value HostLoopWriter::allOf(ValueRange conditions) {
  Value all = truth(true);
  for (Value condition : conditions)
    all = AndOp::create(b, all, condition);
  return all;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

HostLoopWriter::Values HostLoopWriter::loop(ArrayRef<int64_t> shape,
                                            ValueRange inits, Body body) {
  Values carried = {number(0)};
  llvm::append_range(carried, inits);
  SmallVector<Type> types(ValueRange(carried).getTypes());
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = WhileOp::create(b, types, carried, ArrayRef<NamedAttribute>());
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&loop.getCond(), {}, types, locations);
  ReturnOp::create(b, compare(block->getArgument(0),
                              number(ShapedType::getNumElements(shape)),
                              ComparisonDirection::LT));
  block = b.createBlock(&loop.getBody(), {}, types, locations);
  Value counter = block->getArgument(0), rest = counter;
  Places place(shape.size());
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    Value size = number(shape[dim]);
    place[dim] = RemainderOp::create(b, rest, size);
    rest = DivideOp::create(b, rest, size);
  }
  Values next = {add(counter, number(1))};
  llvm::append_range(next, body(place, block->getArguments().drop_front()));
  ReturnOp::create(b, next);
  return Values(loop.getResults().drop_front());
}

HostLoopWriter::Values HostLoopWriter::choose(Value condition,
                                              ValueRange otherwise,
                                              function_ref<Values()> then) {
  auto choice = IfOp::create(b, otherwise.getTypes(), condition);
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&choice.getTrueBranch());
  ReturnOp::create(b, then());
  b.createBlock(&choice.getFalseBranch());
  ReturnOp::create(b, otherwise);
  return Values(choice.getResults());
}

HostLoopWriter::Values HostLoopWriter::apply(Block &block,
                                             ValueRange arguments) {
  IRMapping map;
  map.map(block.getArguments(), arguments);
  for (Operation &inner : block.without_terminator())
    b.clone(inner, map);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return map.lookupOrDefault(value); });
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value HostLoopWriter::read(Value tensor, const Places &place, Type element) {
  SmallVector<int64_t> ones(place.size(), 1);
  Type own = typeOf(tensor).getElementType();
  Value slice =
      DynamicSliceOp::create(b, RankedTensorType::get(ones, own), tensor, place,
                             b.getDenseI64ArrayAttr(ones));
  return convert(ReshapeOp::create(b, RankedTensorType::get({}, own), slice),
                 element);
}

Value HostLoopWriter::write(Value tensor, Value scalar, const Places &place) {
  SmallVector<int64_t> ones(place.size(), 1);
  Type own = typeOf(tensor).getElementType();
  Value slice = ReshapeOp::create(b, RankedTensorType::get(ones, own),
                                  convert(scalar, own));
  return DynamicUpdateSliceOp::create(b, tensor.getType(), tensor, slice,
                                      place);
}

HostLoopWriter::Values HostLoopWriter::readAll(ValueRange tensors,
                                               const Places &place,
                                               Block &block, size_t skip) {
  Values elements;
  for (auto [i, tensor] : llvm::enumerate(tensors))
    elements.push_back(read(tensor, place, elementOf(block, skip + i)));
  return elements;
}

HostLoopWriter::Values HostLoopWriter::combine(Block &block,
                                               ValueRange accumulators,
                                               const Places &place,
                                               ValueRange elements) {
  Values arguments = readAll(accumulators, place, block, /*skip=*/0);
  llvm::append_range(arguments, elements);
  Values next = apply(block, arguments);
  for (auto [value, accumulator] : llvm::zip_equal(next, accumulators))
    value = write(accumulator, value, place);
  return next;
}

HostLoopWriter::Values
HostLoopWriter::createAccumulators(ValueRange inits, ArrayRef<int64_t> shape,
                                   Block &block) {
  Values accumulators;
  for (auto [i, init] : llvm::enumerate(inits))
    accumulators.push_back(createBroadcast(
        b, b.getLoc(), convert(init, elementOf(block, i)), shape, {}));
  return accumulators;
}

HostLoopWriter::Values HostLoopWriter::convertResults(ValueRange values) {
  Values results;
  for (auto [value, type] : llvm::zip_equal(values, op->getResultTypes()))
    results.push_back(
        convert(value, cast<RankedTensorType>(type).getElementType()));
  return results;
}

HostLoopWriter::Values HostLoopWriter::expand(MapOp map) {
  Block &body = map.getComputation().front();
  RankedTensorType type = map.getType();
  Value result = createSplatConstant(b, b.getLoc(), type, 0);
  if (type.getNumElements() == 0)
    return {result};
  return loop(
      type.getShape(), result, [&](const Places &place, ValueRange carried) {
        Value value =
            apply(body, readAll(map.getInputs(), place, body, 0)).front();
        return Values{write(carried.front(), value, place)};
      });
}
