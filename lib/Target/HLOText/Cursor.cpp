//===- Cursor.cpp - A place in HLO text -----------------------------------===//
//
// Never reads beyond the text, which need not end with NUL.
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ConvertUTF.h"
#include <cstring>

using namespace xla::hlotext;
using llvm::StringRef;

bool xla::hlotext::isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }

bool xla::hlotext::isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '-';
}

/// Appends `code` as UTF-8.
static bool appendCodePoint(uint32_t code, std::string &out) {
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *bytesEnd = bytes;
  if (!llvm::ConvertCodePointToUTF8(code, bytesEnd))
    return false;
  out.append(bytes, bytesEnd);
  return true;
}

/// Takes up to `count` digits of `radix` off `text`.
static std::optional<uint32_t> takeDigits(StringRef &text, unsigned count,
                                          unsigned radix) {
  size_t length = 0;
  uint32_t value = 0;
  while (length < count && length < text.size()) {
    unsigned digit = llvm::hexDigitValue(text[length]);
    if (digit >= radix)
      break;
    value = value * radix + digit;
    ++length;
  }
  text = text.drop_front(length);
  return length == 0 ? std::nullopt : std::optional<uint32_t>(value);
}

/// Replaces the escape at the front of `text`, after its backslash.
static bool takeEscape(StringRef &text, std::string &out) {
  char kind = text.front();
  static constexpr StringRef letters = "abfnrtv\\'\"?";
  static constexpr StringRef meanings = "\a\b\f\n\r\t\v\\'\"?";
  if (size_t index = letters.find(kind); index != StringRef::npos) {
    out += meanings[index];
    text = text.drop_front();
    return true;
  }
  if (kind >= '0' && kind <= '7') {
    out += char(*takeDigits(text, 3, 8));
    return true;
  }
  text = text.drop_front();
  unsigned digits = kind == 'u' ? 4 : kind == 'U' ? 8 : 2;
  if (kind != 'x' && kind != 'X' && digits == 2)
    return false;
  std::optional<uint32_t> code = takeDigits(text, digits, 16);
  if (!code)
    return false;
  if (digits != 2)
    return appendCodePoint(*code, out);
  out += char(*code);
  return true;
}

std::optional<std::string> xla::hlotext::unescape(StringRef text) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    size_t length = text.find('\\');
    out.append(text.data(), std::min(length, text.size()));
    if (length == StringRef::npos)
      return out;
    text = text.drop_front(length + 1);
    if (text.empty() || !takeEscape(text, out))
      return std::nullopt;
  }
}

bool Cursor::skipComment() {
  if (here() != '/')
    return false;
  if (after() == '/') {
    const void *line = std::memchr(position, '\n', end - position);
    position = line ? static_cast<const char *>(line) : end;
    return true;
  }
  if (after() != '*')
    return false;
  size_t close = StringRef(position + 2, end - position - 2).find("*/");
  if (close == StringRef::npos)
    return false; // Stays, and is described as what it is.
  position += close + 4;
  return true;
}

void Cursor::skipBlanks() {
  do {
    while (position != end && llvm::isSpace(*position))
      ++position;
  } while (skipComment());
}

bool Cursor::lookingAt(StringRef token) {
  skipBlanks();
  StringRef rest(position, end - position);
  if (!rest.starts_with(token))
    return false;
  return !isNameStart(token.back()) || rest.size() == token.size() ||
         !isNameCharacter(rest[token.size()]);
}

bool Cursor::consume(StringRef token) {
  if (!lookingAt(token))
    return false;
  position += token.size();
  return true;
}

StringRef Cursor::peekWord() {
  skipBlanks();
  const char *last = position;
  if (last != end && isNameStart(*last))
    while (last != end && isNameCharacter(*last))
      ++last;
  return StringRef(position, last - position);
}

StringRef Cursor::takeWord() {
  StringRef word = peekWord();
  position += word.size();
  return word;
}

StringRef Cursor::takeCharacters(StringRef set) {
  const char *first = position;
  while (position != end && set.contains(*position))
    ++position;
  return StringRef(first, position - first);
}

