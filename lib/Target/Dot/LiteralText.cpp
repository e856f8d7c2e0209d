//===- LiteralText.cpp - Small constants as text --------------------------===//
//
// Only what fits a label: up to eight elements of a scalar or vector, whose
// order does not depend on a layout. A literal with fewer elements than its
// shape says shows those that it has.
//
//===----------------------------------------------------------------------===//

#include "OpText.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace xla;
using proto::LiteralProto;

namespace {
constexpr size_t kMaxElements = 8;

using Texts = SmallVector<std::string, kMaxElements>;

/// Elements of a format that the message holds as bytes.
struct ByteFormat {
  const std::string &(LiteralProto::*getBytes)() const;
  unsigned bits;
  /// Null for integers.
  const fltSemantics *semantics;
  bool isSigned;
};
} // namespace

static std::string print(const APFloat &value) {
  SmallString<24> text;
  value.toString(text, /*FormatPrecision=*/6);
  return StringRef(text).lower();
}

template <typename T> static void addIntegers(const T &values, Texts &texts) {
  for (size_t i = 0, e = values.size(); i < e && i < kMaxElements; ++i)
    texts.push_back(std::to_string(values[i]));
}

template <typename T>
static void addFloats(const T &values, bool isComplex, Texts &texts) {
  size_t step = isComplex ? 2 : 1;
  for (size_t i = 0, e = values.size(); i + step <= e; i += step) {
    if (texts.size() == kMaxElements)
      return;
    std::string real = print(APFloat(values[i]));
    texts.push_back(isComplex ? "(" + real + ", " +
                                    print(APFloat(values[i + 1])) + ")"
                              : real);
  }
}

static const ByteFormat *getByteFormat(proto::PrimitiveType type) {
#define FORMAT(TYPE, FIELD, BITS, SEMANTICS, SIGNED)                           \
  case proto::TYPE: {                                                          \
    static const ByteFormat format{&LiteralProto::FIELD, BITS, SEMANTICS,      \
                                   SIGNED};                                    \
    return &format;                                                            \
  }
  switch (type) {
    FORMAT(S1, s1s, 1, nullptr, true)
    FORMAT(U1, u1s, 1, nullptr, false)
    FORMAT(S2, s2s, 2, nullptr, true)
    FORMAT(U2, u2s, 2, nullptr, false)
    FORMAT(S4, s4s, 4, nullptr, true)
    FORMAT(U4, u4s, 4, nullptr, false)
    FORMAT(S8, s8s, 8, nullptr, true)
    FORMAT(U8, u8s, 8, nullptr, false)
    FORMAT(S16, s16s, 16, nullptr, true)
    FORMAT(U16, u16s, 16, nullptr, false)
    FORMAT(F16, f16s, 16, &APFloat::IEEEhalf(), true)
    FORMAT(BF16, bf16s, 16, &APFloat::BFloat(), true)
    FORMAT(F8E5M2, f8e5m2s, 8, &APFloat::Float8E5M2(), true)
    FORMAT(F8E4M3, f8e4m3s, 8, &APFloat::Float8E4M3(), true)
    FORMAT(F8E4M3FN, f8e4m3fns, 8, &APFloat::Float8E4M3FN(), true)
    FORMAT(F8E4M3B11FNUZ, f8e4m3b11fnuzs, 8, &APFloat::Float8E4M3B11FNUZ(),
           true)
    FORMAT(F8E3M4, f8e3m4s, 8, &APFloat::Float8E3M4(), true)
    FORMAT(F8E5M2FNUZ, f8e5m2fnuzs, 8, &APFloat::Float8E5M2FNUZ(), true)
    FORMAT(F8E4M3FNUZ, f8e4m3fnuzs, 8, &APFloat::Float8E4M3FNUZ(), true)
    FORMAT(F4E2M1FN, f4e2m1fns, 4, &APFloat::Float4E2M1FN(), true)
    FORMAT(F6E2M3FN, f6e2m3fns, 6, &APFloat::Float6E2M3FN(), true)
    FORMAT(F6E3M2FN, f6e3m2fns, 6, &APFloat::Float6E3M2FN(), true)
    FORMAT(F8E8M0FNU, f8e8m0fnus, 8, &APFloat::Float8E8M0FNU(), false)
  default:
    return nullptr;
  }
#undef FORMAT
}

static void addBytes(const LiteralProto &literal, const ByteFormat &format,
                     size_t count, Texts &texts) {
  StringRef bytes = (literal.*format.getBytes)();
  // Narrow elements are packed in some files, and have a byte each in others.
  size_t stride =
      bytes.size() >= count ? std::max(8u, format.bits) : format.bits;
  for (size_t i = 0; i < count && i < kMaxElements; ++i) {
    size_t bit = i * stride;
    if ((bit + format.bits + 7) / 8 > bytes.size())
      return;
    uint64_t raw = static_cast<uint8_t>(bytes[bit / 8]) >> (bit % 8);
    if (format.bits == 16)
      raw |= uint64_t(static_cast<uint8_t>(bytes[bit / 8 + 1])) << 8;
    APInt value(format.bits, raw, /*isSigned=*/false, /*implicitTrunc=*/true);
    texts.push_back(format.semantics ? print(APFloat(*format.semantics, value))
                                     : toString(value, 10, format.isSigned));
  }
}

static void addElements(const LiteralProto &literal, size_t count,
                        Texts &texts) {
  switch (proto::PrimitiveType type = literal.shape().element_type()) {
  case proto::PRED:
    for (int i = 0, e = literal.preds_size(); i < e && i < int(kMaxElements);
         ++i)
      texts.push_back(literal.preds(i) ? "true" : "false");
    return;
  case proto::S32:
    return addIntegers(literal.s32s(), texts);
  case proto::S64:
    return addIntegers(literal.s64s(), texts);
  case proto::U32:
    return addIntegers(literal.u32s(), texts);
  case proto::U64:
    return addIntegers(literal.u64s(), texts);
  case proto::F32:
    return addFloats(literal.f32s(), /*isComplex=*/false, texts);
  case proto::F64:
    return addFloats(literal.f64s(), /*isComplex=*/false, texts);
  case proto::C64:
    return addFloats(literal.c64s(), /*isComplex=*/true, texts);
  case proto::C128:
    return addFloats(literal.c128s(), /*isComplex=*/true, texts);
  default:
    if (const ByteFormat *format = getByteFormat(type))
      addBytes(literal, *format, count, texts);
  }
}

std::string xla::getLiteralText(const LiteralProto &literal) {
  size_t rank = literal.shape().dimensions_size();
  uint64_t count = countElements(literal.shape());
  if (literal.shape().element_type() == proto::TUPLE)
    return "(...)";
  if (rank > 1 || count > kMaxElements || literal.is_elided())
    return "{...}";
  Texts texts;
  addElements(literal, count, texts);
  if (rank == 0)
    return texts.empty() ? "{...}" : texts.front();
  return "{" + join(texts, ", ") + "}";
}
