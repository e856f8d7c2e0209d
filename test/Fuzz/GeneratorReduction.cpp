//===- GeneratorReduction.cpp - Random reductions -------------------------===//
//
// Reductions combine by what is associative, commutative and exact, except for
// sums of floats, for which the oracle has a bound.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

StringRef Generator::exactCombiner(Type element) {
  if (isBool(element))
    return pick({"hlo.and", "hlo.or", "hlo.xor"});
  if (isInt(element))
    return pick({"hlo.add", "hlo.multiply", "hlo.maximum", "hlo.minimum",
                 "hlo.and", "hlo.or", "hlo.xor"});
  return pick({"hlo.maximum", "hlo.minimum"});
}

Value Generator::neutral(StringRef name, Type element) {
  if (name == "hlo.maximum" || name == "hlo.minimum") {
    bool highest = name == "hlo.minimum";
    if (isBool(element))
      return scalar(element, highest);
    if (isFloat(element))
      return scalar(element, highest ? HUGE_VAL : -HUGE_VAL);
    if (element.isUnsignedInteger())
      return scalar(element, highest ? -1 : 0); // -1: all bits
    Value least =
        scalar(element, -std::ldexp(1., element.getIntOrFloatBitWidth() - 1));
    return highest ? value("hlo.not", least) : least;
  }
  if (name == "hlo.multiply")
    return scalar(element, 1);
  if (name == "hlo.and")
    return isBool(element) ? scalar(element, 1)
                           : value("hlo.not", scalar(element, 0));
  return scalar(element, 0);
}

SmallVector<Value> Generator::combine(ValueRange accumulators,
                                      ValueRange inputs) {
  size_t count = accumulators.size();
  SmallVector<Value> results;
  using Direction = hlo::ComparisonDirection;
  bool ordered =
      count == 2 && isInt(elementOf(inputs[0])) && isInt(elementOf(inputs[1]));
  if (ordered && oneIn(2)) {
    // The pair with the greater first part, then the smaller second part.
    Value a = accumulators[0], b = inputs[0], i = accumulators[1],
          k = inputs[1];
    Value greater = compare(Direction::GT, a, b),
          equal = compare(Direction::EQ, a, b),
          earlier = compare(Direction::LE, i, k);
    Value first = binary("hlo.or", greater, binary("hlo.and", equal, earlier));
    return {value("hlo.select", {first, a, b}),
            value("hlo.select", {first, i, k})};
  }
  for (size_t i = 0; i < count; ++i) {
    Value a = accumulators[i], b = inputs[i];
    Type element = elementOf(a);
    if (isComplex(element)) { // By parts, which have an order.
      StringRef name = pick({"hlo.maximum", "hlo.minimum"});
      Value re = binary(name, value("hlo.real", a), value("hlo.real", b));
      Value im = binary(name, value("hlo.imag", a), value("hlo.imag", b));
      results.push_back(value("hlo.complex", {re, im}));
      continue;
    }
    if (oneIn(2))
      std::swap(a, b);
    Value result = binary(exactCombiner(element), a, b);
    if (isInt(element) && element.getIntOrFloatBitWidth() < 32 && oneIn(4)) {
      // A detour that changes nothing.
      Type wide = IntegerType::get(context, 64);
      result = convert(binary("hlo.add", convert(a, wide), convert(b, wide)),
                       element);
    }
    results.push_back(result);
  }
  return results;
}

SmallVector<Value> Generator::mayDraw(SmallVector<Value> results) {
  if (oneIn(16))
    for (Value &result : results)
      if (Type element = elementOf(result); isInt(element) || isBool(element))
        result = binary("hlo.xor", result, convert(drawNumber(), element));
  return results;
}

std::unique_ptr<Region> Generator::combiner(ArrayRef<Type> types, bool draws) {
  SmallVector<Type> arguments;
  for (int i = 0; i < 2; ++i)
    for (Type type : types)
      arguments.push_back(RankedTensorType::get({}, type));
  return region(arguments, false, [&](ValueRange values) {
    SmallVector<Value> results = combine(values.take_front(types.size()),
                                         values.drop_front(types.size()));
    return draws ? mayDraw(results) : results;
  });
}

//===----------------------------------------------------------------------===//
// Whole dimensions
//===----------------------------------------------------------------------===//

