//===- NarrowFloats.cpp - Float formats below 32 bits as formulas ---------===//
//
// Conversions in integer registers, for targets without the instruction. All
// formats go the same way: exponent and mantissa of the wide number are moved
// together, and a carry out of the rounded mantissa raises the exponent by
// itself. Where the narrow result is subnormal, adding a power of two whose
// last place is the narrow format's rounds instead.
//
//===----------------------------------------------------------------------===//

#include "NarrowFloats.h"

#include "llvm/ADT/APFloat.h"
#include <cmath>

using namespace mlir;
using namespace xla;
using llvm::APFloat;

namespace {
/// What the formulas need to know of a format.
struct Format {
  explicit Format(FloatType type) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    auto code = [](const APFloat &value) {
      return int64_t(value.bitcastToAPInt().getZExtValue());
    };
    hasSign = APFloat::semanticsHasSignedRepr(semantics);
    hasZero = APFloat::semanticsHasZero(semantics);
    width = type.getWidth();
    mantissaBits = APFloat::semanticsPrecision(semantics) - 1;
    bias = (hasZero ? 1 : 0) - APFloat::semanticsMinExponent(semantics);
    signBit = hasSign ? int64_t(1) << (width - 1) : 0;
    hasInfinity = APFloat::semanticsHasInf(semantics);
    hasNaN = APFloat::semanticsHasNaN(semantics);
    largest = code(APFloat::getLargest(semantics));
    // A format without NaN gives -0.
    nan = hasNaN ? code(APFloat::getNaN(semantics)) : signBit;
    hasNegativeZero = hasSign && !(hasNaN && nan == signBit);
    overflow = hasInfinity ? code(APFloat::getInf(semantics))
               : hasNaN    ? nan
                           : largest;
  }

  bool hasSign, hasZero, hasInfinity, hasNaN, hasNegativeZero;
  int64_t width, mantissaBits, bias, signBit, largest, nan, overflow;
};
} // namespace

Expr math_functions::decodeFloat(Expr x) {
  ExprBuilder &context = x.getBuilder();
  Type f32 = context.builder.getF32Type();
  Type element = getElementTypeOrSelf(x.getType());
  Expr code = x.asInteger().resized(32);
  if (element.isBF16())
    return (code << 16).asFloat(f32);

  Format format(cast<FloatType>(element));
  if (!format.hasZero) {
    // Powers of two only; the smallest is subnormal in f32.
    Expr bits = select(code == 0, code.integer(0x400000), code << 23);
    return select(code == format.nan, code.integer(0x7fc00000), bits)
        .asFloat(f32);
  }
  Expr magnitude = code & ((int64_t(1) << (format.width - 1)) - 1);
  Expr sign = (code & format.signBit) << (32 - format.width);
  // As an f32 the code has the wrong bias, and subnormals stay subnormal: one
  // exact product cures both.
  Expr value = (magnitude << (23 - format.mantissaBits)).asFloat(f32) *
               std::ldexp(1.0, 127 - format.bias);
  Expr bits = value.asInteger();
  if (format.hasInfinity)
    bits = select(magnitude >= format.overflow, bits | 0x7f800000, bits);
  bits = bits | sign;
  if (!format.hasInfinity && format.hasNaN) {
    // One code, perhaps that of -0, is NaN; else one of each sign.
    bool isSigned = format.nan != format.signBit;
    Expr nan = bits.integer(0x7fc00000);
    bits = select((isSigned ? magnitude : code) == format.nan,
                  isSigned ? nan | sign : nan, bits);
  }
  return bits.asFloat(f32);
}

Expr math_functions::encodeFloat(Expr x, FloatType type) {
  ExprBuilder &context = x.getBuilder();
  Format format(type);
  Type source = getElementTypeOrSelf(x.getType());
  if (source.isF32() && !format.hasZero) {
    // f32 has subnormals in this format's range; f64 has not.
    source = context.builder.getF64Type();
    x = Expr(context, arith::ExtFOp::create(context.builder, x.typeLike(source),
                                            x.get()));
  }
  int64_t bits = source.getIntOrFloatBitWidth();
  int64_t sourceMantissa = bits == 64 ? 52 : 23;
  int64_t sourceBias = bits == 64 ? 1023 : 127;
  int64_t shift = sourceMantissa - format.mantissaBits;

  Expr magnitude = abs(x).asInteger();
  Expr rounded = magnitude + ((int64_t(1) << (shift - 1)) - 1) +
                 ((magnitude >> shift) & 1);
  Expr code =
      (rounded >> shift) - ((sourceBias - format.bias) << format.mantissaBits);
  if (!format.hasZero) {
    code = select(code < 0, code.integer(0), code);
  } else if (format.bias != sourceBias) {
    double magic =
        std::ldexp(1.0, 1 - format.bias - format.mantissaBits + sourceMantissa);
    Expr sum = abs(x) + magic;
    Expr subnormal = sum.asInteger() - x.constant(magic).asInteger();
    double smallest = std::ldexp(1.0, 1 - format.bias);
    code = select(abs(x) < smallest, subnormal, code);
  }
  code = select(code > format.largest, code.integer(format.overflow), code);
  Expr negative = x.asInteger() < 0;
  if (format.hasSign) {
    Expr sign = select(negative, code.integer(format.signBit), code.integer(0));
    if (!format.hasNegativeZero)
      sign = select(code == 0, code.integer(0), sign);
    code = code | sign;
  } else {
    code = select(x < 0.0, code.integer(format.nan), code);
  }
  code = select(isNaN(x), code.integer(format.nan), code);
  return code.resized(format.width).asFloat(type);
}
