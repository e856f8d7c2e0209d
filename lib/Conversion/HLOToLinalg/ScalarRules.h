//===- ScalarRules.h - Building blocks of the scalar table ------*- C++ -*-===//
//
// What the table in ScalarMapping.cpp points to: one function per op and kind
// of element, each a computation on scalars in arith, math and complex.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CONVERSION_HLOTOLINALG_SCALARRULES_H
#define XLA_LIB_CONVERSION_HLOTOLINALG_SCALARRULES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla {

/// What a rule sees: the op (attributes, hlo types) and its operands' elements.
struct ScalarArgs {
  mlir::ImplicitLocOpBuilder &b;
  mlir::Operation *op;
  llvm::SmallVector<mlir::Value> values;

  mlir::Value operator[](unsigned i) const { return values[i]; }
  mlir::Type type() const { return values[0].getType(); }
};

using ScalarRule = mlir::Value (*)(ScalarArgs &);

// Small vocabulary shared by the rules.
mlir::Value intConstant(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                        const llvm::APInt &value);
mlir::Value intConstant(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                        int64_t value);
mlir::Value floatConstant(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                          double value);
mlir::Value cmpi(mlir::ImplicitLocOpBuilder &b, mlir::arith::CmpIPredicate p,
                 mlir::Value lhs, mlir::Value rhs);
mlir::Value cmpf(mlir::ImplicitLocOpBuilder &b, mlir::arith::CmpFPredicate p,
                 mlir::Value lhs, mlir::Value rhs);
mlir::Value select(mlir::ImplicitLocOpBuilder &b, mlir::Value pred,
                   mlir::Value onTrue, mlir::Value onFalse);

/// Rounds `value` to the float type `to` once, also where the hardware path
/// would round twice (f64 to 16 bits); widening is exact.
mlir::Value convertFloat(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                         mlir::FloatType to);

/// The type in which float arithmetic of `type` is done: f32 for anything
/// narrower, else the type itself. One operation in f32 rounded once gives the
/// correctly rounded result of the narrow type.
mlir::FloatType getArithmeticType(mlir::FloatType type);

/// math.atan2 of floats.
mlir::Value createAtan2(mlir::ImplicitLocOpBuilder &b, mlir::Value y,
                        mlir::Value x);

// Integers (ElementwiseInteger.cpp).
mlir::Value divideSigned(ScalarArgs &s);
mlir::Value divideUnsigned(ScalarArgs &s);
mlir::Value remainderSigned(ScalarArgs &s);
mlir::Value remainderUnsigned(ScalarArgs &s);
mlir::Value shiftLeft(ScalarArgs &s);
mlir::Value shiftRightArithmetic(ScalarArgs &s);
mlir::Value shiftRightLogical(ScalarArgs &s);
mlir::Value powerSigned(ScalarArgs &s);
mlir::Value powerUnsigned(ScalarArgs &s);
mlir::Value signSigned(ScalarArgs &s);
mlir::Value signUnsigned(ScalarArgs &s);
mlir::Value negateInteger(ScalarArgs &s);
mlir::Value notInteger(ScalarArgs &s);
mlir::Value compareSigned(ScalarArgs &s);
mlir::Value compareUnsigned(ScalarArgs &s);

// Floats (ElementwiseFloat.cpp).
mlir::Value atan2Float(ScalarArgs &s);
mlir::Value compareFloat(ScalarArgs &s);
mlir::Value isFinite(ScalarArgs &s);
mlir::Value logisticFloat(ScalarArgs &s);
mlir::Value negateFloat(ScalarArgs &s);
mlir::Value signFloat(ScalarArgs &s);
mlir::Value reducePrecision(ScalarArgs &s);
mlir::Value realOfFloat(ScalarArgs &s);
mlir::Value imagOfFloat(ScalarArgs &s);

// Complex numbers (ElementwiseComplex*.cpp).
mlir::Value absComplex(ScalarArgs &s);
mlir::Value addComplex(ScalarArgs &s);
mlir::Value atan2Complex(ScalarArgs &s);
mlir::Value cbrtComplex(ScalarArgs &s);
mlir::Value compareComplex(ScalarArgs &s);
mlir::Value cosineComplex(ScalarArgs &s);
mlir::Value divideComplex(ScalarArgs &s);
mlir::Value expComplex(ScalarArgs &s);
mlir::Value expm1Complex(ScalarArgs &s);
mlir::Value logComplex(ScalarArgs &s);
mlir::Value log1pComplex(ScalarArgs &s);
mlir::Value logisticComplex(ScalarArgs &s);
mlir::Value maximumComplex(ScalarArgs &s);
mlir::Value minimumComplex(ScalarArgs &s);
mlir::Value multiplyComplex(ScalarArgs &s);
mlir::Value negateComplex(ScalarArgs &s);
mlir::Value powerComplex(ScalarArgs &s);
mlir::Value rsqrtComplex(ScalarArgs &s);
mlir::Value signComplex(ScalarArgs &s);
mlir::Value sineComplex(ScalarArgs &s);
mlir::Value sqrtComplex(ScalarArgs &s);
mlir::Value subtractComplex(ScalarArgs &s);
mlir::Value tanComplex(ScalarArgs &s);
mlir::Value tanhComplex(ScalarArgs &s);

} // namespace xla

#endif // XLA_LIB_CONVERSION_HLOTOLINALG_SCALARRULES_H
