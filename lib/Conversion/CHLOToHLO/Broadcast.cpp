//===- Broadcast.cpp - Implicit broadcasts and constant_like --------------===//
//
// Operands are broadcast to the result's shape, then the op without broadcast
// follows. Sizes that only the run time knows are read from the operands.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

//===----------------------------------------------------------------------===//
// Shapes at run time
//===----------------------------------------------------------------------===//

/// The size of `dim` as a tensor<1xi32>.
static Value getDimension(ImplicitLocOpBuilder &builder, Value value,
                          int64_t dim) {
  auto scalar = RankedTensorType::get({}, builder.getI32Type());
  Value size = hlo::GetDimensionSizeOp::create(builder, scalar, value, dim);
  return hlo::ReshapeOp::create(
      builder, RankedTensorType::get({1}, builder.getI32Type()), size);
}

static Value getConstantDimension(ImplicitLocOpBuilder &builder, int64_t size) {
  auto type = RankedTensorType::get({1}, builder.getI32Type());
  return hlo::ConstantOp::create(
      builder, type,
      DenseElementsAttr::get(type, builder.getI32IntegerAttr(size)));
}

static Value concatenate(ImplicitLocOpBuilder &builder,
                         ArrayRef<Value> dimensions) {
  int64_t rank = dimensions.size();
  auto type = RankedTensorType::get({rank}, builder.getI32Type());
  if (dimensions.empty())
    return hlo::ConstantOp::create(
        builder, type, DenseElementsAttr::get(type, ArrayRef<Attribute>()));
  return hlo::ConcatenateOp::create(builder, type, dimensions,
                                    /*dimension=*/0);
}

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

namespace {
/// Where each dimension of an operand goes.
struct PlacedOperand {
  Value value;
  SmallVector<int64_t> dims;

  RankedTensorType getType() const {
    return cast<RankedTensorType>(value.getType());
  }
};
} // namespace

static PlacedOperand place(Value value, int64_t resultRank,
                           std::optional<ArrayRef<int64_t>> dims) {
  PlacedOperand operand{value, {}};
  int64_t rank = operand.getType().getRank();
  if (dims && rank < resultRank)
    operand.dims.assign(dims->begin(), dims->end());
  else
    operand.dims = llvm::to_vector(llvm::seq(resultRank - rank, resultRank));
  return operand;
}

/// The result's shape, where it is not static: of an operand dimension that is
/// known not to be 1, else the greatest, because sizes are equal or 1.
static Value computeShape(ImplicitLocOpBuilder &builder,
                          ArrayRef<PlacedOperand> operands,
                          RankedTensorType result) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < result.getRank(); ++dim) {
    if (!result.isDynamicDim(dim)) {
      sizes.push_back(getConstantDimension(builder, result.getDimSize(dim)));
      continue;
    }
    Value size;
    for (const PlacedOperand &operand : operands) {
      const int64_t *found = llvm::find(operand.dims, dim);
      if (found == operand.dims.end())
        continue;
      int64_t operandDim = found - operand.dims.begin();
      if (operand.getType().getDimSize(operandDim) == 1)
        continue;
      Value other = getDimension(builder, operand.value, operandDim);
      size = size
                 ? hlo::MaximumOp::create(builder, other.getType(), size, other)
                 : other;
    }
    sizes.push_back(size ? size : getConstantDimension(builder, 1));
  }
  return concatenate(builder, sizes);
}

/// Broadcasts the operands of `op` to its result's shape.
static SmallVector<Value>
broadcastOperands(ImplicitLocOpBuilder &builder, Operation *op,
                  std::optional<ArrayRef<int64_t>> dims) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<PlacedOperand> operands;
  for (Value value : op->getOperands())
    operands.push_back(place(value, result.getRank(), dims));
  Value shape;
  if (!result.hasStaticShape())
    shape = computeShape(builder, operands, result);
  SmallVector<Value> values;
  for (const PlacedOperand &operand : operands) {
    RankedTensorType from = operand.getType();
    auto to = RankedTensorType::get(result.getShape(), from.getElementType());
    if (from == to && from.hasStaticShape()) {
      values.push_back(operand.value);
    } else if (!shape) {
      values.push_back(hlo::BroadcastInDimOp::create(
          builder, to, operand.value,
          builder.getDenseI64ArrayAttr(operand.dims)));
    } else {
      values.push_back(hlo::DynamicBroadcastInDimOp::create(
          builder, to, operand.value, shape,
          builder.getDenseI64ArrayAttr(operand.dims),
          /*known_expanding_dimensions=*/DenseI64ArrayAttr(),
          /*known_nonexpanding_dimensions=*/DenseI64ArrayAttr()));
    }
  }
  return values;
}

