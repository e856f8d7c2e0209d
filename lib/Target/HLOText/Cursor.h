//===- Cursor.h - A place in HLO text ---------------------------*- C++ -*-===//
//
// The lexical level of the reader: blanks and comments, names, numbers and
// strings. HLO text has tokens whose kind depends on where they stand (`3x3`,
// `0_1x0_1`, `b01f_01io->b01f`), so tokens are taken on demand, from the text
// itself and without copies.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOTEXT_CURSOR_H
#define XLA_LIB_TARGET_HLOTEXT_CURSOR_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace xla::hlotext {
/// True for what follows the first character of a name.
bool isNameCharacter(char c);
bool isNameStart(char c);

/// The text between the quotes of a C string, escapes replaced; nullopt if an
/// escape is malformed.
std::optional<std::string> unescape(llvm::StringRef text);

class Cursor {
public:
  explicit Cursor(llvm::StringRef text)
      : start(text.begin()), position(text.begin()), end(text.end()) {}

  size_t getOffset() const { return position - start; }
  void setOffset(size_t offset) { position = start + offset; }

  /// Moves past blanks and comments. Every function below does so first.
  void skipBlanks();

  /// The next character, NUL at the end of the text.
  char peek() {
    skipBlanks();
    return here();
  }
  bool atEnd() {
    skipBlanks();
    return position == end;
  }

  /// Moves past `token` if it comes next. A token of letters must not be
  /// followed by a further letter of a name.
  bool consume(llvm::StringRef token);
  bool lookingAt(llvm::StringRef token);

  /// A name or keyword: a letter or `_`, then letters, digits, `_`, `.`, `-`.
  /// Empty if none comes next.
  llvm::StringRef takeWord();
  llvm::StringRef peekWord();

  /// Characters as long as they are in `set`, from here without a blank.
  llvm::StringRef takeCharacters(llvm::StringRef set);

  /// A decimal number; negative ones with `-`. Up to 2^64 - 1, as its bits.
  /// nullopt and no move if none comes next or it is too large.
  std::optional<int64_t> takeInteger();
  /// An integer right here, without a blank before it.
  std::optional<int64_t> takeIntegerHere();

  /// A number of any form as it stands: `-1.5e3`, `0x1p-3`, `nan(0x1)`, `-inf`.
  llvm::StringRef takeNumber();

  /// A quoted string with its quotes; empty if none comes next or it does not
  /// end.
  llvm::StringRef takeString();

  /// From `{` to its `}`, with strings in between kept together; empty if none
  /// comes next or it does not end.
  llvm::StringRef takeBalanced();

  /// Moves past the value of an attribute, whatever it is. False if a bracket
  /// or string does not end.
  bool skipValue();

  /// What comes next, for a message.
  std::string describe();

private:
  char here() const { return position == end ? '\0' : *position; }
  char after() const { return end - position > 1 ? position[1] : '\0'; }
  bool skipComment();

  const char *start;
  const char *position;
  const char *end;
};
} // namespace xla::hlotext

#endif // XLA_LIB_TARGET_HLOTEXT_CURSOR_H
