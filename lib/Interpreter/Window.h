//===- Window.h - One dimension of a sliding window ------------*- C++ -*-===//
//
// How a window of reduce_window, select_and_scatter or convolution moves along
// a dimension, and the default values of the attributes that say so.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_INTERPRETER_WINDOW_H
#define XLA_LIB_INTERPRETER_WINDOW_H

#include "xla/Support/WindowSize.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <optional>

namespace xla::interpreter {

struct WindowDim {
  int64_t size = 1, stride = 1, padLow = 0, padHigh = 0, baseDilation = 1,
          windowDilation = 1;
  bool reversed = false;

  /// The number of places that the window takes over `baseSize` elements; none
  /// if that does not fit.
  std::optional<int64_t> getOutputSize(int64_t baseSize) const {
    return countWindows({baseSize, padLow, padHigh, baseDilation - 1}, size,
                        windowDilation, stride);
  }

  /// The base element under element `k` of the window at its place `output`;
  /// nothing in the padding and between dilated elements.
  std::optional<int64_t> getBaseIndex(int64_t output, int64_t k,
                                      int64_t baseSize) const {
    if (reversed)
      k = size - 1 - k;
    int64_t position = output * stride + k * windowDilation - padLow;
    if (position < 0 || position % baseDilation)
      return std::nullopt;
    position /= baseDilation;
    return position < baseSize ? std::optional(position) : std::nullopt;
  }
};

/// The number of places along each dimension of `baseShape`. Reports one that
/// does not fit.
inline mlir::FailureOr<Shape> getOutputShape(llvm::ArrayRef<WindowDim> window,
                                             llvm::ArrayRef<int64_t> baseShape,
                                             OpContext &context) {
  Shape shape;
  for (auto [dim, size] : llvm::zip(window, baseShape)) {
    std::optional<int64_t> count = dim.getOutputSize(size);
    if (!count)
      return context.error()
             << "expects padding and dilation of at most 2^47 and a padded "
                "size that fits in 63 bits, but got padding "
             << dim.padLow << " and " << dim.padHigh << " of " << size
             << " elements";
    shape.push_back(*count);
  }
  return shape;
}

/// The window of the given sizes with the attributes that an op has.
inline llvm::SmallVector<WindowDim, 6> getWindow(
    llvm::ArrayRef<int64_t> sizes,
    std::optional<llvm::ArrayRef<int64_t>> strides,
    std::optional<mlir::DenseIntElementsAttr> padding,
    std::optional<llvm::ArrayRef<int64_t>> baseDilations = std::nullopt,
    std::optional<llvm::ArrayRef<int64_t>> windowDilations = std::nullopt) {
  llvm::SmallVector<WindowDim, 6> window(sizes.size());
  llvm::SmallVector<int64_t> pads;
  if (padding && *padding)
    pads.assign(padding->value_begin<int64_t>(), padding->value_end<int64_t>());
  for (size_t i = 0; i < sizes.size(); ++i) {
    window[i].size = sizes[i];
    if (strides && i < strides->size())
      window[i].stride = (*strides)[i];
    if (baseDilations && i < baseDilations->size())
      window[i].baseDilation = (*baseDilations)[i];
    if (windowDilations && i < windowDilations->size())
      window[i].windowDilation = (*windowDilations)[i];
    if (2 * i + 1 < pads.size()) {
      window[i].padLow = pads[2 * i];
      window[i].padHigh = pads[2 * i + 1];
    }
  }
  return window;
}

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_WINDOW_H
