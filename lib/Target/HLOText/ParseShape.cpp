//===- ParseShape.cpp - Shapes of HLO text --------------------------------===//
//
// `f32[2,<=8,?]{2,1,0:T(8,128)E(4)S(1)}`, `(f32[], token[])`, `b(f32[4])`.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;

LogicalResult Parser::parseShape(proto::ShapeProto &shape) {
  if (cursor.peek() == '(')
    return parseTupleShape(shape);
  size_t offset = here();
  StringRef name = cursor.takeWord();
  if (name == "b" && cursor.peek() == '(') {
    DepthGuard guard(*this);
    shape.set_element_type(proto::BUFFER);
    if (failed(checkDepth()) || failed(expect("(")) ||
        failed(parseShape(*shape.add_tuple_shapes())))
      return failure();
    return expect(")");
  }
  const ElementType *type = findElementType(name);
  if (!type) {
    cursor.setOffset(offset);
    return emitExpected("a shape");
  }
  shape.set_element_type(type->type);
  if (failed(parseDimensions(shape)))
    return failure();
  if (!isArray(shape))
    return success();
  return parseLayout(shape);
}

LogicalResult Parser::parseTupleShape(proto::ShapeProto &shape) {
  DepthGuard guard(*this);
  if (failed(checkDepth()))
    return failure();
  shape.set_element_type(proto::TUPLE);
  return parseList("(", ")",
                   [&] { return parseShape(*shape.add_tuple_shapes()); });
}

LogicalResult Parser::parseDimensions(proto::ShapeProto &shape) {
  return parseList("[", "]", [&]() -> LogicalResult {
    // Unbounded: XLA's number for it.
    if (cursor.consume("?")) {
      shape.add_dimensions(INT64_MIN);
      shape.add_is_dynamic_dimension(true);
      return success();
    }
    bool isDynamic = cursor.consume("<=");
    size_t offset = here();
    int64_t size;
    if (failed(parseInteger(size)))
      return failure();
    if (size < 0)
      return emitError(offset,
                       "expected a size of at least 0, got " + Twine(size));
    shape.add_dimensions(size);
    shape.add_is_dynamic_dimension(isDynamic);
    return success();
  });
}

/// A brace behind a shape begins a layout if a number or colon follows, else
/// something else: a literal, or the body of a computation. Old files have `{}`
/// behind scalars.
LogicalResult Parser::parseLayout(proto::ShapeProto &shape) {
  size_t offset = here();
  bool hasOrder = false;
  if (cursor.consume("{")) {
    char next = cursor.peek();
    bool isEmpty = next == '}' && shape.dimensions().empty();
    if (!llvm::isDigit(next) && next != ':' && !isEmpty)
      cursor.setOffset(offset);
    hasOrder = llvm::isDigit(next) || isEmpty;
  }
  if (cursor.getOffset() == offset) {
    setRowMajor(shape);
    return success();
  }
  proto::LayoutProto &layout = *shape.mutable_layout();
  while (llvm::isDigit(cursor.peek())) {
    int64_t dimension;
    if (failed(parseInteger(dimension)))
      return failure();
    layout.add_minor_to_major(dimension);
    if (!cursor.consume(","))
      break;
  }
  // `{:T(8)}` says nothing about the order.
  if (!hasOrder)
    setRowMajor(shape);
  llvm::SmallVector<bool> seen(shape.dimensions_size(), false);
  bool isPermutation = layout.minor_to_major_size() == shape.dimensions_size();
  for (int64_t dimension : layout.minor_to_major()) {
    if (!isPermutation || dimension < 0 ||
        dimension >= shape.dimensions_size() || seen[dimension]) {
      isPermutation = false;
      break;
    }
    seen[dimension] = true;
  }
  if (!isPermutation)
    return emitError(offset, "expected a layout with each of the " +
                                 Twine(shape.dimensions_size()) +
                                 " dimensions once");
  if (cursor.consume(":") && failed(parseLayoutDetails(layout)))
    return failure();
  return expect("}", " after a layout");
}

