//===- ConcatenatePad.cpp - Concatenate and pad ---------------------------===//
//
// Both put tensors into a destination by slices, so that bufferization lets
// producers write there directly.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

namespace {
struct ConvertConcatenate : OpConversionPattern<ConcatenateOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConcatenateOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(*getTypeConverter(), op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    Location loc = op.getLoc();
    Value result = createEmpty(rewriter, loc, type);
    SmallVector<int64_t> offsets(type.getRank(), 0), ones(type.getRank(), 1);
    for (Value input : adaptor.getInputs()) {
      auto inputType = cast<RankedTensorType>(input.getType());
      if (inputType.getNumElements() == 0)
        continue;
      StaticSlice slice(getContext(), offsets, inputType.getShape(), ones);
      result = tensor::InsertSliceOp::create(rewriter, loc, input, result,
                                             slice.offsets, slice.sizes,
                                             slice.strides);
      offsets[op.getDimension()] += inputType.getDimSize(op.getDimension());
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ConvertPad : OpConversionPattern<PadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!getStaticType(*getTypeConverter(), op.getType()) ||
        !getStaticType(*getTypeConverter(), op.getOperand().getType()))
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    Value scalar =
        extractScalar(rewriter, op.getLoc(), adaptor.getPaddingValue());
    rewriter.replaceOp(
        op, createPadded(rewriter, op.getLoc(), adaptor.getOperand(), scalar,
                         op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                         op.getInteriorPadding()));
    return success();
  }
};
} // namespace

void xla::populateConcatenatePadPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ConvertConcatenate, ConvertPad>(converter,
                                               patterns.getContext());
}
