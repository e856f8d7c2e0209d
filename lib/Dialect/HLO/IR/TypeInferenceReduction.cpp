//===- TypeInferenceReduction.cpp - Types of reductions -------------------===//
//
// Checks and result types of reductions, their bodies and windows, and of batch
// normalisation.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "xla/Support/WindowSize.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// True if `shape` can be had from `allowed` by leaving out dimensions.
static bool isSubsequence(ArrayRef<int64_t> shape, ArrayRef<int64_t> allowed) {
  for (int64_t size : shape) {
    while (!allowed.empty() && !areCompatibleSizes(size, allowed.front()))
      allowed = allowed.drop_front();
    if (allowed.empty())
      return false;
    allowed = allowed.drop_front();
  }
  return true;
}

LogicalResult
xla::hlo::verifyReducer(OptionalLocation location, Region &body,
                        ValueRange inputs, ValueRange initValues,
                        std::optional<ArrayRef<int64_t>> resultShape) {
  size_t count = inputs.size();
  if (body.getNumArguments() != 2 * count)
    return emitOptionalError(location, "expects ", 2 * count,
                             " arguments of the body, but got ",
                             body.getNumArguments());
  auto terminator = dyn_cast<ReturnOp>(body.front().back());
  if (!terminator || terminator.getResults().size() != count)
    return emitOptionalError(location, "expects the body to return ", count,
                             " values, but got ",
                             terminator ? terminator.getResults().size() : 0);
  for (size_t i : llvm::seq(count)) {
    auto accumulator =
        dyn_cast<RankedTensorType>(body.getArgument(i).getType());
    auto element =
        dyn_cast<RankedTensorType>(body.getArgument(count + i).getType());
    Type returned = terminator.getResults()[i].getType();
    if (!accumulator || !element)
      return emitOptionalError(location,
                               "expects ranked tensors as arguments of the "
                               "body, but got ",
                               body.getArgument(i).getType(), " and ",
                               body.getArgument(count + i).getType());
    if (!isCompatibleType(accumulator, returned))
      return emitOptionalError(location, "expects the body to return ",
                               accumulator, " as value ", i, ", but got ",
                               returned);
    if (!isCompatibleType(accumulator, element))
      return emitOptionalError(location,
                               "expects body arguments of one type for input ",
                               i, ", but got ", accumulator, " and ", element);
    for (Value source : {inputs[i], initValues[i]}) {
      Type from = getTensorType(source).getElementType();
      if (!isPromotableElementType(from, accumulator.getElementType()))
        return emitOptionalError(location,
                                 "expects a body type that holds all values of "
                                 "input ",
                                 i, " of type ", from, ", but got ",
                                 accumulator.getElementType());
    }
    RankedTensorType init = getTensorType(initValues[i]);
    ArrayRef<int64_t> allowed =
        resultShape ? *resultShape : ArrayRef<int64_t>();
    for (RankedTensorType type : {accumulator, init})
      if (!isSubsequence(type.getShape(), allowed))
        return emitOptionalError(location,
                                 "expects scalars in the body and as init "
                                 "values, but got ",
                                 type);
  }
  return success();
}

/// The element types results get: those of the body's accumulators.
static SmallVector<Type> getAccumulatorElements(Region &body, size_t count) {
  SmallVector<Type> elements;
  for (BlockArgument argument : body.getArguments().take_front(count))
    elements.push_back(getTensorType(argument).getElementType());
  return elements;
}

/// Checks that all inputs agree in shape and returns the most specific one.
static FailureOr<BoundedShape> inferInputShape(OptionalLocation location,
                                               ValueRange inputs) {
  BoundedShape shape(getTensorType(inputs.front()));
  for (Value input : inputs.drop_front()) {
    RankedTensorType type = getTensorType(input);
    if (!areCompatibleShapes(getTensorType(inputs.front()), type))
      return emitOptionalError(
          location, "expects inputs of one shape, but got ",
          shapeToString(shape.sizes), " and ", shapeToString(type.getShape()));
    for (auto [dim, size] : llvm::enumerate(shape.sizes))
      if (ShapedType::isDynamic(size))
        size = type.getDimSize(dim);
  }
  return shape;
}

