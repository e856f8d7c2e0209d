//===- TypeInferenceConvolution.cpp - Types of convolutions ---------------===//
//
// Checks of convolution and dynamic_conv: dimension numbers, windows, groups
// and the shape that follows from them.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "xla/Support/WindowSize.h"

using namespace mlir;
using namespace xla::hlo;

namespace {
/// What both convolutions have in common.
struct Convolution {
  OptionalLocation location;
  RankedTensorType lhs;
  RankedTensorType rhs;
  RankedTensorType result;
  ConvDimensionNumbersAttr numbers;
  int64_t featureGroupCount;
  int64_t batchGroupCount;

  LogicalResult verifyDimensionNumbers() const;
  LogicalResult verifyGroups() const;
  /// `padding` has two entries per spatial dimension or is absent: unknown.
  LogicalResult verifyShape(std::optional<ArrayRef<int64_t>> strides,
                            std::optional<ArrayRef<int64_t>> padding,
                            std::optional<ArrayRef<int64_t>> lhsDilation,
                            std::optional<ArrayRef<int64_t>> rhsDilation) const;
};
} // namespace

LogicalResult Convolution::verifyDimensionNumbers() const {
  int64_t rank = lhs.getRank();
  if (rank < 2 || rhs.getRank() != rank) // convolution_c1
    return emitOptionalError(location,
                             "expects operands of one rank, 2 at least, but "
                             "got ",
                             rank, " and ", rhs.getRank());
  if (result.getRank() != rank)
    return emitOptionalError(location, "expects a result of rank ", rank,
                             ", but got rank ", result.getRank());
  size_t spatialRank = rank - 2;
  auto check = [&](StringRef name, int64_t first, int64_t second,
                   ArrayRef<int64_t> spatial) -> LogicalResult {
    if (spatial.size() != spatialRank)
      return emitOptionalError(location, "expects ", spatialRank,
                               " spatial dimensions of the ", name,
                               ", but got ", spatial.size());
    SmallVector<int64_t> all = {first, second};
    llvm::append_range(all, spatial);
    return verifyDimensions(location, name, all, rank);
  };
  // convolution_c12 to convolution_c20
  return failure(
      failed(check("input dimensions", numbers.getInputBatchDimension(),
                   numbers.getInputFeatureDimension(),
                   numbers.getInputSpatialDimensions())) ||
      failed(check("kernel dimensions",
                   numbers.getKernelInputFeatureDimension(),
                   numbers.getKernelOutputFeatureDimension(),
                   numbers.getKernelSpatialDimensions())) ||
      failed(check("output dimensions", numbers.getOutputBatchDimension(),
                   numbers.getOutputFeatureDimension(),
                   numbers.getOutputSpatialDimensions())));
}

LogicalResult Convolution::verifyGroups() const {
  if (featureGroupCount < 1) // convolution_c21
    return emitOptionalError(location,
                             "expects a positive feature_group_count, but got ",
                             featureGroupCount);
  if (batchGroupCount < 1) // convolution_c22
    return emitOptionalError(location,
                             "expects a positive batch_group_count, but got ",
                             batchGroupCount);
  if (featureGroupCount > 1 && batchGroupCount > 1) // convolution_c23
    return emitOptionalError(location,
                             "expects one of feature_group_count and "
                             "batch_group_count to be 1, but got ",
                             featureGroupCount, " and ", batchGroupCount);
  auto divides = [&](StringRef name, int64_t count, int64_t size) {
    if (ShapedType::isDynamic(size) || size % count == 0)
      return LogicalResult::success();
    return emitOptionalError(location, "expects ", name, " to divide ", size,
                             ", but got ", count);
  };
  int64_t batch = lhs.getDimSize(numbers.getInputBatchDimension());
  int64_t feature = lhs.getDimSize(numbers.getInputFeatureDimension());
  int64_t inputFeature =
      rhs.getDimSize(numbers.getKernelInputFeatureDimension());
  int64_t outputFeature =
      rhs.getDimSize(numbers.getKernelOutputFeatureDimension());
  // convolution_c10, convolution_c11, convolution_c15, convolution_c16
  if (failed(divides("batch_group_count", batchGroupCount, batch)) ||
      failed(divides("feature_group_count", featureGroupCount, feature)) ||
      failed(divides("batch_group_count", batchGroupCount, outputFeature)) ||
      failed(divides("feature_group_count", featureGroupCount, outputFeature)))
    return failure();
  if (!ShapedType::isDynamic(feature) && // convolution_c14
      !areCompatibleSizes(feature / featureGroupCount, inputFeature))
    return emitOptionalError(location, "expects ", feature / featureGroupCount,
                             " input features of the kernel, but got ",
                             inputFeature);
  return success();
}

