//===- RaggedDot.cpp - ragged_dot as a masked dot_general -----------------===//
//
// A mask over groups and the ragged dimension zeroes what is not in the group;
// one dot_general then sums over groups (a free ragged dimension) or keeps them
// (a contracting one).
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/CHLO/IR/RaggedDot.h"
#include "Patterns.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/IR/Quantization.h"

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

namespace {
/// Masks the left side by group.
struct LowerRaggedDot : OpRewritePattern<RaggedDotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RaggedDotOp op,
                                PatternRewriter &rewriter) const override;

private:
  static Value createGroupMask(ImplicitLocOpBuilder &builder, RaggedDotOp op);
  static Value maskLhs(ImplicitLocOpBuilder &builder, RaggedDotOp op);
  static hlo::DotGeneralOp createDot(ImplicitLocOpBuilder &builder,
                                     RaggedDotOp op, Type type, Value lhs,
                                     Value rhs,
                                     hlo::DotDimensionNumbersAttr numbers);
};
} // namespace

static SmallVector<int64_t> shiftByOne(ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [](int64_t dim) { return dim + 1; });
}

static SmallVector<int64_t> countTo(int64_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(0, count));
}

/// tensor<PxGxMxi1>: whether element m of the ragged dimension is in group g,
/// that is between the sum of the sizes before g and that sum with g, where the
/// dimensions P choose a list of sizes.
Value LowerRaggedDot::createGroupMask(ImplicitLocOpBuilder &builder,
                                      RaggedDotOp op) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto sizes = cast<RankedTensorType>(op.getGroupSizes().getType());
  int64_t rank = sizes.getRank();
  Location loc = builder.getLoc();
  Expr sizes64 =
      Expr(builder, op.getGroupSizes()).convert(builder.getI64Type());
  auto iota = [&](ArrayRef<int64_t> shape, int64_t dim) {
    auto type = RankedTensorType::get(shape, builder.getI64Type());
    return Expr(builder, hlo::IotaOp::create(builder, type, dim));
  };

  // ends[g] = sum over j <= g of sizes[j].
  SmallVector<int64_t> square(sizes.getShape());
  square.push_back(square.back());
  SmallVector<int64_t> sumDims = countTo(rank - 1);
  sumDims.push_back(rank);
  Expr row = iota(square, rank - 1), column = iota(square, rank);
  Expr spread(builder, hlo::createBroadcast(builder, loc, sizes64.getValue(),
                                            square, sumDims));
  Expr kept = select(column <= row, spread, row.likeInt(APInt::getZero(64)));
  Value ends = hlo::createSum(builder, loc, kept.getValue(), {rank});

  SmallVector<int64_t> maskShape(sizes.getShape());
  maskShape.push_back(lhs.getDimSize(
      op.getRaggedDotDimensionNumbers().getLhsRaggedDimensions()[0]));
  auto broadcast = [&](Value value) {
    return Expr(builder, hlo::createBroadcast(builder, loc, value, maskShape,
                                              countTo(rank)));
  };
  Expr position = iota(maskShape, rank), end = broadcast(ends);
  Expr begin = end - broadcast(sizes64.getValue());
  return ((begin <= position) & (position < end)).getValue();
}

/// The left side once per group, in front, zero outside the group.
Value LowerRaggedDot::maskLhs(ImplicitLocOpBuilder &builder, RaggedDotOp op) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto sizes = cast<RankedTensorType>(op.getGroupSizes().getType());
  RaggedDotDimensionNumbersAttr numbers = op.getRaggedDotDimensionNumbers();
  Location loc = builder.getLoc();
  SmallVector<int64_t> shape = {sizes.getShape().back()};
  llvm::append_range(shape, lhs.getShape());
  // Where each dimension of the mask lies: those that choose a list of sizes,
  // if there are several, then group and element.
  SmallVector<int64_t> maskDims;
  if (sizes.getRank() > 1)
    maskDims = shiftByOne(getGroupPrefix(numbers));
  maskDims.push_back(0);
  maskDims.push_back(numbers.getLhsRaggedDimensions()[0] + 1);
  Expr inGroup(builder,
               hlo::createBroadcast(builder, loc, createGroupMask(builder, op),
                                    shape, maskDims));
  Value repeated = hlo::createBroadcast(builder, loc, op.getLhs(), shape,
                                        shiftByOne(countTo(lhs.getRank())));
  Value zero = hlo::createSplatConstant(
      builder, loc, cast<RankedTensorType>(repeated.getType()), 0.0);
  return select(inGroup, Expr(builder, repeated), Expr(builder, zero))
      .getValue();
}

