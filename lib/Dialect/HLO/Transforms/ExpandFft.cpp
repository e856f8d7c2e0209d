//===- ExpandFft.cpp - Fourier transforms as small matrix products --------===//
//
// A transform of length N = R * S splits into transforms of length R, a
// multiplication by roots of unity, and transforms of length S (Cooley and
// Tukey); those of length R are products with an R x R matrix, or, for a large
// prime, a convolution with a chirp (Bluestein). Real input is made complex,
// the redundant half of a real transform is cut off or made up. Assumes static
// shapes.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include <cmath>
#include <complex>
#include <set>

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDFFTPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-expand-fft"
static xla::PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

/// Lengths up to this one are a matrix product.
static constexpr int64_t maxRadix = 16;

/// The longest prime that is still a matrix product: its matrix is a constant.
static constexpr int64_t maxPrime = 1024;

/// The longest factor of `length` that is at most maxRadix, or its smallest
/// prime factor if that is longer.
static int64_t chooseRadix(int64_t length) {
  for (int64_t radix = std::min(maxRadix, length); radix > 1; --radix)
    if (length % radix == 0)
      return radix;
  for (int64_t factor = maxRadix + 1; factor * factor <= length; ++factor)
    if (length % factor == 0)
      return factor;
  return length;
}

namespace {
/// Builds transforms of one direction at one place.
class TransformBuilder {
public:
  TransformBuilder(OpBuilder &b, Location loc, ComplexType type, bool inverse)
      : b(b), loc(loc), type(type), inverse(inverse) {}

  /// Transforms `rows` (a tensor of rank 2) along its last dimension.
  Value transformRows(Value rows);
  /// Transforms dimension `dim` of `value`.
  Value transform(Value value, int64_t dim);

private:
  RankedTensorType shaped(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, type);
  }
  Value reshape(Value value, ArrayRef<int64_t> shape) {
    return value.getType() == shaped(shape)
               ? value
               : ReshapeOp::create(b, loc, shaped(shape), value).getResult();
  }
  Value transpose(Value value, ArrayRef<int64_t> permutation);
  /// `values` as a constant.
  Value createConstant(RankedTensorType shape,
                       ArrayRef<std::complex<double>> values);
  /// The matrix of w^(i*j), where w is the first root of unity of `order`.
  Value createRoots(int64_t rows, int64_t columns, int64_t order);
  /// `rows` with each row multiplied by `factors`.
  Value multiplyRows(Value rows, ArrayRef<std::complex<double>> factors);
  /// Transforms `rows` of a length that is a large prime.
  Value transformPrime(Value rows);

  OpBuilder &b;
  Location loc;
  ComplexType type;
  bool inverse;
};
} // namespace

/// How many elements the constants have that transform a row of `length`;
/// length is less than 2^47.
static int64_t countConstants(int64_t length) {
  if (length <= 1)
    return 0;
  int64_t radix = chooseRadix(length), rest = length / radix;
  int64_t count = radix * radix;
  if (radix > maxPrime) {
    int64_t size = llvm::PowerOf2Ceil(2 * radix - 1);
    // The chirp, its kernel, and the roots of the ways there and back.
    count = radix + size + 2 * countConstants(size);
  }
  return rest == 1 ? count : count + length + countConstants(rest);
}

Value TransformBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(cast<RankedTensorType>(value.getType()).getDimSize(dim));
  return TransposeOp::create(b, loc, shaped(shape), value, permutation);
}

