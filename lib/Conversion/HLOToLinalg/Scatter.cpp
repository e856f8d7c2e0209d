//===- Scatter.cpp - hlo.scatter ------------------------------------------===//
//
// Loops over the index vectors, inside them over the update windows, that carry
// the results as tensors: bufferization makes them stores in place. Updates
// that fall outside are skipped one by one; order is row-major, so results are
// the same every time.
//
//===----------------------------------------------------------------------===//

#include "Indices.h"

#include <limits>

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

namespace {
/// How the dimensions of the three kinds of operands relate.
struct ScatterShape {
  SmallVector<int64_t> scatterSizes, windowSizes; // loops, outer and inner
  SmallVector<int64_t> scatterDims, windowDims;   // their update dimensions
  SmallVector<std::optional<int64_t>> windowOf;   // operand dim -> window loop

  ScatterShape(ScatterDimensionNumbersAttr dims, RankedTensorType update,
               unsigned operandRank) {
    for (auto [dim, size] : llvm::enumerate(update.getShape())) {
      bool inWindow = llvm::is_contained(dims.getUpdateWindowDims(), dim);
      (inWindow ? windowSizes : scatterSizes).push_back(size);
      (inWindow ? windowDims : scatterDims).push_back(dim);
    }
    int64_t next = 0;
    for (int64_t dim : llvm::seq<int64_t>(operandRank)) {
      bool inserted = llvm::is_contained(dims.getInsertedWindowDims(), dim) ||
                      llvm::is_contained(dims.getInputBatchingDims(), dim);
      windowOf.push_back(inserted ? std::nullopt
                                  : std::optional<int64_t>(next++));
    }
  }
};

struct ConvertScatter : OpConversionPattern<ScatterOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ScatterOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = getStaticType(*getTypeConverter(), op.getInputs()[0].getType());
    auto update =
        getStaticType(*getTypeConverter(), op.getUpdates()[0].getType());
    if (!type || !update ||
        !getStaticType(*getTypeConverter(), op.getScatterIndices().getType()))
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    auto combiner =
        ScalarRegion::create(rewriter, loc, op.getUpdateComputation());
    if (failed(combiner))
      return rewriter.notifyMatchFailure(op, "expected scalar captures");

    auto dims = op.getScatterDimensionNumbers();
    ScatterShape shape(dims, update, type.getRank());
    IndexVectorReader reader(adaptor.getScatterIndices(),
                             op.getScatterIndices().getType(),
                             dims.getIndexVectorDim());
    bool mapped = true;
    SmallVector<Value> results = createLoops(
        rewriter, loc, shape.scatterSizes, adaptor.getInputs(),
        [&](OpBuilder &b, Location l, ValueRange batch, ValueRange state) {
          SmallVector<Value> start(type.getRank());
          for (auto [component, dim] :
               llvm::enumerate(dims.getScatterDimsToOperandDims()))
            start[dim] = createStart(b, l, reader.read(b, l, batch, component),
                                     reader.getElementType());
          for (auto [dim, from] :
               llvm::zip(dims.getInputBatchingDims(),
                         dims.getScatterIndicesBatchingDims()))
            start[dim] = batch[reader.getBatchPosition(from)];
          // What the start alone decides is tested outside of the window.
          Value inside;
          for (int64_t dim : llvm::seq(type.getRank()))
            if (start[dim] && isPoint(shape, dim))
              inside =
                  testBound(b, l, inside, start[dim], type.getDimSize(dim));
          return createIf(b, l, inside, state, [&](OpBuilder &b, Location l) {
            return updateWindow(b, l, op, adaptor, *combiner, shape, batch,
                                start, state, mapped);
          });
        });
    if (!mapped)
      return rewriter.notifyMatchFailure(op, "expected a scalar region");
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Whether the window has one element along operand dimension `dim`.
  static bool isPoint(const ScatterShape &shape, int64_t dim) {
    return !shape.windowOf[dim] || shape.windowSizes[*shape.windowOf[dim]] == 1;
  }

