//===- Shape.cpp - Data movement of fixed pattern -------------------------===//
//
// Broadcast, transpose and iota become generics that fuse into their consumers;
// reshape and slice become views; reverse reads its operand by index.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

/// A tensor of `type` whose elements stand in `operand` at `exprs`, functions
/// of the element's own index.
static Value createMoved(OpBuilder &b, Location loc, RankedTensorType type,
                         Value operand, ArrayRef<AffineExpr> exprs) {
  return createParallel(
      b, loc, type, operand,
      AffineMap::get(type.getRank(), 0, exprs, b.getContext()),
      [](OpBuilder &, Location, ValueRange args) { return args[0]; });
}

namespace {
struct ConvertBroadcastInDim : OpConversionPattern<BroadcastInDimOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(BroadcastInDimOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(*getTypeConverter(), op.getType());
    RankedTensorType from =
        getStaticType(*getTypeConverter(), op.getOperand().getType());
    if (!type || !from)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    SmallVector<AffineExpr> exprs;
    for (auto [size, dim] :
         llvm::zip(from.getShape(), op.getBroadcastDimensions()))
      exprs.push_back(size == 1 && type.getDimSize(dim) != 1
                          ? rewriter.getAffineConstantExpr(0)
                          : rewriter.getAffineDimExpr(dim));
    rewriter.replaceOp(op, createMoved(rewriter, op.getLoc(), type,
                                       adaptor.getOperand(), exprs));
    return success();
  }
};

struct ConvertTranspose : OpConversionPattern<TransposeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TransposeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(*getTypeConverter(), op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    // Result dimension i is operand dimension permutation[i].
    SmallVector<AffineExpr> exprs(type.getRank());
    for (auto [to, from] : llvm::enumerate(op.getPermutation()))
      exprs[from] = rewriter.getAffineDimExpr(to);
    rewriter.replaceOp(op, createMoved(rewriter, op.getLoc(), type,
                                       adaptor.getOperand(), exprs));
    return success();
  }
};

struct ConvertReshape : OpConversionPattern<ReshapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(*getTypeConverter(), op.getType());
    if (!type || !getStaticType(*getTypeConverter(), op.getOperand().getType()))
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    rewriter.replaceOp(op,
                       createReshaped(rewriter, op.getLoc(),
                                      adaptor.getOperand(), type.getShape()));
    return success();
  }
};

struct ConvertReverse : OpConversionPattern<ReverseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReverseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(*getTypeConverter(), op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    rewriter.replaceOp(op, createReversed(rewriter, op.getLoc(),
                                          adaptor.getOperand(),
                                          op.getDimensions()));
    return success();
  }
};

struct ConvertSlice : OpConversionPattern<SliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(*getTypeConverter(), op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    StaticSlice slice(getContext(), op.getStartIndices(), type.getShape(),
                      op.getStrides());
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, adaptor.getOperand(), slice.offsets, slice.sizes,
        slice.strides);
    return success();
  }
};

struct ConvertIota : OpConversionPattern<IotaOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IotaOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(*getTypeConverter(), op.getType());
    if (!type || !type.getElementType().isIntOrFloat())
      if (!type || !isa<ComplexType>(type.getElementType()))
        return rewriter.notifyMatchFailure(op, "expected a static shape");
    rewriter.replaceOp(
        op, createParallel(rewriter, op.getLoc(), type, {}, {},
                           [&](OpBuilder &b, Location l, ValueRange) -> Value {
                             Value index = linalg::IndexOp::create(
                                 b, l, op.getIotaDimension());
                             Value number = arith::IndexCastOp::create(
                                 b, l, b.getI64Type(), index);
                             return convertScalar(b, l, number, b.getI64Type(),
                                                  type.getElementType());
                           }));
    return success();
  }
};

