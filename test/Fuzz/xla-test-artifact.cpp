//===- xla-test-artifact.cpp - Portable artifacts with wrong bytes --------===//
//
// xla-test-artifact SEED COUNT FILE...
//
// Reads COUNT changed copies of the files: bits flipped, bytes replaced,
// numbers made large, pieces cut out, doubled or taken from another file, ends
// cut off. Each must give a program or an error. A crash ends the tool; the
// last line it printed to standard error names the case, which `SEED 1` of that
// number repeats. Prints how many were read, and the greatest memory in use.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdio>
#include <random>
#include <vector>

using namespace mlir;

namespace {
/// Changes copies of a set of files.
class Mutator {
public:
  Mutator(ArrayRef<std::string> files, uint64_t seed)
      : files(files), random(seed) {}

  std::string make() {
    std::string bytes = files[pick(files.size())];
    // The first bytes say what it is; without them nothing would be read.
    for (unsigned left = 1 + pick(4); left != 0 && bytes.size() > kHeader;
         --left)
      change(bytes);
    return bytes;
  }

private:
  static constexpr size_t kHeader = 24;

  size_t pick(size_t count) { return random() % count; }

  void change(std::string &bytes) {
    size_t place = kHeader + pick(bytes.size() - kHeader);
    size_t length = 1 + pick(std::min<size_t>(bytes.size() - place, 64));
    switch (pick(7)) {
    case 0:
      bytes[place] ^= char(1 << pick(8));
      break;
    case 1:
      bytes[place] = char(random());
      break;
    case 2: // a number of nine bytes
      bytes.replace(place, 1,
                    std::string(1, '\0') +
                        std::string(8, char(pick(2) ? -1 : 0x7f)));
      break;
    case 3:
      bytes.erase(place, length);
      break;
    case 4:
      bytes.insert(place, bytes.substr(place, length));
      break;
    case 5: {
      const std::string &other = files[pick(files.size())];
      size_t from = pick(other.size());
      std::string piece = other.substr(from, length);
      bytes.replace(place, piece.size(), piece);
      break;
    }
    case 6:
      bytes.resize(place);
      break;
    }
  }

  ArrayRef<std::string> files;
  std::mt19937_64 random;
};
} // namespace

/// True if the bytes are a program.
static bool read(StringRef bytes, MLIRContext &context) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bytes, "artifact");
  return static_cast<bool>(
      xla::parseProgram(buffer->getMemBufferRef(), &context));
}

int main(int argc, char **argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: xla-test-artifact SEED COUNT FILE...\n");
    return xla::kExitUsage;
  }
  uint64_t first = std::strtoull(argv[1], nullptr, 10);
  uint64_t count = std::strtoull(argv[2], nullptr, 10);
  std::vector<std::string> files;
  for (int i = 3; i != argc; ++i) {
    auto file = llvm::MemoryBuffer::getFile(argv[i]);
    if (!file) {
      std::fprintf(stderr, "%s: %s\n", argv[i],
                   file.getError().message().c_str());
      return xla::kExitUsage;
    }
    files.push_back((*file)->getBuffer().str());
  }
  DialectRegistry registry;
  xla::registerAllDialects(registry);
  std::unique_ptr<MLIRContext> context;
  uint64_t programs = 0;
  for (uint64_t i = 0; i != count; ++i) {
    // A context keeps all attributes it ever made.
    if (i % 500 == 0)
      context = std::make_unique<MLIRContext>(registry,
                                              MLIRContext::Threading::DISABLED);
    std::fprintf(stderr, "\r%llu", static_cast<unsigned long long>(first + i));
    programs += read(Mutator(files, first + i).make(), *context);
  }
  std::fprintf(stderr, "\n");
  std::printf("%llu read, %llu programs, %lld MiB\n",
              static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(programs),
              static_cast<long long>(xla::getPeakMemory() >> 20));
  return xla::kExitRight;
}
