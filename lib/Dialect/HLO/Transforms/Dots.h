//===- Dots.h - What passes ask of products ---------------------*- C++ -*-===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_DOTS_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_DOTS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// The dimensions of an operand that a dot neither batches nor contracts.
inline llvm::SmallVector<int64_t>
getFreeDims(int64_t rank, llvm::ArrayRef<int64_t> batch,
            llvm::ArrayRef<int64_t> contracted) {
  llvm::SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contracted, dim))
      dims.push_back(dim);
  return dims;
}

/// Whether one operand of `dot` is quantized: that is the right one.
inline bool hasOneQuantizedOperand(DotGeneralOp dot) {
  auto isQuantized = [](mlir::Value operand) {
    return isQuantizedElement(mlir::getElementTypeOrSelf(operand.getType()));
  };
  return isQuantized(dot.getLhs()) != isQuantized(dot.getRhs());
}

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_DOTS_H