/// e^(2 pi i * turn / order); exact at quarter turns, where the functions are
/// not.
static std::complex<double> getRoot(int64_t turn, int64_t order) {
  static const std::complex<double> quarters[] = {
      {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  if (4 * turn % order == 0)
    return quarters[4 * turn / order];
  double angle = 2.0 * M_PI * double(turn) / double(order);
  return {std::cos(angle), std::sin(angle)};
}

Value TransformBuilder::createConstant(RankedTensorType shape,
                                       ArrayRef<std::complex<double>> values) {
  if (type.getElementType().isF64())
    return ConstantOp::create(b, loc, DenseElementsAttr::get(shape, values));
  SmallVector<std::complex<float>> narrow(values.begin(), values.end());
  return ConstantOp::create(b, loc,
                            DenseElementsAttr::get(shape, ArrayRef(narrow)));
}

Value TransformBuilder::createRoots(int64_t rows, int64_t columns,
                                    int64_t order) {
  SmallVector<std::complex<double>> values;
  for (int64_t i : llvm::seq(rows))
    for (int64_t j : llvm::seq(columns)) {
      int64_t turn = (i * j) % order;
      values.push_back(getRoot(inverse ? turn : (order - turn) % order, order));
    }
  return createConstant(shaped({rows, columns}), values);
}

Value TransformBuilder::multiplyRows(Value rows,
                                     ArrayRef<std::complex<double>> factors) {
  auto rowsType = cast<RankedTensorType>(rows.getType());
  Value row = createConstant(shaped({int64_t(factors.size())}), factors);
  return MultiplyOp::create(
      b, loc, rows, createBroadcast(b, loc, row, rowsType.getShape(), {1}));
}

/// The transform of `values`, a power of two of them.
static SmallVector<std::complex<double>>
transformPowerOfTwo(ArrayRef<std::complex<double>> values, bool inverse) {
  if (values.size() == 1)
    return {values[0]};
  SmallVector<std::complex<double>> halves[2], result(values.size());
  for (auto [index, value] : llvm::enumerate(values))
    halves[index % 2].push_back(value);
  auto even = transformPowerOfTwo(halves[0], inverse);
  auto odd = transformPowerOfTwo(halves[1], inverse);
  int64_t size = values.size(), half = size / 2;
  for (int64_t k : llvm::seq(half)) {
    auto turned = odd[k] * getRoot(inverse ? k : (size - k) % size, size);
    result[k] = even[k] + turned;
    result[half + k] = even[k] - turned;
  }
  return result;
}

Value TransformBuilder::transformPrime(Value rows) {
  auto rowsType = cast<RankedTensorType>(rows.getType());
  int64_t count = rowsType.getDimSize(0), length = rowsType.getDimSize(1);
  // As jk = (jj + kk - (k-j)(k-j)) / 2, with c(k) the root of unity of order
  // 2*length to the power kk: X(k) = c(k) * sum of x(j) c(j) / c(k-j).
  int64_t order = 2 * length, size = llvm::PowerOf2Ceil(order - 1);
  SmallVector<std::complex<double>> chirp, kernel(size);
  int64_t turn = 0; // k * k % order
  for (int64_t k : llvm::seq(length)) {
    chirp.push_back(getRoot(inverse ? turn : (order - turn) % order, order));
    // The sum is a circular convolution, here scaled for the way back.
    kernel[k] = kernel[(size - k) % size] =
        std::conj(chirp.back()) / double(size);
    turn = (turn + 2 * k + 1) % order;
  }
  Value turned = multiplyRows(rows, chirp);
  Value zero = createScalarConstant(b, loc, type, 0.0);
  Value padded = PadOp::create(b, loc, turned, zero, ArrayRef<int64_t>{0, 0},
                               ArrayRef<int64_t>{0, size - length},
                               ArrayRef<int64_t>{0, 0});
  Value spectrum =
      multiplyRows(transformRows(padded), transformPowerOfTwo(kernel, inverse));
  TransformBuilder back(b, loc, type, !inverse);
  Value sums = SliceOp::create(
      b, loc, back.transformRows(spectrum), ArrayRef<int64_t>{0, 0},
      ArrayRef<int64_t>{count, length}, ArrayRef<int64_t>{1, 1});
  return multiplyRows(sums, chirp);
}

Value TransformBuilder::transformRows(Value rows) {
  auto rowsType = cast<RankedTensorType>(rows.getType());
  int64_t count = rowsType.getDimSize(0), length = rowsType.getDimSize(1);
  if (length <= 1)
    return rows;
  int64_t radix = chooseRadix(length), rest = length / radix;
  if (radix > maxPrime && rest == 1)
    return transformPrime(rows);
  // Element n = rest * a + c of a row stands at (a, c); transform over a.
  Value split = reshape(rows, {count, radix, rest});
  Value parts; // (row, k, c)
  if (radix > maxPrime) {
    Value columns = reshape(transpose(split, {0, 2, 1}), {count * rest, radix});
    parts = reshape(transformPrime(columns), {count, rest, radix});
    parts = transpose(parts, {0, 2, 1});
  } else {
    Value matrix = createRoots(radix, radix, radix);
    auto dims = DotDimensionNumbersAttr::get(b.getContext(), {}, {}, {1}, {1});
    Value first = DotGeneralOp::create(b, loc, shaped({radix, count, rest}),
                                       matrix, split, dims);
    parts = transpose(first, {1, 0, 2});
  }
  if (rest == 1)
    return reshape(parts, {count, length});
  Value factors = BroadcastInDimOp::create(b, loc, shaped({count, radix, rest}),
                                           createRoots(radix, rest, length),
                                           ArrayRef<int64_t>{1, 2});
  Value turned = MultiplyOp::create(b, loc, parts, factors);
  Value second = transformRows(reshape(turned, {count * radix, rest}));
  // Frequency k + radix * l stands at (k, l).
  Value ordered = transpose(reshape(second, {count, radix, rest}), {0, 2, 1});
  return reshape(ordered, {count, length});
}

Value TransformBuilder::transform(Value value, int64_t dim) {
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(value.getType()).getShape());
  int64_t rank = shape.size();
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq(rank));
  std::swap(permutation[dim], permutation[rank - 1]);
  bool last = dim == rank - 1;
  if (!last)
    value = transpose(value, permutation);
  SmallVector<int64_t> moved(
      cast<RankedTensorType>(value.getType()).getShape());
  int64_t count = 1;
  for (int64_t size : ArrayRef(moved).drop_back())
    count *= size;
  value = transformRows(reshape(value, {count, moved.back()}));
  value = reshape(value, moved);
  return last ? value : transpose(value, permutation);
}

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// `value` from `start` to `limit` in its last dimension.
static Value sliceLast(OpBuilder &b, Location loc, Value value, int64_t start,
                       int64_t limit) {
  SmallVector<int64_t> limits(getType(value).getShape());
  SmallVector<int64_t> starts(limits.size(), 0), ones(limits.size(), 1);
  starts.back() = start;
  limits.back() = limit;
  return SliceOp::create(b, loc, value, starts, limits, ones);
}

