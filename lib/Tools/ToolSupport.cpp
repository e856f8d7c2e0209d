//===- ToolSupport.cpp - What our command-line tools share ----------------===//
//
// Command lines, input files and readings of memory.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/ToolSupport.h"
#include "xla/Support/Version.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include <cstdio>
#include <cstdlib>

using namespace mlir;

void xla::resetCommandLine() { llvm::cl::ResetCommandLineParser(); }

bool xla::parseCommandLine(int argc, char **argv, StringRef overview) {
  addVersionPrinter();
  return llvm::cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs());
}

void xla::printError(const Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
}

bool xla::openProgram(StringRef path, llvm::SourceMgr &sourceMgr) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(path, &message);
  if (!input) {
    printError(message);
    return false;
  }
  sourceMgr.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  return true;
}

int64_t xla::getPeakMemory() {
  int64_t kilobytes = 0;
  if (FILE *file = std::fopen("/proc/self/status", "re")) {
    char line[256];
    while (std::fgets(line, sizeof(line), file))
      if (StringRef(line).starts_with("VmHWM:"))
        kilobytes = std::atoll(line + 6);
    std::fclose(file);
  }
  return kilobytes * 1024;
}

void xla::resetPeakMemory() {
  if (FILE *file = std::fopen("/proc/self/clear_refs", "we")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}
