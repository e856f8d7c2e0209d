//===- Literal.h - Typed dense data on the host -----------------*- C++ -*-===//
//
// `xla::Literal` is a ranked tensor's value: the one form in which the tools,
// the interpreter and the tests hold arguments, results and constants.
//
// Bytes are laid out as compiled code expects them (the ABI page of the docs):
// row-major; i1 one byte, 0 or 1; 2- and 4-bit types packed, the lower-numbered
// element in the lower bits; 6-bit floats in a byte; complex as (re, im).
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_LITERAL_H
#define XLA_SUPPORT_LITERAL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "xla/Support/ByteSize.h"
#include "llvm/Support/Error.h"
#include <complex>
#include <memory>

namespace xla {

/// How one element of a type is stored.
struct ElementStorage {
  /// What the bits of a number mean. A complex type has `Float`.
  enum class Kind { Bool, SignedInt, UnsignedInt, Float };

  Kind kind;
  /// Bits from one element to the next: 2, 4 or a multiple of 8. A complex
  /// element counts both parts.
  unsigned bits;
  bool isComplex = false;

  /// The storage of `elementType`: signless and signed integers of 2 to 64
  /// bits, unsigned ones, i1, index, floats that have an `ElementKind`,
  /// complex<f32> and complex<f64>, and quantized types by their storage type.
  /// None for anything else (tokens and tuples have no data).
  static std::optional<ElementStorage> get(mlir::Type elementType);

  /// Bytes of `count` elements.
  size_t getByteSize(int64_t count) const {
    return (static_cast<size_t>(count) * bits + 7) / 8;
  }
};

/// The value of a statically shaped ranked tensor. Copies share one buffer;
/// `clone` makes a buffer of its own. The MLIR context must outlive the type,
/// not the bytes. Not thread-safe for writers.
class Literal {
public:
  /// No value: `operator bool` is false, everything else is undefined.
  Literal() = default;

  /// Zero-filled data of its own, aligned to 64 bytes. The type must have a
  /// static shape and element storage (assert).
  explicit Literal(mlir::RankedTensorType type);

  /// The same for types that come from a user. Errors: no storage, too large,
  /// out of memory.
  static llvm::Expected<Literal> create(mlir::RankedTensorType type);

  /// A view of `bytes`, which the caller keeps alive, or `owner` does.
  static Literal borrow(mlir::RankedTensorType type, void *bytes,
                        std::shared_ptr<void> owner = nullptr);

  /// The value of a dense, splat or dense-resource attribute. Errors: a type
  /// without storage, a dynamic shape, a resource of the wrong size.
  static llvm::Expected<Literal> get(mlir::ElementsAttr attr);

  explicit operator bool() const { return static_cast<bool>(type); }

  mlir::RankedTensorType getType() const { return type; }
  mlir::Type getElementType() const { return type.getElementType(); }
  ElementStorage getStorage() const { return storage; }
  llvm::ArrayRef<int64_t> getShape() const { return type.getShape(); }
  int64_t getRank() const { return type.getRank(); }
  int64_t getNumElements() const { return numElements; }
  size_t getByteSize() const { return storage.getByteSize(numElements); }

  /// The bytes, never null. Writing is seen by all copies.
  char *getBytes() const { return bytes; }
  llvm::ArrayRef<char> getByteArray() const { return {bytes, getByteSize()}; }

  /// The elements as `T`, whose size must be an element's (assert).
  template <typename T> llvm::MutableArrayRef<T> getData() const {
    assert(storage.bits == 8 * sizeof(T) && "expected an element of this size");
    return {reinterpret_cast<T *>(bytes), static_cast<size_t>(numElements)};
  }

  /// True when nobody else shares the buffer, so that it may be reused in
  /// place. False for borrowed bytes without an owner.
  bool isUnique() const { return owner && owner.use_count() == 1; }

  /// A deep copy.
  Literal clone() const;

  /// The same bytes under another type with equal storage and element count
  /// (assert).
  Literal withType(mlir::RankedTensorType newType) const;

  //===--------------------------------------------------------------------===//
  // Element access, by row-major index. Simple, not fast: for printing,
  // comparing and small data.
  //===--------------------------------------------------------------------===//

  /// The element's bits, zero-extended: at most 64, so not complex<f64>.
  uint64_t getBits(int64_t index) const;
  void setBits(int64_t index, uint64_t value);

  /// An integer or bool element, extended as its type says; ui64 keeps its
  /// bits.
  int64_t getInt(int64_t index) const;
  /// Stores the low bits of `value`.
  void setInt(int64_t index, int64_t value);

  /// An element of any real type as f64: exact but for 64-bit integers.
  double getDouble(int64_t index) const;
  /// Rounds to nearest, ties to even (floats); integers take the C conversion,
  /// and bool takes `value != 0`.
  void setDouble(int64_t index, double value);

  /// Any element; the imaginary part of a real one is 0.
  std::complex<double> getComplex(int64_t index) const;
  void setComplex(int64_t index, std::complex<double> value);

  //===--------------------------------------------------------------------===//
  // Other forms
  //===--------------------------------------------------------------------===//

  /// The value as an attribute. Copies.
  mlir::DenseElementsAttr getAttr() const;

  /// Prints one element: integers in decimal, i1 as true or false, floats in
  /// the fewest digits that read back equal, complex as (re, im).
  void printElement(llvm::raw_ostream &os, int64_t index) const;

  /// Prints nested brackets, `[[1, 2], [3, 4]]`, without the type. In every
  /// dimension longer than `2 * edge` only the first and last `edge` entries
  /// appear when the whole has more than `threshold` elements.
  void print(llvm::raw_ostream &os, int64_t threshold = 1000,
             int64_t edge = 3) const;

  /// True if types and all bytes are equal.
  bool isBitEqual(const Literal &other) const;

private:
  mlir::RankedTensorType type;
  ElementStorage storage{ElementStorage::Kind::Bool, 8};
  int64_t numElements = 0;
  char *bytes = nullptr;
  std::shared_ptr<void> owner;
};

/// `shape` as `4x8xf32`, the form of the command line.
std::string formatShapedType(mlir::RankedTensorType type);

} // namespace xla

#endif // XLA_SUPPORT_LITERAL_H