namespace {
template <typename OpT, typename TargetT>
struct LowerBroadcast : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> operands =
        broadcastOperands(builder, op, op.getBroadcastDimensions());
    rewriter.replaceOpWithNewOp<TargetT>(op, TypeRange(op.getType()), operands,
                                         ArrayRef<NamedAttribute>());
    return success();
  }
};

struct LowerBroadcastCompare : OpRewritePattern<BroadcastCompareOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastCompareOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> operands =
        broadcastOperands(builder, op, op.getBroadcastDimensions());
    MLIRContext *context = rewriter.getContext();
    SmallVector<NamedAttribute> attributes;
    attributes.push_back(rewriter.getNamedAttr(
        "comparison_direction", hlo::ComparisonDirectionAttr::get(
                                    context, op.getComparisonDirection())));
    if (auto type = op.getCompareType())
      attributes.push_back(rewriter.getNamedAttr(
          "compare_type", hlo::ComparisonTypeAttr::get(context, *type)));
    rewriter.replaceOpWithNewOp<hlo::CompareOp>(op, TypeRange(op.getType()),
                                                operands, attributes);
    return success();
  }
};

struct LowerBroadcastSelect : OpRewritePattern<BroadcastSelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastSelectOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> operands =
        broadcastOperands(builder, op, /*dims=*/std::nullopt);
    rewriter.replaceOpWithNewOp<hlo::SelectOp>(
        op, TypeRange(op.getType()), operands, ArrayRef<NamedAttribute>());
    return success();
  }
};

struct LowerConstantLike : OpRewritePattern<ConstantLikeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConstantLikeOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    auto type = cast<RankedTensorType>(op.getType());
    if (type.hasStaticShape()) {
      rewriter.replaceOpWithNewOp<hlo::ConstantOp>(
          op, type, DenseElementsAttr::get(type, op.getValue()));
      return success();
    }
    auto scalarType = RankedTensorType::get({}, type.getElementType());
    Value scalar = hlo::ConstantOp::create(
        builder, scalarType, DenseElementsAttr::get(scalarType, op.getValue()));
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sizes.push_back(
          type.isDynamicDim(dim)
              ? getDimension(builder, op.getOperand(), dim)
              : getConstantDimension(builder, type.getDimSize(dim)));
    rewriter.replaceOpWithNewOp<hlo::DynamicBroadcastInDimOp>(
        op, type, scalar, concatenate(builder, sizes),
        rewriter.getDenseI64ArrayAttr({}), DenseI64ArrayAttr(),
        DenseI64ArrayAttr());
    return success();
  }
};
} // namespace

void xla::chlo::populateBroadcastPatterns(RewritePatternSet &patterns) {
  patterns.add<
      LowerBroadcast<BroadcastAddOp, hlo::AddOp>,
      LowerBroadcast<BroadcastAndOp, hlo::AndOp>,
      LowerBroadcast<BroadcastAtan2Op, hlo::Atan2Op>,
      LowerBroadcast<BroadcastComplexOp, hlo::ComplexOp>,
      LowerBroadcast<BroadcastDivOp, hlo::DivideOp>,
      LowerBroadcast<BroadcastMaxOp, hlo::MaximumOp>,
      LowerBroadcast<BroadcastMinOp, hlo::MinimumOp>,
      LowerBroadcast<BroadcastMulOp, hlo::MultiplyOp>,
      LowerBroadcast<BroadcastNextAfterOp, NextAfterOp>,
      LowerBroadcast<BroadcastOrOp, hlo::OrOp>,
      LowerBroadcast<BroadcastPolygammaOp, PolygammaOp>,
      LowerBroadcast<BroadcastPowOp, hlo::PowerOp>,
      LowerBroadcast<BroadcastRemOp, hlo::RemainderOp>,
      LowerBroadcast<BroadcastShiftLeftOp, hlo::ShiftLeftOp>,
      LowerBroadcast<BroadcastShiftRightArithmeticOp,
                     hlo::ShiftRightArithmeticOp>,
      LowerBroadcast<BroadcastShiftRightLogicalOp, hlo::ShiftRightLogicalOp>,
      LowerBroadcast<BroadcastSubOp, hlo::SubtractOp>,
      LowerBroadcast<BroadcastXorOp, hlo::XorOp>,
      LowerBroadcast<BroadcastZetaOp, ZetaOp>, LowerBroadcastCompare,
      LowerBroadcastSelect, LowerConstantLike>(patterns.getContext());
}
