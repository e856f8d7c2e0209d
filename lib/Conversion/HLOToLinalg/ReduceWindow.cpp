//===- ReduceWindow.cpp - hlo.reduce_window -------------------------------===//
//
// In general a generic over output and window dimensions of the padded input.
// A window that reaches back to the start (cumulative sum and its kin) is a
// scan instead: linear, not quadratic.
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "Window.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

namespace {
/// The op's inputs and accumulators, prepared for either form.
struct WindowReduction {
  ReduceWindowOp op;
  ValueRange inputs;
  Combiner combiner;
  SmallVector<Value> inits;
  SmallVector<Type> elementTypes;
  RankedTensorType shape; // of the first result
  unsigned count() const { return combiner.getNumValues(); }
};
} // namespace

/// The dimension along which the windows of consecutive results grow by one
/// element, or nothing. `reversed` is set if they grow towards the front.
static std::optional<int64_t> findScanDimension(const Window &window,
                                                RankedTensorType input,
                                                RankedTensorType result,
                                                bool &reversed) {
  std::optional<int64_t> scan;
  for (int64_t dim : llvm::seq(input.getRank())) {
    if (window.baseDilations[dim] != 1 || window.strides[dim] != 1)
      return std::nullopt;
    if (window.sizes[dim] == 1 && window.low[dim] == 0 && window.high[dim] == 0)
      continue;
    int64_t reach = window.sizes[dim] - 1;
    bool forward = window.low[dim] == reach && window.high[dim] == 0;
    bool backward = window.low[dim] == 0 && window.high[dim] == reach;
    if (scan || window.dilations[dim] != 1 || !(forward || backward) ||
        window.sizes[dim] < input.getDimSize(dim) ||
        result.getDimSize(dim) != input.getDimSize(dim))
      return std::nullopt;
    scan = dim;
    reversed = backward;
  }
  return scan;
}

/// One generic; loops are the result's dimensions, then those of the window
/// that are longer than 1.
static FailureOr<SmallVector<Value>>
reduceDirectly(OpBuilder &b, WindowReduction &r, const Window &window) {
  Location loc = r.op.getLoc();
  unsigned rank = r.shape.getRank(), count = r.count();
  SmallVector<int64_t> base, lengths;
  for (int64_t dilation : window.baseDilations)
    base.push_back(dilation - 1);
  SmallVector<AffineExpr> position, windowDims;
  for (unsigned dim : llvm::seq(rank)) {
    AffineExpr expr = b.getAffineDimExpr(dim) * window.strides[dim];
    if (window.sizes[dim] != 1) {
      AffineExpr loop = b.getAffineDimExpr(rank + lengths.size());
      lengths.push_back(window.sizes[dim]);
      windowDims.push_back(loop);
      expr = expr + loop * window.dilations[dim];
    }
    position.push_back(expr);
  }
  unsigned loops = rank + lengths.size();
  AffineMap inputMap = AffineMap::get(loops, 0, position, b.getContext());
  AffineMap resultMap = getLeadingDims(b.getContext(), loops, rank);

  SmallVector<Value> inputs, outs;
  SmallVector<Type> types;
  for (unsigned index : llvm::seq(count)) {
    // Padding holds the init value in the input's type.
    Type elementType = r.elementTypes[index];
    Value init =
        convertScalar(b, loc, r.inits[index],
                      r.combiner.getAccumulatorType(index), elementType);
    inputs.push_back(createPadded(b, loc, r.inputs[index], init, window.low,
                                  window.high, base));
    auto type =
        RankedTensorType::get(r.shape.getShape(), r.inits[index].getType());
    types.push_back(type);
    outs.push_back(createFilled(b, loc, type, r.inits[index]));
  }
  SmallVector<AffineMap> maps(count, inputMap);
  // Nothing is read from it: it gives the window's loops their lengths.
  Value extent =
      createEmpty(b, loc, RankedTensorType::get(lengths, b.getI8Type()));
  inputs.push_back(extent);
  maps.push_back(AffineMap::get(loops, 0, windowDims, b.getContext()));
  maps.append(count, resultMap);
  SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
  iterators.append(lengths.size(), IteratorType::reduction);
  bool mapped = true;
  auto generic = linalg::GenericOp::create(
      b, loc, types, inputs, outs, maps, iterators,
      [&](OpBuilder &b, Location l, ValueRange args) {
        auto values =
            r.combiner.combine(b, args.drop_front(count + 1),
                               args.take_front(count), r.elementTypes);
        mapped = succeeded(values);
        linalg::YieldOp::create(
            b, l, mapped ? ValueRange(*values) : args.drop_front(count + 1));
      });
  if (!mapped)
    return failure();
  return llvm::to_vector_of<Value>(generic.getResults());
}

