//===- Random.cpp - Evaluation of random number ops -----------------------===//
//
// rng_bit_generator bit for bit as XLA defines the order of its output; rng,
// which the specification leaves open, as hlo-expand-rng defines it.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "xla/Interpreter/RandomBits.h"
#include <cmath>

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// Stores generated words as elements of the result's width; narrow elements
/// take the low bits of a word.
class BitWriter {
public:
  explicit BitWriter(Tensor &tensor)
      : data(tensor.getMutableData()), kind(tensor.getKind()),
        bytes(tensor.getElementBytes()), n(tensor.getNumElements()) {}
  void write(int64_t index, uint64_t bits) {
    if (index >= n)
      return;
    std::memcpy(data + index * bytes, &bits, bytes); // Little-endian hosts.
    unsigned unused = 8 - getBitWidth(kind) % 8;
    if (unused == 8)
      return;
    uint8_t byte = uint8_t(uint8_t(bits) << unused);
    data[index] = isSignedInteger(kind) ? char(int8_t(byte) >> unused)
                                        : char(byte >> unused);
  }

private:
  char *data;
  ElementKind kind;
  unsigned bytes;
  int64_t n;
};
} // namespace

/// 64-bit elements are one output each. Otherwise the shape is halved along
/// its first even dimension (else its longest), and the two words of an output
/// are neighbours there. Returns by how much the counter grew.
static uint64_t fillThreefry(Tensor &output, uint64_t key, uint64_t counter) {
  BitWriter writer(output);
  int64_t n = output.getNumElements();
  if (output.getElementBytes() == 8) {
    for (int64_t i = 0; i < n; ++i) {
      auto words = threefry2x32(splitWords(key), splitWords(counter + i));
      writer.write(i, joinWords(words[0], words[1]));
    }
    return n;
  }
  ArrayRef<int64_t> shape = output.getShape();
  if (shape.empty()) {
    writer.write(0, threefry2x32(splitWords(key), splitWords(counter))[0]);
    return 1;
  }
  size_t split = shape.size();
  for (size_t i = 0; i < shape.size() && split == shape.size(); ++i)
    if (shape[i] % 2 == 0)
      split = i;
  if (split == shape.size())
    split = llvm::max_element(shape) - shape.begin();
  int64_t outer = 1, inner = 1, size = shape[split], half = (size + 1) / 2;
  for (size_t i = 0; i < shape.size(); ++i)
    (i < split ? outer : inner) *= i == split ? 1 : shape[i];
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t h = 0; h < half; ++h)
      for (int64_t i = 0; i < inner; ++i) {
        uint64_t place = uint64_t((o * half + h) * inner + i);
        auto words = threefry2x32(splitWords(key), splitWords(counter + place));
        for (int64_t w = 0; w < 2 && 2 * h + w < size; ++w)
          writer.write((o * size + 2 * h + w) * inner + i, words[w]);
      }
  return uint64_t(outer * half * inner);
}

/// Outputs of four words in order; 64-bit elements take two words each.
/// Returns by how much the 128-bit counter grew.
static uint64_t fillPhilox(Tensor &output, uint64_t key, uint64_t low,
                           uint64_t high) {
  BitWriter writer(output);
  int64_t n = output.getNumElements();
  int64_t perOutput = output.getElementBytes() == 8 ? 2 : 4;
  int64_t numOutputs = n / perOutput + (n % perOutput != 0);
  for (int64_t i = 0; i < numOutputs; ++i) {
    uint64_t counterLow = low + uint64_t(i);
    uint64_t counterHigh = high + (counterLow < low);
    auto lows = splitWords(counterLow), highs = splitWords(counterHigh);
    auto words =
        philox4x32(splitWords(key), {lows[0], lows[1], highs[0], highs[1]});
    if (perOutput == 2)
      for (int w = 0; w < 2; ++w)
        writer.write(2 * i + w, joinWords(words[2 * w], words[2 * w + 1]));
    else
      for (int w = 0; w < 4; ++w)
        writer.write(4 * i + w, words[w]);
  }
  return uint64_t(numOutputs);
}

static LogicalResult evaluateRngBitGenerator(hlo::RngBitGeneratorOp op,
                                             OpContext &context) {
  Tensor state = std::move(context.getTensor(0));
  FailureOr<ElementKind> kind = context.getResultKind(1);
  if (failed(kind))
    return failure();
  int64_t numWords = state.getNumElements();
  if (state.getElementBytes() != 8 || state.getRank() != 1 || numWords < 2)
    return context.error()
           << "expects a state of two or three 64-bit integers, but got "
           << op.getInitialState().getType();
  if (isComplex(*kind) || *kind == ElementKind::Pred)
    return context.error() << "cannot generate " << stringifyElementKind(*kind);
  auto type = cast<RankedTensorType>(op.getOutput().getType());
  if (!type.hasStaticShape())
    return context.error() << "expects a result of static shape, but got "
                           << type;
  FailureOr<Tensor> output = context.create(*kind, type.getShape());
  FailureOr<Tensor> next = context.takeOrCopy(std::move(state));
  if (failed(output) || failed(next))
    return failure();
  uint64_t *words = reinterpret_cast<uint64_t *>(next->getMutableData());
  if (op.getRngAlgorithm() == hlo::RngAlgorithm::THREE_FRY) {
    words[1] += fillThreefry(*output, words[0], words[1]);
  } else {
    // A state of two words has the key once more as the counter's high part.
    uint64_t high = numWords >= 3 ? words[2] : words[0], low = words[1];
    words[1] += fillPhilox(*output, words[0], low, high);
    if (numWords >= 3 && words[1] < low)
      ++words[2];
  }
  if (failed(context.addResult(next)))
    return failure();
  return context.addResult(output);
}

