//===- TypeInferenceShape.cpp - Types of shape ops ------------------------===//
//
// Checks and result types of the ops that move elements to another shape.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "xla/Support/ByteSize.h"
#include "xla/Support/WindowSize.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace xla::hlo;

/// Checks that the result keeps the operand's element type; a quantized axis
/// may move, so that only what is stored has to agree.
static LogicalResult verifySameElement(OptionalLocation location,
                                       RankedTensorType operand,
                                       RankedTensorType result) {
  Type from = operand.getElementType(), to = result.getElementType();
  auto fromQuantized = dyn_cast<quant::QuantizedType>(from);
  auto toQuantized = dyn_cast<quant::QuantizedType>(to);
  bool agree = from == to;
  if (fromQuantized && toQuantized)
    agree = fromQuantized.getStorageType() == toQuantized.getStorageType() &&
            fromQuantized.getExpressedType() == toQuantized.getExpressedType();
  if (!agree)
    return emitOptionalError(location, "expects the operand's element type ",
                             from, " in the result, but got ", to);
  return success();
}

/// Checks a vector of sizes given at run time against the rank it describes.
static LogicalResult verifyShapeOperand(OptionalLocation location,
                                        StringRef name, Value shape,
                                        int64_t rank) {
  int64_t size = getTensorType(shape).getDimSize(0);
  if (areCompatibleSizes(size, rank))
    return success();
  return emitOptionalError(location, "expects ", rank, " elements in ", name,
                           ", but got ", size);
}

//===----------------------------------------------------------------------===//
// Broadcasting and reshaping
//===----------------------------------------------------------------------===//

LogicalResult xla::hlo::inferBroadcastOp(OptionalLocation location,
                                         Value operand,
                                         ArrayRef<int64_t> broadcastSizes,
                                         InferredTypes &inferred) {
  RankedTensorType type = getTensorType(operand);
  BoundedShape shape, operandShape(type);
  for (int64_t size : broadcastSizes) {
    if (size < 0)
      return emitOptionalError(location,
                               "expects broadcast sizes that are not "
                               "negative, but got ",
                               size);
    shape.push(size);
  }
  for (int64_t dim : llvm::seq(type.getRank()))
    shape.push(operandShape, dim);
  inferred.push_back(shape.getType(type.getElementType()));
  return success();
}

LogicalResult
xla::hlo::verifyBroadcastInDimOp(OptionalLocation location, Value operand,
                                 ArrayRef<int64_t> broadcastDimensions,
                                 Type result) {
  RankedTensorType from = getTensorType(operand);
  auto to = cast<RankedTensorType>(result);
  // broadcast_in_dim_c1 to broadcast_in_dim_c4
  if (failed(verifySameElement(location, from, to)) ||
      failed(verifySize(location, "broadcast_dimensions",
                        broadcastDimensions.size(), from.getRank())) ||
      failed(verifyDimensions(location, "broadcast_dimensions",
                              broadcastDimensions, to.getRank())))
    return failure();
  for (auto [dim, resultDim] : llvm::enumerate(broadcastDimensions)) {
    int64_t size = from.getDimSize(dim);
    int64_t resultSize = to.getDimSize(resultDim);
    if (size != 1 && !areCompatibleSizes(size, resultSize))
      return emitOptionalError(location, "expects size 1 or the result's size ",
                               resultSize, " of operand dimension ", dim,
                               ", but got ",
                               size); // broadcast_in_dim_c5
    auto quantized =
        dyn_cast<quant::UniformQuantizedPerAxisType>(from.getElementType());
    auto resultQuantized =
        dyn_cast<quant::UniformQuantizedPerAxisType>(to.getElementType());
    if (quantized && resultQuantized &&
        quantized.getQuantizedDimension() == static_cast<int64_t>(dim) &&
        resultQuantized.getQuantizedDimension() != resultDim)
      return emitOptionalError(
          location, "expects the result's quantization dimension to be ",
          resultDim, ", but got ",
          resultQuantized.getQuantizedDimension()); // broadcast_in_dim_c6
  }
  return success();
}