hlo::DotGeneralOp
LowerRaggedDot::createDot(ImplicitLocOpBuilder &builder, RaggedDotOp op,
                          Type type, Value lhs, Value rhs,
                          hlo::DotDimensionNumbersAttr numbers) {
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr("dot_dimension_numbers", numbers)};
  if (std::optional<ArrayAttr> config = op.getPrecisionConfig()) {
    auto precisions = llvm::map_to_vector(*config, [](Attribute attribute) {
      return Attribute(hlo::PrecisionAttr::get(
          attribute.getContext(), cast<PrecisionAttr>(attribute).getValue()));
    });
    attributes.push_back(builder.getNamedAttr(
        "precision_config", builder.getArrayAttr(precisions)));
  }
  return hlo::DotGeneralOp::create(builder, builder.getLoc(), TypeRange(type),
                                   ValueRange{lhs, rhs}, attributes);
}

/// Quantized values are dequantized before and quantized after.
static LogicalResult computeOnNumbers(RaggedDotOp op,
                                      PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Type type = hlo::getExpressedType(operand.getType());
    operands.push_back(
        type == operand.getType()
            ? operand
            : hlo::UniformDequantizeOp::create(rewriter, loc, type, operand));
  }
  Type type = hlo::getExpressedType(op.getType());
  Value numbers =
      RaggedDotOp::create(rewriter, loc, type, operands, op->getAttrs());
  if (type != op.getType())
    numbers =
        hlo::UniformQuantizeOp::create(rewriter, loc, op.getType(), numbers);
  rewriter.replaceOp(op, numbers);
  return success();
}

LogicalResult LowerRaggedDot::matchAndRewrite(RaggedDotOp op,
                                              PatternRewriter &rewriter) const {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto rhs = cast<RankedTensorType>(op.getRhs().getType());
  auto sizes = cast<RankedTensorType>(op.getGroupSizes().getType());
  auto result = cast<RankedTensorType>(op.getType());
  if (!lhs.hasStaticShape() || !rhs.hasStaticShape() ||
      !sizes.hasStaticShape() || !result.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "expected static shapes");
  if (hlo::hasQuantizedTensor(op->getOperandTypes()))
    return computeOnNumbers(op, rewriter);
  RaggedDotDimensionNumbersAttr numbers = op.getRaggedDotDimensionNumbers();
  int64_t ragged = numbers.getLhsRaggedDimensions()[0];
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  MLIRContext *context = op.getContext();

  // Groups of batches: each batch element has its own product anyway.
  if (llvm::is_contained(numbers.getLhsBatchingDimensions(), ragged)) {
    auto dot = hlo::DotDimensionNumbersAttr::get(
        context, numbers.getLhsBatchingDimensions(),
        numbers.getRhsBatchingDimensions(),
        numbers.getLhsContractingDimensions(),
        numbers.getRhsContractingDimensions());
    rewriter.replaceOp(
        op, createDot(builder, op, result, op.getLhs(), op.getRhs(), dot));
    return success();
  }
  Value masked = maskLhs(builder, op);
  SmallVector<int64_t> lhsBatch =
      shiftByOne(numbers.getLhsBatchingDimensions());
  SmallVector<int64_t> lhsContract =
      shiftByOne(numbers.getLhsContractingDimensions());
  if (!llvm::is_contained(numbers.getLhsContractingDimensions(), ragged)) {
    // Each row is in one group, so summing over groups selects its product.
    SmallVector<int64_t> rhsContract(numbers.getRhsContractingDimensions());
    lhsContract.push_back(0);
    rhsContract.push_back(numbers.getRhsGroupDimensions()[0]);
    auto dot = hlo::DotDimensionNumbersAttr::get(
        context, lhsBatch, numbers.getRhsBatchingDimensions(), lhsContract,
        rhsContract);
    rewriter.replaceOp(
        op, createDot(builder, op, result, masked, op.getRhs(), dot));
    return success();
  }
  // One product per group; dot_general puts batching dimensions before groups.
  int64_t numBatch = lhsBatch.size();
  auto dot = hlo::DotDimensionNumbersAttr::get(
      context, lhsBatch, numbers.getRhsBatchingDimensions(), lhsContract,
      numbers.getRhsContractingDimensions());
  SmallVector<int64_t> shape(result.getShape()), permutation;
  std::rotate(shape.begin(), shape.begin() + 1, shape.begin() + 1 + numBatch);
  permutation.push_back(numBatch);
  llvm::append_range(permutation, llvm::seq<int64_t>(0, numBatch));
  llvm::append_range(permutation,
                     llvm::seq<int64_t>(numBatch + 1, result.getRank()));
  auto dotType = RankedTensorType::get(shape, result.getElementType());
  Value product = createDot(builder, op, dotType, masked, op.getRhs(), dot);
  rewriter.replaceOpWithNewOp<hlo::TransposeOp>(
      op, result, product, rewriter.getDenseI64ArrayAttr(permutation));
  return success();
}

void xla::chlo::populateRaggedDotPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerRaggedDot>(patterns.getContext());
}
