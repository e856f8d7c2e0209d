//===- ShapePatterns.cpp - Sizes of tensors as hlo ------------------------===//
//
// The parts of tensor, shape and cf that state sizes and shapes. Vectors of
// sizes are tensors of i64. Shapes that do not fit an op fail where the op is,
// so that what witnesses their fitness is not computed.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

static RankedTensorType getVectorType(int64_t size, Type element) {
  return RankedTensorType::get({size}, element);
}

/// One vector of scalars of `element`, which there may be none of.
static Value concatenate(ImplicitLocOpBuilder &b, ValueRange scalars,
                         Type element) {
  RankedTensorType type = getVectorType(scalars.size(), element);
  if (scalars.empty())
    return hlo::ConstantOp::create(
        b, type, DenseElementsAttr::get(type, ArrayRef<Attribute>()));
  SmallVector<Value> parts;
  for (Value scalar : scalars)
    parts.push_back(
        hlo::ReshapeOp::create(b, getVectorType(1, element), scalar));
  return hlo::ConcatenateOp::create(b, type, parts, /*dimension=*/0);
}

/// The size of a dimension as tensor<i64>.
static Value getSize(ImplicitLocOpBuilder &b, Value tensor, int64_t dim) {
  Value size = hlo::GetDimensionSizeOp::create(b, tensor, dim);
  return hlo::ConvertOp::create(b, size, b.getI64Type());
}

static Value createOnes(ImplicitLocOpBuilder &b, int64_t size) {
  RankedTensorType type = getVectorType(size, b.getI64Type());
  return hlo::ConstantOp::create(b, type,
                                 DenseElementsAttr::get(type, int64_t(1)));
}

/// `shape` behind as many ones as it lacks to be `size` long.
static Value padWithOnes(ImplicitLocOpBuilder &b, Value shape, int64_t size) {
  int64_t lacks = size - cast<RankedTensorType>(shape.getType()).getDimSize(0);
  if (lacks == 0)
    return shape;
  return hlo::ConcatenateOp::create(b, getVectorType(size, b.getI64Type()),
                                    ValueRange{createOnes(b, lacks), shape},
                                    /*dimension=*/0);
}

//===----------------------------------------------------------------------===//
// tensor
//===----------------------------------------------------------------------===//

namespace {
struct ConvertDim : OpConversionPattern<tensor::DimOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::DimOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<int64_t> dim = op.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(adaptor.getSource().getType());
    if (!dim || !type || *dim < 0 || *dim >= type.getRank())
      return rewriter.notifyMatchFailure(
          op, "expected the number of a dimension to be constant");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, getSize(b, adaptor.getSource(), *dim));
    return success();
  }
};

struct ConvertFromElements : OpConversionPattern<tensor::FromElementsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::FromElementsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a tensor of numbers");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value all = concatenate(b, adaptor.getElements(), type.getElementType());
    if (all.getType() != type)
      all = hlo::ReshapeOp::create(b, type, all);
    rewriter.replaceOp(op, all);
    return success();
  }
};

struct ConvertExtract : OpConversionPattern<tensor::ExtractOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::ExtractOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(adaptor.getTensor().getType());
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value element = adaptor.getTensor();
    if (type.getRank() != 0)
      element = hlo::DynamicSliceOp::create(
          b, element, adaptor.getIndices(),
          b.getDenseI64ArrayAttr(SmallVector<int64_t>(type.getRank(), 1)));
    rewriter.replaceOpWithNewOp<hlo::ReshapeOp>(
        op, RankedTensorType::get({}, type.getElementType()), element);
    return success();
  }
};

/// A conversion to the same element type, with more or less known of the shape.
struct ConvertCast : OpConversionPattern<tensor::CastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::CastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    if (!type || !isa<RankedTensorType>(adaptor.getSource().getType()))
      return rewriter.notifyMatchFailure(op, "expected a rank");
    rewriter.replaceOpWithNewOp<hlo::ConvertOp>(op, TypeRange(type),
                                                adaptor.getSource());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// shape
//===----------------------------------------------------------------------===//

