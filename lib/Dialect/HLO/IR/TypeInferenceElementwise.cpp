//===- TypeInferenceElementwise.cpp - Types of elementwise ops ------------===//
//
// Checks and result types of the ops whose types are not all the same.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace xla::hlo;

/// The shape all operands agree on with `elementType`.
static LogicalResult inferWithElement(OptionalLocation location,
                                      ValueRange operands, Type elementType,
                                      InferredTypes &inferred) {
  SmallVector<Type> same;
  if (failed(inferSameType(location, operands, same)))
    return failure();
  BoundedShape shape(cast<RankedTensorType>(same.front()));
  inferred.push_back(shape.getType(elementType));
  return success();
}

LogicalResult xla::hlo::inferAbsOp(OptionalLocation location, Value operand,
                                   InferredTypes &inferred) {
  RankedTensorType type = getTensorType(operand);
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return inferSameType(location, operand, inferred);
  return inferWithElement(location, operand, complex.getElementType(),
                          inferred); // abs_c2
}

LogicalResult xla::hlo::inferClampOp(OptionalLocation location, Value min,
                                     Value operand, Value max,
                                     InferredTypes &inferred) {
  RankedTensorType type = getTensorType(operand);
  auto check = [&](StringRef name, RankedTensorType limit) -> LogicalResult {
    if (limit.getRank() != 0 && !areCompatibleShapes(limit, type))
      return emitOptionalError(location, "expects ", name,
                               " of rank 0 or of the operand's shape ",
                               shapeToString(type.getShape()), ", but got ",
                               shapeToString(limit.getShape()));
    if (!isCompatibleElementType(limit.getElementType(), type.getElementType()))
      return emitOptionalError(
          location, "expects ", name, " of the operand's element type ",
          type.getElementType(), ", but got ", limit.getElementType());
    return success();
  };
  // clamp_c1, clamp_c2, clamp_c3
  if (failed(check("min", getTensorType(min))) ||
      failed(check("max", getTensorType(max))))
    return failure();
  inferred.push_back(type); // clamp_c4
  return success();
}

LogicalResult xla::hlo::inferCompareOp(OptionalLocation location, Value lhs,
                                       Value rhs, std::optional<ComparisonType>,
                                       InferredTypes &inferred) {
  // compare_c3 is not checked: exported programs hold SIGNED with floats. The
  // element type decides; compare_type only chooses a total order of floats.
  Type boolean = IntegerType::get(lhs.getContext(), 1);
  return inferWithElement(location, {lhs, rhs}, boolean,
                          inferred); // compare_c1, compare_c2
}

LogicalResult xla::hlo::inferComplexOp(OptionalLocation location, Value lhs,
                                       Value rhs, InferredTypes &inferred) {
  // complex_c1, complex_c2, complex_c3
  return inferWithElement(location, {lhs, rhs},
                          ComplexType::get(getTensorType(lhs).getElementType()),
                          inferred);
}

LogicalResult xla::hlo::inferConstantOp(OptionalLocation location,
                                        ElementsAttr value,
                                        InferredTypes &inferred) {
  inferred.push_back(value.getShapedType()); // constant_c1
  return success();
}

LogicalResult xla::hlo::inferIsFiniteOp(OptionalLocation location, Value x,
                                        InferredTypes &inferred) {
  return inferWithElement(location, x, IntegerType::get(x.getContext(), 1),
                          inferred); // is_finite_c1
}

LogicalResult xla::hlo::inferPartOp(OptionalLocation location, Value operand,
                                    InferredTypes &inferred) {
  // real_c1, real_c2, imag_c1, imag_c2
  Type element = getTensorType(operand).getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return inferWithElement(location, operand, element, inferred);
}

LogicalResult xla::hlo::inferSelectOp(OptionalLocation location, Value pred,
                                      Value onTrue, Value onFalse,
                                      InferredTypes &inferred) {
  if (failed(inferSameType(location, {onTrue, onFalse}, inferred)))
    return failure(); // select_c2
  RankedTensorType predType = getTensorType(pred);
  RankedTensorType type = getTensorType(onTrue);
  if (predType.getRank() != 0 && !areCompatibleShapes(predType, type))
    return emitOptionalError(location,
                             "expects a predicate of rank 0 or of shape ",
                             shapeToString(type.getShape()), ", but got ",
                             shapeToString(predType.getShape())); // select_c1
  return success();
}

LogicalResult xla::hlo::inferUniformDequantizeOp(OptionalLocation location,
                                                 Value operand,
                                                 InferredTypes &inferred) {
  auto quantized =
      cast<quant::QuantizedType>(getTensorType(operand).getElementType());
  // uniform_dequantize_c1, uniform_dequantize_c2
  return inferWithElement(location, operand, quantized.getExpressedType(),
                          inferred);
}

/// Bits of one element, or nothing for types without a fixed width.
static std::optional<int64_t> getElementBits(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return quantized.getStorageTypeIntegralWidth();
  if (type.isIntOrFloat())
    return type.getIntOrFloatBitWidth();
  return std::nullopt;
}

