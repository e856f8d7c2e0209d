//===- TopK.cpp - chlo.top_k ----------------------------------------------===//
//
// Of one row after the other: a sorted list of the k best keys so far, and
// where they stood. Keys are integers in the order of the elements (floats in
// their total order). A block of elements is looked at only if its greatest key
// is above the last of the list, which few are: the rest is one pass over the
// row by vectors.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

using namespace mlir;
using namespace xla;

/// Elements whose greatest key is compared at once.
static constexpr int64_t blockElements = 64;

namespace {
/// Keeps the list of one row. It is carried as two tensors of k elements: keys
/// and places, greatest first.
class BestList {
public:
  BestList(Location loc, Value row, Type element, int64_t k)
      : loc(loc), row(row), element(element), k(k),
        keyType(IntegerType::get(loc.getContext(),
                                 element.getIntOrFloatBitWidth())) {}

  Type getKeyType() const { return keyType; }
  SmallVector<Value> findBest(OpBuilder &b, ValueRange empty);

private:
  Value createKey(OpBuilder &b, Value value);
  Value createInteger(OpBuilder &b, const APInt &value) {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(keyType, value));
  }
  SmallVector<Value> insert(OpBuilder &b, ValueRange list, Value at, Value key,
                            Value last);
  SmallVector<Value> insertIfBetter(OpBuilder &b, ValueRange list, Value at);
  Value createGreatest(OpBuilder &b, Value start);
  Value isBetter(OpBuilder &b, Value key, ValueRange list);
  SmallVector<Value> visitBlock(OpBuilder &b, ValueRange list, Value start);

  Location loc;
  Value row;
  /// The element type of hlo.
  Type element;
  int64_t k;
  IntegerType keyType;
};
} // namespace

/// A signed integer that orders `value` among others.
Value BestList::createKey(OpBuilder &b, Value value) {
  unsigned width = keyType.getWidth();
  if (isa<FloatType>(element)) {
    Value bits = arith::BitcastOp::create(b, loc, keyType, value);
    Value sign = arith::ShRSIOp::create(
        b, loc, bits, createInteger(b, APInt(width, width - 1)));
    Value flip = arith::AndIOp::create(
        b, loc, sign, createInteger(b, APInt::getSignedMaxValue(width)));
    return arith::XOrIOp::create(b, loc, bits, flip);
  }
  if (!hlo::isUnsignedElement(element))
    return value;
  return arith::XOrIOp::create(
      b, loc, value, createInteger(b, APInt::getSignedMinValue(width)));
}

/// Puts `key`, found at `at`, into the list, whose element `last` it takes or
/// pushes out; equal ones stay before it.
SmallVector<Value> BestList::insert(OpBuilder &b, ValueRange list, Value at,
                                    Value key, Value last) {
  using P = arith::CmpIPredicate;
  Value one = createIndex(b, loc, 1), zero = createIndex(b, loc, 0);
  Value place = arith::IndexCastOp::create(b, loc, b.getI32Type(), at);
  // From the end on: each takes what was before it, the key, or stays.
  auto loop = scf::ForOp::create(
      b, loc, zero, last, one, list,
      [&](OpBuilder &b, Location l, Value step, ValueRange list) {
        Value to = arith::SubIOp::create(b, l, last, step);
        Value from = arith::SubIOp::create(b, l, to, one);
        Value before = tensor::ExtractOp::create(b, l, list[0], from);
        Value placeBefore = tensor::ExtractOp::create(b, l, list[1], from);
        Value here = tensor::ExtractOp::create(b, l, list[0], to);
        Value placeHere = tensor::ExtractOp::create(b, l, list[1], to);
        Value isAbove = arith::CmpIOp::create(b, l, P::sgt, key, before);
        // What is pushed out at the end counts as less.
        Value isEnd = arith::CmpIOp::create(b, l, P::eq, step, zero);
        Value isHere = arith::OrIOp::create(
            b, l, isEnd, arith::CmpIOp::create(b, l, P::sgt, key, here));
        auto choose = [&](Value above, Value taken, Value kept) -> Value {
          Value moved = arith::SelectOp::create(b, l, isAbove, above, taken);
          return arith::SelectOp::create(b, l, isHere, moved, kept);
        };
        Value newKey = choose(before, key, here);
        Value newPlace = choose(placeBefore, place, placeHere);
        scf::YieldOp::create(
            b, l,
            ValueRange{tensor::InsertOp::create(b, l, newKey, list[0], to),
                       tensor::InsertOp::create(b, l, newPlace, list[1], to)});
      });
  // The first has none before it.
  Value first = tensor::ExtractOp::create(b, loc, loop.getResult(0), zero);
  Value placeFirst = tensor::ExtractOp::create(b, loc, loop.getResult(1), zero);
  Value isFirst = arith::OrIOp::create(
      b, loc, arith::CmpIOp::create(b, loc, P::eq, last, zero),
      arith::CmpIOp::create(b, loc, P::sgt, key, first));
  first = arith::SelectOp::create(b, loc, isFirst, key, first);
  placeFirst = arith::SelectOp::create(b, loc, isFirst, place, placeFirst);
  return {
      tensor::InsertOp::create(b, loc, first, loop.getResult(0), zero),
      tensor::InsertOp::create(b, loc, placeFirst, loop.getResult(1), zero)};
}

