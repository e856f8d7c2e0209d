//===- Sort.cpp - hlo.sort ------------------------------------------------===//
//
// A stable merge sort, bottom up, of one row after the other: runs of 1, 2, 4
// ... elements are merged from one row buffer into a second and back, two
// merges per turn, so that the result always ends in the first. An element of
// the right run goes first only if the comparator puts it strictly before the
// left one.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

namespace {
/// Sorts rows of `length` elements by a comparator.
class RowSorter {
public:
  RowSorter(SortOp op, const ScalarRegion &comparator, int64_t length)
      : op(op), comparator(comparator), length(length) {}

  /// Merges neighbouring runs of `width` elements of `from` into `to`.
  SmallVector<Value> merge(OpBuilder &b, Location loc, ValueRange from,
                           ValueRange to, Value width);

  /// False if the comparator had an op without a scalar form.
  bool isMapped() const { return mapped; }

private:
  Value isBefore(OpBuilder &b, Location loc, ValueRange lhs, ValueRange rhs);

  SortOp op;
  const ScalarRegion &comparator;
  int64_t length;
  bool mapped = true;
};
} // namespace

Value RowSorter::isBefore(OpBuilder &b, Location loc, ValueRange lhs,
                          ValueRange rhs) {
  SmallVector<Value> args;
  SmallVector<Type> types;
  for (auto [l, r, input] : llvm::zip(lhs, rhs, op.getInputs())) {
    args.append({l, r});
    types.append(2, getElementTypeOrSelf(input.getType()));
  }
  auto values = comparator.inlineAt(b, args, types);
  mapped &= succeeded(values);
  if (succeeded(values))
    return values->front();
  return arith::ConstantIntOp::create(b, loc, 0, 1);
}

SmallVector<Value> RowSorter::merge(OpBuilder &b, Location loc, ValueRange from,
                                    ValueRange to, Value width) {
  Value zero = createIndex(b, loc, 0), one = createIndex(b, loc, 1);
  Value end = createIndex(b, loc, length),
        last = createIndex(b, loc, length - 1);
  Value pair = arith::AddIOp::create(b, loc, width, width);
  auto runs = scf::ForOp::create(b, loc, zero, end, pair, to);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(runs.getBody());
  Value low = runs.getInductionVar();
  auto bounded = [&](Value start, Value size) -> Value {
    Value sum = arith::AddIOp::create(b, loc, start, size);
    return arith::MinSIOp::create(b, loc, sum, end);
  };
  Value middle = bounded(low, width), high = bounded(low, pair);
  SmallVector<Value> state = {low, middle};
  llvm::append_range(state, runs.getRegionIterArgs());
  auto places = scf::ForOp::create(b, loc, low, high, one, state);
  {
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToStart(places.getBody());
    Value left = places.getRegionIterArg(0), right = places.getRegionIterArg(1);
    // Both are read before it is known whether they are left, so stay inside.
    Value leftAt = arith::MinSIOp::create(b, loc, left, last);
    Value rightAt = arith::MinSIOp::create(b, loc, right, last);
    SmallVector<Value> lefts, rights;
    for (Value row : from) {
      lefts.push_back(tensor::ExtractOp::create(b, loc, row, leftAt));
      rights.push_back(tensor::ExtractOp::create(b, loc, row, rightAt));
    }
    using P = arith::CmpIPredicate;
    Value before = isBefore(b, loc, rights, lefts);
    Value leftDone = arith::CmpIOp::create(b, loc, P::sge, left, middle);
    Value rightLeft = arith::CmpIOp::create(b, loc, P::slt, right, high);
    Value takeRight = arith::AndIOp::create(
        b, loc, rightLeft, arith::OrIOp::create(b, loc, leftDone, before));
    Value leftNext = arith::AddIOp::create(b, loc, left, one);
    Value rightNext = arith::AddIOp::create(b, loc, right, one);
    SmallVector<Value> next = {
        arith::SelectOp::create(b, loc, takeRight, left, leftNext),
        arith::SelectOp::create(b, loc, takeRight, rightNext, right)};
    for (auto [index, l, r] : llvm::enumerate(lefts, rights)) {
      Value element = arith::SelectOp::create(b, loc, takeRight, r, l);
      next.push_back(tensor::InsertOp::create(
          b, loc, element, places.getRegionIterArg(2 + index),
          places.getInductionVar()));
    }
    scf::YieldOp::create(b, loc, next);
  }
  scf::YieldOp::create(b, loc, places.getResults().drop_front(2));
  return llvm::to_vector_of<Value>(runs.getResults());
}