/// The elements' bits under another type; where widths differ, the last
/// dimension counts the parts of a wide element, lowest first.
struct ConvertBitcast : OpConversionPattern<BitcastConvertOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(BitcastConvertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType to = getStaticType(*getTypeConverter(), op.getType());
    RankedTensorType from =
        getStaticType(*getTypeConverter(), op.getOperand().getType());
    if (!to || !from)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    if (to == from) {
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    if (from.getRank() < to.getRank())
      rewriter.replaceOp(op, split(rewriter, op, adaptor.getOperand(), to));
    else if (from.getRank() > to.getRank())
      rewriter.replaceOp(op, join(rewriter, op, adaptor.getOperand(), to));
    else
      rewriter.replaceOp(
          op, createParallel(rewriter, op.getLoc(), to, adaptor.getOperand(),
                             rewriter.getMultiDimIdentityMap(to.getRank()),
                             [&](OpBuilder &b, Location l, ValueRange args) {
                               return bitcastScalar(b, l, args[0],
                                                    to.getElementType());
                             }));
    return success();
  }

  static IntegerType bitsOf(OpBuilder &b, RankedTensorType type) {
    return b.getIntegerType(getScalarBitWidth(type.getElementType()));
  }

  static Value split(OpBuilder &b, BitcastConvertOp op, Value operand,
                     RankedTensorType to) {
    auto from = cast<RankedTensorType>(operand.getType());
    AffineMap map =
        b.getMultiDimIdentityMap(to.getRank()).dropResult(to.getRank() - 1);
    return createParallel(
        b, op.getLoc(), to, operand, map,
        [&](OpBuilder &b, Location l, ValueRange args) -> Value {
          IntegerType wide = bitsOf(b, from), narrow = bitsOf(b, to);
          Value bits = bitcastScalar(b, l, args[0], wide);
          Value part = arith::IndexCastOp::create(
              b, l, b.getI64Type(),
              linalg::IndexOp::create(b, l, to.getRank() - 1));
          Value amount = arith::MulIOp::create(
              b, l, part,
              arith::ConstantIntOp::create(b, l, b.getI64Type(),
                                           narrow.getWidth()));
          amount = convertScalar(b, l, amount, b.getI64Type(), wide);
          Value shifted = arith::ShRUIOp::create(b, l, bits, amount);
          Value low = arith::TruncIOp::create(b, l, narrow, shifted);
          return bitcastScalar(b, l, low, to.getElementType());
        });
  }

  static Value join(OpBuilder &b, BitcastConvertOp op, Value operand,
                    RankedTensorType to) {
    auto from = cast<RankedTensorType>(operand.getType());
    return createParallel(
        b, op.getLoc(), to, {}, {},
        [&](OpBuilder &b, Location l, ValueRange) -> Value {
          IntegerType wide = bitsOf(b, to), narrow = bitsOf(b, from);
          SmallVector<Value> indices;
          for (int64_t dim : llvm::seq(to.getRank()))
            indices.push_back(linalg::IndexOp::create(b, l, dim));
          Value bits = createZero(b, l, wide);
          for (int64_t part : llvm::seq(from.getShape().back())) {
            indices.push_back(createIndex(b, l, part));
            Value element = tensor::ExtractOp::create(b, l, operand, indices);
            indices.pop_back();
            element = bitcastScalar(b, l, element, narrow);
            element = arith::ExtUIOp::create(b, l, wide, element);
            Value amount = arith::ConstantIntOp::create(
                b, l, wide, part * narrow.getWidth());
            bits = arith::OrIOp::create(
                b, l, bits, arith::ShLIOp::create(b, l, element, amount));
          }
          return bitcastScalar(b, l, bits, to.getElementType());
        });
  }
};

/// Ops that have no effect once everything runs in order.
template <typename OpTy> struct ForwardOperands : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getOperands());
    return success();
  }
};
} // namespace

void xla::populateShapePatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertBroadcastInDim, ConvertTranspose, ConvertReshape,
               ConvertReverse, ConvertSlice, ConvertIota, ConvertBitcast,
               ForwardOperands<OptimizationBarrierOp>>(converter,
                                                       patterns.getContext());
}
