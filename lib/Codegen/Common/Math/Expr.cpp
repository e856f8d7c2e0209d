//===- Expr.cpp - Formulas that build arith ops ---------------------------===//
//
// No op built here carries fast-math flags: what a formula says is what runs.
//
//===----------------------------------------------------------------------===//

#include "Expr.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <cmath>

using namespace mlir;
using namespace xla;

Type Expr::typeLike(Type type) const {
  if (auto vector = dyn_cast<VectorType>(getType()))
    return vector.clone(type);
  return type;
}

static Value createConstant(ExprBuilder &builder, Type type,
                            TypedAttr element) {
  TypedAttr value = element;
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(element));
  return arith::ConstantOp::create(builder.builder, type, value);
}

Expr Expr::constant(double number) const {
  auto type = cast<FloatType>(getElementTypeOrSelf(getType()));
  llvm::APFloat exact(number);
  bool lossy;
  exact.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                &lossy);
  return {*builder,
          createConstant(*builder, getType(), FloatAttr::get(type, exact))};
}

Expr Expr::integer(int64_t number) const {
  Type type = getElementTypeOrSelf(getType());
  TypedAttr attribute = IntegerAttr::get(type, number);
  if (type.isInteger(1))
    attribute = BoolAttr::get(type.getContext(), number != 0);
  return {*builder, createConstant(*builder, getType(), attribute)};
}

Expr Expr::asFloat(Type element) const {
  return {*builder,
          arith::BitcastOp::create(builder->builder, typeLike(element), value)};
}

Expr Expr::asInteger() const {
  unsigned bits = getElementTypeOrSelf(getType()).getIntOrFloatBitWidth();
  Type element = builder->builder.getIntegerType(bits);
  return {*builder,
          arith::BitcastOp::create(builder->builder, typeLike(element), value)};
}

Expr Expr::resized(unsigned bits) const {
  unsigned now = getElementTypeOrSelf(getType()).getIntOrFloatBitWidth();
  Type type = typeLike(builder->builder.getIntegerType(bits));
  if (now < bits)
    return {*builder, arith::ExtUIOp::create(builder->builder, type, value)};
  if (now > bits)
    return {*builder, arith::TruncIOp::create(builder->builder, type, value)};
  return *this;
}

Expr Expr::toFloat(Type element) const {
  return {*builder,
          arith::SIToFPOp::create(builder->builder, typeLike(element), value)};
}

Expr Expr::operator-() const {
  if (isFloat())
    return {*builder, arith::NegFOp::create(builder->builder, value)};
  return integer(0) - *this;
}

Expr Expr::operator!() const { return *this ^ integer(1); }

template <typename FloatOp, typename IntegerOp>
static Expr createBinary(Expr a, Expr b) {
  ExprBuilder &builder = a.getBuilder();
  if (a.isFloat())
    return {builder, FloatOp::create(builder.builder, a.get(), b.get())};
  return {builder, IntegerOp::create(builder.builder, a.get(), b.get())};
}

template <typename Op> static Expr createInteger(Expr a, Expr b) {
  return {a.getBuilder(), Op::create(a.getBuilder().builder, a.get(), b.get())};
}

static Expr compare(Expr a, Expr b, arith::CmpFPredicate floats,
                    arith::CmpIPredicate integers) {
  ExprBuilder &builder = a.getBuilder();
  if (a.isFloat())
    return {builder,
            arith::CmpFOp::create(builder.builder, floats, a.get(), b.get())};
  return {builder,
          arith::CmpIOp::create(builder.builder, integers, a.get(), b.get())};
}

