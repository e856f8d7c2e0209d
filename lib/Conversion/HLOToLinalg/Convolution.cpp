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

    // Dimensions of the three tensors; those after a split one move up.
    auto dims = op.getDimensionNumbers();
    int64_t groups = op.getFeatureGroupCount();
    int64_t batchGroups = op.getBatchGroupCount();
    bool grouped = groups > 1 || batchGroups > 1;
    int64_t lhsSplit = groups > 1 ? dims.getInputFeatureDimension()
                                  : dims.getInputBatchDimension();
    int64_t rhsSplit = dims.getKernelOutputFeatureDimension();
    int64_t outSplit = dims.getOutputFeatureDimension();
    int64_t split = std::max(groups, batchGroups);
    SmallVector<int64_t> shape(type.getShape());
    if (grouped) {
      lhs = splitDimension(rewriter, loc, lhs, lhsSplit, split);
      rhs = splitDimension(rewriter, loc, rhs, rhsSplit, split);
      shape[outSplit] /= split;
      shape.insert(shape.begin() + outSplit, split);
    }
    // Where dimension `dim` is after `at` was split; `at` itself is the rest.
    auto moved = [&](int64_t dim, int64_t at) {
      return grouped && dim >= at ? dim + 1 : dim;
    };

    unsigned rank = shape.size(), next = rank;
    auto loop = [&](unsigned index) {
      return rewriter.getAffineDimExpr(index);
    };
    SmallVector<AffineExpr> lhsExprs(type.getRank() + grouped),
        rhsExprs(type.getRank() + grouped);
    if (grouped) {
      lhsExprs[lhsSplit] = loop(outSplit);
      rhsExprs[rhsSplit] = loop(outSplit);
    }
    lhsExprs[moved(dims.getInputBatchDimension(), lhsSplit)] =
        loop(moved(dims.getOutputBatchDimension(), outSplit));
    rhsExprs[moved(rhsSplit, rhsSplit)] = loop(moved(outSplit, outSplit));
    for (auto [index, in, kernel, out] :
         llvm::enumerate(dims.getInputSpatialDimensions(),
                         dims.getKernelSpatialDimensions(),
                         dims.getOutputSpatialDimensions())) {
      AffineExpr tap = loop(next++);
      lhsExprs[moved(in, lhsSplit)] =
          loop(moved(out, outSplit)) * window.strides[index] +
          tap * window.dilations[index];
      rhsExprs[moved(kernel, rhsSplit)] = tap;
    }
    AffineExpr feature = loop(next++);
    lhsExprs[moved(dims.getInputFeatureDimension(), lhsSplit)] = feature;
    rhsExprs[moved(dims.getKernelInputFeatureDimension(), rhsSplit)] = feature;

    SmallVector<AffineMap> maps = {
        AffineMap::get(next, 0, lhsExprs, getContext()),
        AffineMap::get(next, 0, rhsExprs, getContext()),
        getLeadingDims(getContext(), next, rank)};
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
