//===- ParseLiteral.cpp - Literals of HLO text ----------------------------===//
//
// Elements stand in logical order and are brought into the order of the layout
// in the end. Memory is taken as elements are read, never by the shape alone.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "FloatText.h"
#include "LiteralData.h"
#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;

LogicalResult Parser::parseLiteral(const proto::ShapeProto &shape,
                                   proto::LiteralProto &literal) {
  DepthGuard guard(*this);
  if (failed(checkDepth()))
    return failure();
  *literal.mutable_shape() = shape;
  size_t offset = here();
  if (isArray(shape))
    return parseArrayLiteral(literal);
  if (!isTuple(shape))
    return emitError(offset, "expected the shape of an array or tuple for a "
                             "literal, got " +
                                 describeShape(shape));
  if (consumeElided()) {
    markElided(literal, offset);
    return success();
  }
  int index = 0;
  auto parseItem = [&]() -> LogicalResult {
    if (index == shape.tuple_shapes_size())
      return emitExpected("')' after " + Twine(index) + " elements of " +
                          describeShape(shape));
    return parseLiteral(shape.tuple_shapes(index++),
                        *literal.add_tuple_literals());
  };
  if (failed(parseList("(", ")", parseItem)))
    return failure();
  if (index == shape.tuple_shapes_size())
    return success();
  return emitError(offset, "expected " + Twine(shape.tuple_shapes_size()) +
                               " elements of " + describeShape(shape) +
                               ", got " + Twine(index));
}

bool Parser::consumeElided() {
  size_t before = here();
  if (cursor.consume("{") && cursor.consume("...") && cursor.consume("}"))
    return true;
  cursor.setOffset(before);
  return false;
}

void Parser::markElided(proto::LiteralProto &literal, size_t offset) {
  literal.set_is_elided(true);
  if (!std::exchange(warnedOfElided, true))
    emitWarning(offset, "the elements of this and perhaps further constants "
                        "are left out of the text");
}

LogicalResult Parser::parseArrayLiteral(proto::LiteralProto &literal) {
  const proto::ShapeProto &shape = literal.shape();
  size_t offset = here();
  if (cursor.peek() != '{' && !shape.dimensions().empty())
    return fillLiteral(literal, offset);
  if (failed(parseElements(literal, 0)))
    return failure();
  if (literal.is_elided()) {
    clearElements(literal);
    return success();
  }
  orderByLayout(literal);
  return success();
}

/// One number for all elements of an array, as some tools' tests have it.
LogicalResult Parser::fillLiteral(proto::LiteralProto &literal, size_t offset) {
  const ElementType &type = getElementType(literal.shape().element_type());
  std::optional<int64_t> count = countElements(literal.shape());
  constexpr int64_t limit = int64_t(1) << 40;
  if (!count || *count > limit)
    return emitError(offset, "expected the elements of " +
                                 describeShape(literal.shape()) +
                                 ", got one for all");
  if (failed(charge(uint64_t(*count) * std::max(type.bits / 8, 1u), offset)) ||
      failed(parseElement(literal, type)))
    return failure();
  emitWarning(offset, "one number for all elements of " +
                          describeShape(literal.shape()));
  repeatElement(literal, *count);
  return success();
}

/// What lies in braces of one dimension, or an element below the last.
LogicalResult Parser::parseElements(proto::LiteralProto &literal,
                                    int dimension) {
  const proto::ShapeProto &shape = literal.shape();
  const ElementType &type = getElementType(shape.element_type());
  if (dimension == shape.dimensions_size())
    return parseElement(literal, type);
  DepthGuard guard(*this);
  if (failed(checkDepth()))
    return failure();
  size_t offset = here();
  if (consumeElided()) {
    markElided(literal, offset);
    return success();
  }
  if (failed(expect("{", " before the elements of dimension " +
                             Twine(dimension) + " of " + describeShape(shape))))
    return failure();
  bool isLast = dimension + 1 == shape.dimensions_size();
  int64_t size = shape.dimensions(dimension), index = 0;
  while (!cursor.consume("}")) {
    if (index == size)
      return emitExpected("'}' after " + Twine(size) +
                          " elements of dimension " + Twine(dimension) +
                          " of " + describeShape(shape));
    if (failed(isLast ? parseElement(literal, type)
                      : parseElements(literal, dimension + 1)))
      return failure();
    ++index;
    if (!cursor.consume(",") && cursor.peek() != '}')
      return emitExpected("',' or '}' in a literal");
  }
  // Of an array without elements, `{}` says enough.
  if (index == size || literal.is_elided() ||
      (index == 0 && countElements(shape) == 0))
    return success();
  return emitError(offset, "expected " + Twine(size) +
                               " elements in dimension " + Twine(dimension) +
                               " of " + describeShape(shape) + ", got " +
                               Twine(index));
}

