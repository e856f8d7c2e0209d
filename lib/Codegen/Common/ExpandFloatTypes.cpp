//===- ExpandFloatTypes.cpp - Arithmetic on narrow floats -----------------===//
//
// Computes arith on floats below 32 bits in f32, and conversions of these
// formats in integer registers, so that LLVM calls no library. What is left of
// a narrow type are loads, stores, selections and bit casts.
//
//===----------------------------------------------------------------------===//

#include "Math/NarrowFloats.h"
#include "xla/Codegen/Common/Passes.h"
#include "xla/Codegen/Common/TargetFeatures.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla {
#define GEN_PASS_DEF_XLAEXPANDFLOATTYPESPASS
#include "xla/Codegen/Common/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-expand-float-types"

using namespace mlir;
using namespace xla;

static PassCounter numExpandedConversions(DEBUG_TYPE,
                                          "num-expanded-conversions");
static PassCounter numWidenedOps(DEBUG_TYPE, "num-widened-ops");

static bool isNarrow(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() < 32;
}

static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

namespace {
struct ExpandExtend : OpRewritePattern<arith::ExtFOp> {
  ExpandExtend(MLIRContext *context, bool halfConversion)
      : OpRewritePattern(context), halfConversion(halfConversion) {}

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    if (!isNarrow(from))
      return rewriter.notifyMatchFailure(op, "expected a narrow float");
    Type element = getElementTypeOrSelf(to);
    if (halfConversion && element.isF32() && getElementTypeOrSelf(from).isF16())
      return rewriter.notifyMatchFailure(
          op, "expected a target without the instruction");
    // By way of f32, which holds every narrow value. Not as two ops of arith,
    // which fold to one.
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter)};
    Value value = math_functions::decodeFloat(Expr(context, op.getIn())).get();
    numExpandedConversions += 1;
    if (element.isF32())
      rewriter.replaceOp(op, value);
    else if (element.isF64())
      rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, to, value);
    else
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, to, value);
    return success();
  }

  bool halfConversion;
};

struct ExpandTruncate : OpRewritePattern<arith::TruncFOp> {
  ExpandTruncate(MLIRContext *context, bool halfConversion)
      : OpRewritePattern(context), halfConversion(halfConversion) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    if (!isNarrow(to))
      return rewriter.notifyMatchFailure(op, "expected a narrow float");
    if (halfConversion && getElementTypeOrSelf(to).isF16() &&
        getElementTypeOrSelf(from).isF32())
      return rewriter.notifyMatchFailure(
          op, "expected a target without the instruction");
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter)};
    Expr value(context, op.getIn());
    if (isNarrow(from))
      value = math_functions::decodeFloat(value);
    rewriter.replaceOp(op, math_functions::encodeFloat(
                               value, cast<FloatType>(getElementTypeOrSelf(to)))
                               .get());
    numExpandedConversions += 1;
    return success();
  }

  bool halfConversion;
};

/// Integers to narrow floats and back go through f64 or f32.
template <typename Op> struct ConvertFromInteger : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!isNarrow(op.getType()))
      return rewriter.notifyMatchFailure(op, "expected a narrow float");
    // f64 holds every 32-bit integer: the narrow rounding is the only one.
    Value wide = Op::create(rewriter, op.getLoc(),
                            withElement(op.getType(), rewriter.getF64Type()),
                            op.getIn());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), wide);
    return success();
  }
};

template <typename Op> struct ConvertToInteger : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!isNarrow(op.getIn().getType()))
      return rewriter.notifyMatchFailure(op, "expected a narrow float");
    Value wide = arith::ExtFOp::create(
        rewriter, op.getLoc(),
        withElement(op.getIn().getType(), rewriter.getF32Type()), op.getIn());
    rewriter.replaceOpWithNewOp<Op>(op, op.getType(), wide);
    return success();
  }
};

/// Computes an op in f32 and rounds its result.
template <typename Op> struct Widen : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::any_of(op->getOperandTypes(), isNarrow))
      return rewriter.notifyMatchFailure(op, "expected narrow floats");
    OperationState state(op.getLoc(), op->getName());
    for (Value operand : op->getOperands())
      state.operands.push_back(
          isNarrow(operand.getType())
              ? arith::ExtFOp::create(
                    rewriter, op.getLoc(),
                    withElement(operand.getType(), rewriter.getF32Type()),
                    operand)
                    .getResult()
              : operand);
    Type type = op->getResult(0).getType();
    state.addTypes(isNarrow(type) ? withElement(type, rewriter.getF32Type())
                                  : type);
    state.addAttributes(op->getAttrs());
    Value wide = rewriter.create(state)->getResult(0);
    if (isNarrow(type))
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, wide);
    else
      rewriter.replaceOp(op, wide);
    numWidenedOps += 1;
    return success();
  }
};

/// Signs are bits; a format without one has no negation.
template <typename Op> struct ChangeSign : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!isNarrow(type))
      return rewriter.notifyMatchFailure(op, "expected a narrow float");
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter)};
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    Expr bits = Expr(context, op->getOperand(0)).asInteger();
    int64_t sign = int64_t(1) << (element.getWidth() - 1);
    // Among the 8-bit formats are some whose top bit alone is NaN, and one
    // without a sign: the conversion knows.
    if (!element.isBF16() && !element.isF16())
      return rewriter.notifyMatchFailure(op, "expected bf16 or f16");
    if constexpr (std::is_same_v<Op, arith::NegFOp>) {
      bits = bits ^ sign;
    } else if constexpr (std::is_same_v<Op, math::AbsFOp>) {
      bits = bits & (sign - 1);
    } else {
      Expr other = Expr(context, op->getOperand(1)).asInteger();
      bits = (bits & (sign - 1)) | (other & sign);
    }
    rewriter.replaceOp(op, bits.asFloat(element).get());
    numWidenedOps += 1;
    return success();
  }
};

struct XLAExpandFloatTypesPass
    : xla::impl::XLAExpandFloatTypesPassBase<XLAExpandFloatTypesPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    FailureOr<TargetFeatures> features = TargetFeatures::of(kernel);
    if (failed(features))
      return signalPassFailure();
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<ExpandExtend, ExpandTruncate>(context,
                                               features->halfConversion);
    patterns.add<ConvertFromInteger<arith::SIToFPOp>,
                 ConvertFromInteger<arith::UIToFPOp>,
                 ConvertToInteger<arith::FPToSIOp>,
                 ConvertToInteger<arith::FPToUIOp>>(context);
    patterns.add<ChangeSign<arith::NegFOp>, ChangeSign<math::AbsFOp>,
                 ChangeSign<math::CopySignOp>>(context, /*benefit=*/2);
    patterns
        .add<Widen<arith::AddFOp>, Widen<arith::SubFOp>, Widen<arith::MulFOp>,
             Widen<arith::DivFOp>, Widen<arith::NegFOp>, Widen<math::AbsFOp>,
             Widen<math::CopySignOp>, Widen<arith::CmpFOp>,
             Widen<arith::MaximumFOp>, Widen<arith::MinimumFOp>,
             Widen<arith::MaxNumFOp>, Widen<arith::MinNumFOp>,
             Widen<math::FmaOp>, Widen<math::ClampFOp>, Widen<math::IsNaNOp>,
             Widen<math::IsInfOp>, Widen<math::IsFiniteOp>>(context);
    if (failed(applyPatternsGreedily(kernel, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
