//===- ComplexMath.h - Complex arithmetic on pairs of floats ----*- C++ -*-===//
//
// A pair of real values with the operations the complex rules are written in.
// complex<f32> is computed in f64 wherever more than one rounding would occur,
// which also removes overflow between steps; complex<f64> relies on the form
// of the formulas.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CONVERSION_HLOTOLINALG_COMPLEXMATH_H
#define XLA_LIB_CONVERSION_HLOTOLINALG_COMPLEXMATH_H

#include "ScalarRules.h"

namespace xla {

struct Complex {
  mlir::Value re, im;
};

/// Real and complex operations at one location, all on one float type.
class ComplexMath {
public:
  /// Computes in f64 if `wide`, else in the element type of `s`.
  ComplexMath(ScalarArgs &s, bool wide)
      : b(s.b), complexType(mlir::cast<mlir::ComplexType>(s.type())),
        type(wide ? mlir::FloatType(s.b.getF64Type())
                  : mlir::cast<mlir::FloatType>(complexType.getElementType())) {
  }

  /// The parts of a complex value in the computation type.
  Complex load(mlir::Value value);
  /// `value` rounded to the element type.
  mlir::Value store(Complex value);
  /// A real value rounded to the element type.
  mlir::Value storeReal(mlir::Value value);

  // Real operations.
  mlir::Value constant(double value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value div(mlir::Value x, mlir::Value y);
  mlir::Value max(mlir::Value x, mlir::Value y);
  mlir::Value min(mlir::Value x, mlir::Value y);
  mlir::Value neg(mlir::Value x);
  mlir::Value abs(mlir::Value x);
  mlir::Value copySign(mlir::Value magnitude, mlir::Value sign);
  mlir::Value cmp(mlir::arith::CmpFPredicate p, mlir::Value x, mlir::Value y);
  mlir::Value select(mlir::Value p, mlir::Value x, mlir::Value y);
  template <typename MathOp> mlir::Value unary(mlir::Value x) {
    return MathOp::create(b, x);
  }
  mlir::Value atan2(mlir::Value y, mlir::Value x);
  /// sqrt(x*x + y*y) without overflow between; infinity if one part is.
  mlir::Value hypot(mlir::Value x, mlir::Value y);
  /// log(hypot(x, y)) with its bits kept where the result is near 0.
  mlir::Value logHypot(mlir::Value x, mlir::Value y);

  // Complex operations.
  Complex add(Complex x, Complex y);
  Complex mul(Complex x, Complex y);
  Complex div(Complex x, Complex y);
  Complex exp(Complex z);
  Complex log(Complex z);
  Complex sqrt(Complex z);
  Complex tanh(Complex z);
  /// A power of two that brings z from where squares overflow or vanish into
  /// the middle; 1 elsewhere. `unscaledRoot`: the inverse of its cube root.
  mlir::Value getScale(Complex z, bool unscaledRoot = false);
  Complex scale(Complex z, mlir::Value factor);
  /// sinh and cosh of the real x.
  Complex sinhCosh(mlir::Value x);
  Complex select(mlir::Value p, Complex x, Complex y);

  mlir::ImplicitLocOpBuilder &b;
  mlir::ComplexType complexType;
  mlir::FloatType type;
};

} // namespace xla

#endif // XLA_LIB_CONVERSION_HLOTOLINALG_COMPLEXMATH_H
