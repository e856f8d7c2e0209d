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
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
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

static bool checkWritten(llvm::raw_fd_ostream &os, StringRef path) {
  os.flush();
  std::error_code code = os.error();
  if (!code)
    return true;
  // An error left there would end the process without a word of ours.
  os.clear_error();
  xla::printError("cannot write " + path + ": " + code.message());
  return false;
}

bool xla::writeOutput(llvm::ToolOutputFile &file, StringRef path,
                      StringRef content) {
  file.os() << content;
  if (!checkWritten(file.os(), path == "-" ? "standard output" : path))
    return false;
  file.keep();
  return true;
}

bool xla::writeOutput(StringRef path, StringRef content) {
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
  if (file)
    return writeOutput(*file, path, content);
  printError(message);
  return false;
}

int xla::finishOutput(int code) {
  return checkWritten(llvm::outs(), "standard output") ? code : kExitRefused;
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
