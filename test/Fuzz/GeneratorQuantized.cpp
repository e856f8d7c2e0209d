//===- GeneratorQuantized.cpp - Random ops on quantized values ------------===//
//
// A chain from floats to quantized values and back. Those in between are not in
// scope for other ops; whatever they compute is exact, because every step
// rounds to what is stored.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include "xla/Dialect/HLO/IR/HLOTypeCompatibility.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

Type Generator::quantizedElement(Type expressed, ArrayRef<int64_t> shape) {
  auto quiet = [&] { return emitError(loc); };
  bool isSigned = !oneIn(3);
  unsigned flags = isSigned ? quant::QuantizationFlags::Signed : 0;
  unsigned width = pick({8, 8, 8, 4, 16, 32, 2});
  int64_t least =
      quant::QuantizedType::getDefaultMinimumForInteger(isSigned, width);
  int64_t most =
      quant::QuantizedType::getDefaultMaximumForInteger(isSigned, width);
  if (oneIn(4) && isSigned && width > 2)
    ++least; // A range that is the same on both sides.
  auto scale = [&] { return pick({1., .5, .25, .1, .0078125, 3., .37}); };
  auto zeroPoint = [&] {
    return std::clamp<int64_t>(pick({0, 0, 1, 3, -2, 17, 128}), least, most);
  };
  Type storage = builder.getIntegerType(width);
  // One scale for each slice, where there are slices.
  int64_t axis = shape.empty() ? 0 : below(shape.size());
  if (oneIn(3) && !shape.empty() && shape[axis] > 0 && shape[axis] <= 16) {
    SmallVector<double> scales;
    SmallVector<int64_t> zeroPoints;
    for (int64_t i = 0; i < shape[axis]; ++i) {
      scales.push_back(scale());
      zeroPoints.push_back(zeroPoint());
    }
    return quant::UniformQuantizedPerAxisType::getChecked(
        quiet, flags, storage, expressed, scales, zeroPoints, axis, least,
        most);
  }
  return quant::UniformQuantizedType::getChecked(
      quiet, flags, storage, expressed, scale(), zeroPoint(), least, most);
}

Value Generator::quantize(Value floats) {
  if (!floats)
    return {};
  Type element = quantizedElement(elementOf(floats), typeOf(floats).getShape());
  if (!element)
    return {};
  return value("hlo.uniform_quantize", tame(floats, 1000), {},
               typeOf(floats).clone(element));
}

/// The next value of the chain; null if the op does not suit.
Value Generator::stepQuantized(Value stored) {
  RankedTensorType type = typeOf(stored);
  Type expressed =
      cast<quant::QuantizedType>(type.getElementType()).getExpressedType();
  bool perAxis = isa<quant::UniformQuantizedPerAxisType>(type.getElementType());
  // Often the type of the operands, else another.
  auto resultType = [&](RankedTensorType like) {
    Type element = oneIn(2) ? like.getElementType()
                            : quantizedElement(expressed, like.getShape());
    return element ? like.clone(element) : like;
  };
  auto another = [&] {
    Value floats = like(type.getShape(), expressed);
    return value("hlo.uniform_quantize", tame(floats, 1000), {}, type);
  };
  // Those with regions are often dropped again: their types do not fit.
  switch (below(16)) {
  case 8:
  case 9:
    return reduceQuantized(stored);
  case 10:
  case 11:
  case 12:
    return perAxis ? Value() : scatterQuantized(stored);
  case 13:
  case 14:
  case 15:
    return perAxis ? Value() : selectAndScatterQuantized(stored);
  case 0:
    return value("hlo.uniform_quantize", stored, {}, resultType(type));
  case 1:
    return value(
        pick({"hlo.abs", "hlo.negate", "hlo.ceil", "hlo.floor", "hlo.sign"}),
        stored, {}, resultType(type));
  case 2:
    return value("hlo.select", {like(type.getShape(), builder.getI1Type()),
                                stored, another()});
  case 3:
    // Its own result is in scope, and the chain goes on.
    compare(hlo::ComparisonDirection::LT, stored, another());
    return stored;
  case 4:
    return value("hlo.transpose", stored,
                 dims("permutation", permutation(type.getRank())));
  case 5: {
    if (perAxis || type.getRank() == 0)
      return {};
    // A matrix or vector by which the last dimension is multiplied.
    int64_t last = type.getRank() - 1, size = type.getDimSize(last);
    SmallVector<int64_t> shape = {size}, result(type.getShape().drop_back());
    if (oneIn(2)) {
      shape.push_back(pickSize());
      result.push_back(shape.back());
    }
    Value other = quantize(like(shape, expressed));
    auto numbers = hlo::DotDimensionNumbersAttr::get(context, {}, {}, {last},
                                                     {int64_t(0)});
    Type element = quantizedElement(expressed, {});
    if (!element)
      return {};
    return value("hlo.dot_general", {stored, other},
                 attr("dot_dimension_numbers", numbers),
                 RankedTensorType::get(result, element));
  }
  default:
    return value(pick({"hlo.add", "hlo.subtract", "hlo.multiply", "hlo.divide",
                       "hlo.maximum", "hlo.minimum"}),
                 {stored, another()}, {}, resultType(type));
  }
}

//===----------------------------------------------------------------------===//
// Ops with regions
//===----------------------------------------------------------------------===//

Type Generator::promoteQuantized(Type element, bool exactly) {
  if (oneIn(3))
    return element;
  Type expressed = cast<quant::QuantizedType>(element).getExpressedType();
  for (int i = 0; i < 8; ++i)
    if (Type other = quantizedElement(expressed, {}))
      if (hlo::isPromotableElementType(element, other) &&
          (!exactly || hlo::isPromotableElementType(other, element)))
        return other;
  return element;
}

std::unique_ptr<Region> Generator::quantizedRegion(StringRef name,
                                                   Type element) {
  Type scalar = RankedTensorType::get({}, element);
  return region({scalar, scalar}, false, [&](ValueRange values) {
    return SmallVector<Value>{value(name, values, {}, scalar)};
  });
}

/// By what does not depend on the order.
Value Generator::reduceQuantized(Value stored) {
  RankedTensorType type = typeOf(stored);
  Type element = type.getElementType();
  if (isa<quant::UniformQuantizedPerAxisType>(element))
    return {};
  Type inner = promoteQuantized(element);
  SmallVector<int64_t> reduced = subset(type.getRank()), kept;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(reduced, i))
      kept.push_back(type.getDimSize(i));
  Value init =
      value("hlo.uniform_quantize",
            like({}, cast<quant::QuantizedType>(element).getExpressedType()),
            {}, RankedTensorType::get({}, element));
  Regions regions;
  regions.push_back(
      quantizedRegion(pick({"hlo.maximum", "hlo.minimum"}), inner));
  return value(
      "hlo.reduce", {stored, init}, dims("dimensions", reduced),
      RankedTensorType::get(kept, promoteQuantized(inner, /*exactly=*/true)),
      &regions);
}

void Generator::addQuantized() {
  Value floats = find([](RankedTensorType type) {
    Type element = type.getElementType();
    return element.isF32() || element.isBF16() || element.isF16();
  });
  if (!floats)
    floats = convert(anyValue(), builder.getF32Type());
  Value stored = quantize(floats);
  for (int64_t i = 0, e = 1 + below(4); i < e && stored; ++i) {
    Value next = stepQuantized(stored);
    if (next && oneIn(4))
      value("hlo.uniform_dequantize", stored);
    if (next)
      stored = next;
  }
  value("hlo.uniform_dequantize", stored);
}