  /// Where a window begins. What is too large for a signed index stays far
  /// outside, even with a position in the window added.
  static Value createStart(OpBuilder &b, Location loc, Value scalar,
                           Type type) {
    Value index = createRawIndex(b, loc, scalar, type);
    if (!type.isUnsignedInteger(64))
      return index;
    return arith::MinUIOp::create(
        b, loc, index,
        createIndex(b, loc, std::numeric_limits<int64_t>::max()));
  }

  /// `inside` (null: true) and index < size, unsigned.
  static Value testBound(OpBuilder &b, Location loc, Value inside, Value index,
                         int64_t size) {
    Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index,
                                       createIndex(b, loc, size));
    return inside ? arith::AndIOp::create(b, loc, inside, fits).getResult()
                  : fits;
  }

  /// `body`'s new state where `condition` (null: true) holds, else `state`.
  static SmallVector<Value>
  createIf(OpBuilder &b, Location loc, Value condition, ValueRange state,
           function_ref<SmallVector<Value>(OpBuilder &, Location)> body) {
    if (!condition)
      return body(b, loc);
    auto branch = scf::IfOp::create(
        b, loc, condition,
        [&](OpBuilder &b, Location l) {
          scf::YieldOp::create(b, l, body(b, l));
        },
        [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, state); });
    return llvm::to_vector_of<Value>(branch.getResults());
  }

  static SmallVector<Value>
  updateWindow(OpBuilder &b, Location loc, ScatterOp op, OpAdaptor adaptor,
               const ScalarRegion &combiner, const ScatterShape &shape,
               ValueRange batch, ArrayRef<Value> start, ValueRange state,
               bool &mapped) {
    auto type = cast<RankedTensorType>(state[0].getType());
    return createLoops(
        b, loc, shape.windowSizes, state,
        [&](OpBuilder &b, Location l, ValueRange window, ValueRange state) {
          SmallVector<Value> position, from(batch.size() + window.size());
          Value inside;
          for (int64_t dim : llvm::seq(type.getRank())) {
            std::optional<int64_t> offset = shape.windowOf[dim];
            Value index = start[dim];
            if (!index)
              index = offset ? window[*offset] : createIndex(b, l, 0);
            else if (offset)
              index = arith::AddIOp::create(b, l, index, window[*offset]);
            if (start[dim] && !isPoint(shape, dim))
              inside = testBound(b, l, inside, index, type.getDimSize(dim));
            position.push_back(index);
          }
          for (auto [dim, index] : llvm::zip(shape.scatterDims, batch))
            from[dim] = index;
          for (auto [dim, index] : llvm::zip(shape.windowDims, window))
            from[dim] = index;
          return createIf(b, l, inside, state, [&](OpBuilder &b, Location l) {
            return updateElement(b, l, op, adaptor, combiner, position, from,
                                 state, mapped);
          });
        });
  }

  static SmallVector<Value> updateElement(OpBuilder &b, Location loc,
                                          ScatterOp op, OpAdaptor adaptor,
                                          const ScalarRegion &combiner,
                                          ValueRange position, ValueRange from,
                                          ValueRange state, bool &mapped) {
    SmallVector<Value> args;
    SmallVector<Type> types;
    for (auto [tensor, input] : llvm::zip(state, op.getInputs())) {
      args.push_back(tensor::ExtractOp::create(b, loc, tensor, position));
      types.push_back(getElementTypeOrSelf(input.getType()));
    }
    for (auto [tensor, original] :
         llvm::zip(adaptor.getUpdates(), op.getUpdates())) {
      args.push_back(tensor::ExtractOp::create(b, loc, tensor, from));
      types.push_back(getElementTypeOrSelf(original.getType()));
    }
    auto values = combiner.inlineAt(b, args, types);
    mapped &= succeeded(values);
    SmallVector<Value> next(state);
    if (failed(values))
      return next;
    for (auto [index, value] : llvm::enumerate(*values)) {
      Type yielded = getElementTypeOrSelf(
          combiner.getBlock().getTerminator()->getOperand(index).getType());
      Type stored = getElementTypeOrSelf(op.getResult(index).getType());
      next[index] = tensor::InsertOp::create(
          b, loc, convertScalar(b, loc, value, yielded, stored), state[index],
          position);
    }
    return next;
  }
};
} // namespace

void xla::populateScatterPatterns(const TypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ConvertScatter>(converter, patterns.getContext());
}