/// A loop along `dim` that carries the accumulators of all other positions and
/// writes into `results`.
static FailureOr<SmallVector<Value>> reduceByScan(OpBuilder &b,
                                                  WindowReduction &r,
                                                  int64_t dim, bool reversed,
                                                  ValueRange into) {
  Location loc = r.op.getLoc();
  unsigned count = r.count();
  SmallVector<int64_t> rowShape(r.shape.getShape());
  rowShape.erase(rowShape.begin() + dim);
  SmallVector<Value> state(into); // results, then accumulators
  for (Value init : r.inits)
    state.push_back(createFilled(
        b, loc, RankedTensorType::get(rowShape, init.getType()), init));

  SmallVector<int64_t> zeros(r.shape.getRank(), 0), ones(r.shape.getRank(), 1);
  SmallVector<int64_t> sizes(r.shape.getShape());
  sizes[dim] = 1;
  bool mapped = true;
  SmallVector<Value> results = createLoops(
      b, loc, r.shape.getDimSize(dim), state,
      [&](OpBuilder &b, Location l, ValueRange indices, ValueRange state) {
        Value index = indices[0];
        if (reversed)
          index = arith::SubIOp::create(
              b, l, createIndex(b, l, r.shape.getDimSize(dim) - 1), index);
        StaticSlice slice(b.getContext(), zeros, sizes, ones);
        slice.offsets[dim] = index;
        SmallVector<Value> rows, accumulators(state.drop_front(count));
        for (Value input : r.inputs) {
          auto type = RankedTensorType::get(
              rowShape, getElementTypeOrSelf(input.getType()));
          rows.push_back(tensor::ExtractSliceOp::create(
              b, l, type, input, slice.offsets, slice.sizes, slice.strides));
        }
        unsigned rank = rowShape.size();
        SmallVector<AffineMap> maps(2 * count, b.getMultiDimIdentityMap(rank));
        SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
        auto step = linalg::GenericOp::create(
            b, l, TypeRange(ValueRange(accumulators)), rows, accumulators, maps,
            iterators, [&](OpBuilder &b, Location l, ValueRange args) {
              auto values =
                  r.combiner.combine(b, args.drop_front(count),
                                     args.take_front(count), r.elementTypes);
              mapped &= succeeded(values);
              linalg::YieldOp::create(b, l,
                                      succeeded(values)
                                          ? ValueRange(*values)
                                          : args.drop_front(count));
            });
        SmallVector<Value> next;
        for (unsigned index : llvm::seq(count))
          next.push_back(tensor::InsertSliceOp::create(
              b, l, step.getResult(index), state[index], slice.offsets,
              slice.sizes, slice.strides));
        llvm::append_range(next, step.getResults());
        return next;
      });
  if (!mapped)
    return failure();
  results.truncate(count);
  return results;
}

/// Most rows that a scan along the last dimension takes together: their sums
/// wait for each other no more, and their lines of memory stay in the
/// first-level cache.
static constexpr int64_t mostScannedRows = 4;

namespace {
/// Along the dimension before the last, `count` blocks of `rows` rows from row
/// `first` on.
struct RowBlocks {
  int64_t first, rows, count;
};
} // namespace

