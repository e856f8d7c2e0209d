//===- NarrowFloats.h - Float formats below 32 bits as formulas -*- C++ -*-===//

#ifndef XLA_CODEGEN_COMMON_MATH_NARROWFLOATS_H
#define XLA_CODEGEN_COMMON_MATH_NARROWFLOATS_H

#include "Expr.h"

namespace xla::math_functions {
/// The f32 value of `x`, of any narrower format.
Expr decodeFloat(Expr x);
/// `x`, f32 or f64, rounded once to the format `type`, ties to even.
Expr encodeFloat(Expr x, mlir::FloatType type);
} // namespace xla::math_functions

#endif // XLA_CODEGEN_COMMON_MATH_NARROWFLOATS_H