LogicalResult Parser::parseElement(proto::LiteralProto &literal,
                                   const ElementType &type) {
  switch (type.typeClass) {
  case TypeClass::Predicate: {
    bool value;
    if (failed(parseBool(value)))
      return failure();
    literal.add_preds(value);
    return success();
  }
  case TypeClass::Signed:
  case TypeClass::Unsigned:
    return parseIntegerElement(literal, type);
  case TypeClass::Float:
    return parseFloatElement(literal, type);
  case TypeClass::Complex: {
    const ElementType &part =
        getElementType(type.bits == 64 ? proto::F32 : proto::F64);
    // A real number may stand for itself.
    if (cursor.peek() != '(') {
      if (failed(parseFloatElement(literal, part)))
        return failure();
      appendFloat(literal, part, FloatText());
      return success();
    }
    if (failed(expect("(")) || failed(parseFloatElement(literal, part)) ||
        failed(expect(",", " between the parts of a complex number")) ||
        failed(parseFloatElement(literal, part)))
      return failure();
    return expect(")", " after a complex number");
  }
  case TypeClass::Other:
    break;
  }
  return emitError(here(), "expected a type with elements, got " + type.name);
}

LogicalResult Parser::parseIntegerElement(proto::LiteralProto &literal,
                                          const ElementType &type) {
  size_t offset = here();
  char first = cursor.peek();
  bool isNegative = first == '-';
  int64_t value;
  if (first == 't' && cursor.consume("true"))
    value = 1;
  else if (first == 'f' && cursor.consume("false"))
    value = 0;
  else if (failed(parseInteger(value)))
    return failure();
  char next = cursor.peek();
  if (next == '.' || next == 'e' || next == 'E') {
    cursor.setOffset(offset);
    return emitExpected("an integer for an element of " + type.name);
  }
  bool fits;
  bool isWide = !isNegative && value < 0; // Above 2^63.
  if (type.bits == 64)
    // All 64 bits may be given to a signed number too: XLA prints masks so.
    fits = type.typeClass == TypeClass::Signed || !isNegative || value == 0;
  else if (type.typeClass == TypeClass::Signed)
    fits = !isWide && value >= -(int64_t(1) << (type.bits - 1)) &&
           value < int64_t(1) << (type.bits - 1);
  else
    fits = !isWide && value >= 0 && value < int64_t(1) << type.bits;
  if (!fits)
    return emitError(
        offset, "expected an element in the range of " + type.name + ", got " +
                    (isWide ? Twine(uint64_t(value)) : Twine(value)));
  appendInteger(literal, type, value);
  return success();
}

LogicalResult Parser::parseFloatElement(proto::LiteralProto &literal,
                                        const ElementType &type) {
  size_t offset = here();
  char first = cursor.peek();
  if ((first == 't' && cursor.consume("true")) ||
      (first == 'f' && cursor.consume("false"))) {
    FloatText truth;
    truth.value = first == 't';
    appendFloat(literal, type, truth);
    return success();
  }
  StringRef number = cursor.takeNumber();
  std::optional<FloatText> value = parseFloatText(number);
  if (!value) {
    cursor.setOffset(offset);
    return emitExpected("a number");
  }
  std::string error;
  if (!checkFloat(*value, type, error))
    return emitError(offset, "expected an element in the range of " +
                                 type.name + ", got " + number + error);
  appendFloat(literal, type, *value);
  return success();
}
