//===- Tensor.h - Values of the interpreter --------------------*- C++ -*-===//
//
// Tensors are shared buffers with a count of their users: whoever is the only
// user may write in place, everybody else copies first. Elements are unpacked
// and row-major.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_INTERPRETER_TENSOR_H
#define XLA_LIB_INTERPRETER_TENSOR_H

#include "xla/Support/ByteSize.h"
#include "xla/Support/ElementKind.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace xla::interpreter {

using Shape = llvm::SmallVector<int64_t, 6>;

/// Bytes now alive and the most there may be.
struct MemoryBudget {
  int64_t live = 0, limit = 0;
};

/// Bytes with a count of their users. Not thread-safe, as the processes of an
/// evaluation take turns.
class Buffer : public llvm::RefCountedBase<Buffer> {
public:
  /// Null if there is not enough memory.
  static llvm::IntrusiveRefCntPtr<Buffer> create(int64_t size,
                                                 MemoryBudget *budget) {
    if (budget && size > budget->limit - budget->live)
      return nullptr;
    // A little more than asked for, so that a zero-sized buffer has an address.
    void *data = std::malloc(size + 16);
    if (!data)
      return nullptr;
    return new Buffer(static_cast<char *>(data), size, budget);
  }
  ~Buffer() {
    std::free(data);
    if (budget)
      budget->live -= size;
  }
  char *getData() const { return data; }
  int64_t getSize() const { return size; }
  MemoryBudget *getBudget() const { return budget; }

private:
  Buffer(char *data, int64_t size, MemoryBudget *budget)
      : data(data), size(size), budget(budget) {
    if (budget)
      budget->live += size;
  }
  char *data;
  int64_t size;
  MemoryBudget *budget;
};

class Tensor {
public:
  Tensor() = default;

  /// Uninitialised elements; a tensor that is false if memory is short or the
  /// shape has more elements than an int64 can count.
  static Tensor create(ElementKind kind, llvm::ArrayRef<int64_t> shape,
                       MemoryBudget *budget);

  explicit operator bool() const { return bool(buffer); }
  ElementKind getKind() const { return kind; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getRank() const { return shape.size(); }
  int64_t getDim(unsigned i) const { return shape[i]; }
  int64_t getNumElements() const { return numElements; }
  unsigned getElementBytes() const { return getUnpackedBytes(kind); }
  int64_t getBytes() const { return numElements * getElementBytes(); }

  const char *getData() const { return buffer->getData(); }
  template <typename T> const T *getDataAs() const {
    return reinterpret_cast<const T *>(buffer->getData());
  }
  /// For writing. Only of a tensor that was just created or is unique.
  char *getMutableData() { return buffer->getData(); }
  bool isUnique() const { return buffer->UseCount() == 1; }

  /// The same elements in other dimensions (or of another kind of the same
  /// size); shares the buffer.
  Tensor withShape(llvm::ArrayRef<int64_t> newShape) const {
    Tensor result = *this;
    result.shape.assign(newShape.begin(), newShape.end());
    return result;
  }
  Tensor withKind(ElementKind newKind) const {
    Tensor result = *this;
    result.kind = newKind;
    return result;
  }

  /// This tensor if nobody else uses it, otherwise a copy. False if memory is
  /// short.
  Tensor takeOrCopy() &&;

  /// An element of an integer, bool or index tensor; ui64 above the range of
  /// int64 gives INT64_MAX.
  int64_t getInteger(int64_t index) const;
  const char *getElement(int64_t index) const {
    return getData() + index * getElementBytes();
  }

private:
  ElementKind kind = ElementKind::Pred;
  Shape shape;
  int64_t numElements = 0;
  llvm::IntrusiveRefCntPtr<Buffer> buffer;
};

/// A tensor, a token (which is no data) or a tuple of values.
class RuntimeValue {
public:
  enum class Kind : uint8_t { None, Tensor, Token, Tuple };

  RuntimeValue() = default;
  RuntimeValue(Tensor tensor) : kind(Kind::Tensor), tensor(std::move(tensor)) {}
  static RuntimeValue token() {
    RuntimeValue value;
    value.kind = Kind::Token;
    return value;
  }
  static RuntimeValue tuple(std::vector<RuntimeValue> elements);

  Kind getKind() const { return kind; }
  bool isTensor() const { return kind == Kind::Tensor; }
  Tensor &getTensor() { return tensor; }
  const Tensor &getTensor() const { return tensor; }
  const std::vector<RuntimeValue> &getElements() const { return *elements; }

private:
  Kind kind = Kind::None;
  Tensor tensor;
  std::shared_ptr<std::vector<RuntimeValue>> elements;
};

inline RuntimeValue RuntimeValue::tuple(std::vector<RuntimeValue> list) {
  RuntimeValue value;
  value.kind = Kind::Tuple;
  value.elements = std::make_shared<std::vector<RuntimeValue>>(std::move(list));
  return value;
}

using Values = llvm::SmallVector<RuntimeValue, 4>;

//===----------------------------------------------------------------------===//
// Index arithmetic
//===----------------------------------------------------------------------===//

/// The distance of neighbours in each dimension of row-major data, in elements.
Shape getStrides(llvm::ArrayRef<int64_t> shape);

/// Steps `index` to the next position of `shape` in row-major order; false
/// after the last one (then all zeros again).
bool nextIndex(llvm::MutableArrayRef<int64_t> index,
               llvm::ArrayRef<int64_t> shape);

/// dst[sum(i * dstStrides)] = src[sum(i * srcStrides)] for all i in `shape`;
/// strides in elements, possibly 0 or negative.
void copyStrided(llvm::ArrayRef<int64_t> shape, unsigned elementBytes,
                 const char *src, llvm::ArrayRef<int64_t> srcStrides, char *dst,
                 llvm::ArrayRef<int64_t> dstStrides);

/// Fills `n` elements with copies of one.
void fillElements(char *out, const char *element, unsigned elementBytes,
                  int64_t n);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_TENSOR_H
