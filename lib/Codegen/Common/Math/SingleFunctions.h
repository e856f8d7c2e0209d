//===- SingleFunctions.h - f32 functions evaluated in f32 -------*- C++ -*-===//
//
// Twice as many elements fit a vector as in the f64 formulas of Functions.h.
// Each takes and gives f32 (scalar or vector), errs by less than one unit in
// the last place, and needs fused multiply-add for that. All are free of
// branches.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_CODEGEN_COMMON_MATH_SINGLEFUNCTIONS_H
#define XLA_CODEGEN_COMMON_MATH_SINGLEFUNCTIONS_H

#include "Expr.h"

namespace xla::math_functions::single {
Expr exp(Expr x);
Expr log(Expr x);
Expr tanh(Expr x);
Expr erf(Expr x);

/// Of |x| < trigonometricEnd only. Larger ones take the f64 formula, which on
/// vectors means that one such lane has all lanes computed so.
inline constexpr double trigonometricEnd = 0x1p20;
Expr sin(Expr x);
Expr cos(Expr x);

/// By tables, where the target has them: for vectors whose lanes come in
/// sixteens.
Expr tanhByTable(Expr x);
Expr erfByTable(Expr x);
Expr erfcByTable(Expr x);
} // namespace xla::math_functions::single

#endif // XLA_CODEGEN_COMMON_MATH_SINGLEFUNCTIONS_H
