//===- Tensor.cpp - Values of the interpreter -----------------------------===//
//
// Allocation, strided copies and index arithmetic.
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace xla;
using namespace xla::interpreter;
using llvm::ArrayRef;
using llvm::MutableArrayRef;

Tensor Tensor::create(ElementKind kind, ArrayRef<int64_t> shape,
                      MemoryBudget *budget) {
  Tensor tensor;
  std::optional<int64_t> count = countElements(shape);
  int64_t bytes;
  if (!count ||
      llvm::MulOverflow(*count, int64_t(getUnpackedBytes(kind)), bytes))
    return tensor;
  tensor.kind = kind;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.numElements = *count;
  tensor.buffer = Buffer::create(bytes, budget);
  return tensor;
}

Tensor Tensor::takeOrCopy() && {
  if (isUnique())
    return std::move(*this);
  Tensor copy = create(kind, shape, buffer->getBudget());
  if (copy)
    std::memcpy(copy.getMutableData(), getData(), getBytes());
  return copy;
}

int64_t Tensor::getInteger(int64_t index) const {
  switch (kind) {
  case ElementKind::Pred:
    return getDataAs<bool>()[index];
  case ElementKind::S2:
  case ElementKind::S4:
  case ElementKind::S8:
    return getDataAs<int8_t>()[index];
  case ElementKind::S16:
    return getDataAs<int16_t>()[index];
  case ElementKind::S32:
    return getDataAs<int32_t>()[index];
  case ElementKind::U2:
  case ElementKind::U4:
  case ElementKind::U8:
    return getDataAs<uint8_t>()[index];
  case ElementKind::U16:
    return getDataAs<uint16_t>()[index];
  case ElementKind::U32:
    return getDataAs<uint32_t>()[index];
  case ElementKind::U64:
    return int64_t(std::min<uint64_t>(getDataAs<uint64_t>()[index],
                                      std::numeric_limits<int64_t>::max()));
  case ElementKind::S64:
    return getDataAs<int64_t>()[index];
  default:
    return 0;
  }
}

Shape xla::interpreter::getStrides(ArrayRef<int64_t> shape) {
  Shape strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

bool xla::interpreter::nextIndex(MutableArrayRef<int64_t> index,
                                 ArrayRef<int64_t> shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++index[i] < shape[i])
      return true;
    index[i] = 0;
  }
  return false;
}

namespace {
struct Bytes16 {
  uint64_t halves[2];
};
} // namespace

template <typename T>
static void copyRow(int64_t n, const char *src, int64_t srcStride, char *dst,
                    int64_t dstStride) {
  const T *from = reinterpret_cast<const T *>(src);
  T *to = reinterpret_cast<T *>(dst);
  for (int64_t i = 0; i < n; ++i)
    to[i * dstStride] = from[i * srcStride];
}

using RowCopy = void (*)(int64_t, const char *, int64_t, char *, int64_t);

static RowCopy getRowCopy(unsigned elementBytes) {
  switch (elementBytes) {
  case 1:
    return copyRow<uint8_t>;
  case 2:
    return copyRow<uint16_t>;
  case 4:
    return copyRow<uint32_t>;
  case 8:
    return copyRow<uint64_t>;
  default:
    return copyRow<Bytes16>;
  }
}

void xla::interpreter::copyStrided(ArrayRef<int64_t> fullShape,
                                   unsigned elementBytes, const char *src,
                                   ArrayRef<int64_t> fullSrcStrides, char *dst,
                                   ArrayRef<int64_t> fullDstStrides) {
  // Dimensions that both sides walk as one become one; those of size 1 go.
  Shape shape, srcStrides, dstStrides;
  for (size_t i = 0; i < fullShape.size(); ++i) {
    if (fullShape[i] == 0)
      return;
    if (fullShape[i] == 1)
      continue;
    if (!shape.empty() &&
        srcStrides.back() == fullShape[i] * fullSrcStrides[i] &&
        dstStrides.back() == fullShape[i] * fullDstStrides[i]) {
      shape.back() *= fullShape[i];
      srcStrides.back() = fullSrcStrides[i];
      dstStrides.back() = fullDstStrides[i];
      continue;
    }
    shape.push_back(fullShape[i]);
    srcStrides.push_back(fullSrcStrides[i]);
    dstStrides.push_back(fullDstStrides[i]);
  }
  if (shape.empty()) {
    std::memcpy(dst, src, elementBytes);
    return;
  }
  int64_t n = shape.pop_back_val();
  int64_t srcStride = srcStrides.pop_back_val();
  int64_t dstStride = dstStrides.pop_back_val();
  RowCopy copy = getRowCopy(elementBytes);
  Shape index(shape.size(), 0);
  int64_t srcOffset = 0, dstOffset = 0;
  while (true) {
    if (srcStride == 1 && dstStride == 1)
      std::memcpy(dst + dstOffset * elementBytes,
                  src + srcOffset * elementBytes, n * elementBytes);
    else
      copy(n, src + srcOffset * elementBytes, srcStride,
           dst + dstOffset * elementBytes, dstStride);
    size_t i = shape.size();
    for (; i-- > 0;) {
      srcOffset += srcStrides[i];
      dstOffset += dstStrides[i];
      if (++index[i] < shape[i])
        break;
      srcOffset -= srcStrides[i] * shape[i];
      dstOffset -= dstStrides[i] * shape[i];
      index[i] = 0;
    }
    if (i == size_t(-1))
      return;
  }
}

void xla::interpreter::fillElements(char *out, const char *element,
                                    unsigned elementBytes, int64_t n) {
  getRowCopy(elementBytes)(n, element, 0, out, 1);
}
