//===- ArithPatterns.cpp - arith as hlo -----------------------------------===//
//
// Each op that means the same on every value is replaced by its counterpart.
// Booleans are -1 in arith and 1 in hlo, and hlo knows no unsigned view of
// signless integers: ops on which that counts stay, and are reported.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace xla;

static bool isBoolean(Type type) {
  return getElementTypeOrSelf(type).isInteger(1);
}

namespace {
/// An op on numbers whose operands and result are those of the counterpart.
template <typename ArithOp, typename HLOOp, bool allowsBooleans = false>
struct ConvertArithmetic : OpConversionPattern<ArithOp> {
  using OpConversionPattern<ArithOp>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ArithOp op, typename ArithOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected numbers or a tensor");
    if (!allowsBooleans &&
        (isBoolean(op.getType()) || isBoolean(op->getOperand(0).getType())))
      return rewriter.notifyMatchFailure(op, "expected other than booleans");
    // Between index and i64 there is nothing to convert.
    if (Value first = adaptor.getOperands().front();
        std::is_same_v<HLOOp, hlo::ConvertOp> && first.getType() == type) {
      rewriter.replaceOp(op, first);
      return success();
    }
    rewriter.replaceOpWithNewOp<HLOOp>(op, TypeRange(type),
                                       adaptor.getOperands());
    return success();
  }
};

struct ConvertConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected a number or a tensor");
    Attribute value = op.getValue();
    if (isa<IntegerAttr, FloatAttr>(value)) {
      // An index has 64 bits.
      if (auto integer = dyn_cast<IntegerAttr>(value))
        value = IntegerAttr::get(type.getElementType(), integer.getValue());
      rewriter.replaceOpWithNewOp<hlo::ConstantOp>(
          op, type, DenseElementsAttr::get(type, value));
      return success();
    }
    auto elements = dyn_cast<DenseElementsAttr>(value);
    if (!elements)
      return rewriter.notifyMatchFailure(op, "expected dense elements");
    // Elements of index are stored in 64 bits.
    if (elements.getElementType().isIndex())
      elements = elements.bitcast(type.getElementType());
    rewriter.replaceOpWithNewOp<hlo::ConstantOp>(op, type, elements);
    return success();
  }
};

struct ConvertComparison : OpConversionPattern<arith::CmpIOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::CmpIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<hlo::ComparisonDirection> direction =
        getDirection(op.getPredicate());
    bool isEquality = op.getPredicate() == arith::CmpIPredicate::eq ||
                      op.getPredicate() == arith::CmpIPredicate::ne;
    if (!direction || (isBoolean(op.getLhs().getType()) && !isEquality))
      return rewriter.notifyMatchFailure(
          op, "expected a comparison of signed integers");
    rewriter.replaceOpWithNewOp<hlo::CompareOp>(op, adaptor.getLhs(),
                                                adaptor.getRhs(), *direction);
    return success();
  }

private:
  static std::optional<hlo::ComparisonDirection>
  getDirection(arith::CmpIPredicate predicate) {
    switch (predicate) {
    case arith::CmpIPredicate::eq:
      return hlo::ComparisonDirection::EQ;
    case arith::CmpIPredicate::ne:
      return hlo::ComparisonDirection::NE;
    case arith::CmpIPredicate::slt:
      return hlo::ComparisonDirection::LT;
    case arith::CmpIPredicate::sle:
      return hlo::ComparisonDirection::LE;
    case arith::CmpIPredicate::sgt:
      return hlo::ComparisonDirection::GT;
    case arith::CmpIPredicate::sge:
      return hlo::ComparisonDirection::GE;
    default:
      return std::nullopt;
    }
  }
};

/// Zeros in front: of a boolean that is what `convert` does.
struct ConvertZeroExtension : OpConversionPattern<arith::ExtUIOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ExtUIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isBoolean(op.getIn().getType()))
      return rewriter.notifyMatchFailure(op, "expected a boolean");
    rewriter.replaceOpWithNewOp<hlo::ConvertOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getIn());
    return success();
  }
};
} // namespace

void xla::populateArithToHLOPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<
      ConvertArithmetic<arith::AddFOp, hlo::AddOp>,
      ConvertArithmetic<arith::AddIOp, hlo::AddOp>,
      ConvertArithmetic<arith::AndIOp, hlo::AndOp, /*allowsBooleans=*/true>,
      ConvertArithmetic<arith::DivFOp, hlo::DivideOp>,
      ConvertArithmetic<arith::DivSIOp, hlo::DivideOp>,
      ConvertArithmetic<arith::ExtFOp, hlo::ConvertOp>,
      ConvertArithmetic<arith::ExtSIOp, hlo::ConvertOp>,
      ConvertArithmetic<arith::FPToSIOp, hlo::ConvertOp>,
      ConvertArithmetic<arith::IndexCastOp, hlo::ConvertOp>,
      ConvertArithmetic<arith::MaxSIOp, hlo::MaximumOp>,
      ConvertArithmetic<arith::MinSIOp, hlo::MinimumOp>,
      ConvertArithmetic<arith::MulFOp, hlo::MultiplyOp>,
      ConvertArithmetic<arith::MulIOp, hlo::MultiplyOp>,
      ConvertArithmetic<arith::OrIOp, hlo::OrOp, /*allowsBooleans=*/true>,
      ConvertArithmetic<arith::RemSIOp, hlo::RemainderOp>,
      ConvertArithmetic<arith::SIToFPOp, hlo::ConvertOp>,
      ConvertArithmetic<arith::SelectOp, hlo::SelectOp, true>,
      ConvertArithmetic<arith::SubFOp, hlo::SubtractOp>,
      ConvertArithmetic<arith::SubIOp, hlo::SubtractOp>,
      ConvertArithmetic<arith::TruncFOp, hlo::ConvertOp>,
      ConvertArithmetic<arith::TruncIOp, hlo::ConvertOp>,
      ConvertArithmetic<arith::XOrIOp, hlo::XorOp, /*allowsBooleans=*/true>,
      ConvertComparison, ConvertConstant, ConvertZeroExtension>(
      converter, patterns.getContext());
}