namespace {
/// The stream of `rng`: 64 bits for each element of each execution in turn, by
/// threefry with key 0 and a counter.
class HiddenStream {
public:
  explicit HiddenStream(Evaluator &evaluator) : evaluator(evaluator) {}
  uint64_t next() {
    auto words = threefry2x32({0, 0}, splitWords(evaluator.nextSeed()));
    return joinWords(words[0], words[1]);
  }

private:
  Evaluator &evaluator;
};
} // namespace

/// Whole numbers from a up to b - 1; a if b is not above a. `a` and `b` are
/// extended to 64 bits, and so is their distance.
template <typename T>
static FailureOr<Tensor> fillIntegers(OpContext &context, ElementKind kind,
                                      const Shape &shape) {
  constexpr ElementKind wide =
      std::is_signed_v<T> ? ElementKind::S64 : ElementKind::U64;
  FailureOr<Tensor> a = convertTensor(context, context.getTensor(0), wide);
  FailureOr<Tensor> b = convertTensor(context, context.getTensor(1), wide);
  FailureOr<Tensor> values = context.create(wide, shape);
  if (failed(a) || failed(b) || failed(values))
    return failure();
  T low = *a->getDataAs<T>(), high = *b->getDataAs<T>();
  uint64_t distance = uint64_t(high) - uint64_t(low);
  HiddenStream stream(context.evaluator);
  T *out = reinterpret_cast<T *>(values->getMutableData());
  for (int64_t i = 0, e = values->getNumElements(); i < e; ++i) {
    uint64_t bits = stream.next();
    out[i] = low < high ? T(uint64_t(low) + bits % distance) : low;
  }
  return convertTensor(context, *values, kind);
}

/// Computed in f64 and rounded once. Uniform numbers are a + (b - a) u with as
/// many bits of u as the type has, and a where that rounds to b or more; normal
/// ones come in the way of Box and Muller from two halves of the bits.
static FailureOr<Tensor> fillFloats(OpContext &context, ElementKind kind,
                                    const Shape &shape, unsigned precision,
                                    bool uniform) {
  FailureOr<Tensor> a =
      convertTensor(context, context.getTensor(0), ElementKind::F64);
  FailureOr<Tensor> b =
      convertTensor(context, context.getTensor(1), ElementKind::F64);
  FailureOr<Tensor> values = context.create(ElementKind::F64, shape);
  if (failed(a) || failed(b) || failed(values))
    return failure();
  double low = *a->getDataAs<double>(), high = *b->getDataAs<double>();
  HiddenStream stream(context.evaluator);
  double *out = reinterpret_cast<double *>(values->getMutableData());
  int64_t n = values->getNumElements();
  for (int64_t i = 0; i < n; ++i) {
    uint64_t bits = stream.next();
    if (uniform) {
      double u = std::ldexp(double(bits >> (64 - precision)), -int(precision));
      out[i] = (high - low) * u + low;
    } else {
      double u = uint32_t(bits) * 0x1p-32, v = double(bits >> 32) * 0x1p-32;
      double normal = std::sqrt(-2 * std::log1p(-u)) * std::cos(2 * M_PI * v);
      out[i] = normal * high + low;
    }
  }
  FailureOr<Tensor> rounded = convertTensor(context, *values, kind);
  if (failed(rounded) || !uniform)
    return rounded;
  FailureOr<Tensor> seen = convertTensor(context, *rounded, ElementKind::F64);
  if (failed(seen))
    return failure();
  const double *result = seen->getDataAs<double>();
  for (int64_t i = 0; i < n; ++i)
    out[i] = result[i] >= high ? low : result[i];
  return convertTensor(context, *values, kind);
}

/// Uniform numbers in [a, b), or normal ones with mean a and deviation b.
static LogicalResult evaluateRng(hlo::RngOp op, OpContext &context) {
  Shape shape;
  const Tensor &given = context.getTensor(2);
  for (int64_t i = 0, e = given.getNumElements(); i < e; ++i)
    shape.push_back(given.getInteger(i));
  FailureOr<ElementKind> kind = context.getResultKind();
  if (failed(kind))
    return failure();
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(op.getType()));
  if (type)
    return context.addResult(
        fillFloats(context, *kind, shape, type.getFPMantissaWidth(),
                   op.getRngDistribution() == hlo::RngDistribution::UNIFORM));
  return context.addResult(isSignedInteger(*kind)
                               ? fillIntegers<int64_t>(context, *kind, shape)
                               : fillIntegers<uint64_t>(context, *kind, shape));
}

void xla::interpreter::addRandomHandlers(HandlerTable &table) {
  table.add<hlo::RngBitGeneratorOp, evaluateRngBitGenerator>();
  table.add<hlo::RngOp, evaluateRng>();
}