LogicalResult xla::hlo::verifyDynamicBroadcastInDimOp(
    OptionalLocation location, Value operand, Value outputDimensions,
    ArrayRef<int64_t> broadcastDimensions,
    std::optional<ArrayRef<int64_t>> knownExpanding,
    std::optional<ArrayRef<int64_t>> knownNonexpanding, Type result) {
  // dynamic_broadcast_in_dim_c1 to dynamic_broadcast_in_dim_c6
  if (failed(verifyBroadcastInDimOp(location, operand, broadcastDimensions,
                                    result)))
    return failure();
  int64_t rank = getTensorType(operand).getRank();
  // dynamic_broadcast_in_dim_c7
  if (failed(verifyShapeOperand(location, "output_dimensions", outputDimensions,
                                cast<RankedTensorType>(result).getRank())))
    return failure();
  // dynamic_broadcast_in_dim_c8 to dynamic_broadcast_in_dim_c10
  SmallVector<int64_t> known;
  for (const auto &list : {knownExpanding, knownNonexpanding})
    if (list)
      llvm::append_range(known, *list);
  return verifyDimensions(
      location, "known_expanding_dimensions and known_nonexpanding_dimensions",
      known, rank);
}

/// Checks that both shapes hold the same number of elements if both are known.
static LogicalResult verifySameCount(OptionalLocation location,
                                     RankedTensorType operand,
                                     RankedTensorType result) {
  if (!operand.hasStaticShape() || !result.hasStaticShape())
    return success();
  auto from = xla::countElements(operand.getShape());
  auto to = xla::countElements(result.getShape());
  if (!from || !to)
    return emitOptionalError(
        location, "expects a number of elements that fits in 63 bits, but got ",
        from ? result : operand);
  if (*from == *to)
    return success();
  return emitOptionalError(location, "expects the operand's ", *from,
                           " elements in the result, but got ", *to);
}

LogicalResult xla::hlo::verifyReshapeOp(OptionalLocation location,
                                        Value operand, Type result) {
  RankedTensorType from = getTensorType(operand);
  auto to = cast<RankedTensorType>(result);
  // reshape_c1, reshape_c2
  if (failed(verifySameElement(location, from, to)) ||
      failed(verifySameCount(location, from, to)))
    return failure();
  auto fromAxis =
      dyn_cast<quant::UniformQuantizedPerAxisType>(from.getElementType());
  auto toAxis =
      dyn_cast<quant::UniformQuantizedPerAxisType>(to.getElementType());
  if (!fromAxis || !toAxis || !from.hasStaticShape() || !to.hasStaticShape())
    return success();
  // reshape_c3: the elements before, in and behind the axis stay together.
  auto split = [](RankedTensorType type, int64_t axis) {
    ArrayRef<int64_t> shape = type.getShape();
    return std::make_pair(xla::countElements(shape.take_front(axis)),
                          shape[axis]);
  };
  if (split(from, fromAxis.getQuantizedDimension()) !=
      split(to, toAxis.getQuantizedDimension()))
    return emitOptionalError(location, "expects a reshape that keeps the "
                                       "quantization dimension in place");
  return success();
}

LogicalResult xla::hlo::verifyDynamicReshapeOp(OptionalLocation location,
                                               Value operand, Value outputShape,
                                               Type result) {
  auto to = cast<RankedTensorType>(result);
  // dynamic_reshape_c1 to dynamic_reshape_c4
  return failure(failed(verifyReshapeOp(location, operand, result)) ||
                 failed(verifyShapeOperand(location, "output_shape",
                                           outputShape, to.getRank())));
}

//===----------------------------------------------------------------------===//
// Moving elements
//===----------------------------------------------------------------------===//

LogicalResult xla::hlo::inferTransposeOp(OptionalLocation location,
                                         Value operand,
                                         ArrayRef<int64_t> permutation,
                                         InferredTypes &inferred) {
  RankedTensorType type = getTensorType(operand);
  // transpose_c2
  if (failed(verifySize(location, "permutation", permutation.size(),
                        type.getRank())) ||
      failed(verifyDimensions(location, "permutation", permutation,
                              type.getRank())))
    return failure();
  BoundedShape shape, operandShape(type);
  for (int64_t dim : permutation) // transpose_c3
    shape.push(operandShape, dim);
  Type element = type.getElementType();
  if (auto quantized = dyn_cast<quant::UniformQuantizedPerAxisType>(element)) {
    // transpose_c4
    int64_t axis = llvm::find(permutation, quantized.getQuantizedDimension()) -
                   permutation.begin();
    element = quant::UniformQuantizedPerAxisType::get(
        quantized.getFlags(), quantized.getStorageType(),
        quantized.getExpressedType(), quantized.getScales(),
        quantized.getZeroPoints(), axis, quantized.getStorageTypeMin(),
        quantized.getStorageTypeMax());
  }
  inferred.push_back(shape.getType(element));
  return success();
}