void Generator::addReduce(Value operand) {
  auto type = typeOf(operand);
  SmallVector<Value> inputs = {operand}, operands;
  for (int64_t i = 0, e = pick({0, 0, 1, 2}); i < e; ++i)
    inputs.push_back(like(type.getShape(), pickElement()));
  SmallVector<int64_t> reduced = subset(type.getRank()), kept;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(reduced, i))
      kept.push_back(type.getDimSize(i));
  operands = inputs;
  SmallVector<Type> elements, results;
  for (Value input : inputs) {
    elements.push_back(elementOf(input));
    results.push_back(RankedTensorType::get(kept, elementOf(input)));
    operands.push_back(like({}, elementOf(input)));
  }
  Regions regions;
  regions.push_back(combiner(elements));
  add("hlo.reduce", operands, dims("dimensions", reduced), results,
      std::move(regions));
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

struct Generator::Window {
  SmallVector<int64_t> size, stride, base, dilation, padding, result;
};

std::optional<Generator::Window>
Generator::pickWindow(ArrayRef<int64_t> shape, bool dilated, bool padded) {
  Window window;
  for (int64_t size : shape) {
    int64_t width = 1 + below(oneIn(8) ? 9 : 3), stride = 1 + below(3),
            base = dilated && oneIn(3) ? 2 : 1,
            dilation = dilated && oneIn(3) ? 2 : 1,
            low = padded ? below(4) - 1 : 0, high = padded ? below(4) - 1 : 0;
    int64_t extent = (size ? (size - 1) * base + 1 : 0) + low + high,
            reach = (width - 1) * dilation + 1;
    if (extent < 0)
      return std::nullopt;
    window.size.push_back(width);
    window.stride.push_back(stride);
    window.base.push_back(base);
    window.dilation.push_back(dilation);
    window.padding.append({low, high});
    window.result.push_back(extent < reach ? 0 : (extent - reach) / stride + 1);
  }
  return window;
}

void Generator::addReduceWindow(Value operand) {
  auto type = typeOf(operand);
  std::optional<Window> window = pickWindow(type.getShape(), true, true);
  if (!window || type.getRank() == 0)
    return;
  SmallVector<Value> operands = {operand};
  if (oneIn(4))
    operands.push_back(like(type.getShape(), pickElement()));
  // Padding is the initial value, so that it has to be neutral.
  SmallVector<StringRef> names;
  SmallVector<Type> scalars, results;
  for (size_t i = 0, count = operands.size(); i < count; ++i) {
    Type element = elementOf(operands[i]);
    if (isComplex(element))
      return;
    names.push_back(exactCombiner(element));
    operands.push_back(neutral(names.back(), element));
    scalars.push_back(RankedTensorType::get({}, element));
    results.push_back(RankedTensorType::get(window->result, element));
  }
  scalars.append(SmallVector<Type>(scalars));
  Regions regions;
  regions.push_back(region(scalars, false, [&](ValueRange values) {
    SmallVector<Value> combined;
    for (auto [i, name] : llvm::enumerate(names))
      combined.push_back(binary(name, values[i], values[i + names.size()]));
    return mayDraw(combined);
  }));
  add("hlo.reduce_window", operands,
      {dims("window_dimensions", window->size),
       dims("window_strides", window->stride),
       dims("base_dilations", window->base),
       dims("window_dilations", window->dilation), padding(window->padding)},
      results, std::move(regions));
}

void Generator::addSelectAndScatter(Value operand) {
  auto type = typeOf(operand);
  Type element = type.getElementType();
  std::optional<Window> window = pickWindow(type.getShape(), false, oneIn(2));
  if (!window || isComplex(element) || type.getRank() == 0)
    return;
  Value source = like(window->result, element);
  Type scalar = RankedTensorType::get({}, element);
  StringRef name = exactCombiner(element);
  Value init = neutral(name, element);
  using Direction = hlo::ComparisonDirection;
  Direction direction = oneIn(2) ? Direction::GE : Direction::LE;
  Regions regions;
  regions.push_back(region({scalar, scalar}, false, [&](ValueRange values) {
    return mayDraw({compare(direction, values[0], values[1])});
  }));
  regions.push_back(region({scalar, scalar}, false, [&](ValueRange values) {
    return mayDraw({binary(name, values[0], values[1])});
  }));
  add("hlo.select_and_scatter", {withoutNaN(operand), source, init},
      {dims("window_dimensions", window->size),
       dims("window_strides", window->stride), padding(window->padding)},
      type, std::move(regions));
}

