//===- Convolution.cpp - Evaluation of convolutions -----------------------===//
//
// For each place of the window, each of its elements adds one row of products
// over the output features: lhs is laid out as [batch, spatial, feature], rhs
// as [spatial, input feature, output feature].
//
//===----------------------------------------------------------------------===//

#include "ContractionKernel.h"
#include "Window.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// The sizes of a convolution; groups divide the features or the batch.
struct Geometry {
  SmallVector<WindowDim, 6> window;
  Shape inputSpatial, outputSpatial, windowShape;
  int64_t batch, inputFeatures, kernelFeatures, outputFeatures;
  int64_t featureGroups, batchGroups;
};
} // namespace

/// Adds all products of output place (`image`, `place`) to `sums`, which has
/// one entry per output feature.
template <typename T>
static void convolvePlace(const Geometry &g, const T *lhs, const T *rhs,
                          int64_t image, ArrayRef<int64_t> place, T *sums) {
  int64_t groups = g.featureGroups * g.batchGroups;
  int64_t outputsPerGroup = g.outputFeatures / groups;
  Shape k(g.window.size(), 0);
  int64_t windowIndex = 0;
  int64_t imageSize = g.inputFeatures;
  for (int64_t size : g.inputSpatial)
    imageSize *= size;
  do {
    int64_t position = 0;
    bool inside = true;
    for (unsigned i = 0; i < g.window.size(); ++i) {
      std::optional<int64_t> index =
          g.window[i].getBaseIndex(place[i], k[i], g.inputSpatial[i]);
      inside &= index.has_value();
      position = position * g.inputSpatial[i] + index.value_or(0);
    }
    const T *kernel = rhs + windowIndex++ * g.kernelFeatures * g.outputFeatures;
    for (int64_t group = 0; group < groups; ++group) {
      // A feature group reads its part of the features, a batch group its part
      // of the images.
      int64_t sourceImage =
          g.batchGroups > 1 ? group * (g.batch / g.batchGroups) + image : image;
      int64_t feature = g.featureGroups > 1 ? group * g.kernelFeatures : 0;
      const T *in =
          lhs + sourceImage * imageSize + position * g.inputFeatures + feature;
      for (int64_t f = 0; f < g.kernelFeatures; ++f)
        // Padding and holes are zeros that are multiplied: what the kernel has
        // of infinities there becomes NaN.
        addProducts(sums + group * outputsPerGroup, inside ? in[f] : T(0),
                    kernel + f * g.outputFeatures + group * outputsPerGroup,
                    outputsPerGroup);
    }
  } while (nextIndex(k, g.windowShape));
}

template <typename T>
static void convolve(const Geometry &g, const T *lhs, const T *rhs, T *out) {
  for (int64_t image = 0; image < g.batch / g.batchGroups; ++image) {
    Shape place(g.outputSpatial.size(), 0);
    do {
      convolvePlace(g, lhs, rhs, image, place, out);
      out += g.outputFeatures;
    } while (nextIndex(place, g.outputSpatial));
  }
}

