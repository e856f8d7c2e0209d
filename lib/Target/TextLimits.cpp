//===- TextLimits.cpp - Limits of MLIR text -------------------------------===//
//
// One pass over the text counts open brackets. An alias counts as deep as what
// it stands for, because printing and verifying recurse through it.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/TextLimits.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using xla::TextLimitError;
using xla::TextLimits;

static bool isNameCharacter(char c) {
  return isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/// Tokens whose angle brackets are no brackets.
static bool isTwoCharacterToken(StringRef token) {
  return token == "->" || token == ">=" || token == "<=";
}

namespace {
class LimitScanner {
public:
  LimitScanner(StringRef text, const TextLimits &limits)
      : text(text), limits(limits) {}

  std::optional<TextLimitError> run() {
    while (position < text.size() && !error)
      scanToken();
    return std::move(error);
  }

private:
  void scanToken() {
    char c = text[position];
    if (text.substr(position, 2) == "//") {
      position = std::min(text.find('\n', position), text.size());
    } else if (c == '"') {
      skipString();
    } else if (c == '#' || c == '!') {
      scanAlias();
    } else if (isTwoCharacterToken(text.substr(position, 2))) {
      position += 2;
    } else if (c == '<' && isIndexArray()) {
      report("expects a dense array of i64, but got one of index");
    } else {
      scanCharacter(c);
      ++position;
    }
  }

  void scanCharacter(char c) {
    if (StringRef("([{<").contains(c)) {
      open.push_back(c);
      operators.push_back(0);
      noteDepth(open.size());
    } else if (StringRef(")]}").contains(c)) {
      // An angle bracket left open was an operator.
      while (!open.empty() && open.back() == '<')
        close();
      close();
    } else if (c == '>') {
      if (!open.empty() && open.back() == '<')
        close();
    } else if (c == ',' || c == '=') {
      currentOperators() = 0;
    } else if (StringRef("+-*").contains(c) || isDivision(c)) {
      if (++currentOperators() > limits.maxOperators)
        report("expects at most " + Twine(limits.maxOperators) +
               " operators in one expression");
    } else if (c == '\n') {
      if (open.size() == definitionDepth)
        endDefinition();
      if (open.empty() || open.back() == '{')
        currentOperators() = 0;
    }
  }

  /// `array<index: ...>`, which MLIR 22's parser does not survive.
  bool isIndexArray() const {
    StringRef before = text.take_front(position).rtrim();
    StringRef after = text.drop_front(position + 1).ltrim();
    return before.ends_with("array") && after.consume_front("index") &&
           after.ltrim().starts_with(":");
  }

  /// `mod`, `floordiv` and `ceildiv` also build affine expressions.
  bool isDivision(char c) const {
    if (c != 'm' && c != 'f' && c != 'c')
      return false;
    StringRef rest = text.drop_front(position);
    return (position == 0 || !isNameCharacter(text[position - 1])) &&
           (rest.starts_with("mod ") || rest.starts_with("floordiv ") ||
            rest.starts_with("ceildiv "));
  }

  void close() {
    if (open.empty())
      return;
    open.pop_back();
    operators.pop_back();
  }

  unsigned &currentOperators() {
    return operators.empty() ? topLevelOperators : operators.back();
  }

  void skipString() {
    ++position;
    while (position < text.size() && text[position] != '"')
      position += text[position] == '\\' ? 2 : 1;
    ++position;
  }

  /// `#name = ...` at the start of a line defines an alias, `#name` elsewhere
  /// uses it.
  void scanAlias() {
    size_t begin = position++;
    while (position < text.size() && isNameCharacter(text[position]))
      ++position;
    StringRef name = text.slice(begin, position);
    StringRef line = text.take_front(begin);
    bool startsLine = line.empty() || line.ends_with("\n");
    StringRef rest = text.drop_front(position).ltrim(" \t");
    if (startsLine && open.empty() && rest.starts_with("=")) {
      endDefinition();
      definition = name;
      definitionDepth = 0;
      definitionNesting = 0;
      return;
    }
    auto known = aliasDepths.find(name);
    if (known != aliasDepths.end()) {
      position = begin;
      noteDepth(open.size() + known->second);
      position = begin + name.size();
    }
  }

  void endDefinition() {
    // The alias itself is one level: a chain of aliases nests like brackets.
    if (!definition.empty())
      aliasDepths[definition] = definitionNesting + 1;
    definition = {};
    definitionDepth = ~0u;
  }

  void noteDepth(size_t depth) {
    definitionNesting = std::max(definitionNesting, unsigned(depth));
    if (depth > limits.maxDepth)
      report("expects at most " + Twine(limits.maxDepth) +
             " levels of nesting, but got more");
  }

  void report(const Twine &message) {
    if (!error)
      error = TextLimitError{position, message.str()};
  }

  StringRef text;
  const TextLimits &limits;
  size_t position = 0;
  SmallVector<char> open;
  SmallVector<unsigned> operators;
  unsigned topLevelOperators = 0;
  StringMap<unsigned> aliasDepths;
  StringRef definition;
  unsigned definitionDepth = ~0u;
  unsigned definitionNesting = 0;
  std::optional<TextLimitError> error;
};
} // namespace

std::optional<TextLimitError>
xla::findTextLimitError(StringRef text, const TextLimits &limits) {
  if (text.size() >= limits.maxBytes)
    return TextLimitError{0, ("expects less than " + Twine(limits.maxBytes) +
                              " bytes, but got " + Twine(text.size()))
                                 .str()};
  return LimitScanner(text, limits).run();
}
