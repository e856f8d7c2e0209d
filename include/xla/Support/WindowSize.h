//===- WindowSize.h - Sizes under padding and windows -----------*- C++ -*-===//
//
// The arithmetic of padding, dilation and sliding windows, of numbers that a
// program states and that may be as large as it likes: what 63 bits do not hold
// is no size, and never another one. Verifiers, shape refinement and the
// interpreter compute sizes here and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_WINDOWSIZE_H
#define XLA_SUPPORT_WINDOWSIZE_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <optional>

namespace xla {

/// The largest padding, dilation, stride and window: as many elements as a
/// tensor has at most. What lowers these ops adds and multiplies them.
constexpr int64_t maxWindowNumber = int64_t(1) << 47;

/// An int64_t, or nothing once a result does not fit into one.
class CheckedInt {
public:
  CheckedInt(int64_t value) : value(value) {}

  friend CheckedInt operator+(CheckedInt lhs, CheckedInt rhs) {
    return combine(lhs, rhs, llvm::AddOverflow<int64_t>);
  }
  friend CheckedInt operator-(CheckedInt lhs, CheckedInt rhs) {
    return combine(lhs, rhs, llvm::SubOverflow<int64_t>);
  }
  friend CheckedInt operator*(CheckedInt lhs, CheckedInt rhs) {
    return combine(lhs, rhs, llvm::MulOverflow<int64_t>);
  }
  std::optional<int64_t> get() const { return value; }

private:
  template <typename Operation>
  static CheckedInt combine(CheckedInt lhs, CheckedInt rhs,
                            Operation overflows) {
    CheckedInt result(0);
    if (!lhs.value || !rhs.value ||
        overflows(*lhs.value, *rhs.value, *result.value))
      result.value = std::nullopt;
    return result;
  }

  std::optional<int64_t> value;
};

/// One dimension with padding around and between its elements.
struct PaddedDim {
  int64_t size; ///< Not negative.
  int64_t low = 0, high = 0, interior = 0;

  /// Whether no number is larger than others can cope with. `size` may be
  /// dynamic for this.
  bool isBounded() const {
    auto fits = [](int64_t number) {
      return number >= -maxWindowNumber && number <= maxWindowNumber;
    };
    return fits(low) && fits(high) && interior >= 0 && fits(interior);
  }

  /// How many elements there are then: negative where padding takes away more
  /// than there are, none where numbers are not bounded or the sum does not
  /// fit.
  std::optional<int64_t> getPaddedSize() const {
    if (!isBounded())
      return std::nullopt;
    CheckedInt spread =
        size == 0 ? CheckedInt(0)
                  : (CheckedInt(size) - 1) * (CheckedInt(interior) + 1) + 1;
    return (spread + low + high).get();
  }
};

/// How many places a window of `size` elements, `dilation` apart, takes along
/// `base` if it moves by `stride`; none where numbers are not bounded or do not
/// fit. Sizes are not negative, `dilation` and `stride` are positive.
inline std::optional<int64_t> countWindows(const PaddedDim &base, int64_t size,
                                           int64_t dilation, int64_t stride) {
  std::optional<int64_t> padded = base.getPaddedSize();
  std::optional<int64_t> window =
      PaddedDim{size, 0, 0, dilation - 1}.getPaddedSize();
  if (!padded || !window || size > maxWindowNumber || stride > maxWindowNumber)
    return std::nullopt;
  if (*padded <= 0 || *padded < *window)
    return 0;
  return (CheckedInt((*padded - *window) / stride) + 1).get();
}

} // namespace xla

#endif // XLA_SUPPORT_WINDOWSIZE_H