LogicalResult xla::hlo::inferReverseOp(OptionalLocation location, Value operand,
                                       ArrayRef<int64_t> dimensions,
                                       InferredTypes &inferred) {
  // reverse_c2, reverse_c3
  if (failed(verifyDimensions(location, "dimensions", dimensions,
                              getTensorType(operand).getRank())))
    return failure();
  inferred.push_back(operand.getType()); // reverse_c1
  return success();
}

LogicalResult xla::hlo::inferConcatenateOp(OptionalLocation location,
                                           ValueRange inputs, int64_t dimension,
                                           InferredTypes &inferred) {
  if (inputs.empty()) // concatenate_c3
    return emitOptionalError(location, "expects at least one operand");
  RankedTensorType first = getTensorType(inputs.front());
  // concatenate_c4
  if (failed(
          verifyDimension(location, "dimension", dimension, first.getRank())))
    return failure();
  BoundedShape shape(first);
  // The size with bounds in place of dynamic sizes.
  auto limit = [](const BoundedShape &s, int64_t dim) {
    return ShapedType::isDynamic(s.sizes[dim]) ? s.bounds[dim] : s.sizes[dim];
  };
  bool fits = true;
  auto add = [&](int64_t a, int64_t b) {
    if (ShapedType::isDynamic(a) || ShapedType::isDynamic(b))
      return ShapedType::kDynamic;
    std::optional<int64_t> sum = (xla::CheckedInt(a) + b).get();
    fits &= sum.has_value();
    return sum.value_or(0);
  };
  for (Value input : inputs.drop_front()) {
    RankedTensorType type = getTensorType(input);
    BoundedShape other(type);
    // concatenate_c1, concatenate_c2
    bool agree =
        type.getRank() == first.getRank() &&
        isCompatibleElementType(type.getElementType(), first.getElementType());
    for (int64_t dim : llvm::seq(agree ? type.getRank() : 0)) {
      int64_t &size = shape.sizes[dim], &bound = shape.bounds[dim];
      if (dim == dimension) { // concatenate_c6
        int64_t sum = add(limit(shape, dim), limit(other, dim));
        size = add(size, other.sizes[dim]);
        bound = sum;
        continue;
      }
      agree &= areCompatibleSizes(size, other.sizes[dim]);
      if (ShapedType::isDynamic(size))
        size = other.sizes[dim];
      if (ShapedType::isDynamic(bound))
        bound = other.bounds[dim];
    }
    if (!agree)
      return emitOptionalError(
          location, "expects operands that differ in dimension ", dimension,
          " only, but got ", first, " and ", type);
  }
  if (!fits)
    return emitOptionalError(location,
                             "expects sizes whose sum fits in 63 bits in "
                             "dimension ",
                             dimension, ", but got operands of types ",
                             inputs.getTypes());
  inferred.push_back(shape.getType(first.getElementType())); // concatenate_c5
  return success();
}

LogicalResult xla::hlo::inferPadOp(OptionalLocation location, Value operand,
                                   Value paddingValue, ArrayRef<int64_t> low,
                                   ArrayRef<int64_t> high,
                                   ArrayRef<int64_t> interior,
                                   InferredTypes &inferred) {
  RankedTensorType type = getTensorType(operand);
  RankedTensorType valueType = getTensorType(paddingValue);
  size_t rank = type.getRank();
  if (valueType.getRank() != 0)
    return emitOptionalError(location,
                             "expects a padding value of rank 0, but got rank ",
                             valueType.getRank());
  if (!isCompatibleElementType(type.getElementType(),
                               valueType.getElementType())) // pad_c1
    return emitOptionalError(location, "expects a padding value of type ",
                             type.getElementType(), ", but got ",
                             valueType.getElementType());
  // pad_c2
  if (failed(verifySize(location, "edge_padding_low", low.size(), rank)) ||
      failed(verifySize(location, "edge_padding_high", high.size(), rank)) ||
      failed(verifySize(location, "interior_padding", interior.size(), rank)))
    return failure();
  BoundedShape shape, operandShape(type);
  for (size_t dim : llvm::seq(rank)) {
    if (interior[dim] < 0) // pad_c3
      return emitOptionalError(location,
                               "expects interior padding that is not "
                               "negative, but got ",
                               interior[dim]);
    bool fits = true;
    auto pad = [&](int64_t size) {
      xla::PaddedDim padded = {size, low[dim], high[dim], interior[dim]};
      fits &= padded.isBounded();
      if (ShapedType::isDynamic(size))
        return size;
      std::optional<int64_t> sum = padded.getPaddedSize();
      fits &= sum.has_value();
      return sum.value_or(0);
    };
    int64_t size = operandShape.sizes[dim];
    int64_t padded = pad(size), bound = pad(operandShape.bounds[dim]);
    if (!fits)
      return emitOptionalError(
          location,
          "expects padding of at most 2^47 elements and a padded "
          "size that fits in 63 bits, but got low ",
          low[dim], ", high ", high[dim], " and interior ", interior[dim],
          " for dimension ", dim, " of ", type);
    if (!ShapedType::isDynamic(size) && padded < 0)
      return emitOptionalError(location, "expects a padded size of dimension ",
                               dim, " that is not negative, but got ", padded);
    shape.push(padded, bound); // pad_c4
  }
  inferred.push_back(shape.getType(type.getElementType()));
  return success();
}

