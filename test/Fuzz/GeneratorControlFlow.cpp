//===- GeneratorControlFlow.cpp - Random branches and loops ---------------===//
//
// Branches and loops hold random ops of all kinds and see what is around them.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

SmallVector<Value> Generator::branch(TypeRange types) {
  for (int64_t i = 0, e = below(depth > 1 ? 3 : 6); i < e; ++i)
    addOp();
  SmallVector<Value> results;
  for (Type type : types)
    results.push_back(like(cast<RankedTensorType>(type)));
  return results;
}

void Generator::addIf() {
  if (depth > 2)
    return;
  SmallVector<Type> types;
  for (int64_t i = 0, e = 1 + below(3); i < e; ++i)
    types.push_back(anyValue().getType());
  Value predicate = like({}, builder.getI1Type());
  Regions regions;
  for (int i = 0; i < 2; ++i)
    regions.push_back(
        region({}, true, [&](ValueRange) { return branch(types); }));
  add("hlo.if", predicate, {}, {}, std::move(regions));
}

void Generator::addCase() {
  if (depth > 2)
    return;
  SmallVector<Type> types;
  for (int64_t i = 0, e = 1 + below(3); i < e; ++i)
    types.push_back(anyValue().getType());
  Value index = like({}, builder.getI32Type());
  Regions regions;
  for (int64_t i = 0, e = 1 + below(4); i < e; ++i)
    regions.push_back(
        region({}, true, [&](ValueRange) { return branch(types); }));
  add("hlo.case", index, {}, {}, std::move(regions));
}

/// Counts up or down to a small number, and may stop before that by what it
/// carries. A second counter may follow the first, or be it a trip later.
void Generator::addWhile() {
  if (depth > 1)
    return;
  Type counter = IntegerType::get(context, pick({8, 32, 64}));
  int64_t start = below(3), step = pick<int64_t>({1, 1, 1, 2, 3, -1, -2});
  int64_t end = start + step * below(5),
          second = pick<int64_t>({1, step, 2, -1});
  bool counts = oneIn(2), follows = oneIn(4);
  auto direction = oneIn(4)   ? hlo::ComparisonDirection::NE
                   : step > 0 ? hlo::ComparisonDirection::LT
                              : hlo::ComparisonDirection::GT;
  SmallVector<Value> carried = {scalar(counter, start)};
  if (counts)
    carried.push_back(scalar(counter, below(3)));
  size_t numCounters = carried.size();
  for (int64_t i = 0, e = 1 + below(4); i < e; ++i)
    carried.push_back(anyValue());
  SmallVector<Type> types(ValueRange(carried).getTypes());
  Regions regions;
  regions.push_back(region(types, true, [&](ValueRange values) {
    Value go = compare(direction, values[0], scalar(counter, end));
    if (oneIn(4))
      go = binary("hlo.and", go, like({}, builder.getI1Type()));
    if (oneIn(6) && depth == 1)
      go = binary("hlo.and", go,
                  compare(hlo::ComparisonDirection::NE, drawNumber(),
                          scalar(builder.getI32Type(), 0)));
    return SmallVector<Value>{go};
  }));
  regions.push_back(region(types, true, [&](ValueRange values) {
    SmallVector<Value> results = {
        binary("hlo.add", values[0], scalar(counter, step))};
    if (counts)
      results.push_back(
          follows ? values[0]
                  : binary("hlo.add", values[1], scalar(counter, second)));
    llvm::append_range(results,
                       branch(ArrayRef(types).drop_front(numCounters)));
    return results;
  }));
  add("hlo.while", carried, {}, {}, std::move(regions));
}

//===----------------------------------------------------------------------===//
// Loops that update what they carry
//===----------------------------------------------------------------------===//

/// The part of `tensor` at `index` along its first dimension.
Value Generator::rowOf(Value tensor, Value index) {
  SmallVector<int64_t> sizes(typeOf(tensor).getShape());
  sizes.front() = 1;
  SmallVector<Value> operands = {tensor, index};
  operands.append(sizes.size() - 1, scalar(elementOf(index), 0));
  return value("hlo.dynamic_slice", operands, dims("slice_sizes", sizes));
}

/// `tensor` with other elements in some places; null if none came of chance.
Value Generator::updated(Value tensor, Value index) {
  size_t before = values.size();
  switch (below(6)) {
  case 0:
    addDynamicUpdateSlice(tensor);
    break;
  case 1:
    addScatter(tensor);
    break;
  case 2: { // In one branch alone.
    if (depth > 2)
      return {};
    Regions regions;
    for (int i = 0; i < 2; ++i)
      regions.push_back(region({}, true, [&](ValueRange) {
        Value next = i == 0 ? updated(tensor, index) : Value();
        return SmallVector<Value>{next ? next : tensor};
      }));
    return value("hlo.if", like({}, builder.getI1Type()), {}, {}, &regions);
  }
  default: {
    Value row = rowOf(tensor, index);
    Value other = oneIn(2) ? binary("hlo.add", row, row) : like(typeOf(row));
    SmallVector<Value> operands = {tensor, other, index};
    operands.append(typeOf(tensor).getRank() - 1, scalar(elementOf(index), 0));
    return value("hlo.dynamic_update_slice", operands);
  }
  }
  bool fits = values.size() > before &&
              values.back().getType() == tensor.getType() &&
              values.back() != tensor;
  return fits ? values.back() : Value();
}

