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

/// Counts to a small number, and may stop before that by what it carries.
void Generator::addWhile() {
  if (depth > 1)
    return;
  Type counter = IntegerType::get(context, pick({8, 32, 64}));
  SmallVector<Value> carried = {scalar(counter, below(3))};
  for (int64_t i = 0, e = 1 + below(4); i < e; ++i)
    carried.push_back(anyValue());
  SmallVector<Type> types(ValueRange(carried).getTypes());
  Regions regions;
  regions.push_back(region(types, true, [&](ValueRange values) {
    Value go = compare(hlo::ComparisonDirection::LT, values[0],
                       scalar(counter, below(5)));
    if (oneIn(4))
      go = binary("hlo.and", go, like({}, builder.getI1Type()));
    return SmallVector<Value>{go};
  }));
  regions.push_back(region(types, true, [&](ValueRange values) {
    Value next = binary("hlo.add", values[0], scalar(counter, 1));
    SmallVector<Value> results = branch(ArrayRef(types).drop_front());
    results.insert(results.begin(), next);
    return results;
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
