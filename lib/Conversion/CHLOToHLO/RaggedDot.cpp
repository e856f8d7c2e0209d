//===- RaggedDot.cpp - ragged_dot as a masked dot_general -----------------===//
//
// A mask over groups and the ragged dimension zeroes what is not in the group;
// one dot_general then sums over groups (a free ragged dimension) or keeps them
// (a contracting one).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

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

/// tensor<GxMxi1>: whether element m of the ragged dimension is in group g,
/// that is between the sum of the sizes before g and that sum with g.
Value LowerRaggedDot::createGroupMask(ImplicitLocOpBuilder &builder,
                                      RaggedDotOp op) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto sizes = cast<RankedTensorType>(op.getGroupSizes().getType());
  int64_t groups = sizes.getDimSize(0);
  int64_t extent = lhs.getDimSize(
      op.getRaggedDotDimensionNumbers().getLhsRaggedDimensions()[0]);
  Type integer = builder.getI64Type();
  Expr sizes64 = Expr(builder, op.getGroupSizes()).convert(integer);

  // ends[g] = sum over j <= g of sizes[j].
  auto square = RankedTensorType::get({groups, groups}, integer);
  Expr row(builder, hlo::IotaOp::create(builder, square, 0));
  Expr column(builder, hlo::IotaOp::create(builder, square, 1));
  Expr spread(builder,
              hlo::BroadcastInDimOp::create(builder, square, sizes64.getValue(),
                                            builder.getDenseI64ArrayAttr({1})));
  Expr kept = select(column <= row, spread, row.likeInt(APInt::getZero(64)));
  auto scalar = RankedTensorType::get({}, integer);
  Value zero = hlo::ConstantOp::create(
      builder, scalar,
      DenseElementsAttr::get(scalar, builder.getI64IntegerAttr(0)));
  auto reduce = hlo::ReduceOp::create(
      builder, builder.getLoc(),
      TypeRange(RankedTensorType::get({groups}, integer)),
      ValueRange{kept.getValue(), zero},
      builder.getNamedAttr("dimensions", builder.getDenseI64ArrayAttr({1})));
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *block =
        builder.createBlock(&reduce->getRegion(0), {}, {scalar, scalar},
                            {builder.getLoc(), builder.getLoc()});
    Expr sum = Expr(builder, block->getArgument(0)) +
               Expr(builder, block->getArgument(1));
    hlo::ReturnOp::create(builder, ValueRange(sum.getValue()));
  }

  auto maskShape = RankedTensorType::get({groups, extent}, integer);
  Expr position(builder, hlo::IotaOp::create(builder, maskShape, 1));
  auto broadcast = [&](Value value) {
    return Expr(builder, hlo::BroadcastInDimOp::create(
                             builder, maskShape, value,
                             builder.getDenseI64ArrayAttr({0})));
  };
  Expr end = broadcast(reduce->getResult(0));
  Expr begin = end - broadcast(sizes64.getValue());
  return ((begin <= position) & (position < end)).getValue();
}

/// The left side once per group, in front, zero outside the group.
Value LowerRaggedDot::maskLhs(ImplicitLocOpBuilder &builder, RaggedDotOp op) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  Value mask = createGroupMask(builder, op);
  int64_t ragged =
      op.getRaggedDotDimensionNumbers().getLhsRaggedDimensions()[0];
  SmallVector<int64_t> shape = {
      cast<RankedTensorType>(mask.getType()).getDimSize(0)};
  llvm::append_range(shape, lhs.getShape());
  auto type = RankedTensorType::get(shape, lhs.getElementType());
  Expr inGroup(builder, hlo::BroadcastInDimOp::create(
                            builder, type.clone(builder.getI1Type()), mask,
                            builder.getDenseI64ArrayAttr({0, ragged + 1})));
  SmallVector<int64_t> dims =
      llvm::to_vector(llvm::seq<int64_t>(1, lhs.getRank() + 1));
  Expr repeated(builder, hlo::BroadcastInDimOp::create(
                             builder, type, op.getLhs(),
                             builder.getDenseI64ArrayAttr(dims)));
  Value zero = hlo::ConstantOp::create(
      builder, type,
      DenseElementsAttr::get(
          type, cast<TypedAttr>(builder.getZeroAttr(lhs.getElementType()))));
  return select(inGroup, repeated, Expr(builder, zero)).getValue();
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

LogicalResult LowerRaggedDot::matchAndRewrite(RaggedDotOp op,
                                              PatternRewriter &rewriter) const {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto rhs = cast<RankedTensorType>(op.getRhs().getType());
  auto sizes = cast<RankedTensorType>(op.getGroupSizes().getType());
  auto result = cast<RankedTensorType>(op.getType());
  if (!lhs.hasStaticShape() || !rhs.hasStaticShape() ||
      !sizes.hasStaticShape() || !result.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "expected static shapes");
  if (isa<ComplexType>(lhs.getElementType()))
    return rewriter.notifyMatchFailure(op, "expected real elements");
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
  if (sizes.getRank() != 1)
    return rewriter.notifyMatchFailure(op, "expected one list of group sizes");

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