SmallVector<int64_t>
xla::hlo::getConvolutionShape(RankedTensorType lhs, RankedTensorType rhs,
                              ConvDimensionNumbersAttr numbers,
                              int64_t batchGroupCount,
                              std::optional<ArrayRef<int64_t>> strides,
                              std::optional<ArrayRef<int64_t>> padding,
                              std::optional<ArrayRef<int64_t>> lhsDilation,
                              std::optional<ArrayRef<int64_t>> rhsDilation) {
  auto get = [](std::optional<ArrayRef<int64_t>> list, size_t i) {
    return list ? (*list)[i] : int64_t(1);
  };
  auto divide = [](int64_t size, int64_t count) {
    return ShapedType::isDynamic(size) ? size : size / count;
  };
  // convolution_c25, convolution_c26
  SmallVector<int64_t> shape(lhs.getRank(), ShapedType::kDynamic);
  shape[numbers.getOutputBatchDimension()] =
      divide(lhs.getDimSize(numbers.getInputBatchDimension()), batchGroupCount);
  shape[numbers.getOutputFeatureDimension()] =
      rhs.getDimSize(numbers.getKernelOutputFeatureDimension());
  for (size_t i : llvm::seq<size_t>(lhs.getRank() - 2)) {
    int64_t input = lhs.getDimSize(numbers.getInputSpatialDimensions()[i]);
    int64_t window = rhs.getDimSize(numbers.getKernelSpatialDimensions()[i]);
    bool isOpen = !padding || ShapedType::isDynamic(input) ||
                  ShapedType::isDynamic(window);
    // Of an open dimension, the numbers are checked with any sizes.
    xla::PaddedDim base = {isOpen ? 0 : input, padding ? (*padding)[2 * i] : 0,
                           padding ? (*padding)[2 * i + 1] : 0,
                           get(lhsDilation, i) - 1};
    std::optional<int64_t> count = xla::countWindows(
        base, isOpen ? 0 : window, get(rhsDilation, i), get(strides, i));
    if (!isOpen || !count)
      shape[numbers.getOutputSpatialDimensions()[i]] = count.value_or(-1);
  }
  return shape;
}

LogicalResult
Convolution::verifyShape(std::optional<ArrayRef<int64_t>> strides,
                         std::optional<ArrayRef<int64_t>> padding,
                         std::optional<ArrayRef<int64_t>> lhsDilation,
                         std::optional<ArrayRef<int64_t>> rhsDilation) const {
  size_t spatialRank = lhs.getRank() - 2;
  auto checkList = [&](StringRef name,
                       std::optional<ArrayRef<int64_t>> list) -> LogicalResult {
    if (!list)
      return success();
    // Exported programs with padding at run time have lists that are too long;
    // what is behind the spatial dimensions does not count.
    if ((padding || list->size() < spatialRank) &&
        failed(verifySize(location, name, list->size(), spatialRank)))
      return failure();
    for (int64_t value : *list)
      if (value < 1)
        return emitOptionalError(location, "expects positive ", name,
                                 ", but got ", value);
    return success();
  };
  // convolution_c2, convolution_c3, convolution_c5 to convolution_c8
  if (failed(checkList("window_strides", strides)) ||
      failed(checkList("lhs_dilation", lhsDilation)) ||
      failed(checkList("rhs_dilation", rhsDilation)))
    return failure();
  SmallVector<int64_t> expected =
      getConvolutionShape(lhs, rhs, numbers, batchGroupCount, strides, padding,
                          lhsDilation, rhsDilation);
  if (llvm::is_contained(expected, -1))
    return emitOptionalError(
        location,
        "expects a window, strides, dilations and padding of at most 2^47 and "
        "padded sizes that fit in 63 bits, but got others for ",
        lhs, " and ", rhs);
  RankedTensorType expectedType =
      RankedTensorType::get(expected, result.getElementType());
  if (!areCompatibleShapes(expectedType, result))
    return emitOptionalError(location, "expects a result of shape ",
                             shapeToString(expected), ", but got ",
                             shapeToString(result.getShape()));
  return success();
}

