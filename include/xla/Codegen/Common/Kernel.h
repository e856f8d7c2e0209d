//===- Kernel.h - What marks a kernel function ------------------*- C++ -*-===//

#ifndef XLA_CODEGEN_COMMON_KERNEL_H
#define XLA_CODEGEN_COMMON_KERNEL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace xla {
/// Unit attribute on every kernel function, from the fusion phase on.
constexpr llvm::StringLiteral kernelAttrName = "xla.kernel";
/// `array<i64: argument, result, ...>`: the result is written over the
/// argument.
constexpr llvm::StringLiteral inPlaceAttrName = "xla.in_place";
/// Bytes of the trailing `memref<Nxi8>` argument of a bufferised kernel.
constexpr llvm::StringLiteral scratchBytesAttrName = "xla.scratch_bytes";

/// Whether `op` is a kernel: the only functions that code generation touches.
inline bool isKernel(mlir::Operation *op) {
  return op->hasAttr(kernelAttrName);
}
} // namespace xla

#endif // XLA_CODEGEN_COMMON_KERNEL_H
