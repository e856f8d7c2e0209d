//===- GeneratorElementwise.cpp - Random elementwise ops ------------------===//
//
// Arithmetic, comparisons, selections, conversions, math functions and maps.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

void Generator::addUnary(Value operand) {
  Type element = elementOf(operand);
  if (isBool(element)) {
    value("hlo.not", operand);
  } else if (isInt(element)) {
    value(pick({"hlo.negate", "hlo.not", "hlo.popcnt",
                "hlo.count_leading_zeros", "hlo.abs", "hlo.sign"}),
          operand);
  } else if (isComplex(element)) {
    value(pick({"hlo.negate", "hlo.real", "hlo.imag"}), operand);
  } else if (oneIn(12)) {
    value("hlo.reduce_precision", operand,
          {attr("exponent_bits", builder.getI32IntegerAttr(2 + below(9))),
           attr("mantissa_bits", builder.getI32IntegerAttr(below(24)))});
  } else {
    value(pick({"hlo.abs", "hlo.negate", "hlo.ceil", "hlo.floor", "hlo.sign",
                "hlo.round_nearest_even", "hlo.round_nearest_afz", "hlo.sqrt",
                "hlo.is_finite", "hlo.real", "hlo.imag"}),
          operand);
  }
}

void Generator::addBinary(Value a) {
  Type element = elementOf(a);
  Value b = like(typeOf(a));
  if (isBool(element))
    binary(pick({"hlo.and", "hlo.or", "hlo.xor", "hlo.add", "hlo.multiply",
                 "hlo.maximum", "hlo.minimum"}),
           a, b);
  else if (isInt(element))
    binary(
        pick({"hlo.add", "hlo.subtract", "hlo.multiply", "hlo.divide",
              "hlo.maximum", "hlo.minimum", "hlo.remainder", "hlo.and",
              "hlo.or", "hlo.xor", "hlo.shift_left", "hlo.shift_right_logical",
              "hlo.shift_right_arithmetic", "hlo.power"}),
        a, b);
  else if (isComplex(element))
    binary(pick({"hlo.add", "hlo.subtract"}), a, b);
  else
    binary(pick({"hlo.add", "hlo.subtract", "hlo.multiply", "hlo.divide",
                 "hlo.maximum", "hlo.minimum", "hlo.remainder"}),
           a, b);
}

void Generator::addElementwise() {
  Value a = anyValue();
  return oneIn(3) ? addUnary(a) : addBinary(a);
}

void Generator::addTernary() {
  Value a = anyValue(), b = like(typeOf(a));
  bool onlyEqual = isComplex(elementOf(a));
  if (oneIn(4) && !onlyEqual) {
    auto bound = [&] {
      return oneIn(2) ? like({}, elementOf(a)) : like(typeOf(a));
    };
    // Both bounds have the same rank.
    Value low = bound(), high = like(typeOf(low));
    value("hlo.clamp", {low, a, high});
    return;
  }
  using Direction = hlo::ComparisonDirection;
  Direction direction =
      onlyEqual ? pick({Direction::EQ, Direction::NE})
                : pick({Direction::EQ, Direction::NE, Direction::LT,
                        Direction::LE, Direction::GT, Direction::GE});
  Value predicate;
  if (isFloat(elementOf(a)) && oneIn(4)) // Orders zeros too, but also NaNs.
    predicate = compare(direction, withoutNaN(a), withoutNaN(b),
                        hlo::ComparisonType::TOTALORDER);
  else
    predicate = compare(direction, a, b);
  if (!oneIn(3))
    return;
  if (oneIn(3))
    predicate = like({}, builder.getI1Type());
  else if (oneIn(3))
    predicate = like(typeOf(a).getShape(), builder.getI1Type());
  value("hlo.select", {predicate, b, like(typeOf(a))});
}

void Generator::addConvert() {
  Value a = anyValue();
  // What becomes of NaN as an integer, and of the other part of a complex
  // number, is defined; but a complex result only of floats of its parts.
  convert(a, pickElement());
}

void Generator::addComplex() {
  Value a = find([](RankedTensorType type) {
    return type.getElementType().isF32() || type.getElementType().isF64();
  });
  if (a)
    value("hlo.complex", {a, like(typeOf(a))});
}

void Generator::addMath() {
  Value a = find([](RankedTensorType type) {
    return isFloat(type.getElementType()) || isComplex(type.getElementType());
  });
  if (!a)
    a = convert(anyValue(), builder.getF32Type());
  if (!a)
    return;
  if (isComplex(elementOf(a))) {
    // Corners of complex functions, infinities above all, are not specified.
    a = tame(a, 6);
    Value b = oneIn(2) ? a : tame(like(typeOf(a)), 6);
    if (oneIn(2))
      binary(pick({"hlo.multiply", "hlo.divide"}), a, b);
    else
      value(pick({"hlo.exponential", "hlo.log", "hlo.sine", "hlo.cosine",
                  "hlo.tanh", "hlo.sqrt", "hlo.abs", "hlo.sign"}),
            a);
    return;
  }
  if (oneIn(5))
    binary(pick({"hlo.atan2", "hlo.power"}), a, like(typeOf(a)));
  else
    value(
        pick({"hlo.cbrt", "hlo.cosine", "hlo.exponential",
              "hlo.exponential_minus_one", "hlo.log", "hlo.log_plus_one",
              "hlo.logistic", "hlo.rsqrt", "hlo.sine", "hlo.tan", "hlo.tanh"}),
        a);
}

void Generator::addMap() {
  Value a = anyValue();
  SmallVector<Value> inputs = {a};
  if (oneIn(2))
    inputs.push_back(
        like(typeOf(a).getShape(), oneIn(2) ? elementOf(a) : pickElement()));
  SmallVector<Type> scalars;
  for (Value input : inputs)
    scalars.push_back(RankedTensorType::get({}, elementOf(input)));
  Type element = pickElement();
  Regions regions;
  regions.push_back(region(scalars, false, [&](ValueRange) {
    if (oneIn(8) && depth == 1)
      drawNumber();
    for (int64_t i = 0, e = 1 + below(4); i < e; ++i)
      addScalarOp();
    return SmallVector<Value>{like({}, element)};
  }));
  add("hlo.map", inputs,
      dims("dimensions", llvm::to_vector(llvm::seq(typeOf(a).getRank()))),
      typeOf(a).clone(element), std::move(regions));
}