/// Operand, source, initial value, both regions and result have types of their
/// own.
Value Generator::selectAndScatterQuantized(Value stored) {
  RankedTensorType type = typeOf(stored);
  std::optional<Window> window = pickWindow(type.getShape(), false, oneIn(2));
  if (!window || type.getRank() == 0 ||
      ShapedType::getNumElements(window->result) > maxElements)
    return {};
  Type element = type.getElementType();
  Type expressed = cast<quant::QuantizedType>(element).getExpressedType();
  auto another = [&](ArrayRef<int64_t> shape) {
    return value("hlo.uniform_quantize", tame(like(shape, expressed), 1000), {},
                 RankedTensorType::get(
                     shape, promoteQuantized(element, /*exactly=*/true)));
  };
  Type inner = promoteQuantized(element),
       scalar = RankedTensorType::get({}, inner);
  using Direction = hlo::ComparisonDirection;
  Direction direction = oneIn(2) ? Direction::GE : Direction::LE;
  Regions regions;
  regions.push_back(region({scalar, scalar}, false, [&](ValueRange values) {
    return SmallVector<Value>{compare(direction, values[0], values[1])};
  }));
  Type combined = promoteQuantized(element);
  regions.push_back(
      quantizedRegion(pick({"hlo.maximum", "hlo.minimum"}), combined));
  return value(
      "hlo.select_and_scatter", {stored, another(window->result), another({})},
      {dims("window_dimensions", window->size),
       dims("window_strides", window->stride), padding(window->padding)},
      type.clone(promoteQuantized(combined, /*exactly=*/true)), &regions);
}

//===----------------------------------------------------------------------===//
// Inexact ones
//===----------------------------------------------------------------------===//

void Generator::addFloatSum(Value operand) {
  auto type = typeOf(operand);
  Type element = type.getElementType(),
       scalarType = RankedTensorType::get({}, element);
  if ((!isFloat(element) && !isComplex(element)) || !hasZero(element))
    return;
  Regions regions;
  regions.push_back(
      region({scalarType, scalarType}, false, [&](ValueRange values) {
        return SmallVector<Value>{binary("hlo.add", values[0], values[1])};
      }));
  if (oneIn(3) && type.getRank()) {
    std::optional<Window> window = pickWindow(type.getShape(), true, true);
    if (!window)
      return;
    add("hlo.reduce_window", {operand, scalar(element, 0)},
        {dims("window_dimensions", window->size),
         dims("window_strides", window->stride),
         dims("base_dilations", window->base),
         dims("window_dilations", window->dilation), padding(window->padding)},
        type.clone(window->result), std::move(regions));
    return;
  }
  SmallVector<int64_t> reduced = subset(type.getRank()), kept;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(reduced, i))
      kept.push_back(type.getDimSize(i));
  add("hlo.reduce", {operand, like({}, element)}, dims("dimensions", reduced),
      type.clone(kept), std::move(regions));
}

void Generator::addBatchNorm() {
  Value a = find([](RankedTensorType type) {
    return type.getRank() > 0 &&
           (type.getElementType().isF32() || type.getElementType().isF64());
  });
  if (!a)
    return;
  a = tame(a, 4);
  Type element = elementOf(a);
  int64_t feature = below(typeOf(a).getRank());
  auto vector = [&] {
    return tame(like({typeOf(a).getDimSize(feature)}, element), 4);
  };
  auto positive = [&] {
    Value one = constant(
        RankedTensorType::get({typeOf(a).getDimSize(feature)}, element), 1);
    return binary("hlo.add", value("hlo.abs", vector()), one);
  };
  SmallVector<NamedAttribute> attributes = {
      attr("epsilon", builder.getF32FloatAttr(0.125)),
      number("feature_index", feature)};
  switch (below(3)) {
  case 0:
    value("hlo.batch_norm_inference",
          {a, vector(), vector(), vector(), positive()}, attributes);
    return;
  case 1:
    value("hlo.batch_norm_training", {a, vector(), vector()}, attributes);
    return;
  default:
    value("hlo.batch_norm_grad",
          {a, vector(), vector(), positive(), tame(like(typeOf(a)), 4)},
          attributes);
  }
}
