//===- Indexing.cpp - Slices and gather at run-time indices ---------------===//
//
// Start indices are clamped so that what is read or replaced lies inside the
// operand. Slices become tensor slices; gather is a generic over its result
// that reads the operand by index, so that it fuses into its consumers.
//
//===----------------------------------------------------------------------===//

#include "Indices.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

Value xla::createRawIndex(OpBuilder &b, Location loc, Value scalar, Type type) {
  if (type.isIndex())
    return scalar;
  Value wide = convertScalar(
      b, loc, scalar, type,
      type.getIntOrFloatBitWidth() == 64 ? type : Type(b.getI64Type()));
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), wide);
}

Value xla::createClampedIndex(OpBuilder &b, Location loc, Value scalar,
                              Type type, int64_t last) {
  Value index = createRawIndex(b, loc, scalar, type);
  Value bound = createIndex(b, loc, last);
  // A large unsigned index looks negative after the cast but clamps to the end.
  if (type.isUnsignedInteger(64))
    return arith::MinUIOp::create(b, loc, index, bound);
  index = arith::MaxSIOp::create(b, loc, index, createIndex(b, loc, 0));
  return arith::MinSIOp::create(b, loc, index, bound);
}

/// Clamped start indices from one rank-0 tensor per dimension.
static SmallVector<OpFoldResult>
createStarts(OpBuilder &b, Location loc, ValueRange starts, TypeRange types,
             ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  SmallVector<OpFoldResult> offsets;
  for (auto [dim, start] : llvm::enumerate(starts)) {
    if (shape[dim] == sizes[dim]) {
      offsets.push_back(b.getIndexAttr(0));
      continue;
    }
    offsets.push_back(createClampedIndex(b, loc, extractScalar(b, loc, start),
                                         getElementTypeOrSelf(types[dim]),
                                         shape[dim] - sizes[dim]));
  }
  return offsets;
}

namespace {
struct ConvertDynamicSlice : OpConversionPattern<DynamicSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DynamicSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getStaticType(*getTypeConverter(), op.getType());
    auto from = getStaticType(*getTypeConverter(), op.getOperand().getType());
    if (!type || !from)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    SmallVector<int64_t> ones(type.getRank(), 1);
    StaticSlice slice(getContext(), ones, type.getShape(), ones);
    slice.offsets = createStarts(
        rewriter, op.getLoc(), adaptor.getStartIndices(),
        op.getStartIndices().getTypes(), from.getShape(), type.getShape());
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, adaptor.getOperand(), slice.offsets, slice.sizes,
        slice.strides);
    return success();
  }
};

struct ConvertDynamicUpdateSlice : OpConversionPattern<DynamicUpdateSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DynamicUpdateSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getStaticType(*getTypeConverter(), op.getType());
    auto update = getStaticType(*getTypeConverter(), op.getUpdate().getType());
    if (!type || !update)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    if (update.getNumElements() == 0) {
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    SmallVector<int64_t> ones(type.getRank(), 1);
    StaticSlice slice(getContext(), ones, update.getShape(), ones);
    slice.offsets = createStarts(
        rewriter, op.getLoc(), adaptor.getStartIndices(),
        op.getStartIndices().getTypes(), type.getShape(), update.getShape());
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, adaptor.getUpdate(), adaptor.getOperand(), slice.offsets,
        slice.sizes, slice.strides);
    return success();
  }
};

struct ConvertGather : OpConversionPattern<GatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getStaticType(*getTypeConverter(), op.getType());
    auto operand =
        getStaticType(*getTypeConverter(), op.getOperand().getType());
    if (!type || !operand ||
        !getStaticType(*getTypeConverter(), op.getStartIndices().getType()))
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    auto body = [&](OpBuilder &b, Location l, ValueRange) -> Value {
      return tensor::ExtractOp::create(
          b, l, adaptor.getOperand(),
          createPosition(b, l, op, adaptor.getStartIndices(), type, operand));
    };
    rewriter.replaceOp(
        op, createParallel(rewriter, op.getLoc(), type, {}, {}, body));
    return success();
  }

private:
  /// The operand position that the current result element comes from.
  static SmallVector<Value> createPosition(OpBuilder &b, Location loc,
                                           GatherOp op, Value startIndices,
                                           RankedTensorType type,
                                           RankedTensorType operand) {
    auto dims = op.getDimensionNumbers();
    SmallVector<Value> batch, offset;
    for (int64_t dim : llvm::seq(type.getRank())) {
      bool isOffset = llvm::is_contained(dims.getOffsetDims(), dim);
      (isOffset ? offset : batch)
          .push_back(linalg::IndexOp::create(b, loc, dim));
    }

    SmallVector<Value> position(operand.getRank());
    IndexVectorReader reader(startIndices, op.getStartIndices().getType(),
                             dims.getIndexVectorDim());
    for (auto [component, dim] : llvm::enumerate(dims.getStartIndexMap()))
      position[dim] =
          createClampedIndex(b, loc, reader.read(b, loc, batch, component),
                             reader.getElementType(),
                             operand.getDimSize(dim) - op.getSliceSizes()[dim]);
    for (auto [dim, from] : llvm::zip(dims.getOperandBatchingDims(),
                                      dims.getStartIndicesBatchingDims()))
      position[dim] = batch[reader.getBatchPosition(from)];

    unsigned next = 0;
    for (int64_t dim : llvm::seq(operand.getRank())) {
      if (llvm::is_contained(dims.getCollapsedSliceDims(), dim) ||
          llvm::is_contained(dims.getOperandBatchingDims(), dim)) {
        if (!position[dim])
          position[dim] = createIndex(b, loc, 0);
        continue;
      }
      Value inside = offset[next++];
      position[dim] =
          position[dim]
              ? arith::AddIOp::create(b, loc, position[dim], inside).getResult()
              : inside;
    }
    return position;
  }
};
} // namespace

void xla::populateIndexingPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertDynamicSlice, ConvertDynamicUpdateSlice, ConvertGather>(
      converter, patterns.getContext());
}
