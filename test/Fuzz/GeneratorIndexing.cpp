//===- GeneratorIndexing.cpp - Random slices, gathers, scatters, sorts ----===//
//
// Indices lie inside and outside of what they index. Where the specification
// leaves an order open (updates of one element, equal keys), the computation is
// such that the order does not matter.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

void Generator::addSlice(Value operand) {
  SmallVector<int64_t> start, limit, stride;
  for (int64_t size : typeOf(operand).getShape()) {
    start.push_back(below(size + 1));
    limit.push_back(start.back() + below(size - start.back() + 1));
    if (oneIn(2)) { // Rarely empty.
      start.back() = 0;
      limit.back() = size;
    }
    stride.push_back(pick({1, 1, 2, 3}));
  }
  value("hlo.slice", operand,
        {dims("start_indices", start), dims("limit_indices", limit),
         dims("strides", stride)});
}

void Generator::addDynamicSlice(Value operand) {
  SmallVector<Value> operands = {operand};
  SmallVector<int64_t> sizes;
  Value index = indices({}, 5);
  for (int64_t size : typeOf(operand).getShape()) {
    operands.push_back(oneIn(3) ? like({}, elementOf(index)) : index);
    sizes.push_back(oneIn(2) ? size : below(size + 1));
  }
  if (index)
    value("hlo.dynamic_slice", operands, dims("slice_sizes", sizes));
}

void Generator::addDynamicUpdateSlice(Value operand) {
  SmallVector<int64_t> shape;
  for (int64_t size : typeOf(operand).getShape())
    shape.push_back(oneIn(2) ? size : below(size + 1));
  // An update in scope that fits is better than a new one.
  Value update = find([&](RankedTensorType type) {
    return type.getElementType() == elementOf(operand) &&
           type.getRank() == int64_t(shape.size()) &&
           llvm::all_of(llvm::zip(type.getShape(), typeOf(operand).getShape()),
                        [](auto pair) {
                          return std::get<0>(pair) <= std::get<1>(pair);
                        });
  });
  if (!update || oneIn(3))
    update = like(shape, elementOf(operand));
  SmallVector<Value> operands = {operand, update};
  Value index = indices({}, 5);
  for (size_t i = 0; i < shape.size(); ++i)
    operands.push_back(oneIn(3) ? like({}, elementOf(index)) : index);
  if (index)
    value("hlo.dynamic_update_slice", operands);
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// How the dimensions of an operand, of indices and of slices relate.
struct Generator::IndexDims {
  /// Operand dimensions that the index vector addresses, in its order.
  SmallVector<int64_t> indexed;
  /// Operand dimensions that are batched, and those of the indices they match.
  SmallVector<int64_t> batching, indicesBatching;
  /// Operand dimensions that slices leave out, of size 1 in them.
  SmallVector<int64_t> collapsed;
  SmallVector<int64_t> sliceSizes;
  SmallVector<int64_t> indicesShape;
  int64_t indexVectorDim;
  /// Dimensions of the slices within the result or update, and its shape.
  SmallVector<int64_t> window, slicesShape;
  int64_t largestIndexed = 1;
};

Generator::IndexDims Generator::pickIndexDims(Value operand) {
  IndexDims result;
  ArrayRef<int64_t> shape = typeOf(operand).getShape();
  int64_t rank = shape.size();
  SmallVector<int64_t> batch, kept;
  for (int64_t i = 0, e = below(3); i < e; ++i)
    batch.push_back(pickSize());
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t size =
        std::min<int64_t>(shape[dim], oneIn(2) ? shape[dim] : 1 + below(3));
    bool isBatching = oneIn(6);
    if (isBatching) {
      result.batching.push_back(dim);
      int64_t place = below(batch.size() + 1);
      batch.insert(batch.begin() + place, shape[dim]);
      for (int64_t &other : result.indicesBatching)
        other += other >= place;
      result.indicesBatching.push_back(place);
      size = std::min<int64_t>(shape[dim], 1);
    } else {
      if (!oneIn(3)) {
        result.indexed.push_back(dim);
        result.largestIndexed = std::max(result.largestIndexed, shape[dim]);
      }
      if (shape[dim] && oneIn(2)) {
        result.collapsed.push_back(dim);
        size = 1;
      } else {
        kept.push_back(size);
      }
    }
    result.sliceSizes.push_back(size);
  }
  for (int64_t i = result.indexed.size() - 1; i > 0; --i)
    std::swap(result.indexed[i], result.indexed[below(i + 1)]);

  // The result: slices at some dimensions, in order, batch dimensions between.
  int64_t resultRank = batch.size() + kept.size();
  SmallVector<int64_t> places = permutation(resultRank);
  places.resize(kept.size());
  llvm::sort(places);
  result.window = places;
  size_t nextKept = 0, nextBatch = 0;
  for (int64_t i = 0; i < resultRank; ++i)
    result.slicesShape.push_back(
        llvm::is_contained(places, i) ? kept[nextKept++] : batch[nextBatch++]);

  result.indicesShape = batch;
  result.indexVectorDim = batch.size();
  if (result.indexed.size() != 1 || oneIn(2)) {
    result.indexVectorDim = below(batch.size() + 1);
    result.indicesShape.insert(result.indicesShape.begin() +
                                   result.indexVectorDim,
                               result.indexed.size());
    for (int64_t &dim : result.indicesBatching)
      dim += dim >= result.indexVectorDim;
  }
  return result;
}