std::optional<int64_t> Cursor::takeInteger() {
  skipBlanks();
  return takeIntegerHere();
}

std::optional<int64_t> Cursor::takeIntegerHere() {
  const char *last = position;
  bool negative = last != end && *last == '-';
  if (negative)
    ++last;
  const char *first = last;
  uint64_t value = 0;
  for (; last != end && llvm::isDigit(*last); ++last) {
    unsigned digit = *last - '0';
    if (value > (UINT64_MAX - digit) / 10)
      return std::nullopt;
    value = value * 10 + digit;
  }
  if (last == first ||
      (negative && value > uint64_t(1) << 63)) // No digits, or below INT64_MIN.
    return std::nullopt;
  position = last;
  return int64_t(negative ? -value : value);
}

StringRef Cursor::takeNumber() {
  skipBlanks();
  const char *last = position;
  bool isHex = false;
  while (last != end) {
    char c = *last;
    bool isSign =
        (c == '-' || c == '+') &&
        (last == position || StringRef(isHex ? "pP" : "eE").contains(last[-1]));
    if (!llvm::isAlnum(c) && c != '.' && !isSign)
      break;
    isHex |= c == 'x' || c == 'X';
    ++last;
  }
  StringRef number(position, last - position);
  // The payload of a NaN.
  if (number.ends_with("nan") && last != end && *last == '(') {
    size_t close = StringRef(last, end - last).find(')');
    if (close != StringRef::npos)
      number = StringRef(position, number.size() + close + 1);
  }
  position += number.size();
  return number;
}

StringRef Cursor::takeString() {
  char quote = peek();
  if (quote != '"' && quote != '\'')
    return {};
  const char *last = position + 1;
  while (last != end && *last != quote)
    last += *last == '\\' && end - last > 1 ? 2 : 1;
  if (last == end)
    return {};
  StringRef string(position, last + 1 - position);
  position = last + 1;
  return string;
}

/// Where the bracket that `text` begins with closes, npos if nowhere. Kinds of
/// brackets are not told apart: what is skipped is not understood anyway.
static size_t findClosing(StringRef text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
    } else if (c == '{' || c == '(' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ')' || c == ']') && --depth == 0) {
      return i;
    }
  }
  return StringRef::npos;
}

StringRef Cursor::takeBalanced() {
  if (peek() != '{')
    return {};
  StringRef rest(position, end - position);
  size_t close = findClosing(rest);
  if (close == StringRef::npos)
    return {};
  position += close + 1;
  return rest.take_front(close + 1);
}

bool Cursor::skipValue() {
  while (!atEnd()) {
    char c = here();
    if (c == ',' || c == '}' || c == ')' || c == ']')
      return true;
    if (c == '{' || c == '(' || c == '[') {
      StringRef rest(position, end - position);
      size_t close = findClosing(rest);
      if (close == StringRef::npos)
        return false;
      position += close + 1;
    } else if (c == '"' || c == '\'') {
      if (takeString().empty())
        return false;
    } else {
      ++position;
    }
    // A value ends with its line unless it goes on at a bracket.
    const char *next = position;
    while (next != end && (*next == ' ' || *next == '\t'))
      ++next;
    if (next == end || *next == '\n' || *next == '\r')
      return true;
  }
  return true;
}

std::string Cursor::describe() {
  if (atEnd())
    return "the end of the text";
  StringRef rest(position, end - position);
  if (rest.starts_with("/*"))
    return "a comment that does not end";
  if ((here() == '"' || here() == '\'')) {
    size_t before = getOffset();
    StringRef string = takeString();
    setOffset(before);
    if (string.empty())
      return "a string that does not end";
  }
  size_t length = 1;
  char first = rest.front();
  if (first == '%' || isNameCharacter(first))
    while (length < rest.size() && isNameCharacter(rest[length]))
      ++length;
  constexpr size_t maxLength = 40;
  std::string shown;
  for (char c : rest.take_front(std::min(length, maxLength)))
    shown += llvm::isPrint(c) ? c : '?';
  return "'" + shown + (length > maxLength ? "...'" : "'");
}