struct ConvertShapeOf : OpConversionPattern<shape::ShapeOfOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(shape::ShapeOfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(adaptor.getArg().getType());
    if (!type || !isa<RankedTensorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "expected a rank");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> sizes;
    for (int64_t dim : llvm::seq(type.getRank()))
      sizes.push_back(getSize(b, adaptor.getArg(), dim));
    rewriter.replaceOp(op, concatenate(b, sizes, b.getI64Type()));
    return success();
  }
};

struct ConvertConstShape : OpConversionPattern<shape::ConstShapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(shape::ConstShapeOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<RankedTensorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "expected a vector of sizes");
    DenseIntElementsAttr sizes = op.getShape();
    rewriter.replaceOpWithNewOp<hlo::ConstantOp>(
        op, sizes.bitcast(rewriter.getI64Type()));
    return success();
  }
};

/// Each size is that of the operands that is not 1.
struct ConvertBroadcast : OpConversionPattern<shape::BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(shape::BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto isVector = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.hasStaticShape();
    };
    auto operands = adaptor.getShapes();
    if (operands.empty() || !llvm::all_of(operands.getTypes(), isVector))
      return rewriter.notifyMatchFailure(op, "expected vectors of sizes");
    int64_t rank = 0;
    for (Type type : operands.getTypes())
      rank = std::max(rank, cast<RankedTensorType>(type).getDimSize(0));
    if (getTypeConverter()->convertType(op.getType()) !=
        getVectorType(rank, rewriter.getI64Type()))
      return rewriter.notifyMatchFailure(
          op, "expected as many sizes as the longest operand has");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value result = padWithOnes(b, operands.front(), rank);
    for (Value operand : operands.drop_front()) {
      Value other = padWithOnes(b, operand, rank);
      Value isOne = hlo::CompareOp::create(b, result, createOnes(b, rank),
                                           hlo::ComparisonDirection::EQ);
      result = hlo::SelectOp::create(b, isOne, other, result);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// An element of a vector, in a place that is known.
struct ConvertGetExtent : OpConversionPattern<shape::GetExtentOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(shape::GetExtentOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<int64_t> dim = op.getConstantDim();
    auto type = dyn_cast<RankedTensorType>(adaptor.getShape().getType());
    if (!dim || !type || !type.hasStaticShape() || *dim < 0 ||
        *dim >= type.getDimSize(0))
      return rewriter.notifyMatchFailure(
          op, "expected the number of a dimension to be constant");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value slice =
        hlo::SliceOp::create(b, adaptor.getShape(), ArrayRef(*dim),
                             ArrayRef(*dim + 1), ArrayRef<int64_t>(1));
    rewriter.replaceOpWithNewOp<hlo::ReshapeOp>(
        op, RankedTensorType::get({}, type.getElementType()), slice);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

/// What holds under a witness stands where the region stood.
struct InlineAssuming : OpConversionPattern<shape::AssumingOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(shape::AssumingOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Block *body = op.getBody();
    auto yield = cast<shape::AssumingYieldOp>(body->getTerminator());
    SmallVector<Value> results;
    if (failed(rewriter.getRemappedValues(yield.getOperands(), results)))
      return rewriter.notifyMatchFailure(op, "expected results of hlo");
    rewriter.eraseOp(yield);
    rewriter.inlineBlockBefore(body, op);
    rewriter.replaceOp(op, results);
    return success();
  }
};

template <typename OpT> struct EraseWitness : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertAssert : OpConversionPattern<cf::AssertOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(cf::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    hlo::createShapeAssertion(rewriter, op.getLoc(), adaptor.getArg(),
                              /*values=*/{}, op.getMsg());
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void xla::populateShapeToHLOPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertAssert, ConvertBroadcast, ConvertCast, ConvertConstShape,
               ConvertDim, ConvertExtract, ConvertFromElements,
               ConvertGetExtent, ConvertShapeOf,
               EraseWitness<shape::CstrBroadcastableOp>, InlineAssuming>(
      converter, patterns.getContext());
}