LogicalResult xla::hlo::verifyBitcastConvertOp(OptionalLocation location,
                                               Value operand, Type result) {
  RankedTensorType from = getTensorType(operand);
  auto to = cast<RankedTensorType>(result);
  Type fromElement = from.getElementType(), toElement = to.getElementType();
  if (isComplexElement(fromElement) != isComplexElement(toElement))
    return emitOptionalError(location,
                             "expects both or none of the types to be complex, "
                             "but got ",
                             fromElement, " and ",
                             toElement); // bitcast_convert_c2
  std::optional<int64_t> fromBits = getElementBits(fromElement);
  std::optional<int64_t> toBits = getElementBits(toElement);
  if (!fromBits || !toBits)
    return emitOptionalError(location, "expects types of fixed width, but got ",
                             fromElement, " and ", toElement);
  // bitcast_convert_c1: the side of the narrower type has one more dimension.
  ArrayRef<int64_t> narrow = from.getShape(), wide = to.getShape();
  int64_t narrowBits = *fromBits, wideBits = *toBits;
  if (narrowBits > wideBits) {
    std::swap(narrow, wide);
    std::swap(narrowBits, wideBits);
  }
  if (narrowBits != wideBits) {
    int64_t parts = wideBits / narrowBits;
    if (wideBits % narrowBits != 0 || narrow.empty() ||
        !areCompatibleSizes(narrow.back(), parts))
      return emitOptionalError(
          location, "expects ", parts,
          " parts of each element in the last dimension, but got shapes ",
          shapeToString(from.getShape()), " and ",
          shapeToString(to.getShape()));
    narrow = narrow.drop_back();
  }
  if (narrow.size() != wide.size() ||
      !llvm::all_of(llvm::zip_equal(narrow, wide), [](auto pair) {
        return areCompatibleSizes(std::get<0>(pair), std::get<1>(pair));
      }))
    return emitOptionalError(location,
                             "expects shapes that agree but for the parts of "
                             "elements, but got ",
                             shapeToString(from.getShape()), " and ",
                             shapeToString(to.getShape()));
  return success();
}

LogicalResult xla::hlo::verifyMapOp(OptionalLocation location,
                                    ValueRange inputs,
                                    ArrayRef<int64_t> dimensions,
                                    Region &computation, Type result) {
  if (inputs.empty()) // map_c2
    return emitOptionalError(location, "expects at least one input");
  auto to = cast<RankedTensorType>(result);
  for (Value input : inputs) // map_c1
    if (!areCompatibleShapes(getTensorType(input), to))
      return emitOptionalError(location,
                               "expects inputs of the result's shape ",
                               shapeToString(to.getShape()), ", but got ",
                               shapeToString(getTensorType(input).getShape()));
  // map_c3
  if (failed(
          verifySize(location, "dimensions", dimensions.size(), to.getRank())))
    return failure();
  for (auto [index, dim] : llvm::enumerate(dimensions))
    if (dim != static_cast<int64_t>(index))
      return emitOptionalError(location, "expects dimension ", index,
                               " at position ", index,
                               " of dimensions, but "
                               "got ",
                               dim);
  // map_c4
  if (computation.getNumArguments() != inputs.size())
    return emitOptionalError(location, "expects ", inputs.size(),
                             " arguments of the computation, but got ",
                             computation.getNumArguments());
  for (auto [input, argument] :
       llvm::zip_equal(inputs, computation.getArguments())) {
    auto expected =
        RankedTensorType::get({}, getTensorType(input).getElementType());
    if (!isCompatibleType(expected, argument.getType()))
      return emitOptionalError(location,
                               "expects an argument of the computation of "
                               "type ",
                               expected, ", but got ", argument.getType());
  }
  TypeRange returned = getReturnedTypes(computation);
  auto expected = RankedTensorType::get({}, to.getElementType());
  if (returned.size() != 1 || !isCompatibleType(expected, returned.front()))
    return emitOptionalError(location,
                             "expects the computation to return one value of "
                             "type ",
                             expected);
  return success();
}

LogicalResult xla::hlo::verifyReducePrecisionOp(OptionalLocation location,
                                                int32_t exponentBits,
                                                int32_t mantissaBits) {
  if (exponentBits < 1) // reduce_precision_c2
    return emitOptionalError(location,
                             "expects at least 1 exponent bit, but "
                             "got ",
                             exponentBits);
  if (mantissaBits < 0) // reduce_precision_c3
    return emitOptionalError(location,
                             "expects mantissa bits that are not "
                             "negative, but got ",
                             mantissaBits);
  return success();
}

LogicalResult xla::hlo::verifyUniformQuantizeOp(OptionalLocation location,
                                                Value operand, Type result) {
  Type from = getTensorType(operand).getElementType();
  auto to = cast<quant::QuantizedType>(
      cast<RankedTensorType>(result).getElementType());
  if (auto quantized = dyn_cast<quant::QuantizedType>(from))
    from = quantized.getExpressedType();
  if (from != to.getExpressedType()) // uniform_quantize_c2
    return emitOptionalError(location, "expects a result that expresses ", from,
                             ", but got ", to.getExpressedType());
  return success();
}