/// A value of the type of both, which `old`, that `next` may have taken the
/// place of, goes into.
Value Generator::readBeside(Value old, Value next) {
  switch (below(5)) {
  case 0:
    return old;
  case 1:
    return binary("hlo.add", old, next);
  case 2:
    return value("hlo.reverse", old,
                 dims("dimensions", subset(typeOf(old).getRank())));
  case 3: {
    Value chosen = like(typeOf(old).getShape(), builder.getI1Type());
    return value("hlo.select", {chosen, old, next});
  }
  default: // Of the same round, of another place.
    return updated(old, scalar(builder.getI32Type(), below(4)));
  }
}

/// Each round updates a tensor and then reads what it was before. A second one
/// of the type may take the old one, and both may change places.
void Generator::addUpdatingLoop() {
  Value tensor = find([](RankedTensorType type) {
    return type.getRank() > 0 && type.getNumElements() > 0;
  });
  if (!tensor || depth > 1)
    return;
  Type counter = builder.getI32Type();
  Value row = rowOf(tensor, scalar(counter, 0));
  SmallVector<Value> carried = {scalar(counter, 0), tensor,
                                like(typeOf(tensor)), row};
  SmallVector<Type> types(ValueRange(carried).getTypes());
  Regions regions;
  regions.push_back(region(types, true, [&](ValueRange values) {
    return SmallVector<Value>{compare(hlo::ComparisonDirection::LT, values[0],
                                      scalar(counter, 1 + below(5)))};
  }));
  regions.push_back(region(types, true, [&](ValueRange values) {
    Value index = values[0], old = values[1], second = values[2];
    Value next = updated(old, index);
    if (next && oneIn(3))
      if (Value again = updated(next, index))
        next = again;
    if (!next)
      next = old;
    for (int64_t i = below(3); i > 0; --i)
      addOp();
    Value sum =
        binary("hlo.add", values[3], rowOf(oneIn(4) ? tensor : old, index));
    Value other = readBeside(oneIn(4) ? second : old, next);
    if (!other)
      other = old;
    if (oneIn(3))
      std::swap(next, other);
    return SmallVector<Value>{binary("hlo.add", index, scalar(counter, 1)),
                              next, other, sum ? sum : values[3]};
  }));
  add("hlo.while", carried, {}, {}, std::move(regions));
}

void Generator::addBarrier() {
  SmallVector<Value> operands;
  for (int64_t i = 0, e = 1 + below(3); i < e; ++i)
    operands.push_back(anyValue());
  add("hlo.optimization_barrier", operands);
}

void Generator::addTuple() {
  SmallVector<Value> elements;
  for (int64_t i = 0, e = 1 + below(3); i < e; ++i)
    elements.push_back(anyValue());
  Value tuple = value("hlo.tuple", elements);
  value("hlo.get_tuple_element", tuple,
        attr("index", builder.getI32IntegerAttr(below(elements.size()))));
}

void Generator::addRandomBits() {
  auto algorithm =
      pick({hlo::RngAlgorithm::DEFAULT, hlo::RngAlgorithm::THREE_FRY,
            hlo::RngAlgorithm::PHILOX});
  Type word = IntegerType::get(context, 64, IntegerType::Unsigned);
  Value state =
      like({algorithm == hlo::RngAlgorithm::PHILOX ? 2 + below(2) : 2}, word);
  if (!state)
    return;
  Type bits = IntegerType::get(context, pick({8, 16, 32, 64}),
                               oneIn(2) ? IntegerType::Unsigned
                                        : IntegerType::Signless);
  add("hlo.rng_bit_generator", state,
      attr("rng_algorithm", hlo::RngAlgorithmAttr::get(context, algorithm)),
      {state.getType(), RankedTensorType::get(pickShape(), bits)});
}

/// An integer from 0 to 2, where no tensor may be drawn.
Value Generator::drawNumber() {
  Type element = builder.getI32Type();
  auto uniform =
      hlo::RngDistributionAttr::get(context, hlo::RngDistribution::UNIFORM);
  return value("hlo.rng", {scalar(element, 0), scalar(element, 3), numbers({})},
               attr("rng_distribution", uniform),
               RankedTensorType::get({}, element));
}

/// Numbers whose distribution alone is specified: both ways draw the same.
void Generator::addRandomNumbers() {
  Type element = find([](RankedTensorType type) {
    return !isComplex(type.getElementType());
  })
                     ? elementOf(anyValue())
                     : Type(builder.getF32Type());
  if (isComplex(element) || !hasZero(element))
    element = builder.getI32Type();
  auto uniform =
      hlo::RngDistributionAttr::get(context, hlo::RngDistribution::UNIFORM);
  SmallVector<int64_t> shape = pickShape();
  value("hlo.rng",
        {scalar(element, 0), scalar(element, 1 + below(2)), numbers(shape)},
        attr("rng_distribution", uniform),
        RankedTensorType::get(shape, element));
}