static LogicalResult convolution(OpContext &context,
                                 hlo::ConvDimensionNumbersAttr dims,
                                 Geometry g) {
  const Tensor &lhs = context.getTensor(0), &rhs = context.getTensor(1);
  FailureOr<ElementKind> resultKind = context.getResultKind();
  if (failed(resultKind))
    return failure();
  Shape lhsOrder{dims.getInputBatchDimension()}, rhsOrder;
  llvm::append_range(lhsOrder, dims.getInputSpatialDimensions());
  lhsOrder.push_back(dims.getInputFeatureDimension());
  llvm::append_range(rhsOrder, dims.getKernelSpatialDimensions());
  rhsOrder.push_back(dims.getKernelInputFeatureDimension());
  rhsOrder.push_back(dims.getKernelOutputFeatureDimension());
  g.batch = lhs.getDim(dims.getInputBatchDimension());
  g.inputFeatures = lhs.getDim(dims.getInputFeatureDimension());
  g.kernelFeatures = rhs.getDim(dims.getKernelInputFeatureDimension());
  g.outputFeatures = rhs.getDim(dims.getKernelOutputFeatureDimension());
  if (g.inputFeatures != g.kernelFeatures * g.featureGroups)
    return context.error() << "expects " << g.kernelFeatures << " times "
                           << g.featureGroups << " input features, but got "
                           << g.inputFeatures;
  // [batch, spatial, feature], then in the result's order.
  Shape packedShape{g.batch / g.batchGroups};
  for (auto [i, dim] : llvm::enumerate(dims.getInputSpatialDimensions())) {
    g.inputSpatial.push_back(lhs.getDim(dim));
    g.windowShape.push_back(g.window[i].size);
  }
  FailureOr<Shape> outputSpatial =
      getOutputShape(g.window, g.inputSpatial, context);
  if (failed(outputSpatial))
    return failure();
  g.outputSpatial = *outputSpatial;
  llvm::append_range(packedShape, g.outputSpatial);
  packedShape.push_back(g.outputFeatures);

  ElementKind kind = getProductKind(
      lhs.getKind(), rhs.getKind(), *resultKind,
      g.kernelFeatures * countElements(g.windowShape).value_or(0));
  FailureOr<Tensor> packedLhs = packForProducts(context, lhs, lhsOrder, kind);
  FailureOr<Tensor> packedRhs = packForProducts(context, rhs, rhsOrder, kind);
  FailureOr<Tensor> sums = context.create(kind, packedShape);
  if (failed(packedLhs) || failed(packedRhs) || failed(sums))
    return failure();
  std::memset(sums->getMutableData(), 0, sums->getBytes());
  if (sums->getNumElements() && rhs.getNumElements())
    withProductType(kind, [&](auto zero) {
      using T = decltype(zero);
      convolve(g, packedLhs->getDataAs<T>(), packedRhs->getDataAs<T>(),
               reinterpret_cast<T *>(sums->getMutableData()));
    });
  FailureOr<Tensor> rounded = convertTensor(context, *sums, *resultKind);
  if (failed(rounded))
    return failure();
  Shape outputDims{dims.getOutputBatchDimension()};
  llvm::append_range(outputDims, dims.getOutputSpatialDimensions());
  outputDims.push_back(dims.getOutputFeatureDimension());
  Shape order(outputDims.size());
  for (auto [i, dim] : llvm::enumerate(outputDims))
    order[dim] = i;
  return context.addResult(
      packForProducts(context, *rounded, order, *resultKind));
}

/// The window of `op`, a convolution or dynamic_conv, with `padding`.
template <typename OpT>
static Geometry getGeometry(OpT op, const Tensor &rhs,
                            std::optional<DenseIntElementsAttr> padding) {
  Geometry g;
  Shape sizes;
  for (int64_t dim : op.getDimensionNumbers().getKernelSpatialDimensions())
    sizes.push_back(rhs.getDim(dim));
  g.window = getWindow(sizes, op.getWindowStrides(), padding,
                       op.getLhsDilation(), op.getRhsDilation());
  if (std::optional<ArrayRef<bool>> reversal = op.getWindowReversal())
    for (auto [dim, reversed] : llvm::zip(g.window, *reversal))
      dim.reversed = reversed;
  g.featureGroups = op.getFeatureGroupCount();
  g.batchGroups = op.getBatchGroupCount();
  return g;
}

static LogicalResult evaluateConvolution(hlo::ConvolutionOp op,
                                         OpContext &context) {
  return convolution(context, op.getDimensionNumbers(),
                     getGeometry(op, context.getTensor(1), op.getPadding()));
}

static LogicalResult evaluateDynamicConv(hlo::DynamicConvOp op,
                                         OpContext &context) {
  Geometry g = getGeometry(op, context.getTensor(1), std::nullopt);
  const Tensor &padding = context.getTensor(2);
  for (auto [i, dim] : llvm::enumerate(g.window)) {
    dim.padLow = padding.getInteger(2 * i);
    dim.padHigh = padding.getInteger(2 * i + 1);
  }
  return convolution(context, op.getDimensionNumbers(), std::move(g));
}

namespace xla::interpreter {
void addConvolutionHandlers(HandlerTable &table) {
  table.add<hlo::ConvolutionOp, evaluateConvolution>();
  table.add<hlo::DynamicConvOp, evaluateDynamicConv>();
}
} // namespace xla::interpreter
