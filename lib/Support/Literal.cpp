//===- Literal.cpp - Typed dense data on the host -------------------------===//
//
// Storage, attributes and element access of `xla::Literal`; printing is in
// LiteralPrinter.cpp.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Literal.h"
#include "xla/Support/DenseResource.h"
#include "xla/Support/ElementKind.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/bit.h"
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

std::optional<ElementStorage> ElementStorage::get(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    Type part = complex.getElementType();
    if (!part.isF32() && !part.isF64())
      return std::nullopt;
    return ElementStorage{Kind::Float, 2 * part.getIntOrFloatBitWidth(), true};
  }
  if (elementType.isIndex())
    return ElementStorage{Kind::SignedInt, 64};
  if (auto quantized = dyn_cast<quant::QuantizedType>(elementType)) {
    auto storage = get(quantized.getStorageType());
    if (storage && storage->kind == Kind::SignedInt && !quantized.isSigned())
      storage->kind = Kind::UnsignedInt;
    return storage;
  }
  if (!elementType.isIntOrFloat())
    return std::nullopt;
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (isa<FloatType>(elementType)) {
    if (!getElementKind(elementType))
      return std::nullopt;
    return ElementStorage{Kind::Float, width == 4 ? 4 : (width + 7) / 8 * 8};
  }
  if (width == 1)
    return ElementStorage{Kind::Bool, 8};
  if (width > 64 || !llvm::isPowerOf2_32(width))
    return std::nullopt;
  return ElementStorage{elementType.isUnsignedInteger() ? Kind::UnsignedInt
                                                        : Kind::SignedInt,
                        width};
}

/// Zeroed bytes, aligned to 64 and a whole number of cache lines, so that
/// nothing shares the last one; null if there are none. Large ones are only
/// touched when they are used.
static std::shared_ptr<void> allocateZeroed(size_t bytes, char *&aligned) {
  size_t size = std::max<size_t>((bytes + 63) / 64 * 64, 64);
  void *base = std::calloc(size + 64, 1);
  if (!base)
    return nullptr;
  aligned = reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(base) + 63) /
                                     64 * 64);
  return std::shared_ptr<void>(base, std::free);
}

llvm::Expected<Literal> Literal::create(RankedTensorType type) {
  auto size = getTensorByteSize(type);
  if (!size)
    return llvm::createStringError(
        "expected a tensor that fits into memory, but got type " +
        formatShapedType(type));
  char *bytes = nullptr;
  std::shared_ptr<void> owner = allocateZeroed(*size, bytes);
  if (!owner)
    return llvm::createStringError("out of memory for a tensor of type " +
                                   formatShapedType(type));
  return borrow(type, bytes, std::move(owner));
}

Literal::Literal(RankedTensorType type)
    : type(type), numElements(type.getNumElements()) {
  auto found = ElementStorage::get(type.getElementType());
  assert(found && "expected an element type with storage");
  storage = *found;
  owner = allocateZeroed(getByteSize(), bytes);
  if (!owner)
    llvm::report_bad_alloc_error("out of memory for a literal");
}

Literal Literal::borrow(RankedTensorType type, void *bytes,
                        std::shared_ptr<void> owner) {
  Literal literal;
  literal.type = type;
  literal.numElements = type.getNumElements();
  auto found = ElementStorage::get(type.getElementType());
  assert(found && "expected an element type with storage");
  literal.storage = *found;
  // Zero-size buffers may be null in the ABI; ours never are.
  static char none[1];
  literal.bytes = bytes ? static_cast<char *>(bytes) : none;
  literal.owner = std::move(owner);
  return literal;
}

Literal Literal::clone() const {
  Literal copy(type);
  std::memcpy(copy.bytes, bytes, getByteSize());
  return copy;
}