void Generator::addGather(Value operand) {
  IndexDims d = pickIndexDims(operand);
  Value start = indices(d.indicesShape, d.largestIndexed);
  auto numbers = hlo::GatherDimensionNumbersAttr::get(
      context, d.window, d.collapsed, d.batching, d.indicesBatching, d.indexed,
      d.indexVectorDim);
  value(
      "hlo.gather", {operand, start},
      {attr("dimension_numbers", numbers), dims("slice_sizes", d.sliceSizes)});
}

/// A gather whose slice sizes are a value.
Value Generator::openGather(Value operand, SmallVectorImpl<int64_t> &shape) {
  IndexDims d = pickIndexDims(operand);
  shape = d.slicesShape;
  if (shape.size() > 6 || ShapedType::getNumElements(shape) > maxElements)
    return {};
  Value start = indices(d.indicesShape, d.largestIndexed);
  auto dims = hlo::GatherDimensionNumbersAttr::get(
      context, d.window, d.collapsed, d.batching, d.indicesBatching, d.indexed,
      d.indexVectorDim);
  return value("hlo.dynamic_gather", {operand, start, numbers(d.sliceSizes)},
               attr("dimension_numbers", dims));
}

void Generator::addScatter(Value operand) {
  IndexDims d = pickIndexDims(operand);
  int64_t count = 1;
  for (int64_t size : d.indicesShape)
    count *= size;
  if (count > 400)
    return;
  Value start = indices(d.indicesShape, d.largestIndexed);
  SmallVector<Value> inputs = {operand}, operands;
  if (oneIn(4))
    inputs.push_back(like(typeOf(operand).getShape(), pickElement()));
  operands = inputs;
  operands.push_back(start);
  SmallVector<Type> types;
  for (Value input : inputs) {
    operands.push_back(like(d.slicesShape, elementOf(input)));
    types.push_back(elementOf(input));
  }
  auto numbers = hlo::ScatterDimensionNumbersAttr::get(
      context, d.window, d.collapsed, d.batching, d.indicesBatching, d.indexed,
      d.indexVectorDim);
  // A single slice has no order, so that updates may just be stored.
  int64_t slices = d.indexed.empty() ? count : count / d.indexed.size();
  Regions regions;
  if (slices == 1 && oneIn(2)) {
    SmallVector<Type> arguments;
    for (int i = 0; i < 2; ++i)
      for (Type type : types)
        arguments.push_back(RankedTensorType::get({}, type));
    regions.push_back(region(arguments, false, [&](ValueRange values) {
      return SmallVector<Value>(values.drop_front(inputs.size()));
    }));
  } else {
    regions.push_back(combiner(types));
  }
  add("hlo.scatter", operands, attr("scatter_dimension_numbers", numbers), {},
      std::move(regions));
}

