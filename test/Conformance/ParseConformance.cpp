//===- ParseConformance.cpp - Reads, checks and prints whole suites -------===//
//
// xla-test-parse [--messages] PATH...: every module of every `.mlir` file below
// the paths (files split at `// -----`) must parse, verify, print and parse
// again to the same text. In files that test the parser's own diagnostics, a
// module with `expected-error` comments must instead be refused, with an error
// on each of the stated lines. Prints each module that does otherwise, then a
// summary. With --messages, prints also where our words differ from the
// suite's.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Target/StableHLO/StableHLOText.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace mlir;

static constexpr StringLiteral splitMarker = "// -----";

namespace {
/// A line of a module and what an error on it should say.
struct ExpectedError {
  unsigned line;
  StringRef message;
};

/// An error that was reported.
struct ActualError {
  unsigned line;
  std::string message;
};

/// How the suite runs a file, as far as reading it is concerned.
struct FileMode {
  bool allowUnregisteredDialects;
  /// Expected errors come from the parser or verifier, not from a pass.
  bool parserDiagnostics;
};

class Harness {
public:
  Harness(const DialectRegistry &registry, bool showMessages)
      : registry(registry), showMessages(showMessages) {}

  void runFile(StringRef path);
  int finish();

private:
  void runModule(StringRef path, unsigned firstLine, StringRef text,
                 FileMode mode);
  void fail(StringRef path, unsigned line, const Twine &reason);

  const DialectRegistry &registry;
  bool showMessages;
  unsigned numModules = 0, numRefused = 0, numFailed = 0;
  unsigned numErrors = 0, numSameMessages = 0;
};
} // namespace

static FileMode getMode(StringRef text) {
  FileMode mode = {false, false};
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.contains("RUN:"))
      continue;
    mode.allowUnregisteredDialects |= line.contains("-allow-unregistered");
    mode.parserDiagnostics |=
        line.contains("stablehlo-opt %s -verify-diagnostics");
  }
  return mode;
}

/// Reads `expected-error [@+N|@-N|@above|@below] {{message}}` comments.
static SmallVector<ExpectedError> getExpectedErrors(StringRef text,
                                                    unsigned firstLine) {
  SmallVector<ExpectedError> errors;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (auto [index, line] : llvm::enumerate(lines)) {
    size_t found = line.find("expected-error");
    if (found == StringRef::npos)
      continue;
    StringRef rest =
        line.drop_front(found + StringRef("expected-error").size());
    auto [where, message] = rest.split("{{");
    unsigned expected = firstLine + index;
    int offset = 0;
    where = where.trim().ltrim('@');
    if (where == "above")
      --expected;
    else if (where == "below")
      ++expected;
    else if (!where.ltrim('+').getAsInteger(10, offset))
      expected += offset;
    errors.push_back({expected, message.take_front(message.rfind("}}"))});
  }
  return errors;
}

static unsigned getLine(Location location) {
  if (auto file = dyn_cast<FileLineColLoc>(location))
    return file.getLine();
  return 0;
}

void Harness::fail(StringRef path, unsigned line, const Twine &reason) {
  ++numFailed;
  llvm::outs() << "FAIL " << path << ":" << line << ": " << reason << "\n";
}

static std::string printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

void Harness::runModule(StringRef path, unsigned firstLine, StringRef text,
                        FileMode mode) {
  ++numModules;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(mode.allowUnregisteredDialects);
  SmallVector<ActualError> actual;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      actual.push_back({getLine(diagnostic.getLocation()), diagnostic.str()});
  });
  // Blank lines in front make the module's lines those of the file.
  std::string padded = std::string(firstLine - 1, '\n') + text.str();
  auto module =
      xla::parseProgram(llvm::MemoryBufferRef(padded, path), &context);

  SmallVector<ExpectedError> expected;
  if (mode.parserDiagnostics)
    expected = getExpectedErrors(text, firstLine);
  if (!expected.empty()) {
    ++numRefused;
    if (module)
      return fail(path, expected.front().line,
                  "accepted, but expected error: " + expected.front().message);
    for (const ExpectedError &error : expected) {
      auto onLine = [&](const ActualError &candidate) {
        return candidate.line == error.line;
      };
      ++numErrors;
      if (llvm::none_of(actual, onLine))
        return fail(path, error.line,
                    "expected error: " + error.message +
                        ", but got: " + actual.front().message + " at line " +
                        Twine(actual.front().line));
      auto sameMessage = [&](const ActualError &candidate) {
        return onLine(candidate) &&
               StringRef(xla::renameHLOToStableHLO(candidate.message))
                   .contains(error.message);
      };
      if (llvm::any_of(actual, sameMessage))
        ++numSameMessages;
      else if (showMessages)
        llvm::outs() << path << ":" << error.line
                     << ": expected: " << error.message
                     << "\n  got: " << llvm::find_if(actual, onLine)->message
                     << "\n";
    }
    return;
  }
  if (!module)
    return actual.empty()
               ? fail(path, firstLine, "refused without a reason")
               : fail(path, actual.front().line, actual.front().message);
  std::string printed = printModule(*module);
  auto again = xla::parseProgram(llvm::MemoryBufferRef(printed, "printed form"),
                                 &context);
  if (!again)
    return fail(path, firstLine,
                "printed form is refused: " + actual.front().message);
  if (printModule(*again) != printed)
    return fail(path, firstLine, "printed form changes when read again");
}

void Harness::runFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return fail(path, 1, buffer.getError().message());
  StringRef text = (*buffer)->getBuffer();
  FileMode mode = getMode(text);
  unsigned line = 1;
  while (true) {
    size_t end = text.find(("\n" + splitMarker).str());
    StringRef module = text.take_front(end);
    runModule(path, line, module, mode);
    if (end == StringRef::npos)
      return;
    size_t next = text.find('\n', end + 1);
    if (next == StringRef::npos)
      return;
    line += text.take_front(next + 1).count('\n');
    text = text.drop_front(next + 1);
  }
}

int Harness::finish() {
  llvm::outs() << numModules << " modules, " << numRefused
               << " of them to be refused; " << numSameMessages << " of "
               << numErrors << " error messages as expected; " << numFailed
               << " failed\n";
  return numFailed != 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  xla::registerAllDialects(registry);
  std::vector<std::string> files;
  bool showMessages = false;
  for (StringRef root : ArrayRef(argv + 1, argc - 1)) {
    if (root == "--messages") {
      showMessages = true;
      continue;
    }
    if (!llvm::sys::fs::is_directory(root)) {
      files.push_back(root.str());
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator it(root, error), end;
         it != end && !error; it.increment(error))
      if (StringRef(it->path()).ends_with(".mlir"))
        files.push_back(it->path());
  }
  llvm::sort(files);
  Harness harness(registry, showMessages);
  for (const std::string &file : files)
    harness.runFile(file);
  return harness.finish();
}
