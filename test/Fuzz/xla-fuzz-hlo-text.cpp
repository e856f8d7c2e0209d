//===- xla-fuzz-hlo-text.cpp - HLO text with wrong places -----------------===//
//
// xla-fuzz-hlo-text SEED COUNT FILE...
//
// Reads COUNT changed copies of the files: words exchanged for words of other
// places, numbers made large or negative, characters flipped, pieces cut out,
// doubled or taken from elsewhere. Each must give a module or an error at a
// place within the text; a module must print in every style, and read again
// when printed in full. A crash ends the tool; the last number it printed to
// standard error is the seed that repeats the case. Prints how many were read
// and the greatest memory in use.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/HLOText/HLOText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <random>
#include <sys/resource.h>
#include <vector>

using llvm::StringRef;
using namespace xla;

namespace {
class Mutator {
public:
  Mutator(const std::vector<std::string> &files, uint64_t seed)
      : files(files), random(seed) {}

  std::string make() {
    std::string text = takePiece();
    for (size_t left = 1 + pick(6); left != 0 && !text.empty(); --left)
      change(text);
    return text;
  }

private:
  size_t pick(size_t count) { return random() % count; }
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

  const std::vector<std::string> &files;
  std::mt19937_64 random;
};
} // namespace

/// Ends the tool: what a text gave is not what any text may give.
[[noreturn]] static void fail(StringRef what, StringRef text) {
  llvm::errs() << "\n" << what << ":\n" << text << "\n";
  std::abort();
}

/// True if the text is a module.
static bool check(StringRef text) {
  proto::HloModuleProto module, again;
  bool hasError = false;
  bool isModule = llvm::succeeded(
      parseHLOText(text, module, [&](const HLOTextDiagnostic &diagnostic) {
        hasError |= !diagnostic.isWarning;
        if (diagnostic.offset > text.size())
          fail("a place behind the end", text);
      }));
  if (isModule == hasError)
    fail("an error without failure, or the reverse", text);
  if (!isModule)
    return false;
  isHLOText(text);
  for (const HLOTextOptions &style :
       {HLOTextOptions::shortParsable(), HLOTextOptions::canonicalForm()}) {
    llvm::raw_null_ostream none;
    printHLOText(module, style, none);
  }
  std::string printed, error;
  llvm::raw_string_ostream os(printed);
  printHLOText(module, HLOTextOptions(), os);
  if (failed(parseHLOText(printed, again, [&](const HLOTextDiagnostic &d) {
        if (!d.isWarning)
          error = d.message;
      })))
    fail("what is printed does not read: " + error, printed);
  return true;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: xla-fuzz-hlo-text SEED COUNT FILE...\n");
    return 2;
  }
  uint64_t first = std::strtoull(argv[1], nullptr, 10);
  uint64_t count = std::strtoull(argv[2], nullptr, 10);
  std::vector<std::string> files;
  for (int i = 3; i != argc; ++i) {
    auto file = llvm::MemoryBuffer::getFile(argv[i]);
    if (!file) {
      std::fprintf(stderr, "%s: %s\n", argv[i],
                   file.getError().message().c_str());
      return 2;
    }
    // Nothing to change in an empty file.
    if ((*file)->getBufferSize() != 0)
      files.push_back((*file)->getBuffer().str());
  }
  uint64_t modules = 0;
  for (uint64_t i = 0; i != count; ++i) {
    if (i % 64 == 0)
      std::fprintf(stderr, "\r%llu",
                   static_cast<unsigned long long>(first + i));
    modules += check(Mutator(files, first + i).make());
  }
  std::fprintf(stderr, "\n");
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%llu read, %llu modules, %ld MiB\n",
              static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(modules), usage.ru_maxrss >> 10);
  return 0;
}