LogicalResult xla::hlo::verifyDynamicPadOp(OptionalLocation location,
                                           Value operand, Value paddingValue,
                                           Value low, Value high,
                                           Value interior, Type result) {
  RankedTensorType type = getTensorType(operand);
  RankedTensorType valueType = getTensorType(paddingValue);
  auto to = cast<RankedTensorType>(result);
  if (valueType.getRank() != 0)
    return emitOptionalError(location,
                             "expects a padding value of rank 0, but got rank ",
                             valueType.getRank());
  if (!isCompatibleElementType(type.getElementType(),
                               valueType.getElementType()) ||
      !isCompatibleElementType(type.getElementType(),
                               to.getElementType())) // dynamic_pad_c1
    return emitOptionalError(
        location, "expects one element type, but got ", type.getElementType(),
        ", ", valueType.getElementType(), " and ", to.getElementType());
  if (type.getRank() != to.getRank())
    return emitOptionalError(location, "expects a result of rank ",
                             type.getRank(), ", but got rank ", to.getRank());
  // dynamic_pad_c2
  int64_t rank = type.getRank();
  return failure(
      failed(verifyShapeOperand(location, "edge_padding_low", low, rank)) ||
      failed(verifyShapeOperand(location, "edge_padding_high", high, rank)) ||
      failed(verifyShapeOperand(location, "interior_padding", interior, rank)));
}

//===----------------------------------------------------------------------===//
// Made from shapes
//===----------------------------------------------------------------------===//

LogicalResult xla::hlo::verifyIotaOp(OptionalLocation location,
                                     int64_t iotaDimension, Type result) {
  return verifyDimension(location, "iota_dimension", iotaDimension,
                         cast<RankedTensorType>(result).getRank()); // iota_c1
}

LogicalResult xla::hlo::verifyDynamicIotaOp(OptionalLocation location,
                                            Value outputShape,
                                            int64_t iotaDimension,
                                            Type result) {
  int64_t rank = cast<RankedTensorType>(result).getRank();
  // dynamic_iota_c1, dynamic_iota_c2
  return failure(
      failed(
          verifyDimension(location, "iota_dimension", iotaDimension, rank)) ||
      failed(verifyShapeOperand(location, "output_shape", outputShape, rank)));
}

LogicalResult xla::hlo::inferGetDimensionSizeOp(OptionalLocation location,
                                                Value operand,
                                                int64_t dimension,
                                                InferredTypes &inferred) {
  // get_dimension_size_c1
  if (failed(verifyDimension(location, "dimension", dimension,
                             getTensorType(operand).getRank())))
    return failure();
  inferred.push_back(
      RankedTensorType::get({}, IntegerType::get(operand.getContext(), 32)));
  return success();
}

LogicalResult xla::hlo::inferSetDimensionSizeOp(OptionalLocation location,
                                                Value operand, Value size,
                                                int64_t dimension,
                                                InferredTypes &inferred) {
  RankedTensorType type = getTensorType(operand);
  if (failed(verifyDimension(location, "dimension", dimension, type.getRank())))
    return failure();
  BoundedShape shape(type);
  int64_t &dimSize = shape.sizes[dimension];
  DenseIntElementsAttr constant;
  bool unchanged = matchPattern(size, m_Constant(&constant)) &&
                   constant.getSplatValue<APInt>().getSExtValue() == dimSize;
  if (!unchanged && !ShapedType::isDynamic(dimSize)) {
    shape.bounds[dimension] = dimSize;
    dimSize = ShapedType::kDynamic;
  }
  inferred.push_back(shape.getType(type.getElementType()));
  return success();
}