/// Checks lists that have no influence on shapes.
static LogicalResult
verifyOtherLists(OptionalLocation location,
                 std::optional<ArrayRef<bool>> windowReversal,
                 std::optional<ArrayAttr> precisionConfig, size_t spatialRank) {
  if (windowReversal && // convolution_c9
      failed(verifySize(location, "window_reversal", windowReversal->size(),
                        spatialRank)))
    return failure();
  if (!precisionConfig || precisionConfig->empty())
    return success();
  return verifySize(location, "precision_config", precisionConfig->size(),
                    2); // convolution_c24
}

LogicalResult xla::hlo::verifyConvolutionOp(
    OptionalLocation location, Value lhs, Value rhs,
    std::optional<ArrayRef<int64_t>> windowStrides,
    std::optional<DenseIntElementsAttr> padding,
    std::optional<ArrayRef<int64_t>> lhsDilation,
    std::optional<ArrayRef<int64_t>> rhsDilation,
    std::optional<ArrayRef<bool>> windowReversal,
    ConvDimensionNumbersAttr dimensionNumbers, int64_t featureGroupCount,
    int64_t batchGroupCount, std::optional<ArrayAttr> precisionConfig,
    Type result) {
  Convolution conv = {location,           getTensorType(lhs),
                      getTensorType(rhs), cast<RankedTensorType>(result),
                      dimensionNumbers,   featureGroupCount,
                      batchGroupCount};
  if (failed(conv.verifyDimensionNumbers()) || failed(conv.verifyGroups()))
    return failure();
  int64_t spatialRank = conv.lhs.getRank() - 2;
  SmallVector<int64_t> pads(2 * spatialRank, 0);
  if (padding) { // convolution_c4
    auto type = cast<ShapedType>(padding->getType());
    if (type.getShape() != ArrayRef<int64_t>({spatialRank, 2}))
      return emitOptionalError(location, "expects padding of shape [",
                               spatialRank, ", 2], but got ",
                               shapeToString(type.getShape()));
    llvm::copy(padding->getValues<int64_t>(), pads.begin());
  }
  return failure(failed(verifyOtherLists(location, windowReversal,
                                         precisionConfig, spatialRank)) ||
                 failed(conv.verifyShape(windowStrides, ArrayRef<int64_t>(pads),
                                         lhsDilation, rhsDilation)));
}

LogicalResult xla::hlo::verifyDynamicConvOp(
    OptionalLocation location, Value lhs, Value rhs, Value padding,
    std::optional<ArrayRef<int64_t>> windowStrides,
    std::optional<ArrayRef<int64_t>> lhsDilation,
    std::optional<ArrayRef<int64_t>> rhsDilation,
    std::optional<ArrayRef<bool>> windowReversal,
    ConvDimensionNumbersAttr dimensionNumbers, int64_t featureGroupCount,
    int64_t batchGroupCount, std::optional<ArrayAttr> precisionConfig,
    Type result) {
  Convolution conv = {location,           getTensorType(lhs),
                      getTensorType(rhs), cast<RankedTensorType>(result),
                      dimensionNumbers,   featureGroupCount,
                      batchGroupCount};
  if (failed(conv.verifyDimensionNumbers()) || failed(conv.verifyGroups()))
    return failure();
  int64_t spatialRank = conv.lhs.getRank() - 2;
  RankedTensorType paddingType = getTensorType(padding);
  if (paddingType.getRank() != 2 || // dynamic_conv_c4
      !areCompatibleSizes(paddingType.getDimSize(0), spatialRank) ||
      !areCompatibleSizes(paddingType.getDimSize(1), 2))
    return emitOptionalError(location, "expects padding of shape [",
                             spatialRank, ", 2], but got ",
                             shapeToString(paddingType.getShape()));
  // Exported programs hold more strides than dimensions; the rest is ignored.
  if (windowStrides && windowStrides->size() > size_t(spatialRank))
    windowStrides = windowStrides->take_front(spatialRank);
  return failure(failed(verifyOtherLists(location, windowReversal,
                                         precisionConfig, spatialRank)) ||
                 failed(conv.verifyShape(windowStrides,
                                         /*padding=*/std::nullopt, lhsDilation,
                                         rhsDilation)));
}
