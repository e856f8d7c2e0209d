//===- GeneratorDynamic.cpp - Random ops on open shapes -------------------===//
//
// Values whose types leave sizes open, made by dynamic ops of sizes that the
// program computes, and closed again. Those in between are not in scope for
// other ops.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include "xla/Support/WindowSize.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

Value Generator::numbers(ArrayRef<int64_t> list) {
  Type element = builder.getIntegerType(pick({32, 64}));
  auto type = RankedTensorType::get({int64_t(list.size())}, element);
  SmallVector<APInt> values;
  for (int64_t number : list)
    values.emplace_back(element.getIntOrFloatBitWidth(), number,
                        /*isSigned=*/true);
  return hlo::ConstantOp::create(builder, loc,
                                 DenseElementsAttr::get(type, values));
}

/// The sizes of `shape` as a value: constants, or those that `like` has in the
/// same places.
Value Generator::sizesOf(ArrayRef<int64_t> shape, Value like) {
  RankedTensorType type = typeOf(like);
  if (shape.empty() || oneIn(2))
    return numbers(shape);
  auto one = RankedTensorType::get({1}, builder.getI32Type());
  SmallVector<Value> parts;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    Value part;
    if (int64_t(dim) < type.getRank() && type.getDimSize(dim) == size)
      part =
          value("hlo.reshape",
                value("hlo.get_dimension_size", like, number("dimension", dim)),
                {}, one);
    parts.push_back(part ? part : constant(one, double(size)));
  }
  return value("hlo.concatenate", parts, number("dimension", 0));
}

RankedTensorType xla::fuzz::open(RankedTensorType type, uint64_t bits) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [dim, size] : llvm::enumerate(shape))
    if (bits >> dim & 1)
      size = ShapedType::kDynamic;
  return type.clone(shape);
}

/// A value of an open type, and the shape that it has.
Value Generator::openValue(Value operand, SmallVectorImpl<int64_t> &shape) {
  if (oneIn(5))
    return openGather(operand, shape);
  return oneIn(3) ? openMove(operand, shape) : openShape(operand, shape);
}

/// New sizes of all dimensions, or of one.
Value Generator::openShape(Value operand, SmallVectorImpl<int64_t> &shape) {
  RankedTensorType type = typeOf(operand);
  if (oneIn(2) || type.getRank() == 0) {
    Type element = isBool(type.getElementType()) ? Type(builder.getI32Type())
                                                 : type.getElementType();
    shape = pickShape();
    if (shape.empty())
      return {};
    return value("hlo.dynamic_iota", sizesOf(shape, operand),
                 number("iota_dimension", below(shape.size())),
                 open(RankedTensorType::get(shape, element), random()));
  }
  shape.assign(type.getShape().begin(), type.getShape().end());
  int64_t dim = below(type.getRank());
  shape[dim] = below(shape[dim] + 1);
  return value("hlo.set_dimension_size",
               {operand, scalar(builder.getI32Type(), shape[dim])},
               number("dimension", dim));
}

/// Elements of the operand in other places.
Value Generator::openMove(Value operand, SmallVectorImpl<int64_t> &shape) {
  RankedTensorType type = typeOf(operand);
  shape.assign(type.getShape().begin(), type.getShape().end());
  auto opened = [&] { return open(type.clone(shape), random()); };
  switch (below(4)) {
  case 0: {
    SmallVector<int64_t> places;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      places.push_back(dim + 1);
    shape.insert(shape.begin(), pickSize());
    if (type.getNumElements() * shape[0] > maxElements)
      return {};
    return value("hlo.dynamic_broadcast_in_dim",
                 {operand, sizesOf(shape, operand)},
                 dims("broadcast_dimensions", places), opened());
  }
  case 1:
    shape.assign({type.getNumElements(), 1});
    if (oneIn(2))
      std::swap(shape[0], shape[1]);
    return value("hlo.dynamic_reshape", {operand, numbers(shape)}, {},
                 opened());
  case 2: {
    SmallVector<int64_t> low, high, interior;
    for (int64_t &size : shape) {
      low.push_back(below(4) - 1);
      high.push_back(below(4) - 1);
      interior.push_back(below(3));
      size = PaddedDim{size, low.back(), high.back(), interior.back()}
                 .getPaddedSize()
                 .value_or(-1);
      if (size < 0)
        return {};
    }
    if (ShapedType::getNumElements(shape) > maxElements)
      return {};
    Value lowValue = numbers(low);
    auto same = [&](ArrayRef<int64_t> list) {
      Value made = numbers(list);
      return elementOf(made) == elementOf(lowValue)
                 ? made
                 : convert(made, elementOf(lowValue));
    };
    return value("hlo.dynamic_pad",
                 {operand, like({}, type.getElementType()), lowValue,
                  same(high), same(interior)},
                 {}, opened());
  }
  default: {
    SmallVector<int64_t> starts, limits, strides;
    for (int64_t &size : shape) {
      starts.push_back(below(size + 1));
      limits.push_back(starts.back() + below(size - starts.back() + 1));
      strides.push_back(1 + below(3));
      size =
          llvm::divideCeilSigned(limits.back() - starts.back(), strides.back());
    }
    Value first = numbers(starts);
    auto same = [&](ArrayRef<int64_t> list) {
      return convert(numbers(list), elementOf(first));
    };
    return value("hlo.real_dynamic_slice",
                 {operand, first, same(limits), same(strides)}, {}, opened());
  }
  }
}

void Generator::addDynamic() {
  SmallVector<int64_t> shape;
  Value opened = openValue(anyValue(), shape);
  if (!opened)
    return;
  Type element = elementOf(opened);
  for (int64_t i = 0, e = below(3); i < e && opened; ++i) {
    Value next;
    if (isBool(element))
      next = value(pick({"hlo.not", "hlo.and"}), opened);
    else
      next = oneIn(2)
                 ? value("hlo.negate", opened)
                 : value(pick({"hlo.add", "hlo.subtract"}), {opened, opened});
    opened = next ? next : opened;
  }
  close(opened, shape);
}

Value Generator::close(Value opened, ArrayRef<int64_t> shape) {
  if (!opened)
    return {};
  return value("hlo.dynamic_reshape", {opened, numbers(shape)}, {},
               RankedTensorType::get(shape, elementOf(opened)));
}
