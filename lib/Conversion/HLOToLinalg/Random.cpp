//===- Random.cpp - hlo.rng_bit_generator ---------------------------------===//
//
// Counter-based generators: a result element depends on the state and its own
// index only, so the op is one parallel generic. What XLA's expansion fixes and
// is kept here bit for bit: which counter and which output word an element
// gets, and how far the state advances.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

namespace {
/// 32-bit arithmetic of the generators at one place.
class Words {
public:
  Words(OpBuilder &builder, Location loc) : b(loc, builder) {}

  Value constant(uint32_t value) {
    return arith::ConstantOp::create(
        b, b.getIntegerAttr(b.getI32Type(), APInt(32, value)));
  }
  Value constant64(uint64_t value) {
    return arith::ConstantOp::create(
        b, b.getIntegerAttr(b.getI64Type(), APInt(64, value)));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulIOp::create(b, x, y); }
  Value exclusiveOr(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
  Value rotate(Value x, uint32_t by) {
    Value left = arith::ShLIOp::create(b, x, constant(by));
    Value right = arith::ShRUIOp::create(b, x, constant(32 - by));
    return arith::OrIOp::create(b, left, right);
  }
  Value low(Value x) { return arith::TruncIOp::create(b, b.getI32Type(), x); }
  Value high(Value x) {
    return low(arith::ShRUIOp::create(b, x, constant64(32)));
  }
  Value wide(Value x) { return arith::ExtUIOp::create(b, b.getI64Type(), x); }
  /// low word | high word << 32
  Value join(Value low, Value high) {
    Value shifted = arith::ShLIOp::create(b, wide(high), constant64(32));
    return arith::OrIOp::create(b, wide(low), shifted);
  }

  /// Threefry with two words and 20 rounds.
  std::pair<Value, Value> threefry(Value key, Value counter);
  /// Philox with four words and 10 rounds.
  SmallVector<Value> philox(Value key, Value counterLow, Value counterHigh);

  ImplicitLocOpBuilder b;
};
} // namespace

std::pair<Value, Value> Words::threefry(Value key, Value counter) {
  static constexpr uint32_t rotations[2][4] = {{13, 15, 26, 6},
                                               {17, 29, 16, 24}};
  Value k0 = low(key), k1 = high(key);
  Value k2 = exclusiveOr(exclusiveOr(k0, k1), constant(0x1BD11BDA));
  Value keys[3] = {k0, k1, k2};
  Value x = add(low(counter), k0), y = add(high(counter), k1);
  for (uint32_t group = 0; group < 5; ++group) {
    for (uint32_t by : rotations[group % 2]) {
      x = add(x, y);
      y = exclusiveOr(rotate(y, by), x);
    }
    x = add(x, keys[(group + 1) % 3]);
    y = add(add(y, keys[(group + 2) % 3]), constant(group + 1));
  }
  return {x, y};
}

SmallVector<Value> Words::philox(Value key, Value counterLow,
                                 Value counterHigh) {
  SmallVector<Value> x = {low(counterLow), high(counterLow), low(counterHigh),
                          high(counterHigh)};
  Value k0 = low(key), k1 = high(key);
  for (int round = 0; round < 10; ++round) {
    Value first = mul(wide(x[0]), constant64(0xD2511F53));
    Value second = mul(wide(x[2]), constant64(0xCD9E8D57));
    x = {exclusiveOr(exclusiveOr(high(second), x[1]), k0), low(second),
         exclusiveOr(exclusiveOr(high(first), x[3]), k1), low(first)};
    k0 = add(k0, constant(0x9E3779B9));
    k1 = add(k1, constant(0xBB67AE85));
  }
  return x;
}

/// The row-major number of the current element in a tensor of `shape`, with
/// `at` as its index.
static Value createLinearIndex(Words &w, ArrayRef<int64_t> shape,
                               ValueRange at) {
  Value index = createIndex(w.b, w.b.getLoc(), 0);
  for (auto [size, position] : llvm::zip(shape, at))
    index = w.add(w.mul(index, createIndex(w.b, w.b.getLoc(), size)), position);
  return arith::IndexCastOp::create(w.b, w.b.getI64Type(), index);
}

namespace {
struct ConvertRngBitGenerator : OpConversionPattern<RngBitGeneratorOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RngBitGeneratorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = getStaticType(*getTypeConverter(), op.getOutput().getType());
    auto state =
        getStaticType(*getTypeConverter(), op.getInitialState().getType());
    if (!type || !state || !type.getElementType().isIntOrFloat() ||
        type.getElementType().isInteger(1) ||
        !state.getElementType().isInteger(64))
      return rewriter.notifyMatchFailure(
          op, "expected integers or floats and a state of 64-bit words");
    // The default is Philox, as on XLA's CPU.
    bool philox = op.getRngAlgorithm() != RngAlgorithm::THREE_FRY;
    int64_t words = state.getDimSize(0);
    if (words != 2 && !(philox && words == 3))
      return rewriter.notifyMatchFailure(op, "expected 2 or 3 words of state");

