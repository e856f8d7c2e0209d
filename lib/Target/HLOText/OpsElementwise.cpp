//===- OpsElementwise.cpp - Elementwise ops of HLO text -------------------===//
//
// The result has the dimensions and the layout of the first operand.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::Twine;

static void setElementType(proto::ShapeProto &shape,
                           proto::PrimitiveType type) {
  if (shape.element_type() == type)
    return;
  shape.set_element_type(type);
  if (shape.has_layout())
    shape.mutable_layout()->clear_element_size_in_bits();
}

static bool inferUnary(Inference &inference) {
  return inference.needArray(0) && inferFirstOperand(inference);
}

/// The wider of two floating-point types that share their dimensions.
static bool mergeElementTypes(Inference &inference, proto::PrimitiveType lhs,
                              proto::PrimitiveType rhs) {
  if (lhs == rhs)
    return true;
  const ElementType &a = getElementType(lhs), &b = getElementType(rhs);
  if (a.typeClass != TypeClass::Float || b.typeClass != TypeClass::Float)
    return inference.fail("expected operands of one element type, got " +
                          a.name + " and " + b.name);
  if (b.bits > a.bits)
    setElementType(inference.result, rhs);
  return true;
}

/// Result of `count` operands from `first` on that share their dimensions.
static bool inferSameDimensions(Inference &inference, unsigned first,
                                unsigned count) {
  if (!inference.needArray(first))
    return false;
  inference.result = inference.operand(first);
  for (unsigned k = first + 1; k != first + count; ++k) {
    if (!inference.needArray(k))
      return false;
    const proto::ShapeProto &other = inference.operand(k);
    if (asArray(other.dimensions()) != asArray(inference.result.dimensions()))
      return inference.fail("expected operands of the same dimensions, got " +
                            describeShape(inference.operand(first)) + " and " +
                            describeShape(other));
    for (int i = 0; i < other.dimensions_size(); ++i)
      if (isDynamic(other, i) &&
          i < inference.result.is_dynamic_dimension_size())
        inference.result.set_is_dynamic_dimension(i, true);
  }
  return true;
}

static bool inferBinary(Inference &inference) {
  return inferSameDimensions(inference, 0, 2) &&
         mergeElementTypes(inference, inference.operand(0).element_type(),
                           inference.operand(1).element_type());
}

static bool inferPredicate(Inference &inference) {
  if (!inferSameDimensions(inference, 0, inference.operands.size()))
    return false;
  setElementType(inference.result, proto::PRED);
  return true;
}

/// The layout is that of the predicate, unless it is a scalar: XLA's choice.
static bool inferSelect(Inference &inference) {
  if (!inferSameDimensions(inference, 1, 2) ||
      !mergeElementTypes(inference, inference.operand(1).element_type(),
                         inference.operand(2).element_type()))
    return false;
  const proto::ShapeProto &predicate = inference.operand(0);
  if (predicate.dimensions_size() == inference.result.dimensions_size())
    *inference.result.mutable_layout() = predicate.layout();
  return true;
}

static bool inferClamp(Inference &inference) {
  if (!inference.needArray(1))
    return false;
  inference.result = inference.operand(1);
  return true;
}

static bool inferComplex(Inference &inference) {
  if (!inferSameDimensions(inference, 0, 2))
    return false;
  proto::PrimitiveType part = inference.result.element_type();
  if (part != proto::F32 && part != proto::F64)
    return inference.fail("expected f32 or f64 parts of a complex number, "
                          "got " +
                          getElementType(part).name);
  setElementType(inference.result,
                 part == proto::F32 ? proto::C64 : proto::C128);
  return true;
}

/// Real numbers from complex ones; others stay.
static bool inferPart(Inference &inference) {
  if (!inferUnary(inference))
    return false;
  proto::PrimitiveType type = inference.result.element_type();
  setElementType(inference.result, type == proto::C64    ? proto::F32
                                   : type == proto::C128 ? proto::F64
                                                         : type);
  return true;
}

static constexpr Opcode opcodes[] = {
    {"abs", 1, "", inferPart},
    {"acos", 1, "", inferUnary},
    {"acosh", 1, "", inferUnary},
    {"add", 2, "", inferBinary},
    {"and", 2, "", inferBinary},
    {"asin", 1, "", inferUnary},
    {"asinh", 1, "", inferUnary},
    {"atan", 1, "", inferUnary},
    {"atan2", 2, "", inferBinary},
    {"atanh", 1, "", inferUnary},
    {"bitcast-convert", 1, ""},
    {"cbrt", 1, "", inferUnary},
    {"ceil", 1, "", inferUnary},
    {"clamp", 3, "", inferClamp},
    {"compare", 2, "!direction type", inferPredicate},
    {"complex", 2, "", inferComplex},
    {"convert", 1, ""},
    {"cosh", 1, "", inferUnary},
    {"cosine", 1, "", inferUnary},
    {"count-leading-zeros", 1, "", inferUnary},
    {"divide", 2, "", inferBinary},
    {"erf", 1, "", inferUnary},
    {"exponential", 1, "", inferUnary},
    {"exponential-minus-one", 1, "", inferUnary},
    {"floor", 1, "", inferUnary},
    {"imag", 1, "", inferPart},
    {"is-finite", 1, "", inferPredicate},
    {"log", 1, "", inferUnary},
    {"log-plus-one", 1, "", inferUnary},
    {"logistic", 1, "", inferUnary},
    {"maximum", 2, "", inferBinary},
    {"minimum", 2, "", inferBinary},
    {"mulhi", 2, "", inferBinary},
    {"multiply", 2, "", inferBinary},
    {"negate", 1, "", inferUnary},
    {"not", 1, "", inferUnary},
    {"or", 2, "", inferBinary},
    {"popcnt", 1, "", inferUnary},
    {"power", 2, "", inferBinary},
    {"real", 1, "", inferPart},
    {"reduce-precision", 1, "!exponent_bits !mantissa_bits", inferUnary},
    {"remainder", 2, "", inferBinary},
    {"round-nearest-afz", 1, "", inferUnary},
    {"round-nearest-even", 1, "", inferUnary},
    {"rsqrt", 1, "", inferUnary},
    {"select", 3, "", inferSelect},
    {"shift-left", 2, "", inferBinary},
    {"shift-right-arithmetic", 2, "", inferBinary},
    {"shift-right-logical", 2, "", inferBinary},
    {"sign", 1, "", inferUnary},
    {"sine", 1, "", inferUnary},
    {"sinh", 1, "", inferUnary},
    {"sqrt", 1, "", inferUnary},
    {"stochastic-convert", 2, ""},
    {"subtract", 2, "", inferBinary},
    {"tan", 1, "", inferUnary},
    {"tanh", 1, "", inferUnary},
    {"xor", 2, "", inferBinary},
    // Names of comparisons in old protos.
    {"equal-to", 2, "", inferPredicate},
    {"greater-than", 2, "", inferPredicate},
    {"greater-than-or-equal-to", 2, "", inferPredicate},
    {"less-than", 2, "", inferPredicate},
    {"less-than-or-equal-to", 2, "", inferPredicate},
    {"not-equal-to", 2, "", inferPredicate},
};

llvm::ArrayRef<Opcode> xla::hlotext::getElementwiseOpcodes() { return opcodes; }
