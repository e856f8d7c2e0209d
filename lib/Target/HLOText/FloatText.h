//===- FloatText.h - Floating-point numbers of HLO text ---------*- C++ -*-===//
//
// Between text, double and the bits of each floating-point type, NaN payloads
// included.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOTEXT_FLOATTEXT_H
#define XLA_LIB_TARGET_HLOTEXT_FLOATTEXT_H

#include "Types.h"

namespace xla::hlotext {
/// A number as text has it, before it is rounded to a type.
struct FloatText {
  double value = 0;
  bool isNaN = false;
  bool isNegative = false;
  /// The text is finite but too large for a double.
  bool overflows = false;
  /// The mantissa of `nan(0x1)`.
  std::optional<uint64_t> payload;
};

/// Reads `-1.5e3`, `0x1.8p3`, `-inf`, `nan`, `-nan(0x7f)`, `7`.
std::optional<FloatText> parseFloatText(llvm::StringRef text);

/// False, and what is wrong in `error`, if `type` has no such value.
bool checkFloat(const FloatText &number, const ElementType &type,
                std::string &error);

/// The bits of `number` rounded to `type`, to nearest, ties to even.
uint64_t toBits(const FloatText &number, const ElementType &type);

/// The shortest of XLA's forms of the value with these bits that reads back.
void printFloat(uint64_t bits, const ElementType &type, llvm::raw_ostream &os);
} // namespace xla::hlotext

#endif // XLA_LIB_TARGET_HLOTEXT_FLOATTEXT_H