/// Scans the rows of `blocks` block by block and writes into `results`.
static FailureOr<SmallVector<Value>>
scanBlocks(OpBuilder &b, WindowReduction &r, const RowBlocks &blocks,
           bool reversed, ValueRange results) {
  ArrayRef<int64_t> shape = r.shape.getShape();
  int64_t rank = shape.size();
  SmallVector<int64_t> counts(shape.drop_back()), sizes(rank, 1);
  counts.back() = blocks.count;
  sizes[rank - 2] = blocks.rows;
  sizes[rank - 1] = shape.back();
  StaticSlice slice(b.getContext(), SmallVector<int64_t>(rank, 0), sizes,
                    SmallVector<int64_t>(rank, 1));
  WindowReduction part = r;
  part.shape =
      RankedTensorType::get({blocks.rows, shape.back()}, r.elementTypes[0]);
  bool mapped = true;
  SmallVector<Value> scanned = createLoops(
      b, r.op.getLoc(), counts, results,
      [&](OpBuilder &b, Location l, ValueRange indices, ValueRange state) {
        llvm::copy(indices, slice.offsets.begin());
        Value row = arith::MulIOp::create(b, l, indices.back(),
                                          createIndex(b, l, blocks.rows));
        if (blocks.first != 0)
          row =
              arith::AddIOp::create(b, l, row, createIndex(b, l, blocks.first));
        slice.offsets[rank - 2] = row;
        auto take = [&](Value whole) -> Value {
          auto type = RankedTensorType::get(
              part.shape.getShape(), getElementTypeOrSelf(whole.getType()));
          return tensor::ExtractSliceOp::create(
              b, l, type, whole, slice.offsets, slice.sizes, slice.strides);
        };
        SmallVector<Value> inputs = llvm::map_to_vector(r.inputs, take);
        part.inputs = inputs;
        FailureOr<SmallVector<Value>> next = reduceByScan(
            b, part, /*dim=*/1, reversed, llvm::map_to_vector(state, take));
        mapped &= succeeded(next);
        if (!mapped)
          return llvm::to_vector(state);
        for (auto [value, whole] : llvm::zip(*next, state))
          value = tensor::InsertSliceOp::create(
              b, l, value, whole, slice.offsets, slice.sizes, slice.strides);
        return *next;
      });
  if (!mapped)
    return failure();
  markIndependent(scanned, counts,
                  0.5 * double(blocks.rows) * double(shape.back()));
  return scanned;
}

/// As reduceByScan; along the last dimension a few rows at a time, because a
/// step through all rows touches a line of memory for each.
static FailureOr<SmallVector<Value>>
reduceRowsByScan(OpBuilder &b, WindowReduction &r, int64_t dim, bool reversed) {
  ArrayRef<int64_t> shape = r.shape.getShape();
  int64_t rank = shape.size();
  SmallVector<Value> results;
  for (Value init : r.inits)
    results.push_back(createEmpty(
        b, r.op.getLoc(), RankedTensorType::get(shape, init.getType())));
  if (dim != rank - 1 || rank == 1 ||
      r.shape.getNumElements() <= mostScannedRows * shape[dim])
    return reduceByScan(b, r, dim, reversed, results);

  // One row less at a time where that leaves no rest, which would be a
  // second copy of the code.
  int64_t all = shape[rank - 2];
  int64_t rows = std::min(all, mostScannedRows);
  if (all % rows != 0 && all % (rows - 1) == 0)
    --rows;
  int64_t rest = all % rows;
  FailureOr<SmallVector<Value>> scanned =
      scanBlocks(b, r, {/*first=*/0, rows, all / rows}, reversed, results);
  if (succeeded(scanned) && rest != 0)
    scanned =
        scanBlocks(b, r, {all - rest, rest, /*count=*/1}, reversed, *scanned);
  return scanned;
}

namespace {
struct ConvertReduceWindow : OpConversionPattern<ReduceWindowOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceWindowOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto input =
        getStaticType(*getTypeConverter(), op.getInputs()[0].getType());
    auto shape = getStaticType(*getTypeConverter(), op.getResult(0).getType());
    if (!input || !shape)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    Window window(op, input.getRank());
    bool reversed = false;
    std::optional<int64_t> scan =
        findScanDimension(window, input, shape, reversed);
    // Each step of a scan gives a result, which is rounded to its type.
    FailureOr<Combiner> combiner = Combiner::create(
        rewriter, loc, op.getBody(), /*inOrder=*/scan.has_value());
    if (failed(combiner))
      return rewriter.notifyMatchFailure(op, "expected scalar captures");
    SmallVector<Value> inits = combiner->createInits(
        rewriter, loc, adaptor.getInitValues(), op.getInitValues().getTypes());
    SmallVector<Type> elementTypes =
        llvm::map_to_vector(op.getInputs().getTypes(), [](Type type) {
          return getElementTypeOrSelf(type);
        });
    WindowReduction reduction{op,    adaptor.getInputs(), *combiner,
                              inits, elementTypes,        shape};
    FailureOr<SmallVector<Value>> values =
        scan ? reduceRowsByScan(rewriter, reduction, *scan, reversed)
             : reduceDirectly(rewriter, reduction, window);
    if (failed(values))
      return rewriter.notifyMatchFailure(op, "expected a scalar region");
    for (auto [index, value] : llvm::enumerate(*values))
      value = createConverted(
          rewriter, loc, value, combiner->getAccumulatorType(index),
          getElementTypeOrSelf(op.getResult(index).getType()));
    rewriter.replaceOp(op, *values);
    return success();
  }
};
} // namespace

void xla::populateWindowPatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<ConvertReduceWindow>(converter, patterns.getContext());
  populateSelectAndScatterPatterns(converter, patterns);
}
