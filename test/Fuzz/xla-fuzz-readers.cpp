//===- xla-fuzz-readers.cpp - Input files with wrong places ---------------===//
//
// xla-fuzz-readers KIND SEED COUNT FILE...
//
// Reads COUNT changed copies of the files, each within 30 seconds.
//
// KIND  the files                  each copy gives
// text  HLO text                   a module, or an error at a place within the
//                                  text; the module prints in every style, and
//                                  reads again when printed in full
// proto HLO text, protos of HLO    a program or an error; a module prints
// bytes any format                 a program or an error
//
// A crash or a copy that takes too long ends the tool; the last number it
// printed to standard error is the seed that repeats the case. Prints how many
// were read and the greatest memory in use.
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"
#include "xla/InitAll.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOProto/Snapshot.h"
#include "xla/Target/HLOText/HLOText.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <unistd.h>

using namespace mlir;
using namespace xla;

/// Ends the tool: what a copy gave is not what any copy may give.
[[noreturn]] static void fail(const Twine &what, StringRef text) {
  llvm::errs() << "\n" << what << ":\n" << text << "\n";
  std::abort();
}

/// Prints a module in all styles; returns the text of the default one.
static std::string print(const proto::HloModuleProto &module) {
  llvm::raw_null_ostream none;
  printHLOText(module, HLOTextOptions::shortParsable(), none);
  printHLOText(module, HLOTextOptions::canonicalForm(), none);
  std::string printed;
  llvm::raw_string_ostream os(printed);
  printHLOText(module, HLOTextOptions(), os);
  return printed;
}

/// True if the text is a module.
static bool checkText(StringRef text) {
  proto::HloModuleProto module, again;
  bool hasError = false;
  bool isModule = succeeded(
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
  std::string printed = print(module), error;
  if (failed(parseHLOText(printed, again, [&](const HLOTextDiagnostic &d) {
        if (!d.isWarning)
          error = d.message;
      })))
    fail("what is printed does not read: " + error, printed);
  return true;
}

/// True if the bytes are a program.
static bool checkProgram(StringRef bytes, MLIRContext &context) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bytes, "copy");
  SnapshotData snapshot;
  return static_cast<bool>(
      parseProgram(buffer->getMemBufferRef(), &context, {}, &snapshot));
}

/// True if the proto is a program.
static bool checkProto(StringRef bytes, MLIRContext &context) {
  auto file = readHLOProto(llvm::MemoryBufferRef(bytes, "copy"),
                           [](size_t, const Twine &) {});
  if (!file)
    return false;
  print(file->module);
  return checkProgram(bytes, context);
}

/// The non-empty files; nullopt after printing which cannot be read.
static std::optional<fuzz::Files> readFiles(ArrayRef<char *> paths) {
  fuzz::Files files;
  for (const char *path : paths) {
    auto file = readInput(path);
    if (!file)
      return std::nullopt;
    if (file->getBufferSize() != 0)
      files.push_back(file->getBuffer().str());
  }
  return files;
}

/// Checks copies of the seeds from `first` on; returns how many were right.
static uint64_t run(StringRef kind, fuzz::Mutator &mutator, uint64_t first,
                    uint64_t count) {
  constexpr unsigned maxSeconds = 30;
  DialectRegistry registry;
  registerAllDialects(registry);
  std::unique_ptr<MLIRContext> context;
  uint64_t right = 0;
  for (uint64_t i = 0; i != count; ++i) {
    // A context keeps all attributes it ever made.
    if (i % 500 == 0)
      context = std::make_unique<MLIRContext>(registry,
                                              MLIRContext::Threading::DISABLED);
    std::fprintf(stderr, "\r%llu", static_cast<unsigned long long>(first + i));
    std::string copy = mutator.make(first + i);
    alarm(maxSeconds);
    right += kind == "text"    ? checkText(copy)
             : kind == "proto" ? checkProto(copy, *context)
                               : checkProgram(copy, *context);
    alarm(0);
  }
  std::fprintf(stderr, "\n");
  return right;
}

int main(int argc, char **argv) {
  StringRef kind = argc > 4 ? argv[1] : "";
  if (kind != "text" && kind != "proto" && kind != "bytes") {
    std::fprintf(
        stderr,
        "usage: xla-fuzz-readers text|proto|bytes SEED COUNT FILE...\n");
    return kExitUsage;
  }
  std::optional<fuzz::Files> files =
      readFiles(ArrayRef<char *>(argv + 4, argc - 4));
  if (!files || files->empty())
    return kExitUsage;
  std::unique_ptr<fuzz::Mutator> mutator =
      kind == "text"    ? fuzz::createTextMutator(std::move(*files))
      : kind == "proto" ? fuzz::createProtoMutator(std::move(*files))
                        : fuzz::createBytesMutator(std::move(*files));
  if (!mutator)
    return kExitUsage;
  uint64_t count = std::strtoull(argv[3], nullptr, 10);
  uint64_t right =
      run(kind, *mutator, std::strtoull(argv[2], nullptr, 10), count);
  std::printf("%llu read, %llu programs, %lld MiB\n",
              static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(right),
              static_cast<long long>(getPeakMemory() >> 20));
  return kExitRight;
}
