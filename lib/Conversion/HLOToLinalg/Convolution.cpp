//===- Convolution.cpp - hlo.convolution ----------------------------------===//
//
// The input is padded and dilated, the kernel reversed where asked for; then a
// convolution is one contraction whose input is read at output * stride +
// window * dilation. Groups are a loop of their own over split dimensions.
//
//===----------------------------------------------------------------------===//

#include "Accumulate.h"
#include "Window.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

/// `tensor` with dimension `dim` split into `groups` and the rest.
static Value splitDimension(OpBuilder &b, Location loc, Value tensor,
                            int64_t dim, int64_t groups) {
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(tensor.getType()).getShape());
  shape[dim] /= groups;
  shape.insert(shape.begin() + dim, groups);
  return createReshaped(b, loc, tensor, shape);
}

namespace {
/// How a convolution in groups splits one dimension of each tensor into the
/// groups and the rest.
struct GroupSplit {
  explicit GroupSplit(ConvolutionOp op) {
    auto dims = op.getDimensionNumbers();
    int64_t features = op.getFeatureGroupCount();
    groups = std::max<int64_t>(features, op.getBatchGroupCount());
    lhs = features > 1 ? dims.getInputFeatureDimension()
                       : dims.getInputBatchDimension();
    rhs = dims.getKernelOutputFeatureDimension();
    out = dims.getOutputFeatureDimension();
  }

  bool isSplit() const { return groups > 1; }
  /// Where dimension `dim` is after `at` was split; `at` itself is the rest.
  int64_t moved(int64_t dim, int64_t at) const {
    return isSplit() && dim >= at ? dim + 1 : dim;
  }

  int64_t groups, lhs, rhs, out;
};
} // namespace

/// The maps of both operands and of the result: the loops are the result's
/// dimensions, then the taps, then the input features.
static SmallVector<AffineMap> getMaps(ConvolutionOp op, const Window &window,
                                      const GroupSplit &split) {
  MLIRContext *context = op.getContext();
  auto dims = op.getDimensionNumbers();
  unsigned rank = op.getType().getRank() + split.isSplit(), next = rank;
  auto loop = [&](unsigned index) { return getAffineDimExpr(index, context); };
  SmallVector<AffineExpr> lhs(rank), rhs(rank);
  if (split.isSplit()) {
    lhs[split.lhs] = loop(split.out);
    rhs[split.rhs] = loop(split.out);
  }
  auto lhsAt = [&](int64_t dim) -> AffineExpr & {
    return lhs[split.moved(dim, split.lhs)];
  };
  auto rhsAt = [&](int64_t dim) -> AffineExpr & {
    return rhs[split.moved(dim, split.rhs)];
  };
  auto outLoop = [&](int64_t dim) { return loop(split.moved(dim, split.out)); };
  lhsAt(dims.getInputBatchDimension()) =
      outLoop(dims.getOutputBatchDimension());
  rhsAt(split.rhs) = outLoop(split.out);
  for (auto [index, in, kernel, out] : llvm::enumerate(
           dims.getInputSpatialDimensions(), dims.getKernelSpatialDimensions(),
           dims.getOutputSpatialDimensions())) {
    AffineExpr tap = loop(next++);
    lhsAt(in) =
        outLoop(out) * window.strides[index] + tap * window.dilations[index];
    rhsAt(kernel) = tap;
  }
  AffineExpr feature = loop(next++);
  lhsAt(dims.getInputFeatureDimension()) = feature;
  rhsAt(dims.getKernelInputFeatureDimension()) = feature;
  return {AffineMap::get(next, 0, lhs, context),
          AffineMap::get(next, 0, rhs, context),
          getLeadingDims(context, next, rank)};
}

namespace {
struct ConvertConvolution : OpConversionPattern<ConvolutionOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConvolutionOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = getStaticType(*getTypeConverter(), op.getType());
    auto lhsType = getStaticType(*getTypeConverter(), op.getLhs().getType());
    auto rhsType = getStaticType(*getTypeConverter(), op.getRhs().getType());
    if (!type || !lhsType || !rhsType)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    for (RankedTensorType t : {type, lhsType, rhsType})
      if (!getScalarType(t.getElementType()))
        return rewriter.notifyMatchFailure(op, "expected plain element types");

    Window window(op);
    Value lhs = padInput(rewriter, loc, op, adaptor.getLhs(), window);
    Value rhs = reverseKernel(rewriter, loc, op, adaptor.getRhs());

    GroupSplit split(op);
    SmallVector<int64_t> shape(type.getShape());
    if (split.isSplit()) {
      lhs = splitDimension(rewriter, loc, lhs, split.lhs, split.groups);
      rhs = splitDimension(rewriter, loc, rhs, split.rhs, split.groups);
      shape[split.out] /= split.groups;
      shape.insert(shape.begin() + split.out, split.groups);
    }
    SmallVector<AffineMap> maps = getMaps(op, window, split);
    unsigned rank = shape.size(), next = maps.front().getNumDims();
    SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
    iterators.append(next - rank, IteratorType::reduction);
    Type resultType = getElementTypeOrSelf(op.getType());
    Value result = createContraction(
        rewriter, loc, {lhs, rhs}, getElementTypeOrSelf(op.getLhs().getType()),
        getElementTypeOrSelf(op.getRhs().getType()), shape,
        getContractionType(resultType), resultType, maps, iterators);
    rewriter.replaceOp(op,
                       createReshaped(rewriter, loc, result, type.getShape()));
    return success();
  }

private:
  static Value padInput(OpBuilder &b, Location loc, ConvolutionOp op, Value lhs,
                        const Window &window) {
    auto type = cast<RankedTensorType>(lhs.getType());
    SmallVector<int64_t> low(type.getRank(), 0), high(type.getRank(), 0),
        interior(type.getRank(), 0);
    for (auto [index, dim] : llvm::enumerate(
             op.getDimensionNumbers().getInputSpatialDimensions())) {
      low[dim] = window.low[index];
      high[dim] = window.high[index];
      interior[dim] = window.baseDilations[index] - 1;
    }
    return createPadded(b, loc, lhs, createZero(b, loc, type.getElementType()),
                        low, high, interior);
  }

  static Value reverseKernel(OpBuilder &b, Location loc, ConvolutionOp op,
                             Value rhs) {
    SmallVector<int64_t> reversed;
    if (auto reversal = op.getWindowReversal())
      for (auto [flag, dim] :
           llvm::zip(*reversal,
                     op.getDimensionNumbers().getKernelSpatialDimensions()))
        if (flag)
          reversed.push_back(dim);
    return reversed.empty() ? rhs : createReversed(b, loc, rhs, reversed);
  }
};
} // namespace

void xla::populateConvolutionPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<ConvertConvolution>(converter, patterns.getContext());
}
