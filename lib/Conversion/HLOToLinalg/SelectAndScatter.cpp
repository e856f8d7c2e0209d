//===- SelectAndScatter.cpp - hlo.select_and_scatter ----------------------===//
//
// For each source element, in row-major order: find the element of its window
// that the select region keeps, then combine the source into the result there.
// Windows may overlap and reach into the padding, whose elements are never
// selected.
//
//===----------------------------------------------------------------------===//

#include "Window.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

static SmallVector<int64_t> orElse(std::optional<ArrayRef<int64_t>> values,
                                   unsigned rank) {
  return values ? llvm::to_vector(*values) : SmallVector<int64_t>(rank, 1);
}

static void readPadding(std::optional<DenseIntElementsAttr> padding,
                        unsigned rank, Window &window) {
  window.low.assign(rank, 0);
  window.high.assign(rank, 0);
  if (!padding)
    return;
  for (auto [index, value] : llvm::enumerate(padding->getValues<int64_t>()))
    (index % 2 ? window.high : window.low)[index / 2] = value;
}

Window::Window(ReduceWindowOp op, unsigned rank)
    : sizes(op.getWindowDimensions()),
      strides(orElse(op.getWindowStrides(), rank)),
      baseDilations(orElse(op.getBaseDilations(), rank)),
      dilations(orElse(op.getWindowDilations(), rank)) {
  readPadding(op.getPadding(), rank, *this);
}

Window::Window(SelectAndScatterOp op, unsigned rank)
    : sizes(orElse(op.getWindowDimensions(), rank)),
      strides(orElse(op.getWindowStrides(), rank)), baseDilations(rank, 1),
      dilations(rank, 1) {
  readPadding(op.getPadding(), rank, *this);
}

Window::Window(ConvolutionOp op) {
  auto dims = op.getDimensionNumbers().getKernelSpatialDimensions();
  auto kernel = cast<RankedTensorType>(op.getRhs().getType());
  for (int64_t dim : dims)
    sizes.push_back(kernel.getDimSize(dim));
  strides = orElse(op.getWindowStrides(), dims.size());
  baseDilations = orElse(op.getLhsDilation(), dims.size());
  dilations = orElse(op.getRhsDilation(), dims.size());
  readPadding(op.getPadding(), dims.size(), *this);
}

namespace {
struct ConvertSelectAndScatter : OpConversionPattern<SelectAndScatterOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SelectAndScatterOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = getStaticType(*getTypeConverter(), op.getType());
    auto source = getStaticType(*getTypeConverter(), op.getSource().getType());
    if (!type || !source)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    auto selectRegion = ScalarRegion::create(rewriter, loc, op.getSelect());
    auto scatterRegion = ScalarRegion::create(rewriter, loc, op.getScatter());
    if (failed(selectRegion) || failed(scatterRegion))
      return rewriter.notifyMatchFailure(op, "expected scalar captures");

    Window window(op, type.getRank());
    Type operandType = getElementTypeOrSelf(op.getOperand().getType());
    Type sourceType = getElementTypeOrSelf(op.getSource().getType());
    Type resultType = getElementTypeOrSelf(op.getType());
    Value init = convertScalar(
        rewriter, loc, extractScalar(rewriter, loc, adaptor.getInitValue()),
        getElementTypeOrSelf(op.getInitValue().getType()), resultType);
    Value filled = createFilled(rewriter, loc, type, init);
    bool mapped = true;
    SmallVector<Value> result = createLoops(
        rewriter, loc, source.getShape(), filled,
        [&](OpBuilder &b, Location l, ValueRange at,
            ValueRange state) -> SmallVector<Value> {
          SmallVector<Value> best = findSelected(
              b, l, window, type, at, adaptor.getOperand(),
              [&](OpBuilder &b, Location l, Value kept, Value value) -> Value {
                auto keep = selectRegion->inlineAt(b, {kept, value},
                                                   {operandType, operandType});
                mapped &= succeeded(keep);
                return succeeded(keep)
                           ? keep->front()
                           : arith::ConstantIntOp::create(b, l, 1, 1)
                                 .getResult();
              });
          ValueRange where = ValueRange(best).drop_front(2);
          auto update = scf::IfOp::create(
              b, l, best[0],
              [&](OpBuilder &b, Location l) {
                Value old = tensor::ExtractOp::create(b, l, state[0], where);
                Value add =
                    tensor::ExtractOp::create(b, l, adaptor.getSource(), at);
                auto sum = scatterRegion->inlineAt(b, {old, add},
                                                   {resultType, sourceType});
                mapped &= succeeded(sum);
                Value value = succeeded(sum) ? sum->front() : old;
                scf::YieldOp::create(
                    b, l,
                    tensor::InsertOp::create(b, l, value, state[0], where)
                        .getResult());
              },
              [&](OpBuilder &b, Location l) {
                scf::YieldOp::create(b, l, state[0]);
              });
          return {update.getResult(0)};
        });
    if (!mapped)
      return rewriter.notifyMatchFailure(op, "expected scalar regions");
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// Walks the window of source position `at`; returns whether anything was
  /// found, the kept element, and its indices.
  static SmallVector<Value>
  findSelected(OpBuilder &b, Location loc, const Window &window,
               RankedTensorType type, ValueRange at, Value operand,
               function_ref<Value(OpBuilder &, Location, Value, Value)> keeps) {
    Type elementType = getElementTypeOrSelf(operand.getType());
    Value zero = createIndex(b, loc, 0);
    Value none = arith::ConstantIntOp::create(b, loc, 0, 1);
    SmallVector<Value> state = {none, createZero(b, loc, elementType)};
    state.append(type.getRank(), zero);
    return createLoops(
        b, loc, window.sizes, state,
        [&](OpBuilder &b, Location l, ValueRange offsets,
            ValueRange state) -> SmallVector<Value> {
          Value inside = arith::ConstantIntOp::create(b, l, 1, 1);
          SmallVector<Value> position;
          for (int64_t dim : llvm::seq(type.getRank())) {
            Value start = arith::MulIOp::create(
                b, l, at[dim], createIndex(b, l, window.strides[dim]));
            start = arith::SubIOp::create(b, l, start,
                                          createIndex(b, l, window.low[dim]));
            position.push_back(
                arith::AddIOp::create(b, l, start, offsets[dim]));
            // Unsigned: a negative position is far beyond the end.
            Value fits = arith::CmpIOp::create(
                b, l, arith::CmpIPredicate::ult, position.back(),
                createIndex(b, l, type.getDimSize(dim)));
            inside = arith::AndIOp::create(b, l, inside, fits);
          }
          auto step = scf::IfOp::create(
              b, l, inside,
              [&](OpBuilder &b, Location l) {
                Value value =
                    tensor::ExtractOp::create(b, l, operand, position);
                Value kept = arith::AndIOp::create(
                    b, l, state[0], keeps(b, l, state[1], value));
                SmallVector<Value> next = {
                    arith::ConstantIntOp::create(b, l, 1, 1),
                    arith::SelectOp::create(b, l, kept, state[1], value)};
                for (auto [dim, index] : llvm::enumerate(position))
                  next.push_back(arith::SelectOp::create(
                      b, l, kept, state[2 + dim], index));
                scf::YieldOp::create(b, l, next);
              },
              [&](OpBuilder &b, Location l) {
                scf::YieldOp::create(b, l, state);
              });
          return llvm::to_vector_of<Value>(step.getResults());
        });
  }
};
} // namespace

void xla::populateSelectAndScatterPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<ConvertSelectAndScatter>(converter, patterns.getContext());
}