namespace {
struct ConvertSort : OpConversionPattern<SortOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SortOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = getStaticType(*getTypeConverter(), op.getInputs()[0].getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    int64_t rank = type.getRank();
    int64_t dim = op.getDimension();
    if (dim < 0)
      dim += rank;
    int64_t length = type.getDimSize(dim);
    if (length < 2 || type.getNumElements() == 0) {
      rewriter.replaceOp(op, adaptor.getInputs());
      return success();
    }
    auto comparator = ScalarRegion::create(rewriter, loc, op.getComparator());
    if (failed(comparator))
      return rewriter.notifyMatchFailure(op, "expected scalar captures");
    RowSorter sorter(op, *comparator, length);

    // State: the results, then two row buffers per input.
    unsigned count = adaptor.getInputs().size();
    SmallVector<Value> state;
    for (Value input : adaptor.getInputs())
      state.push_back(
          createEmpty(rewriter, loc, cast<RankedTensorType>(input.getType())));
    for (unsigned copy = 0; copy < 2; ++copy)
      for (Value input : adaptor.getInputs())
        state.push_back(
            createEmpty(rewriter, loc,
                        RankedTensorType::get(
                            length, getElementTypeOrSelf(input.getType()))));
    SmallVector<int64_t> rows(type.getShape());
    rows[dim] = 1;
    SmallVector<Value> results = createLoops(
        rewriter, loc, rows, state,
        [&](OpBuilder &b, Location l, ValueRange at, ValueRange state) {
          SmallVector<int64_t> sizes(rank, 1), ones(rank, 1);
          sizes[dim] = length;
          StaticSlice slice(b.getContext(), ones, sizes, ones);
          slice.offsets = getAsOpFoldResult(at);
          SmallVector<Value> buffers;
          for (auto [input, buffer] :
               llvm::zip(adaptor.getInputs(), state.slice(count, count))) {
            Value row = tensor::ExtractSliceOp::create(
                b, l, cast<RankedTensorType>(buffer.getType()), input,
                slice.offsets, slice.sizes, slice.strides);
            buffers.push_back(
                linalg::CopyOp::create(b, l, row, buffer).getResult(0));
          }
          llvm::append_range(buffers, state.drop_front(2 * count));
          buffers = sortRow(b, l, sorter, buffers, length);
          SmallVector<Value> next;
          for (unsigned index : llvm::seq(count))
            next.push_back(tensor::InsertSliceOp::create(
                b, l, buffers[index], state[index], slice.offsets, slice.sizes,
                slice.strides));
          llvm::append_range(next, buffers);
          return next;
        });
    if (!sorter.isMapped())
      return rewriter.notifyMatchFailure(op, "expected a scalar comparator");
    markIndependent(results, rows,
                    3.0 * double(count * length) *
                        llvm::Log2_64_Ceil(uint64_t(length)));
    results.truncate(count);
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Turns of two merges each, widths w and 2w, from w = 1 until a run is the
  /// row. A merge of runs that are longer than the row copies it.
  static SmallVector<Value> sortRow(OpBuilder &b, Location loc,
                                    RowSorter &sorter, ValueRange buffers,
                                    int64_t length) {
    unsigned count = buffers.size() / 2;
    int64_t turns = (llvm::Log2_64_Ceil(length) + 1) / 2;
    return createLoops(
        b, loc, turns, buffers,
        [&](OpBuilder &b, Location l, ValueRange turn, ValueRange buffers) {
          Value two = createIndex(b, l, 2);
          Value shift = arith::MulIOp::create(b, l, turn[0], two);
          Value width =
              arith::ShLIOp::create(b, l, createIndex(b, l, 1), shift);
          Value twice = arith::MulIOp::create(b, l, width, two);
          SmallVector<Value> first(buffers.take_front(count));
          SmallVector<Value> second(buffers.drop_front(count));
          second = sorter.merge(b, l, first, second, width);
          first = sorter.merge(b, l, second, first, twice);
          llvm::append_range(first, second);
          return first;
        });
  }
};
} // namespace

void xla::populateSortPatterns(const TypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns.add<ConvertSort>(converter, patterns.getContext());
}
