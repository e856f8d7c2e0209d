//===- Expr.h - Formulas that build arith ops -------------------*- C++ -*-===//
//
// Lets the math expansions be written as formulas: an Expr is an SSA value, its
// operators create arith ops. Works on scalars and vectors alike.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_CODEGEN_COMMON_MATH_EXPR_H
#define XLA_CODEGEN_COMMON_MATH_EXPR_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace xla {
/// Where and how expressions are built.
struct ExprBuilder {
  mlir::ImplicitLocOpBuilder builder;
  /// Whether the target has fused multiply-add.
  bool fma = false;
  /// Whether an f64 formula computes an f32 function: short polynomials do.
  bool single = false;
};

/// A float, integer or boolean value, or a vector of them.
class Expr {
public:
  Expr(ExprBuilder &builder, mlir::Value value)
      : builder(&builder), value(value) {}

  mlir::Value get() const { return value; }
  mlir::Type getType() const { return value.getType(); }
  ExprBuilder &getBuilder() const { return *builder; }
  bool isFloat() const {
    return mlir::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(getType()));
  }
  /// `type` for each element.
  mlir::Type typeLike(mlir::Type type) const;

  /// A constant of this type.
  Expr constant(double number) const;
  Expr integer(int64_t number) const;

  /// The same bits as a float, as an integer.
  Expr asFloat(mlir::Type element) const;
  Expr asInteger() const;
  /// Integer to or from a wider or narrower one, zeros on top.
  Expr resized(unsigned bits) const;
  /// The value of a signed integer as a float.
  Expr toFloat(mlir::Type element) const;

  Expr operator-() const;
  Expr operator!() const;

private:
  ExprBuilder *builder;
  mlir::Value value;
};

Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator&(Expr a, Expr b);
Expr operator|(Expr a, Expr b);
Expr operator^(Expr a, Expr b);
/// Shifts of integers; the right one is logical, `shiftArithmetic` keeps signs.
Expr operator<<(Expr a, Expr b);
Expr operator>>(Expr a, Expr b);
Expr shiftArithmetic(Expr a, Expr b);
/// Ordered comparisons of floats, signed ones of integers.
Expr operator<(Expr a, Expr b);
Expr operator>(Expr a, Expr b);
Expr operator<=(Expr a, Expr b);
Expr operator>=(Expr a, Expr b);
Expr operator==(Expr a, Expr b);
Expr isNaN(Expr a);

#define XLA_EXPR_WITH_NUMBER(op)                                               \
  inline Expr operator op(Expr a, double b) { return a op a.constant(b); }     \
  inline Expr operator op(double a, Expr b) { return b.constant(a) op b; }     \
  inline Expr operator op(Expr a, int64_t b) { return a op a.integer(b); }     \
  inline Expr operator op(Expr a, int b) {                                     \
    return a op(a.isFloat() ? a.constant(b) : a.integer(b));                   \
  }
XLA_EXPR_WITH_NUMBER(+)
XLA_EXPR_WITH_NUMBER(-)
XLA_EXPR_WITH_NUMBER(*)
XLA_EXPR_WITH_NUMBER(/)
XLA_EXPR_WITH_NUMBER(&)
XLA_EXPR_WITH_NUMBER(|)
XLA_EXPR_WITH_NUMBER(^)
XLA_EXPR_WITH_NUMBER(<<)
XLA_EXPR_WITH_NUMBER(>>)
XLA_EXPR_WITH_NUMBER(<)
XLA_EXPR_WITH_NUMBER(>)
XLA_EXPR_WITH_NUMBER(<=)
XLA_EXPR_WITH_NUMBER(>=)
XLA_EXPR_WITH_NUMBER(==)
#undef XLA_EXPR_WITH_NUMBER

Expr select(Expr condition, Expr a, Expr b);
inline Expr select(Expr condition, double a, Expr b) {
  return select(condition, b.constant(a), b);
}
inline Expr select(Expr condition, double a, double b, Expr like) {
  return select(condition, like.constant(a), like.constant(b));
}

/// `a * b + c`, fused where the target can: only where either is right.
Expr multiplyAdd(Expr a, Expr b, Expr c);
/// The polynomial with these coefficients, lowest degree first.
Expr polynomial(Expr x, llvm::ArrayRef<double> coefficients);

/// `table[index % 32]`, rounded to f32, where lanes of `index` (i32) come in
/// sixteens. Only where the target has tables.
Expr lookUp(llvm::ArrayRef<double> table, Expr index);

Expr abs(Expr x);
Expr sqrt(Expr x);
/// The magnitude of `x` with the sign bit of `sign`.
Expr copySign(Expr x, Expr sign);
/// The sign bit of `x`.
Expr isNegative(Expr x);
/// `x` between the bounds; a NaN stays.
Expr clamp(Expr x, double low, double high);
/// 2^n of an integer that is a normal exponent.
Expr powerOfTwo(Expr n, mlir::Type element);

/// A float rounded to the nearest integer: as float and as integer of the same
/// width. Exact below 2^51 (f64) and 2^22 (f32).
struct Rounded {
  Expr number, integer;
};
Rounded roundToInteger(Expr x);

/// An unevaluated sum, low much smaller than high.
struct Double {
  Expr high, low;
};
/// Exact sums and products of two floats. The quick sum needs |a| >= |b|.
Double addExact(Expr a, Expr b);
Double addExactQuick(Expr a, Expr b);
Double multiplyExact(Expr a, Expr b);
} // namespace xla

#endif // XLA_CODEGEN_COMMON_MATH_EXPR_H
