//===- Window.h - Window attributes with their defaults ---------*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_HLOTOLINALG_WINDOW_H
#define XLA_LIB_CONVERSION_HLOTOLINALG_WINDOW_H

#include "Patterns.h"

namespace xla {

/// One entry per dimension for everything an op may leave out: strides and
/// dilations 1, padding 0.
struct Window {
  llvm::SmallVector<int64_t> sizes, strides, baseDilations, dilations, low,
      high;

  Window(hlo::ReduceWindowOp op, unsigned rank);
  Window(hlo::SelectAndScatterOp op, unsigned rank);
  /// Over the spatial dimensions, in their order.
  explicit Window(hlo::ConvolutionOp op);
};

void populateSelectAndScatterPatterns(const mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);

} // namespace xla

#endif // XLA_LIB_CONVERSION_HLOTOLINALG_WINDOW_H