/// Checks `results` against one shape and the accumulators' element types.
static LogicalResult verifyResults(OptionalLocation location,
                                   const BoundedShape &shape, Region &body,
                                   TypeRange results, size_t count) {
  if (results.size() != count)
    return emitOptionalError(location, "expects ", count, " results, but got ",
                             results.size());
  for (auto [element, result] :
       llvm::zip_equal(getAccumulatorElements(body, count), results)) {
    Type expected = shape.getType(element);
    if (!isCompatibleType(expected, result))
      return emitOptionalError(location, "expects a result of type ", expected,
                               ", but got ", result);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

BoundedShape xla::hlo::getReducedShape(const BoundedShape &input,
                                       ArrayRef<int64_t> dimensions) {
  BoundedShape shape;
  for (int64_t dim : llvm::seq<int64_t>(input.sizes.size()))
    if (!llvm::is_contained(dimensions, dim))
      shape.push(input, dim);
  return shape;
}

LogicalResult xla::hlo::verifyReduceOp(OptionalLocation location,
                                       ValueRange inputs, ValueRange initValues,
                                       ArrayRef<int64_t> dimensions,
                                       Region &body, TypeRange results) {
  if (inputs.empty()) // reduce_c3
    return emitOptionalError(location, "expects at least one input");
  FailureOr<BoundedShape> input = inferInputShape(location, inputs);
  if (failed(input)) // reduce_c1
    return failure();
  int64_t rank = input->sizes.size();
  // reduce_c4, reduce_c5
  if (failed(verifyDimensions(location, "dimensions", dimensions, rank)))
    return failure();
  BoundedShape shape = getReducedShape(*input, dimensions);
  // reduce_c2, reduce_c6
  if (failed(verifyReducer(location, body, inputs, initValues,
                           ArrayRef<int64_t>(shape.sizes))))
    return failure();
  // reduce_c7, reduce_c8
  return verifyResults(location, shape, body, results, inputs.size());
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// Checks a list with one positive entry per dimension.
static LogicalResult verifyWindowList(OptionalLocation location, StringRef name,
                                      std::optional<ArrayRef<int64_t>> values,
                                      size_t rank) {
  if (!values)
    return success();
  if (failed(verifySize(location, name, values->size(), rank)))
    return failure();
  for (int64_t value : *values)
    if (value < 1)
      return emitOptionalError(location, "expects positive ", name,
                               ", but got ", value);
  return success();
}

LogicalResult xla::hlo::inferWindowedShape(
    OptionalLocation location, const BoundedShape &input,
    ArrayRef<int64_t> windowDimensions,
    std::optional<ArrayRef<int64_t>> windowStrides,
    std::optional<ArrayRef<int64_t>> baseDilations,
    std::optional<ArrayRef<int64_t>> windowDilations,
    std::optional<DenseIntElementsAttr> padding, BoundedShape &result) {
  size_t rank = input.sizes.size();
  // reduce_window_c4 to reduce_window_c11
  if (failed(verifyWindowList(location, "window_dimensions", windowDimensions,
                              rank)) ||
      failed(
          verifyWindowList(location, "window_strides", windowStrides, rank)) ||
      failed(
          verifyWindowList(location, "base_dilations", baseDilations, rank)) ||
      failed(verifyWindowList(location, "window_dilations", windowDilations,
                              rank)))
    return failure();
  SmallVector<int64_t> pads(2 * rank, 0);
  if (padding) { // reduce_window_c12
    auto type = cast<ShapedType>(padding->getType());
    if (type.getShape() != ArrayRef<int64_t>({static_cast<int64_t>(rank), 2}))
      return emitOptionalError(location, "expects padding of shape [", rank,
                               ", 2], but got ",
                               shapeToString(type.getShape()));
    llvm::copy(padding->getValues<int64_t>(), pads.begin());
  }
  auto get = [](std::optional<ArrayRef<int64_t>> list, size_t dim) {
    return list ? (*list)[dim] : int64_t(1);
  };
  for (size_t dim : llvm::seq(rank)) {
    bool fits = true;
    auto slide = [&](int64_t size) {
      bool isOpen = ShapedType::isDynamic(size);
      // Of an open dimension, the numbers are checked with any size.
      xla::PaddedDim base = {isOpen ? 0 : size, pads[2 * dim],
                             pads[2 * dim + 1], get(baseDilations, dim) - 1};
      std::optional<int64_t> count =
          xla::countWindows(base, windowDimensions[dim],
                            get(windowDilations, dim), get(windowStrides, dim));
      fits &= count.has_value();
      return isOpen ? size : count.value_or(0);
    };
    result.push(slide(input.sizes[dim]), slide(input.bounds[dim]));
    if (!fits)
      return emitOptionalError(
          location,
          "expects window_dimensions, window_strides, dilations and padding of "
          "at most 2^47 and a padded size that fits in 63 bits, but got "
          "another in dimension ",
          dim, " of ", shapeToString(input.sizes));
  }
  return success();
}

LogicalResult
xla::hlo::verifyReduceWindowOp(OptionalLocation location, ValueRange inputs,
                               ValueRange initValues,
                               ArrayRef<int64_t> windowDimensions,
                               std::optional<ArrayRef<int64_t>> windowStrides,
                               std::optional<ArrayRef<int64_t>> baseDilations,
                               std::optional<ArrayRef<int64_t>> windowDilations,
                               std::optional<DenseIntElementsAttr> padding,
                               Region &body, TypeRange results) {
  if (inputs.empty()) // reduce_window_c1
    return emitOptionalError(location, "expects at least one input");
  FailureOr<BoundedShape> input = inferInputShape(location, inputs);
  BoundedShape shape;
  if (failed(input) || // reduce_window_c2
      failed(inferWindowedShape(location, *input, windowDimensions,
                                windowStrides, baseDilations, windowDilations,
                                padding, shape)))
    return failure();
  // reduce_window_c3, reduce_window_c13
  if (failed(verifyReducer(location, body, inputs, initValues,
                           /*resultShape=*/std::nullopt)))
    return failure();
  // reduce_window_c14 to reduce_window_c16
  return verifyResults(location, shape, body, results, inputs.size());
}

LogicalResult xla::hlo::verifySelectAndScatterOp(
    OptionalLocation location, Value operand, Value source, Value initValue,
    std::optional<ArrayRef<int64_t>> windowDimensions,
    std::optional<ArrayRef<int64_t>> windowStrides,
    std::optional<DenseIntElementsAttr> padding, Region &select,
    Region &scatter, Type result) {
  RankedTensorType type = getTensorType(operand);
  RankedTensorType sourceType = getTensorType(source);
  BoundedShape windows;
  SmallVector<int64_t> ones(type.getRank(), 1);
  // select_and_scatter_c4 to select_and_scatter_c8
  if (failed(inferWindowedShape(location, BoundedShape(type),
                                windowDimensions ? *windowDimensions : ones,
                                windowStrides, std::nullopt, std::nullopt,
                                padding, windows)))
    return failure();
  RankedTensorType expected = windows.getType(sourceType.getElementType());
  if (!areCompatibleShapes(expected, sourceType)) // select_and_scatter_c2
    return emitOptionalError(location, "expects a source of shape ",
                             shapeToString(windows.sizes), ", but got ",
                             shapeToString(sourceType.getShape()));
  if (!isCompatibleElementType(type.getElementType(),
                               sourceType.getElementType())) // ..._c1
    return emitOptionalError(location, "expects a source of element type ",
                             type.getElementType(), ", but got ",
                             sourceType.getElementType());
  // select_and_scatter_c9
  auto chosen = select.getNumArguments() == 2
                    ? dyn_cast<ReturnOp>(select.front().back())
                    : ReturnOp();
  bool isPredicate = false;
  if (chosen && chosen.getResults().size() == 1) {
    auto predicate =
        dyn_cast<RankedTensorType>(chosen.getResults()[0].getType());
    isPredicate = predicate && predicate.getRank() == 0 &&
                  isPredElement(predicate.getElementType());
  }
  auto isElement = [&](BlockArgument argument) {
    auto scalar = dyn_cast<RankedTensorType>(argument.getType());
    return scalar && scalar.getRank() == 0 &&
           isCompatibleElementType(type.getElementType(),
                                   scalar.getElementType());
  };
  if (!isPredicate || !llvm::all_of(select.getArguments(), isElement))
    return emitOptionalError(location,
                             "expects select to take two scalars of type ",
                             type.getElementType(), " and return one of i1");
  // select_and_scatter_c3, select_and_scatter_c10
  if (failed(verifyReducer(location, scatter, source, initValue,
                           /*resultShape=*/std::nullopt)))
    return failure();
  // select_and_scatter_c11, select_and_scatter_c12
  Type inferred = BoundedShape(type).getType(
      getTensorType(scatter.getArgument(0)).getElementType());
  if (!isCompatibleType(inferred, result))
    return emitOptionalError(location, "expects a result of type ", inferred,
                             ", but got ", result);
  return success();
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

LogicalResult xla::hlo::inferBatchNormOp(OptionalLocation location,
                                         ValueRange operands,
                                         int64_t featureIndex,
                                         int64_t numFeatureResults,
                                         InferredTypes &inferred) {
  RankedTensorType type = getTensorType(operands.front());
  // batch_norm_grad_c1, batch_norm_inference_c1, batch_norm_training_c1
  if (failed(verifyDimension(location, "feature_index", featureIndex,
                             type.getRank())))
    return failure();
  BoundedShape shape(type), feature;
  feature.push(shape, featureIndex);
  RankedTensorType featureType = feature.getType(type.getElementType());
  // The other constraints: what is no vector of features has the operand's
  // type. An operand of rank 1 makes no difference: then both are the same.
  for (Value operand : operands) {
    RankedTensorType actual = getTensorType(operand);
    RankedTensorType expected =
        actual.getRank() == 1 && type.getRank() != 1 ? featureType : type;
    if (!isCompatibleType(expected, actual))
      return emitOptionalError(location, "expects an operand of type ",
                               expected, ", but got ", actual);
  }
  inferred.push_back(type);
  inferred.append(numFeatureResults, featureType);
  return success();
}