Value BestList::isBetter(OpBuilder &b, Value key, ValueRange list) {
  Value last =
      tensor::ExtractOp::create(b, loc, list[0], createIndex(b, loc, k - 1));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, key, last);
}

/// Puts the element `at` into a full list if it is above the last.
SmallVector<Value> BestList::insertIfBetter(OpBuilder &b, ValueRange list,
                                            Value at) {
  Value key = createKey(b, tensor::ExtractOp::create(b, loc, row, at));
  auto branch = scf::IfOp::create(
      b, loc, isBetter(b, key, list),
      [&](OpBuilder &b, Location l) {
        scf::YieldOp::create(
            b, l, insert(b, list, at, key, createIndex(b, l, k - 1)));
      },
      [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, list); });
  return llvm::to_vector_of<Value>(branch.getResults());
}

/// The greatest key of the block from `start` on.
Value BestList::createGreatest(OpBuilder &b, Value start) {
  auto type = cast<RankedTensorType>(row.getType());
  Value block = tensor::ExtractSliceOp::create(
      b, loc, RankedTensorType::get(blockElements, type.getElementType()), row,
      OpFoldResult(start), OpFoldResult(b.getIndexAttr(blockElements)),
      OpFoldResult(b.getIndexAttr(1)));
  Value least = createFilled(
      b, loc, RankedTensorType::get({}, keyType),
      createInteger(b, APInt::getSignedMinValue(keyType.getWidth())));
  auto greatest = linalg::GenericOp::create(
      b, loc, TypeRange{least.getType()}, block, least,
      ArrayRef<AffineMap>{b.getMultiDimIdentityMap(1),
                          AffineMap::get(1, 0, {}, b.getContext())},
      IteratorType::reduction, [&](OpBuilder &b, Location l, ValueRange args) {
        Value key = createKey(b, args[0]);
        linalg::YieldOp::create(
            b, l, arith::MaxSIOp::create(b, l, args[1], key).getResult());
      });
  return extractScalar(b, loc, greatest.getResult(0));
}

SmallVector<Value> BestList::visitBlock(OpBuilder &b, ValueRange list,
                                        Value start) {
  auto branch = scf::IfOp::create(
      b, loc, isBetter(b, createGreatest(b, start), list),
      [&](OpBuilder &b, Location l) {
        SmallVector<Value> next = createLoops(
            b, l, blockElements, list,
            [&](OpBuilder &b, Location l, ValueRange offset, ValueRange list) {
              Value at = arith::AddIOp::create(b, l, start, offset[0]);
              return insertIfBetter(b, list, at);
            });
        scf::YieldOp::create(b, l, next);
      },
      [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, list); });
  return llvm::to_vector_of<Value>(branch.getResults());
}