/// The whole spectrum of `length` real values from its first half.
static Value completeSpectrum(OpBuilder &b, Location loc, Value half,
                              int64_t length) {
  int64_t last = getType(half).getRank() - 1;
  int64_t known = getType(half).getDimSize(last);
  if (known >= length)
    return sliceLast(b, loc, half, 0, length);
  Value tail = sliceLast(b, loc, half, 1, length - known + 1);
  tail = ReverseOp::create(b, loc, tail, ArrayRef<int64_t>{last});
  Value im = NegateOp::create(b, loc, ImagOp::create(b, loc, tail));
  tail = ComplexOp::create(b, loc, RealOp::create(b, loc, tail), im);
  return ConcatenateOp::create(b, loc, ValueRange{half, tail}, last);
}

static bool isInverse(FftOp op) {
  return op.getFftType() == FftType::IFFT || op.getFftType() == FftType::IRFFT;
}

static bool isExpandable(RankedTensorType operand) {
  return operand.hasStaticShape() && operand.getNumElements() != 0;
}

namespace {
struct ExpandFft : OpRewritePattern<FftOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FftOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value value = op.getOperand();
    if (!isExpandable(getType(value)))
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    ArrayRef<int64_t> lengths = op.getFftLength();
    FftType kind = op.getFftType();
    bool inverse = isInverse(op);
    int64_t last = getType(value).getRank() - 1;
    if (kind == FftType::RFFT) {
      Value zero = createSplatConstant(rewriter, loc, getType(value), 0.0);
      value = ComplexOp::create(rewriter, loc, value, zero);
    }
    auto type = cast<ComplexType>(getType(value).getElementType());
    TransformBuilder builder(rewriter, loc, type, inverse);
    // The last dimension last: there the half of a real spectrum is completed.
    for (int64_t index : llvm::seq<int64_t>(lengths.size() - 1))
      value = builder.transform(value, last - (lengths.size() - 1) + index);
    if (kind == FftType::IRFFT)
      value = completeSpectrum(rewriter, loc, value, lengths.back());
    value = builder.transform(value, last);

    if (kind == FftType::RFFT)
      value = sliceLast(rewriter, loc, value, 0, lengths.back() / 2 + 1);
    if (kind == FftType::IRFFT)
      value = RealOp::create(rewriter, loc, value);
    if (inverse) {
      double count = 1.0;
      for (int64_t length : lengths)
        count *= length;
      value = MultiplyOp::create(
          rewriter, loc, value,
          createSplatConstant(rewriter, loc, getType(value), 1.0 / count));
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct ExpandFftPass : xla::hlo::impl::HLOExpandFftPassBase<ExpandFftPass> {
  using HLOExpandFftPassBase::HLOExpandFftPassBase;

  void runOnOperation() override {
    if (failed(checkConstants()))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandFft>(&getContext());
    xla::ReplacementCounter counter(numExpandedOps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }

  /// Reports the transform with which the constants would take more bytes than
  /// allowed. They are computed here, too large ones for hours.
  LogicalResult checkConstants() {
    // Larger is no tensor; sums stay within 64 bits.
    int64_t limit = std::min(constantLimitBytes.getValue(), int64_t(1) << 47);
    int64_t total = 0;
    // Transforms of one length, direction and type share theirs.
    std::set<std::tuple<int64_t, bool, int64_t>> counted;
    WalkResult walk = getOperation()->walk([&](FftOp op) {
      RankedTensorType type = getType(op.getOperand());
      if (!isExpandable(type))
        return WalkResult::advance();
      auto complex = dyn_cast<ComplexType>(type.getElementType());
      Type real = complex ? complex.getElementType() : type.getElementType();
      int64_t bytes = 2 * real.getIntOrFloatBitWidth() / 8;
      for (int64_t length : op.getFftLength()) {
        if (!counted.insert({length, isInverse(op), bytes}).second)
          continue;
        // There is more than one for each element of a long row.
        if (length <= limit / bytes)
          total += bytes * countConstants(length);
        if (length > limit / bytes || total > limit) {
          op.emitOpError("expects transforms whose constants take at most ")
              << limit
              << " bytes together (constant-limit-bytes), but with this one "
                 "of length "
              << length << " they take more";
          return WalkResult::interrupt();
        }
      }
      return WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }
};
} // namespace
