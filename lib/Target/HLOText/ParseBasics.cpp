//===- ParseBasics.cpp - What all of the reader of HLO text uses ----------===//
//
// Errors, lists, numbers and strings. Lists are read without recursion; what
// nests goes through checkDepth.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include <charconv>
#include <cmath>

using namespace xla;
using namespace xla::hlotext;

LogicalResult Parser::emitError(size_t offset, const Twine &message) {
  // What follows from the first error is of no use to anyone.
  if (!failedOnce)
    report({offset, /*isWarning=*/false, message.str()});
  failedOnce = true;
  return failure();
}

LogicalResult Parser::emitExpected(const Twine &what) {
  size_t offset = here();
  return emitError(offset, "expected " + what + ", got " + cursor.describe());
}

void Parser::emitWarning(size_t offset, const Twine &message) {
  report({offset, /*isWarning=*/true, message.str()});
}

LogicalResult Parser::expect(StringRef token, const Twine &context) {
  if (cursor.consume(token))
    return success();
  return emitExpected("'" + token + "'" + context);
}

size_t Parser::here() {
  cursor.skipBlanks();
  return cursor.getOffset();
}

LogicalResult Parser::charge(uint64_t bytes, size_t offset) {
  if (bytes > budget)
    return emitError(offset, "expected a text that does not expand beyond a "
                             "multiple of its length, got one that needs " +
                                 Twine(bytes - budget) + " bytes more");
  budget -= bytes;
  return success();
}

LogicalResult Parser::checkDepth() {
  constexpr unsigned maxDepth = 200;
  if (depth <= maxDepth)
    return success();
  return emitError(here(), "expected at most " + Twine(maxDepth) +
                               " levels of nesting, got more");
}

LogicalResult Parser::parseList(StringRef open, StringRef close,
                                llvm::function_ref<LogicalResult()> parseItem) {
  if (failed(expect(open)))
    return failure();
  while (!cursor.consume(close)) {
    if (failed(parseItem()))
      return failure();
    if (!cursor.consume(",") && !cursor.lookingAt(close))
      return emitExpected("',' or '" + close + "'");
  }
  return success();
}

LogicalResult Parser::parseFields(
    llvm::function_ref<LogicalResult(StringRef, size_t)> parseField) {
  if (failed(expect("{")))
    return failure();
  while (!cursor.consume("}")) {
    size_t offset = here();
    StringRef field = cursor.takeWord();
    if (field.empty())
      return emitExpected("a field or '}'");
    if (failed(expect("=", " after " + field)) ||
        failed(parseField(field, offset)))
      return failure();
    cursor.consume(",");
  }
  return success();
}

LogicalResult Parser::parseInteger(int64_t &value) {
  if (std::optional<int64_t> integer = cursor.takeInteger()) {
    value = *integer;
    return success();
  }
  return emitExpected("an integer of 64 bits");
}

LogicalResult Parser::parseInt32(int32_t &value) {
  size_t offset = here();
  int64_t wide;
  if (failed(parseInteger(wide)))
    return failure();
  value = int32_t(wide);
  if (value != wide)
    return emitError(offset,
                     "expected an integer of 32 bits, got " + Twine(wide));
  return success();
}

LogicalResult Parser::parseDouble(double &value) {
  size_t offset = here();
  StringRef number = cursor.takeNumber();
  auto [end, error] = std::from_chars(number.begin(), number.end(), value);
  if (!number.empty() && error == std::errc() && end == number.end())
    return success();
  cursor.setOffset(offset);
  return emitExpected("a number");
}

LogicalResult Parser::parseBool(bool &value) {
  value = cursor.lookingAt("true");
  if (cursor.consume("true") || cursor.consume("false"))
    return success();
  // The reader of XLA takes numbers for truth values nowhere else but in
  // literals; files by hand have them.
  if (cursor.lookingAt("1") || cursor.lookingAt("0")) {
    int64_t number;
    size_t offset = here();
    if (failed(parseInteger(number)))
      return failure();
    value = number == 1;
    if (number == 0 || number == 1)
      return success();
    cursor.setOffset(offset);
  }
  return emitExpected("true or false");
}

LogicalResult Parser::parseString(std::string &value) {
  size_t offset = here();
  StringRef quoted = cursor.takeString();
  if (quoted.empty())
    return emitExpected("a string");
  std::optional<std::string> text = unescape(quoted.drop_front().drop_back());
  if (!text)
    return emitError(offset, "expected a string with the escapes of C, got " +
                                 quoted.take_front(40));
  value = std::move(*text);
  return success();
}

LogicalResult Parser::parseStringOrBalanced(std::string &value) {
  if (cursor.peek() != '{')
    return parseString(value);
  StringRef text = cursor.takeBalanced();
  if (text.empty())
    return emitExpected("a '}' for every '{'");
  value = text.str();
  return success();
}

LogicalResult Parser::parseName(StringRef &name, const Twine &what) {
  bool hasPercent = cursor.peek() == '%';
  if (hasPercent) {
    cursor.setOffset(cursor.getOffset() + 1);
    name = cursor.takeCharacters("abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
  } else {
    name = cursor.takeWord();
  }
  if (!name.empty())
    return success();
  return emitExpected(what);
}
