//===- Contraction.cpp - hlo.dot_general ----------------------------------===//
//
// A dot is one linalg.generic over the operands as they lie: loops are batch,
// left free, right free and contracted dimensions in this order.
//
//===----------------------------------------------------------------------===//

#include "Accumulate.h"
#include "ScalarRules.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

Type xla::getContractionType(Type type, Type requested) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return type;
  FloatType result = getArithmeticType(floatType);
  auto wider = dyn_cast_or_null<FloatType>(requested);
  return wider && wider.getWidth() > result.getWidth() ? wider : result;
}

Value xla::createMultiplyAdd(OpBuilder &builder, Location loc, Type type,
                             Value sum, Value lhs, Type lhsType, Value rhs,
                             Type rhsType) {
  ImplicitLocOpBuilder b(loc, builder);
  lhs = convertScalar(b, loc, lhs, lhsType, type);
  rhs = convertScalar(b, loc, rhs, rhsType, type);
  using Flags = arith::FastMathFlags;
  auto mulFlags =
      arith::FastMathFlagsAttr::get(b.getContext(), Flags::contract);
  auto addFlags = arith::FastMathFlagsAttr::get(
      b.getContext(), Flags::contract | Flags::reassoc);
  if (isa<FloatType>(type))
    return arith::AddFOp::create(
        b, sum, arith::MulFOp::create(b, lhs, rhs, mulFlags), addFlags);
  if (type.isInteger(1))
    return arith::OrIOp::create(b, sum, arith::AndIOp::create(b, lhs, rhs));
  if (isa<IntegerType>(type))
    return arith::AddIOp::create(b, sum, arith::MulIOp::create(b, lhs, rhs));
  // Complex products cancel: kept as they are written, unlike real ones.
  ScalarArgs product{b, nullptr, {lhs, rhs}};
  ScalarArgs terms{b, nullptr, {sum, multiplyComplex(product)}};
  return addComplex(terms);
}

Value xla::createContraction(OpBuilder &b, Location loc, ValueRange inputs,
                             Type lhsType, Type rhsType,
                             ArrayRef<int64_t> shape, Type accumulatorType,
                             Type resultType, ArrayRef<AffineMap> maps,
                             ArrayRef<IteratorType> iterators) {
  auto type = RankedTensorType::get(shape, getScalarType(accumulatorType));
  Value zero =
      createFilled(b, loc, type, createZero(b, loc, type.getElementType()));
  auto generic = linalg::GenericOp::create(
      b, loc, type, inputs, zero, maps, iterators,
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value sum = createMultiplyAdd(b, l, accumulatorType, args[2], args[0],
                                      lhsType, args[1], rhsType);
        linalg::YieldOp::create(b, l, sum);
      });
  return createConverted(b, loc, generic.getResult(0), accumulatorType,
                         resultType);
}

namespace {
struct ConvertDotGeneral : OpConversionPattern<DotGeneralOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DotGeneralOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getStaticType(*getTypeConverter(), op.getType());
    auto lhs = getStaticType(*getTypeConverter(), op.getLhs().getType());
    auto rhs = getStaticType(*getTypeConverter(), op.getRhs().getType());
    if (!type || !lhs || !rhs)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    for (RankedTensorType t : {type, lhs, rhs})
      if (!getScalarType(t.getElementType()))
        return rewriter.notifyMatchFailure(op, "expected plain element types");

    // Loop of each operand dimension: the result's dimensions in order, then
    // the contracted ones.
    auto dims = op.getDotDimensionNumbers();
    unsigned rank = type.getRank(), next = 0;
    SmallVector<AffineExpr> lhsExprs(lhs.getRank()), rhsExprs(rhs.getRank());
    for (auto [l, r] : llvm::zip(dims.getLhsBatchingDimensions(),
                                 dims.getRhsBatchingDimensions()))
      lhsExprs[l] = rhsExprs[r] = rewriter.getAffineDimExpr(next++);
    unsigned contracted = rank;
    for (auto [l, r] : llvm::zip(dims.getLhsContractingDimensions(),
                                 dims.getRhsContractingDimensions()))
      lhsExprs[l] = rhsExprs[r] = rewriter.getAffineDimExpr(contracted++);
    for (SmallVector<AffineExpr> *exprs : {&lhsExprs, &rhsExprs})
      for (AffineExpr &expr : *exprs)
        if (!expr)
          expr = rewriter.getAffineDimExpr(next++);

    MLIRContext *context = getContext();
    SmallVector<AffineMap> maps = {
        AffineMap::get(contracted, 0, lhsExprs, context),
        AffineMap::get(contracted, 0, rhsExprs, context),
        getLeadingDims(context, contracted, rank)};
    SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
    iterators.append(contracted - rank, IteratorType::reduction);
    Type resultType = getElementTypeOrSelf(op.getType());
    std::optional<DotAlgorithmAttr> algorithm = op.getAlgorithm();
    Type accumulator = getContractionType(
        resultType, algorithm ? algorithm->getAccumulationType() : Type());
    rewriter.replaceOp(
        op, createContraction(
                rewriter, op.getLoc(), {adaptor.getLhs(), adaptor.getRhs()},
                getElementTypeOrSelf(op.getLhs().getType()),
                getElementTypeOrSelf(op.getRhs().getType()), type.getShape(),
                accumulator, resultType, maps, iterators));
    return success();
  }
};
} // namespace

void xla::populateContractionPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<ConvertDotGeneral>(converter, patterns.getContext());
}