/// Levels of a sparse layout, as in `D,C+~`: nothing computes with them.
LogicalResult Parser::parseLevels() {
  do {
    if (!cursor.consume("D") && !cursor.consume("C") && !cursor.consume("S") &&
        !cursor.consume("H"))
      return emitExpected("D, C, S or H for a level of a sparse layout");
    cursor.consume("+");
    cursor.consume("~");
  } while (cursor.consume(","));
  return success();
}

/// What stands behind the colon, each at most once, in XLA's order or another.
LogicalResult Parser::parseLayoutDetails(proto::LayoutProto &layout) {
  auto parseInParentheses = [&](auto parse) -> LogicalResult {
    if (failed(expect("(")) || failed(parse()))
      return failure();
    return expect(")");
  };
  auto parseNumber = [&](auto set) {
    return parseInParentheses([&]() -> LogicalResult {
      int64_t value;
      if (failed(parseInteger(value)))
        return failure();
      (layout.*set)(value);
      return success();
    });
  };
  auto parseType = [&](auto set) {
    return parseInParentheses([&]() -> LogicalResult {
      const ElementType *type = findElementType(cursor.peekWord());
      if (!type)
        return emitExpected("an element type");
      cursor.takeWord();
      (layout.*set)(type->type);
      return success();
    });
  };
  using Layout = proto::LayoutProto;
  while (cursor.peek() != '}') {
    LogicalResult result = failure();
    if (cursor.consume("D"))
      result = parseInParentheses([&] { return parseLevels(); });
    else if (cursor.consume("T"))
      result = parseTiles(layout);
    else if (cursor.consume("L"))
      result = parseNumber(&Layout::set_tail_padding_alignment_in_elements);
    else if (cursor.consume("#"))
      result = parseType(&Layout::set_index_primitive_type);
    else if (cursor.consume("*"))
      result = parseType(&Layout::set_pointer_primitive_type);
    else if (cursor.consume("E"))
      result = parseNumber(&Layout::set_element_size_in_bits);
    else if (cursor.consume("SC"))
      result = parseSplits(layout);
    else if (cursor.consume("S"))
      result = parseNumber(&Layout::set_memory_space);
    else if (cursor.consume("M"))
      result = parseNumber(&Layout::set_dynamic_shape_metadata_prefix_bytes);
    else if (cursor.consume("P"))
      result = parseInParentheses([&]() -> LogicalResult {
        DepthGuard guard(*this);
        if (failed(checkDepth()))
          return failure();
        return parseShape(*layout.mutable_physical_shape());
      });
    else
      return emitExpected("T, L, #, *, E, S, SC, P, M or '}' in a layout");
    if (failed(result))
      return failedOnce ? failure() : emitExpected("'}' after a layout");
  }
  return success();
}

LogicalResult Parser::parseTiles(proto::LayoutProto &layout) {
  // Tells to combine a dimension with the next.
  constexpr int64_t combine = INT64_MIN;
  do {
    proto::TileProto &tile = *layout.add_tiles();
    if (failed(parseList("(", ")", [&]() -> LogicalResult {
          int64_t size = combine;
          if (!cursor.consume("*") && failed(parseInteger(size)))
            return failure();
          tile.add_dimensions(size);
          return success();
        })))
      return failure();
  } while (cursor.peek() == '(');
  return success();
}

/// `SC(0:2,4)(1:3)`
LogicalResult Parser::parseSplits(proto::LayoutProto &layout) {
  do {
    proto::SplitConfigProto &split = *layout.add_split_configs();
    int64_t value;
    if (failed(expect("(")) || failed(parseInteger(value)) ||
        failed(expect(":")))
      return failure();
    split.set_dimension(value);
    do {
      if (failed(parseInteger(value)))
        return failure();
      split.add_split_indices(value);
    } while (cursor.consume(","));
    if (failed(expect(")")))
      return failure();
  } while (cursor.peek() == '(');
  return success();
}
