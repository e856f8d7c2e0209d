//===- IntegralMath.h - Rounding, remainders, integer powers ----*- C++ -*-===//

#ifndef XLA_CODEGEN_COMMON_MATH_INTEGRALMATH_H
#define XLA_CODEGEN_COMMON_MATH_INTEGRALMATH_H

#include "Expr.h"

namespace xla::math_functions {
// On f32 and f64, scalar or vector, exact.
Expr roundEven(Expr x);
Expr floor(Expr x);
Expr ceil(Expr x);
Expr trunc(Expr x);
/// Halves away from zero.
Expr round(Expr x);

// On scalars, with a loop.
/// What is left of x after whole multiples of y, with the sign of x; f64,
/// exact.
Expr remainder(Expr x, Expr y);
/// x^n in wrapping integer arithmetic; for n < 0 the whole part of 1 / x^-n.
Expr integerPower(Expr x, Expr n);
} // namespace xla::math_functions

#endif // XLA_CODEGEN_COMMON_MATH_INTEGRALMATH_H