    SmallVector<Value> parts;
    for (int64_t index : llvm::seq(words))
      parts.push_back(
          tensor::ExtractOp::create(rewriter, loc, adaptor.getInitialState(),
                                    createIndex(rewriter, loc, index)));
    Words w(rewriter, loc);
    // Of two words, the key is the high part of the counter too.
    if (words == 2)
      parts.push_back(parts[0]);
    uint64_t steps = 0;
    Value bits = philox ? createPhilox(rewriter, loc, type, parts, steps)
                        : createThreefry(rewriter, loc, type, parts, steps);

    Value low = w.add(parts[1], w.constant64(steps));
    Value carry = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ult, low, parts[1]);
    SmallVector<Value> next = {parts[0], low};
    if (words == 3)
      next.push_back(w.add(
          parts[2],
          arith::ExtUIOp::create(rewriter, loc, rewriter.getI64Type(), carry)));
    Value nextState =
        tensor::FromElementsOp::create(rewriter, loc, state, next);
    rewriter.replaceOp(op, {nextState, bits});
    return success();
  }

private:
  /// The low bits of `word` as an element of `type`.
  static Value createElement(OpBuilder &b, Location loc, Value word,
                             Type type) {
    Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
    if (word.getType() != bits)
      word = arith::TruncIOp::create(b, loc, bits, word);
    return bitcastScalar(b, loc, word, type);
  }

  static Value createThreefry(OpBuilder &b, Location loc, RankedTensorType type,
                              ArrayRef<Value> parts, uint64_t &steps) {
    unsigned width = type.getElementTypeBitWidth();
    // Up to 32 bits, two neighbours along one dimension share a counter: along
    // the first of even size, else the longest.
    SmallVector<int64_t> counters(type.getShape());
    std::optional<int64_t> paired;
    if (width <= 32 && type.getRank() > 0) {
      for (int64_t dim : llvm::seq(type.getRank()))
        if (!paired && counters[dim] % 2 == 0)
          paired = dim;
      if (!paired)
        paired = llvm::max_element(counters) - counters.begin();
      counters[*paired] = (counters[*paired] + 1) / 2;
    }
    steps = 1;
    for (int64_t size : counters)
      steps *= size;
    return createParallel(
        b, loc, type, {}, {}, [&](OpBuilder &b, Location l, ValueRange) {
          Words w(b, l);
          SmallVector<Value> at;
          for (int64_t dim : llvm::seq(type.getRank()))
            at.push_back(linalg::IndexOp::create(b, l, dim));
          Value second;
          if (paired) {
            Value one = createIndex(b, l, 1);
            second = arith::CmpIOp::create(
                b, l, arith::CmpIPredicate::ne,
                arith::AndIOp::create(b, l, at[*paired], one),
                createIndex(b, l, 0));
            at[*paired] = arith::ShRUIOp::create(b, l, at[*paired], one);
          }
          Value counter = w.add(parts[1], createLinearIndex(w, counters, at));
          auto [x, y] = w.threefry(parts[0], counter);
          if (width == 64)
            return createElement(b, l, w.join(x, y), type.getElementType());
          Value word =
              second ? arith::SelectOp::create(b, l, second, y, x).getResult()
                     : x;
          return createElement(b, l, word, type.getElementType());
        });
  }

  static Value createPhilox(OpBuilder &b, Location loc, RankedTensorType type,
                            ArrayRef<Value> parts, uint64_t &steps) {
    // A counter gives four words, which go to four (of 64 bits: two)
    // neighbours in row-major order.
    bool wide = type.getElementTypeBitWidth() == 64;
    uint64_t perCounter = wide ? 2 : 4;
    steps = llvm::divideCeil(uint64_t(type.getNumElements()), perCounter);
    return createParallel(
        b, loc, type, {}, {}, [&](OpBuilder &b, Location l, ValueRange) {
          Words w(b, l);
          SmallVector<Value> at;
          for (int64_t dim : llvm::seq(type.getRank()))
            at.push_back(linalg::IndexOp::create(b, l, dim));
          Value index = createLinearIndex(w, type.getShape(), at);
          Value step =
              arith::ShRUIOp::create(b, l, index, w.constant64(wide ? 1 : 2));
          Value place =
              arith::AndIOp::create(b, l, index, w.constant64(perCounter - 1));
          Value low = w.add(parts[1], step);
          Value carry = arith::CmpIOp::create(b, l, arith::CmpIPredicate::ult,
                                              low, parts[1]);
          Value high = w.add(
              parts[2], arith::ExtUIOp::create(b, l, b.getI64Type(), carry));
          SmallVector<Value> x = w.philox(parts[0], low, high);
          if (wide)
            x = {w.join(x[0], x[1]), w.join(x[2], x[3])};
          Value chosen = x[0];
          for (uint64_t other = 1; other < perCounter; ++other) {
            Value here = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq,
                                               place, w.constant64(other));
            chosen = arith::SelectOp::create(b, l, here, x[other], chosen);
          }
          return createElement(b, l, chosen, type.getElementType());
        });
  }
};
} // namespace

void xla::populateRandomPatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<ConvertRngBitGenerator>(converter, patterns.getContext());
}
