//===- XLAReduceMain.cpp - Entry point of xla-reduce ----------------------===//
//
// Reads a program, shrinks it while a script says so, and writes it.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/XLAReduceMain.h"

#include "Reduce.h"

#include "xla/Tools/ReaderFlags.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;
namespace cl = llvm::cl;

namespace {
struct CommandLine {
  cl::OptionCategory category{"xla-reduce options"};
  cl::opt<std::string> file{cl::Positional, cl::init("-"),
                            cl::desc("<program>"), cl::cat(category)};
  ReaderFlags reader{category};
  cl::opt<std::string> test{
      "test", cl::value_desc("script"), cl::Required,
      cl::desc(
          "Program that gets the name of a file and exits with 1 while the "
          "program in it still shows the fault"),
      cl::cat(category)};
  cl::opt<unsigned> seconds{
      "test-timeout", cl::value_desc("seconds"), cl::init(60),
      cl::desc("A test that takes longer does not show the fault (default: 60; "
               "0: no limit)"),
      cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Where to write it"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
};

/// Runs the script on modules.
class Script {
public:
  Script(StringRef path, unsigned seconds) : path(path), seconds(seconds) {}

  /// Whether `module` shows the fault. An error of the script itself ends all:
  /// see `getError`.
  bool shows(ModuleOp module);
  StringRef getError() const { return error; }
  unsigned getNumRuns() const { return numRuns; }

private:
  std::string path;
  unsigned seconds;
  std::string error;
  unsigned numRuns = 0;
};
} // namespace

bool Script::shows(ModuleOp module) {
  if (!error.empty())
    return false;
  SmallString<128> file;
  int descriptor = -1;
  if (std::error_code code = llvm::sys::fs::createTemporaryFile(
          "xla-reduce", "mlir", descriptor, file)) {
    error = "no temporary file: " + code.message();
    return false;
  }
  llvm::FileRemover remove(file);
  {
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    module.print(os);
    os << "\n";
  }
  ++numRuns;
  bool failed = false;
  int status =
      llvm::sys::ExecuteAndWait(path, {path, file}, std::nullopt, {}, seconds,
                                /*MemoryLimit=*/0, &error, &failed);
  if (failed)
    return false;
  // A script that crashes or takes too long has not said 1.
  error.clear();
  return status == 1;
}

static int reduce(const CommandLine &line, ModuleOp program) {
  SmallString<128> path(line.test.getValue());
  if (llvm::sys::fs::make_absolute(path) || !llvm::sys::fs::can_execute(path)) {
    printError("expected a script that can be executed in --test, but got '" +
               line.test + "'");
    return kExitUsage;
  }
  Script script(path, line.seconds);
  auto shows = [&](ModuleOp module) { return script.shows(module); };
  if (!shows(program)) {
    printError(script.getError().empty()
                   ? Twine("expected the script to exit with 1 on the whole "
                           "program, which shows the fault then")
                   : Twine(script.getError()));
    return kExitRefused;
  }
  OwningOpRef<ModuleOp> best = program.clone();
  reduceModule(best, shows);
  if (!script.getError().empty()) {
    printError(script.getError());
    return kExitRefused;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  best->print(os);
  os << "\n";
  llvm::errs() << "reduced by " << script.getNumRuns()
               << " runs of the script\n";
  return writeOutput(line.output, text) ? kExitRight : kExitRefused;
}

int xla::xlaReduceMain(int argc, char **argv, DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  resetCommandLine();
  CommandLine line;
  if (!parseCommandLine(argc, argv,
                        "Shrinks a program while a script says that it still "
                        "shows a fault.\n\nExit codes: 0 right, 2 refused, 3 "
                        "usage\n"))
    return kExitUsage;
  llvm::SourceMgr sourceMgr;
  if (!openProgram(line.file, sourceMgr))
    return kExitUsage;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  OwningOpRef<ModuleOp> module =
      parseProgram(sourceMgr, &context, line.reader.get());
  return module ? reduce(line, *module) : kExitRefused;
}
