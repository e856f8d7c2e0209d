//===- MathBuilder.h - Formulas over hlo tensors ----------------*- C++ -*-===//
//
// `Expr` is a tensor with operators that create hlo ops, so that a function is
// written as its formula. All values of one formula have the same shape.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_CHLOTOHLO_MATHBUILDER_H
#define LIB_CONVERSION_CHLOTOHLO_MATHBUILDER_H

#include "xla/Dialect/CHLO/IR/CHLOOps.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla::chlo {

/// A tensor value in a formula. Cheap to copy; the builder must outlive it.
class Expr {
public:
  Expr(mlir::ImplicitLocOpBuilder &builder, mlir::Value value)
      : builder(&builder), value(value) {}

  mlir::Value getValue() const { return value; }
  mlir::RankedTensorType getType() const {
    return mlir::cast<mlir::RankedTensorType>(value.getType());
  }
  mlir::Type getElementType() const { return getType().getElementType(); }
  bool isDouble() const { return getElementType().isF64(); }
  unsigned getBitWidth() const {
    return getElementType().getIntOrFloatBitWidth();
  }

  /// A tensor of this shape and element type filled with `number`.
  Expr like(double number) const;
  /// The same for integers.
  Expr likeInt(const llvm::APInt &number) const;
  /// The value of type `elementType`, by `hlo.convert`.
  Expr convert(mlir::Type elementType) const;
  /// The bits of a float as an unsigned integer of the same width, and back.
  Expr toBits() const;
  Expr fromBits(mlir::Type floatType) const;

  /// An op on this value, and on this and another, of type `elementType` (this
  /// one's if null).
  template <typename OpT> Expr unary(mlir::Type elementType = {}) const {
    return create<OpT>({value}, elementType);
  }
  template <typename OpT>
  Expr binary(Expr other, mlir::Type elementType = {}) const {
    return create<OpT>({value, other.value}, elementType);
  }
  /// `this ? onTrue : onFalse`.
  Expr select(Expr onTrue, Expr onFalse) const;
  /// An elementwise comparison.
  Expr compare(hlo::ComparisonDirection direction, Expr other) const;

private:
  template <typename OpT>
  Expr create(mlir::ValueRange operands, mlir::Type elementType) const {
    mlir::Type type = elementType ? getType().clone(elementType) : getType();
    return Expr(*builder,
                OpT::create(*builder, builder->getLoc(), mlir::TypeRange(type),
                            operands, llvm::ArrayRef<mlir::NamedAttribute>())
                    ->getResult(0));
  }

  mlir::ImplicitLocOpBuilder *builder;
  mlir::Value value;
};

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

inline Expr operator+(Expr a, Expr b) { return a.binary<hlo::AddOp>(b); }
inline Expr operator-(Expr a, Expr b) { return a.binary<hlo::SubtractOp>(b); }
inline Expr operator*(Expr a, Expr b) { return a.binary<hlo::MultiplyOp>(b); }
inline Expr operator/(Expr a, Expr b) { return a.binary<hlo::DivideOp>(b); }
inline Expr operator-(Expr a) { return a.unary<hlo::NegateOp>(); }
inline Expr operator+(Expr a, double b) { return a + a.like(b); }
inline Expr operator-(Expr a, double b) { return a - a.like(b); }
inline Expr operator*(Expr a, double b) { return a * a.like(b); }
inline Expr operator/(Expr a, double b) { return a / a.like(b); }
inline Expr operator+(double a, Expr b) { return b.like(a) + b; }
inline Expr operator-(double a, Expr b) { return b.like(a) - b; }
inline Expr operator*(double a, Expr b) { return b.like(a) * b; }
inline Expr operator/(double a, Expr b) { return b.like(a) / b; }
inline Expr operator&(Expr a, Expr b) { return a.binary<hlo::AndOp>(b); }
inline Expr operator|(Expr a, Expr b) { return a.binary<hlo::OrOp>(b); }

inline Expr operator<(Expr a, Expr b) {
  return a.compare(hlo::ComparisonDirection::LT, b);
}
inline Expr operator<=(Expr a, Expr b) {
  return a.compare(hlo::ComparisonDirection::LE, b);
}
inline Expr operator==(Expr a, Expr b) {
  return a.compare(hlo::ComparisonDirection::EQ, b);
}
inline Expr operator<(Expr a, double b) { return a < a.like(b); }
inline Expr operator<=(Expr a, double b) { return a <= a.like(b); }
inline Expr operator>(Expr a, double b) { return a.like(b) < a; }
inline Expr operator==(Expr a, double b) { return a == a.like(b); }

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

inline Expr abs(Expr x) { return x.unary<hlo::AbsOp>(); }
inline Expr sqrt(Expr x) { return x.unary<hlo::SqrtOp>(); }
inline Expr exp(Expr x) { return x.unary<hlo::ExponentialOp>(); }
inline Expr expm1(Expr x) { return x.unary<hlo::ExponentialMinusOneOp>(); }
inline Expr log(Expr x) { return x.unary<hlo::LogOp>(); }
inline Expr log1p(Expr x) { return x.unary<hlo::LogPlusOneOp>(); }
inline Expr sin(Expr x) { return x.unary<hlo::SineOp>(); }
inline Expr cos(Expr x) { return x.unary<hlo::CosineOp>(); }
inline Expr tan(Expr x) { return x.unary<hlo::TanOp>(); }
inline Expr tanh(Expr x) { return x.unary<hlo::TanhOp>(); }
inline Expr floor(Expr x) { return x.unary<hlo::FloorOp>(); }
inline Expr sign(Expr x) { return x.unary<hlo::SignOp>(); }
inline Expr atan2(Expr y, Expr x) { return y.binary<hlo::Atan2Op>(x); }
inline Expr pow(Expr x, Expr y) { return x.binary<hlo::PowerOp>(y); }
inline Expr min(Expr a, Expr b) { return a.binary<hlo::MinimumOp>(b); }
inline Expr max(Expr a, Expr b) { return a.binary<hlo::MaximumOp>(b); }
inline Expr select(Expr predicate, Expr onTrue, Expr onFalse) {
  return predicate.select(onTrue, onFalse);
}

/// The magnitude of `magnitude` with the sign of `sign`, zeros and NaN too.
Expr copysign(Expr magnitude, Expr sign);
/// Horner's scheme, the coefficient of the highest power first.
Expr polynomial(Expr x, llvm::ArrayRef<double> coefficients);

} // namespace xla::chlo

#endif // LIB_CONVERSION_CHLOTOHLO_MATHBUILDER_H
