//===- ElementKind.cpp - Element types as a flat enumeration --------------===//
//
// The table of element kinds and access to single elements of them.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/ElementKind.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "xla/Support/FloatFormats.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <cinttypes>
#include <cstdio>

using namespace xla;
using namespace mlir;

std::optional<ElementKind> xla::getElementKind(Type type) {
  using K = ElementKind;
  if (isa<IndexType>(type))
    return K::S64;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return isUnsigned ? std::nullopt : std::optional(K::Pred);
    case 2:
      return isUnsigned ? K::U2 : K::S2;
    case 4:
      return isUnsigned ? K::U4 : K::S4;
    case 8:
      return isUnsigned ? K::U8 : K::S8;
    case 16:
      return isUnsigned ? K::U16 : K::S16;
    case 32:
      return isUnsigned ? K::U32 : K::S32;
    case 64:
      return isUnsigned ? K::U64 : K::S64;
    default:
      return std::nullopt;
    }
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return K::C64;
    if (complex.getElementType().isF64())
      return K::C128;
    return std::nullopt;
  }
  return llvm::TypeSwitch<Type, std::optional<K>>(type)
      .Case([](Float4E2M1FNType) { return K::F4E2M1FN; })
      .Case([](Float6E2M3FNType) { return K::F6E2M3FN; })
      .Case([](Float6E3M2FNType) { return K::F6E3M2FN; })
      .Case([](Float8E3M4Type) { return K::F8E3M4; })
      .Case([](Float8E4M3Type) { return K::F8E4M3; })
      .Case([](Float8E4M3FNType) { return K::F8E4M3FN; })
      .Case([](Float8E4M3FNUZType) { return K::F8E4M3FNUZ; })
      .Case([](Float8E4M3B11FNUZType) { return K::F8E4M3B11FNUZ; })
      .Case([](Float8E5M2Type) { return K::F8E5M2; })
      .Case([](Float8E5M2FNUZType) { return K::F8E5M2FNUZ; })
      .Case([](Float8E8M0FNUType) { return K::F8E8M0FNU; })
      .Case([](BFloat16Type) { return K::BF16; })
      .Case([](Float16Type) { return K::F16; })
      .Case([](Float32Type) { return K::F32; })
      .Case([](Float64Type) { return K::F64; })
      .Default([](Type) { return std::nullopt; });
}

std::optional<ElementKind> xla::getStorageKind(Type type) {
  auto quantized = dyn_cast<quant::QuantizedType>(type);
  if (!quantized)
    return getElementKind(type);
  return getElementKind(IntegerType::get(
      type.getContext(), quantized.getStorageTypeIntegralWidth(),
      quantized.isSigned() ? IntegerType::Signless : IntegerType::Unsigned));
}

namespace {
struct KindInfo {
  const char *name;
  uint8_t bits, bytes;
};
} // namespace

/// In the order of the enumeration.
static const KindInfo &getInfo(ElementKind kind) {
  static const KindInfo infos[] = {{"i1", 1, 1},
                                   {"i2", 2, 1},
                                   {"i4", 4, 1},
                                   {"i8", 8, 1},
                                   {"i16", 16, 2},
                                   {"i32", 32, 4},
                                   {"i64", 64, 8},
                                   {"ui2", 2, 1},
                                   {"ui4", 4, 1},
                                   {"ui8", 8, 1},
                                   {"ui16", 16, 2},
                                   {"ui32", 32, 4},
                                   {"ui64", 64, 8},
                                   {"f4E2M1FN", 4, 1},
                                   {"f6E2M3FN", 6, 1},
                                   {"f6E3M2FN", 6, 1},
                                   {"f8E3M4", 8, 1},
                                   {"f8E4M3", 8, 1},
                                   {"f8E4M3FN", 8, 1},
                                   {"f8E4M3FNUZ", 8, 1},
                                   {"f8E4M3B11FNUZ", 8, 1},
                                   {"f8E5M2", 8, 1},
                                   {"f8E5M2FNUZ", 8, 1},
                                   {"f8E8M0FNU", 8, 1},
                                   {"bf16", 16, 2},
                                   {"f16", 16, 2},
                                   {"f32", 32, 4},
                                   {"f64", 64, 8},
                                   {"complex<f32>", 64, 8},
                                   {"complex<f64>", 128, 16}};
  return infos[unsigned(kind)];
}

StringRef xla::stringifyElementKind(ElementKind kind) {
  return getInfo(kind).name;
}
unsigned xla::getBitWidth(ElementKind kind) { return getInfo(kind).bits; }
unsigned xla::getUnpackedBytes(ElementKind kind) { return getInfo(kind).bytes; }