/// Operand, updates, region and result have types of their own.
Value Generator::scatterQuantized(Value stored) {
  IndexDims d = pickIndexDims(stored);
  int64_t count = 1;
  for (int64_t size : d.indicesShape)
    count *= size;
  if (count > 100 || d.slicesShape.size() > 6 ||
      ShapedType::getNumElements(d.slicesShape) > maxElements)
    return {};
  Type expressed =
      cast<quant::QuantizedType>(elementOf(stored)).getExpressedType();
  Type own = promoteQuantized(elementOf(stored), /*exactly=*/true);
  Value updates =
      value("hlo.uniform_quantize", tame(like(d.slicesShape, expressed), 1000),
            {}, RankedTensorType::get(d.slicesShape, own));
  auto numbers = hlo::ScatterDimensionNumbersAttr::get(
      context, d.window, d.collapsed, d.batching, d.indicesBatching, d.indexed,
      d.indexVectorDim);
  // Sums are rounded, so that those of several slices have an order.
  int64_t slices = d.indexed.empty() ? count : count / d.indexed.size();
  StringRef name = slices == 1 ? pick({"hlo.add", "hlo.multiply"})
                               : pick({"hlo.maximum", "hlo.minimum"});
  Type inner = promoteQuantized(elementOf(stored));
  Regions regions;
  regions.push_back(quantizedRegion(name, inner));
  Value start = indices(d.indicesShape, d.largestIndexed);
  return value("hlo.scatter", {stored, start, updates},
               attr("scatter_dimension_numbers", numbers),
               typeOf(stored).clone(promoteQuantized(inner, /*exactly=*/true)),
               &regions);
}

void Generator::addTorchIndexSelect(Value operand) {
  int64_t rank = typeOf(operand).getRank();
  if (rank == 0)
    return;
  int64_t dim = below(rank);
  if (typeOf(operand).getDimSize(dim) == 0)
    return; // No index lies inside.
  Value index = indices({pickSize()}, typeOf(operand).getDimSize(dim));
  value("hlo.torch_index_select", {operand, index},
        {number("dim", dim), number("batch_dims", 0)});
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

void Generator::addSort(Value operand) {
  if (typeOf(operand).getRank() == 0 || isComplex(elementOf(operand)))
    return;
  int64_t dim = below(typeOf(operand).getRank());
  SmallVector<Value> inputs = {withoutNaN(operand)};
  for (int64_t i = 0, e = below(3); i < e; ++i)
    inputs.push_back(like(typeOf(operand).getShape(), pickElement()));
  if (llvm::is_contained(inputs, Value()))
    return;
  // Equal keys that are not the same bits show the order in which they came.
  bool stable = oneIn(2) || inputs.size() > 1 || isFloat(elementOf(operand));
  SmallVector<Type> arguments;
  for (Value input : inputs)
    arguments.append(2, RankedTensorType::get({}, elementOf(input)));
  using Direction = hlo::ComparisonDirection;
  Direction direction = oneIn(2) ? Direction::LT : Direction::GT;
  // Not by the values themselves, but by what many of them share.
  StringRef key = pick({"", "", "", "hlo.abs", "hlo.negate", "hlo.not",
                        "hlo.popcnt", "hlo.floor", "hlo.sign"});
  stable |= !key.empty();
  Regions regions;
  regions.push_back(region(arguments, false, [&](ValueRange all) {
    SmallVector<Value> values(all);
    if (!key.empty())
      for (Value &compared : MutableArrayRef(values).take_front(2))
        if (Value other = value(key, compared))
          compared = other;
    Value before = compare(direction, values[0], values[1]);
    if (inputs.size() == 1 || isComplex(elementOf(inputs[1])) || oneIn(2))
      return mayDraw({before});
    // By the second key where the first ones are equal.
    Value equal = compare(Direction::EQ, values[0], values[1]);
    Value next =
        compare(direction, withoutNaN(values[2]), withoutNaN(values[3]));
    return mayDraw({binary("hlo.or", before, binary("hlo.and", equal, next))});
  }));
  add("hlo.sort", inputs,
      {number("dimension", oneIn(3) ? dim - typeOf(operand).getRank() : dim),
       flag("is_stable", stable)},
      {}, std::move(regions));
}
