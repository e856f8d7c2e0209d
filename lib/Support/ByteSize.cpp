//===- ByteSize.cpp - How much memory values take -------------------------===//
//
// Products of extents and element sizes, with a look at overflow.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/ByteSize.h"

#include "mlir/IR/BuiltinTypes.h"
#include "xla/Support/Literal.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace xla;

std::optional<int64_t> xla::countElements(ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, [](int64_t extent) { return extent < 0; }))
    return std::nullopt;
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t count = 1;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(count, extent, count))
      return std::nullopt;
  return count;
}

std::optional<int64_t> xla::getTensorByteSize(ShapedType type) {
  auto storage = ElementStorage::get(type.getElementType());
  if (!storage || !type.hasRank())
    return std::nullopt;
  constexpr int64_t limit = int64_t(1) << 47;
  std::optional<int64_t> elements = countElements(type.getShape());
  if (!elements || *elements > limit / storage->bits * 8)
    return std::nullopt;
  return storage->getByteSize(*elements);
}

int64_t xla::getElementAlignment(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return getElementAlignment(complex.getElementType());
  int64_t bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
}

/// Bytes of one element. One of less than a byte has a byte of its own, as LLVM
/// stores it.
static std::optional<int64_t> getElementBytes(Type type) {
  if (isa<VectorType>(type))
    return getDenseByteSize(type);
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getElementBytes(complex.getElementType());
    return part ? std::optional(2 * *part) : std::nullopt;
  }
  if (!type.isIntOrIndexOrFloat())
    return std::nullopt;
  return getElementAlignment(type);
}

std::optional<int64_t> xla::getDenseByteSize(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return std::nullopt;
  std::optional<int64_t> element = getElementBytes(shaped.getElementType());
  std::optional<int64_t> count = countElements(shaped.getShape());
  int64_t bytes;
  if (!element || !count || llvm::MulOverflow(*element, *count, bytes))
    return std::nullopt;
  return bytes;
}
