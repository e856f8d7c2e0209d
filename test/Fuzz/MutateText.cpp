//===- MutateText.cpp - Text with wrong places ----------------------------===//
//
// Changes HLO text by words and pieces, so that much of it still parses.
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"

#include "llvm/ADT/StringExtras.h"

using namespace xla::fuzz;
using llvm::StringRef;

namespace {
class TextMutator : public Mutator {
public:
  explicit TextMutator(Files files) : files(std::move(files)) {}

private:
  std::string make() override {
    std::string text = takePiece();
    for (size_t left = 1 + pick(6); left != 0 && !text.empty(); --left)
      change(text);
    return text;
  }

  const std::string &pickFile() { return files[pick(files.size())]; }

  /// A whole file, or of a long one some lines: they read faster.
  std::string takePiece() {
    const std::string &file = pickFile();
    constexpr size_t maxLength = 6000;
    return file.size() <= maxLength
               ? file
               : file.substr(0, maxLength / 2) +
                     file.substr(pick(file.size() - maxLength / 2),
                                 maxLength / 2);
  }

  static bool isWordCharacter(char c) {
    return llvm::isAlnum(c) || StringRef("_.-").contains(c);
  }

  /// The bounds of the word at or behind a random place.
  std::pair<size_t, size_t> pickWord(const std::string &text) {
    size_t start = pick(text.size());
    while (start < text.size() && !isWordCharacter(text[start]))
      ++start;
    while (start > 0 && start < text.size() && isWordCharacter(text[start - 1]))
      --start;
    size_t end = start;
    while (end < text.size() && isWordCharacter(text[end]))
      ++end;
    return {start, end - start};
  }

  void change(std::string &text) {
    static constexpr const char *odd[] = {"-1",
                                          "0",
                                          "9223372036854775807",
                                          "-9223372036854775808",
                                          "4294967296",
                                          "18446744073709551616",
                                          "{",
                                          "}",
                                          "(",
                                          ")",
                                          "/*",
                                          "\"",
                                          "nan(0x1)",
                                          "f32[",
                                          "...",
                                          "<=",
                                          "->",
                                          "{...}",
                                          "1e999",
                                          "=",
                                          ",",
                                          "%"};
    size_t place = pick(text.size());
    size_t length = 1 + pick(std::min<size_t>(text.size() - place, 200));
    auto [start, size] = pickWord(text);
    switch (pick(9)) {
    case 0: {
      const std::string &other = pickFile();
      auto [from, count] = pickWord(other);
      text.replace(start, size, other, from, count);
      break;
    }
    case 1:
      text.replace(start, size, odd[pick(std::size(odd))]);
      break;
    case 2:
      text.insert(place, odd[pick(std::size(odd))]);
      break;
    case 3:
      text[place] ^= char(1 << pick(8));
      break;
    case 4:
      text.erase(place, length);
      break;
    case 5:
      text.insert(place, text.substr(place, length));
      break;
    case 6: {
      const std::string &other = pickFile();
      text.insert(place, other.substr(pick(other.size()), length));
      break;
    }
    case 7: {
      // A word of the same text: names that exist, in wrong places.
      auto [from, count] = pickWord(text);
      text.replace(start, size, text.substr(from, count));
      break;
    }
    case 8:
      text.erase(start, size);
      break;
    }
  }

  Files files;
};
} // namespace

std::unique_ptr<Mutator> xla::fuzz::createTextMutator(Files files) {
  return std::make_unique<TextMutator>(std::move(files));
}
