//===- Functions.h - Math functions as formulas -----------------*- C++ -*-===//
//
// Each function takes and gives f64 (scalar or vector). With
// ExprBuilder::single its argument is an f32 value and its result is about to
// be rounded to f32. All are free of branches.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_CODEGEN_COMMON_MATH_FUNCTIONS_H
#define XLA_CODEGEN_COMMON_MATH_FUNCTIONS_H

#include "Expr.h"

namespace xla::math_functions {
/// e^x * 2^shift.
Expr expScaled(Expr x, int64_t shift);
Expr exp(Expr x);
Expr exp2(Expr x);
Expr expm1(Expr x);
Expr log(Expr x);
Expr log1p(Expr x);
Expr log2(Expr x);
Expr log10(Expr x);
Expr sinh(Expr x);
Expr cosh(Expr x);
Expr tanh(Expr x);
Expr asinh(Expr x);
Expr acosh(Expr x);
Expr atanh(Expr x);
Expr sin(Expr x);
Expr cos(Expr x);
Expr tan(Expr x);
Expr asin(Expr x);
Expr acos(Expr x);
Expr atan(Expr x);
Expr atan2(Expr y, Expr x);
Expr erf(Expr x);
Expr erfc(Expr x);
Expr cbrt(Expr x);
/// In f64 with two roundings; so an f32 result is rounded rightly.
Expr rsqrt(Expr x);
Expr pow(Expr x, Expr y);
} // namespace xla::math_functions

#endif // XLA_CODEGEN_COMMON_MATH_FUNCTIONS_H