int64_t xla::getPackedSize(ElementKind kind, int64_t numElements) {
  if (!isPacked(kind))
    return numElements * getUnpackedBytes(kind);
  int64_t perByte = 8 / getBitWidth(kind);
  return numElements / perByte + (numElements % perByte != 0);
}

void xla::unpackElements(ElementKind kind, const char *bytes,
                         int64_t numElements, char *out) {
  unsigned bits = getBitWidth(kind), perByte = 8 / bits;
  for (int64_t i = 0; i < numElements; ++i) {
    uint8_t byte = uint8_t(bytes[i / perByte]);
    // Shift the element to the top, then down with or without its sign.
    uint8_t top = uint8_t(byte << (8 - bits - i % perByte * bits));
    out[i] = isSignedInteger(kind) ? char(int8_t(top) >> (8 - bits))
                                   : char(top >> (8 - bits));
  }
}

void xla::packElements(ElementKind kind, const char *unpacked,
                       int64_t numElements, char *out) {
  unsigned bits = getBitWidth(kind), perByte = 8 / bits;
  std::memset(out, 0, getPackedSize(kind, numElements));
  for (int64_t i = 0; i < numElements; ++i)
    out[i / perByte] |= char((uint8_t(unpacked[i]) & ((1u << bits) - 1))
                             << (i % perByte * bits));
}

template <typename T> static T load(const char *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

double xla::readAsDouble(ElementKind kind, const char *element) {
  switch (kind) {
  case ElementKind::Pred:
    return load<uint8_t>(element) != 0;
  case ElementKind::S2:
  case ElementKind::S4:
  case ElementKind::S8:
    return load<int8_t>(element);
  case ElementKind::S16:
    return load<int16_t>(element);
  case ElementKind::S32:
    return load<int32_t>(element);
  case ElementKind::S64:
    return double(load<int64_t>(element));
  case ElementKind::U2:
  case ElementKind::U4:
  case ElementKind::U8:
    return load<uint8_t>(element);
  case ElementKind::U16:
    return load<uint16_t>(element);
  case ElementKind::U32:
    return load<uint32_t>(element);
  case ElementKind::U64:
    return double(load<uint64_t>(element));
  case ElementKind::BF16:
    return bfloat16ToFloat(load<uint16_t>(element));
  case ElementKind::F16:
    return halfToFloat(load<uint16_t>(element));
  case ElementKind::F32:
  case ElementKind::C64:
    return load<float>(element);
  case ElementKind::F64:
  case ElementKind::C128:
    return load<double>(element);
  default:
    return getSmallFloatFormat(kind).values[load<uint8_t>(element)];
  }
}

template <typename T> static void store(char *element, T value) {
  std::memcpy(element, &value, sizeof(T));
}

void xla::writeDouble(ElementKind kind, char *element, double value) {
  assert(isFloat(kind) && "expected a real float kind");
  switch (kind) {
  case ElementKind::BF16:
    return store(element, doubleToBFloat16(value));
  case ElementKind::F16:
    return store(element, doubleToHalf(value));
  case ElementKind::F32:
    return store(element, static_cast<float>(value));
  case ElementKind::F64:
    return store(element, value);
  default:
    return store(element, getSmallFloatFormat(kind).encode(value));
  }
}

uint64_t xla::readBits(ElementKind kind, const char *element) {
  switch (getUnpackedBytes(kind)) {
  case 1:
    return load<uint8_t>(element) & ((1u << getBitWidth(kind)) - 1);
  case 2:
    return load<uint16_t>(element);
  case 4:
    return load<uint32_t>(element);
  default:
    return load<uint64_t>(element);
  }
}

std::string xla::formatElement(ElementKind kind, const char *element) {
  char text[64];
  if (isComplex(kind)) {
    ElementKind part = getPartKind(kind);
    return "(" + formatElement(part, element) + ", " +
           formatElement(part, element + getUnpackedBytes(part)) + ")";
  }
  if (kind == ElementKind::Pred)
    return *element ? "true" : "false";
  if (kind == ElementKind::S64)
    snprintf(text, sizeof(text), "%" PRId64, load<int64_t>(element));
  else if (kind == ElementKind::U64)
    snprintf(text, sizeof(text), "%" PRIu64, load<uint64_t>(element));
  else if (isInteger(kind))
    snprintf(text, sizeof(text), "%.0f", readAsDouble(kind, element));
  else
    snprintf(text, sizeof(text), "%.*g", kind == ElementKind::F64 ? 17 : 9,
             readAsDouble(kind, element));
  return text;
}