Literal Literal::withType(RankedTensorType newType) const {
  auto found = ElementStorage::get(newType.getElementType());
  assert(found && found->bits == storage.bits &&
         newType.getNumElements() == numElements &&
         "expected a type with the same storage");
  Literal literal = *this;
  literal.type = newType;
  literal.storage = *found;
  return literal;
}

bool Literal::isBitEqual(const Literal &other) const {
  return type == other.type &&
         std::memcmp(bytes, other.bytes, getByteSize()) == 0;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Copies `source`, which holds one byte for each element, into a literal whose
/// elements have `storage` of at most 8 bits.
static void packBytes(ArrayRef<char> source, Literal &literal) {
  bool splat = source.size() == 1;
  for (int64_t i = 0, e = literal.getNumElements(); i < e; ++i)
    literal.setBits(i, static_cast<uint8_t>(source[splat ? 0 : i]));
}

/// Fills `literal` with copies of one element.
static void fillSplat(ArrayRef<char> element, Literal &literal) {
  char *to = literal.getBytes(), *end = to + literal.getByteSize();
  for (; to != end; to += element.size())
    std::memcpy(to, element.data(), element.size());
}

static llvm::Expected<Literal> getDense(DenseElementsAttr attr,
                                        RankedTensorType type) {
  auto created = Literal::create(type);
  if (!created)
    return created.takeError();
  Literal literal = std::move(*created);
  if (type.getElementType().isInteger(1)) {
    bool *to = reinterpret_cast<bool *>(literal.getBytes());
    if (attr.isSplat())
      std::fill_n(to, type.getNumElements(), attr.getSplatValue<bool>());
    else
      llvm::copy(attr.getValues<bool>(), to);
    return literal;
  }
  ArrayRef<char> raw = attr.getRawData();
  if (literal.getNumElements() == 0)
    return literal;
  if (literal.getStorage().bits < 8)
    packBytes(attr.isSplat() ? raw.take_front() : raw, literal);
  else if (attr.isSplat())
    fillSplat(raw.take_front(literal.getStorage().bits / 8), literal);
  else
    std::memcpy(literal.getBytes(), raw.data(), literal.getByteSize());
  return literal;
}

static llvm::Expected<Literal> getResource(DenseResourceElementsAttr attr,
                                           RankedTensorType type) {
  if (llvm::Error error = xla::checkDenseResource(attr))
    return error;
  auto created = Literal::create(type);
  if (!created)
    return created.takeError();
  Literal literal = std::move(*created);
  ArrayRef<char> data = attr.getRawHandle().getBlob()->getData();
  // Sub-byte types come packed or with a byte for each element.
  if (data.size() == literal.getByteSize())
    std::memcpy(literal.getBytes(), data.data(), data.size());
  else
    packBytes(data, literal);
  return literal;
}

llvm::Expected<Literal> Literal::get(ElementsAttr attr) {
  ShapedType shaped = attr.getShapedType();
  if (!shaped.hasStaticShape())
    return llvm::createStringError("expected a constant of static shape");
  Type element = shaped.getElementType();
  if (!ElementStorage::get(element)) {
    std::string text;
    llvm::raw_string_ostream(text) << element;
    return llvm::createStringError(
        "expected a constant of numbers, but got element type " + text);
  }
  auto type = RankedTensorType::get(shaped.getShape(), element);
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    return getDense(dense, type);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attr))
    return getResource(resource, type);
  return llvm::createStringError("expected a dense constant");
}

