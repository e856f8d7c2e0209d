//===- Elementwise.cpp - Elementwise ops and constants --------------------===//
//
// Every op with the elementwise interface becomes one linalg.generic whose body
// comes from the scalar table; rank-0 operands are broadcast by their map.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

namespace {
struct ConvertElementwise
    : OpInterfaceConversionPattern<ElementwiseOpInterface> {
  using OpInterfaceConversionPattern::OpInterfaceConversionPattern;

  LogicalResult
  matchAndRewrite(ElementwiseOpInterface op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type =
        getStaticType(*getTypeConverter(), op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    unsigned rank = type.getRank();
    SmallVector<AffineMap> maps;
    for (Value operand : operands) {
      auto operandType = dyn_cast<RankedTensorType>(operand.getType());
      if (!operandType || (operandType.getShape() != type.getShape() &&
                           operandType.getRank() != 0))
        return rewriter.notifyMatchFailure(op, "expected equal shapes");
      maps.push_back(operandType.getRank() == rank
                         ? rewriter.getMultiDimIdentityMap(rank)
                         : AffineMap::get(rank, 0, getContext()));
    }
    bool mapped = true;
    Value result = createParallel(
        rewriter, loc, type, operands, maps,
        [&](OpBuilder &b, Location l, ValueRange args) -> Value {
          Value element = mapElementwiseToScalar(b, l, op, args);
          mapped = bool(element);
          return mapped ? element : createZero(b, l, type.getElementType());
        });
    if (!mapped)
      return rewriter.notifyMatchFailure(
          op, "expected an element type with a scalar form");
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A constant keeps its bits; only the element type loses its sign.
struct ConvertConstant : OpConversionPattern<ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(*getTypeConverter(), op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a plain tensor");
    Attribute value = op.getValue();
    if (type != op.getType()) {
      if (auto dense = dyn_cast<DenseElementsAttr>(value))
        value = dense.bitcast(type.getElementType());
      else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
        value = DenseResourceElementsAttr::get(type, resource.getRawHandle());
      else
        return rewriter.notifyMatchFailure(op, "expected dense elements");
    }
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, type,
                                                   cast<TypedAttr>(value));
    return success();
  }
};

/// A region over several tensors, element by element.
struct ConvertMap : OpConversionPattern<MapOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type =
        getStaticType(*getTypeConverter(), op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    FailureOr<ScalarRegion> region =
        ScalarRegion::create(rewriter, op.getLoc(), op.getComputation());
    if (failed(region))
      return rewriter.notifyMatchFailure(op, "expected scalar captures");
    SmallVector<Type> types = llvm::map_to_vector(
        op->getOperandTypes(), [](Type t) { return getElementTypeOrSelf(t); });
    SmallVector<AffineMap> maps(
        types.size(), rewriter.getMultiDimIdentityMap(type.getRank()));
    bool mapped = true;
    Value result =
        createParallel(rewriter, op.getLoc(), type, adaptor.getInputs(), maps,
                       [&](OpBuilder &b, Location l, ValueRange args) -> Value {
                         auto elements = region->inlineAt(b, args, types);
                         mapped = succeeded(elements);
                         return mapped
                                    ? elements->front()
                                    : createZero(b, l, type.getElementType());
                       });
    if (!mapped)
      return rewriter.notifyMatchFailure(op, "expected a scalar region");
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Results without elements need no computation, and no other lowering has to
/// think of windows or slices of nothing.
struct ConvertEmptyResult : ConversionPattern {
  ConvertEmptyResult(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/10,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const override {
    if ((!isa_and_nonnull<HLODialect>(op->getDialect()) &&
         !isa<ElementwiseOpInterface>(op)) ||
        op->getNumResults() == 0 || !isMemoryEffectFree(op))
      return rewriter.notifyMatchFailure(op, "expected a pure hlo op");
    SmallVector<RankedTensorType> types;
    for (Type type : op->getResultTypes()) {
      types.push_back(getStaticType(*getTypeConverter(), type));
      if (!types.back() || types.back().getNumElements() != 0)
        return rewriter.notifyMatchFailure(op, "expected empty results");
    }
    SmallVector<Value> results;
    for (RankedTensorType type : types)
      results.push_back(createEmpty(rewriter, op->getLoc(), type));
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void xla::populateElementwisePatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns
      .add<ConvertElementwise, ConvertConstant, ConvertMap, ConvertEmptyResult>(
          converter, patterns.getContext());
}
