//===- ToolSupport.cpp - What our command-line tools share ----------------===//
//
// Command lines, input files and readings of memory.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/ToolSupport.h"
#include "xla/Support/Version.h"
#include "xla/Support/XLAFlags.h"
#include "xla/Target/TextLimits.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <cstdlib>

using namespace mlir;

void xla::resetCommandLine() { llvm::cl::ResetCommandLineParser(); }

/// Takes XLA's flags out of the command line: our own have no underscores.
static bool takeXLAFlags(SmallVectorImpl<const char *> &arguments) {
  std::vector<std::string> flags;
  llvm::erase_if(arguments, [&](StringRef argument) {
    if (!argument.starts_with("--xla_") && !argument.starts_with("-xla_"))
      return false;
    flags.push_back(argument.str());
    return true;
  });
  llvm::Error error = xla::setCommandLineXLAFlags(flags);
  if (!error)
    return true;
  xla::printError(llvm::toString(std::move(error)));
  return false;
}

/// LLVM takes any unknown option that begins with h for its -h, prints help,
/// and ends the tool as if all was well.
static bool checkHelp(ArrayRef<const char *> arguments) {
  const auto &known = llvm::cl::getRegisteredOptions();
  for (StringRef argument : arguments.drop_front()) {
    StringRef name = argument.ltrim('-').split('=').first;
    if (argument == "--")
      return true;
    if (argument.starts_with("-") && name.starts_with("h") && name != "h" &&
        !known.count(name)) {
      xla::printError("expected an option that exists, but got '" + argument +
                      "'; try --help");
      return false;
    }
  }
  return true;
}

static bool checkWritten(llvm::raw_fd_ostream &os, StringRef path);

/// LLVM ends the process once it has printed help or version, and dies of what
/// could not be written then.
static void checkHelpIsWritten() {
  // Made before: what is registered last runs first.
  (void)llvm::outs();
  (void)llvm::errs();
  static const int registered = std::atexit([] {
    if (!checkWritten(llvm::outs(), "standard output"))
      std::_Exit(xla::kExitRefused);
  });
  (void)registered;
}

bool xla::parseCommandLine(int argc, char **argv, StringRef overview) {
  addVersionPrinter();
  checkHelpIsWritten();
  SmallVector<const char *> arguments(argv, argv + argc);
  return takeXLAFlags(arguments) && checkHelp(arguments) &&
         llvm::cl::ParseCommandLineOptions(static_cast<int>(arguments.size()),
                                           arguments.data(), overview,
                                           &llvm::errs());
}

void xla::printError(const Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
}

/// Reads what has no size: a pipe, a terminal, a device.
static std::unique_ptr<llvm::MemoryBuffer>
readStream(llvm::sys::fs::file_t stream, StringRef path) {
  constexpr size_t chunk = size_t(1) << 16;
  const uint64_t maxBytes = xla::TextLimits().maxBytes;
  SmallVector<char, 0> content;
  while (content.size() <= maxBytes) {
    size_t size = content.size();
    content.resize_for_overwrite(size + chunk);
    auto count = llvm::sys::fs::readNativeFile(
        stream, llvm::MutableArrayRef(content.data() + size, chunk));
    if (!count) {
      xla::printError("cannot read " + path + ": " +
                      llvm::toString(count.takeError()));
      return nullptr;
    }
    content.truncate(size + *count);
    if (*count == 0)
      return llvm::MemoryBuffer::getMemBufferCopy(
          StringRef(content.data(), content.size()), path);
  }
  xla::printError("expected at most " + Twine(maxBytes) + " bytes in " + path);
  return nullptr;
}

std::unique_ptr<llvm::MemoryBuffer> xla::readInput(StringRef path) {
  if (path == "-")
    return readStream(llvm::sys::fs::getStdinHandle(), "<stdin>");
  std::string message;
  if (!llvm::sys::fs::exists(path) || llvm::sys::fs::is_regular_file(path) ||
      llvm::sys::fs::is_directory(path)) {
    auto input = openInputFile(path, &message);
    if (!input)
      printError(message);
    return input;
  }
  auto stream = llvm::sys::fs::openNativeFileForRead(path);
  if (!stream) {
    printError("cannot open " + path + ": " +
               llvm::toString(stream.takeError()));
    return nullptr;
  }
  auto input = readStream(*stream, path);
  llvm::sys::fs::closeFile(*stream);
  return input;
}

bool xla::openProgram(StringRef path, llvm::SourceMgr &sourceMgr) {
  std::unique_ptr<llvm::MemoryBuffer> input = readInput(path);
  if (!input)
    return false;
  sourceMgr.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  return true;
}

/// Whether all that the tool wrote so far arrived.
static bool allWritten = true;

static bool checkWritten(llvm::raw_fd_ostream &os, StringRef path) {
  os.flush();
  std::error_code code = os.error();
  if (!code)
    return true;
  // An error left there would end the process without a word of ours.
  os.clear_error();
  xla::printError("cannot write " + path + ": " + code.message());
  allWritten = false;
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
  allWritten = false;
  return false;
}

int xla::finishOutput(int code) {
  return checkWritten(llvm::outs(), "standard output") && allWritten
             ? code
             : kExitRefused;
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
