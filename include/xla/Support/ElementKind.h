//===- ElementKind.h - Element types as a flat enumeration -----*- C++ -*-===//
//
// Every element type that data can have, as an enumeration to switch over, and
// how an element lies in memory: "unpacked" means one element per 1, 2, 4, 8 or
// 16 bytes, "packed" is the layout of the ABI, where 2- and 4-bit types share
// bytes, low end first.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_ELEMENTKIND_H
#define XLA_SUPPORT_ELEMENTKIND_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace xla {

/// Signless integers of a program are the signed ones (S*), `uiN` the unsigned
/// ones (U*). `index` data is S64.
enum class ElementKind : uint8_t {
  Pred,
  S2,
  S4,
  S8,
  S16,
  S32,
  S64,
  U2,
  U4,
  U8,
  U16,
  U32,
  U64,
  F4E2M1FN,
  F6E2M3FN,
  F6E3M2FN,
  F8E3M4,
  F8E4M3,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E4M3B11FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F8E8M0FNU,
  BF16,
  F16,
  F32,
  F64,
  C64,
  C128
};

/// The kind of `elementType`; nothing for a type that holds no plain data
/// (quantized types, tokens, tuples, widths nobody has).
std::optional<ElementKind> getElementKind(mlir::Type elementType);

/// The kind of the data that a tensor of `elementType` stores: that of its
/// storage type where it is quantized, otherwise `getElementKind`.
std::optional<ElementKind> getStorageKind(mlir::Type elementType);

/// The name as programs spell the type, e.g. "bf16" or "complex<f32>".
llvm::StringRef stringifyElementKind(ElementKind kind);

/// The number of bits of information: 1 for Pred, 4 for S4, 6 for f6, 64 for
/// C64.
unsigned getBitWidth(ElementKind kind);

/// Bytes of one unpacked element.
unsigned getUnpackedBytes(ElementKind kind);

/// True where the ABI puts several elements into a byte.
inline bool isPacked(ElementKind kind) {
  return kind == ElementKind::S2 || kind == ElementKind::S4 ||
         kind == ElementKind::U2 || kind == ElementKind::U4 ||
         kind == ElementKind::F4E2M1FN;
}

/// Bytes of `numElements` elements in the layout of the ABI.
int64_t getPackedSize(ElementKind kind, int64_t numElements);

inline bool isSignedInteger(ElementKind kind) {
  return kind >= ElementKind::S2 && kind <= ElementKind::S64;
}
inline bool isUnsignedInteger(ElementKind kind) {
  return kind >= ElementKind::U2 && kind <= ElementKind::U64;
}
/// Integers without Pred.
inline bool isInteger(ElementKind kind) {
  return kind >= ElementKind::S2 && kind <= ElementKind::U64;
}
inline bool isFloat(ElementKind kind) {
  return kind >= ElementKind::F4E2M1FN && kind <= ElementKind::F64;
}
inline bool isComplex(ElementKind kind) {
  return kind == ElementKind::C64 || kind == ElementKind::C128;
}
/// The kind of the parts of a complex kind.
inline ElementKind getPartKind(ElementKind kind) {
  return kind == ElementKind::C64 ? ElementKind::F32 : ElementKind::F64;
}

/// Splits the packed `bytes` into one byte per element, sign-extended for the
/// signed kinds. `out` has room for `numElements` bytes.
void unpackElements(ElementKind kind, const char *bytes, int64_t numElements,
                    char *out);

/// The inverse of `unpackElements`; pad bits become 0.
void packElements(ElementKind kind, const char *unpacked, int64_t numElements,
                  char *out);

/// The value of an unpacked element that is not complex; integers above 2^53
/// round.
double readAsDouble(ElementKind kind, const char *element);

/// Rounds `value` once, to nearest even, into an unpacked element of a real
/// float kind.
void writeDouble(ElementKind kind, char *element, double value);

/// The bits of an unpacked real element as an unsigned number, masked to the
/// kind's width.
uint64_t readBits(ElementKind kind, const char *element);

/// An unpacked element as text: integers exactly, floats with the digits that
/// tell neighbours apart, complex as (re, im).
std::string formatElement(ElementKind kind, const char *element);

} // namespace xla

#endif // XLA_SUPPORT_ELEMENTKIND_H
