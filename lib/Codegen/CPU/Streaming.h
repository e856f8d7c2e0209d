//===- Streaming.h - Results written past the caches ------------*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_CPU_STREAMING_H
#define XLA_LIB_CODEGEN_CPU_STREAMING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace xla {
/// Whether the results of `op`, on buffers and without reductions, should go
/// past the caches: they belong to the caller, nothing in the kernel reads
/// them, and all it touches, with its other parts (`xla.parts`), is large.
bool shouldWritePastCaches(mlir::linalg::GenericOp op);
} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_STREAMING_H