namespace xla {
Expr operator+(Expr a, Expr b) {
  return createBinary<arith::AddFOp, arith::AddIOp>(a, b);
}
Expr operator-(Expr a, Expr b) {
  return createBinary<arith::SubFOp, arith::SubIOp>(a, b);
}
Expr operator*(Expr a, Expr b) {
  return createBinary<arith::MulFOp, arith::MulIOp>(a, b);
}
Expr operator/(Expr a, Expr b) {
  return createBinary<arith::DivFOp, arith::DivUIOp>(a, b);
}
Expr operator&(Expr a, Expr b) { return createInteger<arith::AndIOp>(a, b); }
Expr operator|(Expr a, Expr b) { return createInteger<arith::OrIOp>(a, b); }
Expr operator^(Expr a, Expr b) { return createInteger<arith::XOrIOp>(a, b); }
Expr operator<<(Expr a, Expr b) { return createInteger<arith::ShLIOp>(a, b); }
Expr operator>>(Expr a, Expr b) { return createInteger<arith::ShRUIOp>(a, b); }
Expr shiftArithmetic(Expr a, Expr b) {
  return createInteger<arith::ShRSIOp>(a, b);
}
Expr operator<(Expr a, Expr b) {
  return compare(a, b, arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt);
}
Expr operator>(Expr a, Expr b) {
  return compare(a, b, arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt);
}
Expr operator<=(Expr a, Expr b) {
  return compare(a, b, arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle);
}
Expr operator>=(Expr a, Expr b) {
  return compare(a, b, arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge);
}
Expr operator==(Expr a, Expr b) {
  return compare(a, b, arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq);
}
Expr isNaN(Expr a) {
  return compare(a, a, arith::CmpFPredicate::UNO, arith::CmpIPredicate::ne);
}

Expr select(Expr condition, Expr a, Expr b) {
  return {a.getBuilder(),
          arith::SelectOp::create(a.getBuilder().builder, condition.get(),
                                  a.get(), b.get())};
}

Expr multiplyAdd(Expr a, Expr b, Expr c) {
  ExprBuilder &builder = a.getBuilder();
  if (!builder.fma)
    return a * b + c;
  return {builder,
          math::FmaOp::create(builder.builder, a.get(), b.get(), c.get())};
}

Expr polynomial(Expr x, ArrayRef<double> coefficients) {
  Expr sum = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = multiplyAdd(sum, x, x.constant(coefficient));
  return sum;
}

Expr lookUp(ArrayRef<double> table, Expr index) {
  constexpr int64_t lanes = 16;
  ImplicitLocOpBuilder &b = index.getBuilder().builder;
  auto half = [&](int64_t first) -> Value {
    SmallVector<float> numbers(table.slice(first, lanes));
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(VectorType::get({lanes}, b.getF32Type()),
                                  ArrayRef(numbers)));
  };
  Value low = half(0), high = half(lanes);
  int64_t size = cast<VectorType>(index.getType()).getNumElements();
  Value all;
  for (int64_t first = 0; first < size; first += lanes) {
    Value part = index.get();
    if (size != lanes)
      part =
          vector::ExtractStridedSliceOp::create(b, part, {first}, {lanes}, {1});
    // Bits of the index above the fifth do not count.
    Value found = LLVM::CallIntrinsicOp::create(
                      b, low.getType(),
                      b.getStringAttr("llvm.x86.avx512.vpermi2var.ps.512"),
                      ValueRange{low, part, high})
                      .getResult(0);
    if (size == lanes)
      return {index.getBuilder(), found};
    if (!all)
      all = arith::ConstantOp::create(
          b, b.getZeroAttr(VectorType::get({size}, b.getF32Type())));
    all = vector::InsertStridedSliceOp::create(b, found, all, {first}, {1});
  }
  return {index.getBuilder(), all};
}

Expr abs(Expr x) {
  return {x.getBuilder(),
          math::AbsFOp::create(x.getBuilder().builder, x.get())};
}

Expr sqrt(Expr x) {
  return {x.getBuilder(),
          math::SqrtOp::create(x.getBuilder().builder, x.get())};
}

Expr copySign(Expr x, Expr sign) {
  return {x.getBuilder(), math::CopySignOp::create(x.getBuilder().builder,
                                                   x.get(), sign.get())};
}

Expr isNegative(Expr x) { return x.asInteger() < 0; }

Expr clamp(Expr x, double low, double high) {
  x = select(x > high, high, x);
  return select(x < low, low, x);
}

/// Bits of the mantissa that are stored.
static int64_t getMantissaBits(Type element) {
  return cast<FloatType>(element).getFPMantissaWidth() - 1;
}

Expr powerOfTwo(Expr n, Type element) {
  int64_t bias = element.isF64() ? 1023 : 127;
  return ((n + bias) << getMantissaBits(element)).asFloat(element);
}

Rounded roundToInteger(Expr x) {
  // Adding 1.5 * 2^mantissa leaves no bit for a fraction: the sum is rounded,
  // and its low bits are the integer.
  Type element = getElementTypeOrSelf(x.getType());
  double magic = std::ldexp(1.5, getMantissaBits(element));
  Expr shifted = x + magic;
  return {shifted - magic, shifted.asInteger() - x.constant(magic).asInteger()};
}

Double addExact(Expr a, Expr b) {
  Expr sum = a + b;
  Expr rest = sum - a;
  return {sum, (a - (sum - rest)) + (b - rest)};
}

Double addExactQuick(Expr a, Expr b) {
  Expr sum = a + b;
  return {sum, b - (sum - a)};
}

Double multiplyExact(Expr a, Expr b) {
  Expr product = a * b;
  if (a.getBuilder().fma)
    return {product, multiplyAdd(a, b, -product)};
  // Dekker: halves of 26 or 12 bits have exact products.
  Type element = getElementTypeOrSelf(a.getType());
  double split = std::ldexp(1.0, (getMantissaBits(element) + 2) / 2) + 1;
  auto halves = [&](Expr x) -> Double {
    Expr scaled = x * split;
    Expr high = scaled - (scaled - x);
    return {high, x - high};
  };
  Double x = halves(a), y = halves(b);
  Expr low = ((x.high * y.high - product) + x.high * y.low + x.low * y.high) +
             x.low * y.low;
  return {product, low};
}
} // namespace xla