DenseElementsAttr Literal::getAttr() const {
  Type element = getElementType();
  if (element.isInteger(1))
    return DenseElementsAttr::get(
        type, ArrayRef(reinterpret_cast<const bool *>(bytes), numElements));
  RankedTensorType attrType = type;
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    attrType =
        RankedTensorType::get(type.getShape(), quantized.getStorageType());
  if (storage.bits >= 8)
    return DenseElementsAttr::getFromRawBuffer(attrType, getByteArray());
  SmallVector<char> unpacked;
  unpacked.reserve(numElements);
  for (int64_t i = 0; i < numElements; ++i)
    unpacked.push_back(static_cast<char>(getBits(i)));
  return DenseElementsAttr::getFromRawBuffer(attrType, unpacked);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

uint64_t Literal::getBits(int64_t index) const {
  assert(index >= 0 && index < numElements && "element out of bounds");
  if (storage.bits < 8) {
    unsigned perByte = 8 / storage.bits;
    unsigned shift = index % perByte * storage.bits;
    uint8_t byte = bytes[index / perByte];
    return (byte >> shift) & ((1u << storage.bits) - 1);
  }
  uint64_t value = 0;
  unsigned size = storage.bits / 8;
  assert(size <= 8 && "expected an element of at most 64 bits");
  std::memcpy(&value, bytes + index * size, size);
  return value;
}

void Literal::setBits(int64_t index, uint64_t value) {
  assert(index >= 0 && index < numElements && "element out of bounds");
  if (storage.bits < 8) {
    unsigned perByte = 8 / storage.bits;
    unsigned shift = index % perByte * storage.bits;
    unsigned mask = ((1u << storage.bits) - 1) << shift;
    uint8_t byte = bytes[index / perByte];
    bytes[index / perByte] = (byte & ~mask) | ((value << shift) & mask);
    return;
  }
  unsigned size = storage.bits / 8;
  assert(size <= 8 && "expected an element of at most 64 bits");
  std::memcpy(bytes + index * size, &value, size);
}

int64_t Literal::getInt(int64_t index) const {
  uint64_t value = getBits(index);
  return storage.kind == ElementStorage::Kind::SignedInt
             ? llvm::SignExtend64(value, storage.bits)
             : static_cast<int64_t>(value);
}

void Literal::setInt(int64_t index, int64_t value) {
  setBits(index,
          storage.kind == ElementStorage::Kind::Bool ? value & 1 : value);
}

double Literal::getDouble(int64_t index) const {
  switch (storage.kind) {
  case ElementStorage::Kind::Bool:
  case ElementStorage::Kind::SignedInt:
    return static_cast<double>(getInt(index));
  case ElementStorage::Kind::UnsignedInt:
    return static_cast<double>(getBits(index));
  case ElementStorage::Kind::Float:
    break;
  }
  assert(!storage.isComplex && "expected a real element");
  if (getElementType().isF32())
    return getData<float>()[index];
  if (getElementType().isF64())
    return getData<double>()[index];
  uint64_t bits = getBits(index);
  return readAsDouble(*getElementKind(getElementType()),
                      reinterpret_cast<const char *>(&bits));
}

void Literal::setDouble(int64_t index, double value) {
  switch (storage.kind) {
  case ElementStorage::Kind::Bool:
    return setBits(index, value != 0);
  case ElementStorage::Kind::SignedInt:
    return setInt(index, static_cast<int64_t>(value));
  case ElementStorage::Kind::UnsignedInt:
    return setBits(index, value < 0 ? static_cast<int64_t>(value)
                                    : static_cast<uint64_t>(value));
  case ElementStorage::Kind::Float:
    break;
  }
  assert(!storage.isComplex && "expected a real element");
  uint64_t bits = 0;
  writeDouble(*getElementKind(getElementType()),
              reinterpret_cast<char *>(&bits), value);
  setBits(index, bits);
}

std::complex<double> Literal::getComplex(int64_t index) const {
  if (!storage.isComplex)
    return getDouble(index);
  if (storage.bits == 128)
    return getData<std::complex<double>>()[index];
  return std::complex<double>(getData<std::complex<float>>()[index]);
}

void Literal::setComplex(int64_t index, std::complex<double> value) {
  if (!storage.isComplex)
    return setDouble(index, value.real());
  if (storage.bits == 128)
    getData<std::complex<double>>()[index] = value;
  else
    getData<std::complex<float>>()[index] = std::complex<float>(value);
}