/// The list of the whole row; `empty` is room for it.
SmallVector<Value> BestList::findBest(OpBuilder &b, ValueRange empty) {
  int64_t length = cast<RankedTensorType>(row.getType()).getDimSize(0);
  int64_t blocks = (length - k) / blockElements;
  int64_t rest = (length - k) % blockElements;
  SmallVector<Value> list = createLoops(
      b, loc, k, empty,
      [&](OpBuilder &b, Location l, ValueRange at, ValueRange list) {
        Value key = createKey(b, tensor::ExtractOp::create(b, l, row, at));
        return insert(b, list, at[0], key, at[0]);
      });
  list = createLoops(
      b, loc, blocks, list,
      [&](OpBuilder &b, Location l, ValueRange block, ValueRange list) {
        Value skipped = arith::MulIOp::create(b, l, block[0],
                                              createIndex(b, l, blockElements));
        Value start =
            arith::AddIOp::create(b, l, skipped, createIndex(b, l, k));
        return visitBlock(b, list, start);
      });
  return createLoops(
      b, loc, rest, list,
      [&](OpBuilder &b, Location l, ValueRange offset, ValueRange list) {
        Value at = arith::AddIOp::create(b, l, offset[0],
                                         createIndex(b, l, length - rest));
        return insertIfBetter(b, list, at);
      });
}

namespace {
struct ConvertTopK : OpConversionPattern<chlo::TopKOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(chlo::TopKOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.takesFewOfMany())
      return rewriter.notifyMatchFailure(op, "expected few of many elements");
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
    int64_t rank = type.getRank(), length = type.getShape().back(),
            k = op.getK();
    Type element = getElementTypeOrSelf(op.getOperand().getType());
    SmallVector<int64_t> shape(type.getShape()), rows(shape), sizes(rank, 1),
        ones(rank, 1);
    shape.back() = k;
    rows.back() = 1;
    sizes.back() = length;
    Type keyType =
        IntegerType::get(getContext(), element.getIntOrFloatBitWidth());
    SmallVector<Value> state;
    for (Type part : {type.getElementType(), Type(rewriter.getI32Type())})
      state.push_back(
          createEmpty(rewriter, loc, RankedTensorType::get(shape, part)));
    for (Type part : {keyType, Type(rewriter.getI32Type())})
      state.push_back(
          createEmpty(rewriter, loc, RankedTensorType::get(k, part)));
    SmallVector<Value> results = createLoops(
        rewriter, loc, rows, state,
        [&](OpBuilder &b, Location l, ValueRange at, ValueRange state) {
          StaticSlice slice(b.getContext(), ones, sizes, ones);
          slice.offsets = getAsOpFoldResult(at);
          Value row = tensor::ExtractSliceOp::create(
              b, l, RankedTensorType::get(length, type.getElementType()),
              adaptor.getOperand(), slice.offsets, slice.sizes, slice.strides);
          BestList best(l, row, element, k);
          SmallVector<Value> list = best.findBest(b, state.drop_front(2));
          SmallVector<Value> next = writeRow(b, l, row, list, at, state, k);
          llvm::append_range(next, list);
          return next;
        });
    markIndependent(results, rows, 0.3 * double(length) + 60.0 * double(k * k));
    results.truncate(2);
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Writes elements and places of `list` into the results at `at`.
  static SmallVector<Value> writeRow(OpBuilder &b, Location loc, Value row,
                                     ValueRange list, ValueRange at,
                                     ValueRange results, int64_t k) {
    return createLoops(
        b, loc, k, results.take_front(2),
        [&](OpBuilder &b, Location l, ValueRange index, ValueRange results) {
          SmallVector<Value> to(at);
          to.back() = index[0];
          Value place = tensor::ExtractOp::create(b, l, list[1], index);
          Value from =
              arith::IndexCastOp::create(b, l, b.getIndexType(), place);
          Value value = tensor::ExtractOp::create(b, l, row, from);
          return SmallVector<Value>{
              tensor::InsertOp::create(b, l, value, results[0], to),
              tensor::InsertOp::create(b, l, place, results[1], to)};
        });
  }
};
} // namespace

void xla::populateTopKPatterns(const TypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns.add<ConvertTopK>(converter, patterns.getContext());
}
