//===- Scan.cpp - scan as a loop ------------------------------------------===//
//
// A while loop carries a counter, the outputs and the scan's carried values.
// Each round slices the inputs, runs the body and writes a slice of the
// outputs.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/IR/Quantization.h"

using namespace mlir;
using namespace xla;
using namespace xla::chlo;

static Value createScalar(ImplicitLocOpBuilder &builder, int64_t number) {
  auto type = RankedTensorType::get({}, builder.getI64Type());
  return hlo::ConstantOp::create(
      builder, type,
      DenseElementsAttr::get(type, builder.getI64IntegerAttr(number)));
}

/// A value of the type, for elements that are written before they are read.
static Value createZeros(ImplicitLocOpBuilder &builder, RankedTensorType type) {
  return hlo::ConstantOp::create(
      builder, type,
      hlo::getSplatAttr(cast<RankedTensorType>(hlo::getStorageType(type)),
                        0.0));
}

namespace {
struct LowerScan : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    for (Type type :
         llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                  SmallVector<Type>(op->getResultTypes())))
      if (!cast<RankedTensorType>(type).hasStaticShape())
        return rewriter.notifyMatchFailure(op, "expected static shapes");
    std::optional<int64_t> size = getSize(op);
    if (!size)
      return rewriter.notifyMatchFailure(op, "expected a known scan size");

    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> inits = {createScalar(builder, 0)};
    for (Value output : op.getOutputs())
      inits.push_back(
          createZeros(builder, cast<RankedTensorType>(output.getType())));
    llvm::append_range(inits, op.getInits());
    if (*size == 0) { // a body that slices would have nothing to slice
      rewriter.replaceOp(op, ArrayRef(inits).drop_front());
      return success();
    }
    SmallVector<Type> types = llvm::to_vector(ValueRange(inits).getTypes());
    auto loop = hlo::WhileOp::create(builder, builder.getLoc(), types, inits,
                                     ArrayRef<NamedAttribute>());
    SmallVector<Location> locations(types.size(), op.getLoc());
    {
      OpBuilder::InsertionGuard guard(rewriter);
      Block *cond = rewriter.createBlock(&loop.getCond(), {}, types, locations);
      buildCondition(builder, cond, *size);
      Block *body = rewriter.createBlock(&loop.getBody(), {}, types, locations);
      buildBody(builder, rewriter, op, body, *size);
    }
    rewriter.replaceOp(op, loop.getResults().drop_front());
    return success();
  }

private:
  static std::optional<int64_t> getSize(ScanOp op) {
    if (op.getScanDimSize())
      return *op.getScanDimSize();
    if (!op.getInputs().empty())
      return cast<RankedTensorType>(op.getInputs()[0].getType())
          .getDimSize(op.getDimension());
    if (!op.getOutputs().empty())
      return cast<RankedTensorType>(op.getOutputs()[0].getType())
          .getDimSize(op.getDimension());
    return std::nullopt;
  }

  static void buildCondition(ImplicitLocOpBuilder &builder, Block *block,
                             int64_t size) {
    builder.setInsertionPointToEnd(block);
    Expr counter(builder, block->getArgument(0));
    Expr end(builder, createScalar(builder, size));
    hlo::ReturnOp::create(builder, ValueRange((counter < end).getValue()));
  }

  static void buildBody(ImplicitLocOpBuilder &builder,
                        PatternRewriter &rewriter, ScanOp op, Block *block,
                        int64_t size) {
    builder.setInsertionPointToEnd(block);
    int64_t dim = op.getDimension();
    unsigned numOutputs = op.getOutputs().size();
    Expr counter(builder, block->getArgument(0));
    Expr index = counter;
    if (op.getIsReverse())
      index = Expr(builder, createScalar(builder, size - 1)) - counter;
    Value zero = createScalar(builder, 0);
    auto getStarts = [&](int64_t rank) {
      SmallVector<Value> starts(rank, zero);
      starts[dim] = index.getValue();
      return starts;
    };

    Block &scanBody = op.getBody().front();
    SmallVector<Value> arguments;
    for (auto [position, input] : llvm::enumerate(op.getInputs())) {
      auto type = cast<RankedTensorType>(input.getType());
      SmallVector<int64_t> sizes(type.getShape());
      sizes[dim] = 1;
      Value slice = hlo::DynamicSliceOp::create(
          builder, RankedTensorType::get(sizes, type.getElementType()), input,
          getStarts(type.getRank()), builder.getDenseI64ArrayAttr(sizes));
      arguments.push_back(hlo::ReshapeOp::create(
          builder, scanBody.getArgument(position).getType(), slice));
    }
    llvm::append_range(arguments,
                       block->getArguments().drop_front(1 + numOutputs));

    auto scanReturn = cast<hlo::ReturnOp>(scanBody.back());
    rewriter.inlineBlockBefore(&scanBody, block, block->end(), arguments);
    builder.setInsertionPointToEnd(block);
    Expr one(builder, createScalar(builder, 1));
    SmallVector<Value> next = {(counter + one).getValue()};
    for (unsigned position = 0; position < numOutputs; ++position) {
      Value output = block->getArgument(1 + position);
      auto type = cast<RankedTensorType>(output.getType());
      SmallVector<int64_t> sizes(type.getShape());
      sizes[dim] = 1;
      Value slice = hlo::ReshapeOp::create(
          builder, RankedTensorType::get(sizes, type.getElementType()),
          scanReturn->getOperand(position));
      next.push_back(hlo::DynamicUpdateSliceOp::create(
          builder, type, output, slice, getStarts(type.getRank())));
    }
    llvm::append_range(next, scanReturn->getOperands().drop_front(numOutputs));
    rewriter.eraseOp(scanReturn);
    builder.setInsertionPointToEnd(block);
    hlo::ReturnOp::create(builder, next);
  }
};
} // namespace

void xla::chlo::populateScanPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerScan>(patterns.getContext());
}
