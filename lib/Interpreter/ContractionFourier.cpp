//===- ContractionFourier.cpp - Evaluation of Fourier transforms ----------===//
//
// fft by halving lines of even length down to the defining sum, in the next
// wider type.
//
//===----------------------------------------------------------------------===//

#include "ContractionKernel.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// Transforms of lines of one length. R is the real type computed in.
template <typename R> class LineTransform {
public:
  using C = std::complex<R>;

  LineTransform(int64_t n, bool inverse) : n(n), roots(n) {
    for (int64_t k = 0; k < n; ++k) {
      R angle = 2 * R(3.14159265358979323846264338327950288L) * k / n;
      roots[k] =
          C(std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle));
    }
  }

  /// `line` becomes its transform, not scaled.
  void run(std::vector<C> &line) {
    scratch.resize(n);
    transform(line.data(), scratch.data(), n, 1);
    line = scratch;
  }

private:
  /// out[k] = sum of in[j * stride] * root^(j k), for j below `size`; `stride`
  /// is also the power of the root.
  void transform(const C *in, C *out, int64_t size, int64_t stride) {
    if (size % 2 == 0) {
      int64_t half = size / 2;
      transform(in, out, half, 2 * stride);
      transform(in + stride, out + half, half, 2 * stride);
      for (int64_t k = 0; k < half; ++k) {
        C even = out[k], odd = multiply(out[half + k], roots[k * stride]);
        out[k] = even + odd;
        out[half + k] = even - odd;
      }
      return;
    }
    for (int64_t k = 0; k < size; ++k) {
      C sum = 0;
      for (int64_t j = 0; j < size; ++j)
        sum += multiply(in[j * stride], roots[j * k % size * stride]);
      out[k] = sum;
    }
  }
  static C multiply(C a, C b) { return scalar::multiply(a, b); }

  int64_t n;
  std::vector<C> roots, scratch;
};
} // namespace

/// Transforms `data`, row-major of `shape`, along dimension `dim`.
template <typename R>
static void transformDim(std::vector<std::complex<R>> &data,
                         ArrayRef<int64_t> shape, unsigned dim, bool inverse) {
  int64_t n = shape[dim], stride = getStrides(shape)[dim];
  LineTransform<R> transform(n, inverse);
  std::vector<std::complex<R>> line(n);
  int64_t numLines = int64_t(data.size()) / n;
  for (int64_t l = 0; l < numLines; ++l) {
    int64_t offset = l / stride * stride * n + l % stride;
    for (int64_t i = 0; i < n; ++i)
      line[i] = data[offset + i * stride];
    transform.run(line);
    for (int64_t i = 0; i < n; ++i)
      data[offset + i * stride] = inverse ? line[i] / R(n) : line[i];
  }
}

/// The elements of `in` in the part of the index space that both shapes share.
template <typename To, typename From>
static std::vector<To> resized(const From *in, ArrayRef<int64_t> inShape,
                               ArrayRef<int64_t> outShape) {
  std::vector<To> out(countElements(outShape).value_or(0));
  Shape inStrides = getStrides(inShape), index(outShape.size(), 0);
  for (To &element : out) {
    int64_t offset = 0;
    bool inside = true;
    for (unsigned i = 0; i < index.size(); ++i) {
      inside &= index[i] < inShape[i];
      offset += index[i] * inStrides[i];
    }
    if (inside)
      element = To(in[offset]);
    nextIndex(index, outShape);
  }
  return out;
}

template <typename T>
static void transformAll(hlo::FftType type, const Tensor &operand,
                         Tensor &result, ArrayRef<int64_t> lengths) {
  using R = std::conditional_t<std::is_same_v<T, float>, double, long double>;
  using C = std::complex<R>;
  bool inverse = type == hlo::FftType::IFFT || type == hlo::FftType::IRFFT;
  unsigned rank = operand.getRank(), first = rank - lengths.size();
  // The real side of the transform has the full last dimension.
  Shape shape(type == hlo::FftType::IRFFT ? result.getShape()
                                          : operand.getShape());
  std::vector<C> data;
  if (type == hlo::FftType::RFFT)
    data = resized<C>(operand.getDataAs<T>(), operand.getShape(), shape);
  else
    data = resized<C>(operand.getDataAs<std::complex<T>>(), operand.getShape(),
                      shape);
  unsigned numDims = rank;
  if (type == hlo::FftType::IRFFT) {
    // All but the last dimension first; then its second half is the conjugate
    // of the first one.
    for (unsigned dim = first; dim + 1 < rank; ++dim)
      transformDim(data, shape, dim, inverse);
    int64_t n = shape.back();
    for (size_t line = 0; line + n <= data.size(); line += n)
      for (int64_t i = 0; i < n; ++i) {
        if (i == 0 || 2 * i == n)
          data[line + i] = data[line + i].real();
        else if (2 * i > n)
          data[line + i] = std::conj(data[line + n - i]);
      }
    transformDim(data, shape, rank - 1, inverse);
    numDims = first;
  }
  for (unsigned dim = first; dim < numDims; ++dim)
    transformDim(data, shape, dim, inverse);
  if (type == hlo::FftType::IRFFT) {
    T *out = reinterpret_cast<T *>(result.getMutableData());
    for (size_t i = 0; i < data.size(); ++i)
      out[i] = T(data[i].real());
    return;
  }
  auto kept = resized<std::complex<T>>(data.data(), shape, result.getShape());
  std::memcpy(result.getMutableData(), kept.data(), result.getBytes());
}

static LogicalResult evaluateFft(hlo::FftOp op, OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  FailureOr<ElementKind> kind = context.getResultKind();
  if (failed(kind))
    return failure();
  ArrayRef<int64_t> lengths = op.getFftLength();
  if (lengths.empty() || int64_t(lengths.size()) > operand.getRank())
    return context.error() << "expects 1 to " << operand.getRank()
                           << " lengths, but got " << lengths.size();
  Shape shape(operand.getShape());
  if (op.getFftType() == hlo::FftType::RFFT)
    shape.back() = shape.back() ? shape.back() / 2 + 1 : 0;
  else if (op.getFftType() == hlo::FftType::IRFFT)
    shape.back() = lengths.back();
  FailureOr<Tensor> result = context.create(*kind, shape);
  if (failed(result))
    return failure();
  std::memset(result->getMutableData(), 0, result->getBytes());
  if (operand.getNumElements() == 0 || result->getNumElements() == 0)
    return context.addResult(result);
  if (operand.getKind() == ElementKind::F64 ||
      operand.getKind() == ElementKind::C128)
    transformAll<double>(op.getFftType(), operand, *result, lengths);
  else
    transformAll<float>(op.getFftType(), operand, *result, lengths);
  return context.addResult(result);
}

namespace xla::interpreter {
void addFourierHandlers(HandlerTable &table) {
  table.add<hlo::FftOp, evaluateFft>();
}
} // namespace xla::interpreter
