//===- ControlFlow.cpp - while, if and case inside a kernel ---------------===//
//
// Loops and branches keep their shape: regions move into scf ops, whose values
// stay tensors. Only conditions become scalars.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

/// Moves `from` into the empty region `to` with its arguments' types converted.
static LogicalResult moveRegion(ConversionPatternRewriter &rewriter,
                                const TypeConverter &converter, Region &from,
                                Region &to) {
  rewriter.inlineRegionBefore(from, to, to.end());
  return failure(failed(rewriter.convertRegionTypes(&to, converter)));
}

/// The converted types of an op's results, empty and false for tokens.
static bool convertResultTypes(const TypeConverter &converter, Operation *op,
                               SmallVectorImpl<Type> &types) {
  for (Type type : op->getResultTypes()) {
    types.push_back(getStaticType(converter, type));
    if (!types.back())
      return false;
  }
  return true;
}

namespace {
struct ConvertWhile : OpConversionPattern<WhileOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(WhileOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (!convertResultTypes(*getTypeConverter(), op, types))
      return rewriter.notifyMatchFailure(op, "expected static tensors");
    auto loop = scf::WhileOp::create(rewriter, op.getLoc(), types,
                                     adaptor.getOperands());
    if (failed(moveRegion(rewriter, *getTypeConverter(), op.getCond(),
                          loop.getBefore())) ||
        failed(moveRegion(rewriter, *getTypeConverter(), op.getBody(),
                          loop.getAfter())))
      return rewriter.notifyMatchFailure(op, "expected tensors as arguments");
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

struct ConvertIf : OpConversionPattern<IfOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (!convertResultTypes(*getTypeConverter(), op, types))
      return rewriter.notifyMatchFailure(op, "expected static tensors");
    Value condition = extractScalar(rewriter, op.getLoc(), adaptor.getPred());
    auto branch = scf::IfOp::create(rewriter, op.getLoc(), types, condition,
                                    /*addThenBlock=*/false,
                                    /*addElseBlock=*/false);
    rewriter.inlineRegionBefore(op.getTrueBranch(), branch.getThenRegion(),
                                branch.getThenRegion().end());
    rewriter.inlineRegionBefore(op.getFalseBranch(), branch.getElseRegion(),
                                branch.getElseRegion().end());
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

/// An index outside of the branches takes the last one, the switch's default.
struct ConvertCase : OpConversionPattern<CaseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Type> types;
    if (!convertResultTypes(*getTypeConverter(), op, types))
      return rewriter.notifyMatchFailure(op, "expected static tensors");
    Value index = arith::IndexCastOp::create(
        rewriter, loc, rewriter.getIndexType(),
        extractScalar(rewriter, loc, adaptor.getIndex()));
    unsigned others = op.getBranches().size() - 1;
    SmallVector<int64_t> cases = llvm::to_vector(llvm::seq<int64_t>(others));
    auto choice =
        scf::IndexSwitchOp::create(rewriter, loc, types, index, cases, others);
    for (auto [from, to] : llvm::zip(op.getBranches().take_front(others),
                                     choice.getCaseRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    rewriter.inlineRegionBefore(op.getBranches().back(),
                                choice.getDefaultRegion(),
                                choice.getDefaultRegion().end());
    rewriter.replaceOp(op, choice.getResults());
    return success();
  }
};

/// The end of a region that one of the patterns above has moved.
struct ConvertReturn : OpConversionPattern<hlo::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(hlo::ReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Operation *parent = op->getParentOp();
    if (!isa<scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(parent))
      return rewriter.notifyMatchFailure(op, "expected a moved region");
    auto loop = dyn_cast<scf::WhileOp>(parent);
    if (loop && op->getParentRegion() == &loop.getBefore()) {
      Value more =
          extractScalar(rewriter, op.getLoc(), adaptor.getOperands().front());
      rewriter.replaceOpWithNewOp<scf::ConditionOp>(
          op, more, op->getBlock()->getArguments());
      return success();
    }
    rewriter.replaceOpWithNewOp<scf::YieldOp>(op, adaptor.getOperands());
    return success();
  }
};
} // namespace

void xla::populateControlFlowPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<ConvertWhile, ConvertIf, ConvertCase, ConvertReturn>(
      converter, patterns.getContext());
}
