//===- TopK.cpp - top_k as a stable sort ----------------------------------===//
//
// Sorts values together with their positions, largest first, and keeps the
// first k: where code generation has nothing better.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

/// Adds `lhs > rhs` to the comparator of `sort`, whose block takes two scalars
/// of each input.
static void buildComparator(ImplicitLocOpBuilder &builder, hlo::SortOp sort) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types;
  for (Type type : sort.getInputs().getTypes())
    types.append(2, RankedTensorType::get(
                        {}, cast<RankedTensorType>(type).getElementType()));
  Block *block = builder.createBlock(
      &sort.getComparator(), {}, types,
      SmallVector<Location>(types.size(), builder.getLoc()));
  MLIRContext *context = builder.getContext();
  SmallVector<NamedAttribute> attributes = {builder.getNamedAttr(
      "comparison_direction", hlo::ComparisonDirectionAttr::get(
                                  context, hlo::ComparisonDirection::GT))};
  // Floats by total order: where NaN goes must not depend on the sort.
  if (isa<FloatType>(cast<RankedTensorType>(types[0]).getElementType()))
    attributes.push_back(builder.getNamedAttr(
        "compare_type", hlo::ComparisonTypeAttr::get(
                            context, hlo::ComparisonType::TOTALORDER)));
  Type predicate = RankedTensorType::get({}, builder.getI1Type());
  auto compare = hlo::CompareOp::create(
      builder, builder.getLoc(), TypeRange(predicate),
      ValueRange{block->getArgument(0), block->getArgument(1)}, attributes);
  hlo::ReturnOp::create(builder, compare->getResults());
}

namespace {
struct LowerTopK : OpRewritePattern<TopKOp> {
  LowerTopK(MLIRContext *context, bool keepFunctions)
      : OpRewritePattern(context), keepFunctions(keepFunctions) {}

  LogicalResult matchAndRewrite(TopKOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getOperand().getType());
    if (!type || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    if (keepFunctions && op.takesFewOfMany())
      return rewriter.notifyMatchFailure(op, "known to code generation");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    int64_t last = type.getRank() - 1;
    auto indexType = type.clone(rewriter.getI32Type());
    Value iota = hlo::IotaOp::create(builder, indexType, last);
    auto sort = hlo::SortOp::create(
        builder, builder.getLoc(), TypeRange{type, indexType},
        ValueRange{op.getOperand(), iota},
        ArrayRef<NamedAttribute>{
            builder.getNamedAttr("dimension", builder.getI64IntegerAttr(last)),
            builder.getNamedAttr("is_stable", builder.getBoolAttr(true))});
    buildComparator(builder, sort);
    SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
    SmallVector<int64_t> limits(type.getShape());
    limits.back() = op.getK();
    SmallVector<Value> results;
    for (auto [value, result] : llvm::zip(sort.getResults(), op->getResults()))
      results.push_back(
          hlo::SliceOp::create(builder, result.getType(), value,
                               builder.getDenseI64ArrayAttr(starts),
                               builder.getDenseI64ArrayAttr(limits),
                               builder.getDenseI64ArrayAttr(strides)));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  bool keepFunctions;
};
} // namespace

void xla::chlo::populateTopKPatterns(RewritePatternSet &patterns,
                                     bool keepFunctions) {
  patterns.add<LowerTopK>(patterns.getContext(), keepFunctions);
}
