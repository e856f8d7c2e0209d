//===- VectorFormulas.h - Functions with formulas for vectors ---*- C++ -*-===//

#ifndef XLA_CODEGEN_COMMON_VECTORFORMULAS_H
#define XLA_CODEGEN_COMMON_VECTORFORMULAS_H

#include "xla/Codegen/Common/TargetFeatures.h"

namespace xla {
/// Whether xla-expand-math computes `op`, of the math dialect, on vectors of
/// f32 by tables or with a branch: much faster than the formula that LLVM's
/// vectoriser makes vectors of.
bool hasVectorFormula(mlir::Operation *op, const TargetFeatures &features);
} // namespace xla

#endif // XLA_CODEGEN_COMMON_VECTORFORMULAS_H
