//===- VectorNestEmitter.h - Emit a nest in vectors -------------*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_CPU_VECTORNESTEMITTER_H
#define XLA_LIB_CODEGEN_CPU_VECTORNESTEMITTER_H

#include "VectorNest.h"

namespace xla {
/// How a nest is emitted.
struct VectorPlan {
  /// Elements of a vector, and vectors that are worked on together.
  int64_t width, unroll;
  /// Write results past the caches. The first vector of each run along the
  /// vector loop then lies where such stores may begin.
  bool streams = false;
  /// What does not fill a vector is a vector with a mask, not single elements.
  bool masks = false;
};

/// Elements from the last multiple of `width` of them in memory to element
/// `offset` of `buffer`.
mlir::Value createMisalignment(mlir::ImplicitLocOpBuilder &b,
                               mlir::Value buffer, int64_t offset,
                               int64_t width);

/// Emits the loops of `nest`.
void emitVectorNest(mlir::OpBuilder &builder, const VectorNest &nest,
                    const VectorPlan &plan);
} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_VECTORNESTEMITTER_H
