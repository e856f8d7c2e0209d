//===- FormatAssertion.h - What a failed assertion says ---------*- C++ -*-===//
//
// Header-only and without LLVM: the run time says the same as the compiler and
// the interpreter.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_FORMATASSERTION_H
#define XLA_SUPPORT_FORMATASSERTION_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace xla {

/// What an assertion says that has no message of its own.
inline constexpr std::string_view kDefaultAssertionMessage =
    "shape assertion failed";

/// A value of an assertion; `isUnsigned` if it is of ui64.
inline std::string formatAssertedValue(int64_t value, bool isUnsigned) {
  return isUnsigned ? std::to_string(static_cast<uint64_t>(value))
                    : std::to_string(value);
}

/// `message` with `{0}` replaced by the first of `values`, and so on. Braces
/// around anything but the number of a value stay.
inline std::string formatAssertion(std::string_view message,
                                   const std::string *values,
                                   size_t numValues) {
  std::string text;
  for (size_t i = 0; i < message.size();) {
    size_t end = i + 1, index = 0;
    if (message[i] == '{')
      for (; end < message.size() && index < numValues && message[end] >= '0' &&
             message[end] <= '9';
           ++end)
        index = 10 * index + static_cast<size_t>(message[end] - '0');
    if (end > i + 1 && end < message.size() && message[end] == '}' &&
        index < numValues) {
      text += values[index];
      i = end + 1;
    } else {
      text += message[i++];
    }
  }
  return text;
}

} // namespace xla

#endif // XLA_SUPPORT_FORMATASSERTION_H
