//===- CheckModes.cpp - Flags that exclude each other ---------------------===//
//
// What each way to look at a program can be asked for.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "xla/Tools/ToolSupport.h"

using namespace xla;
using llvm::StringRef;
using llvm::Twine;
using run::BackendKind;
using run::CommandLine;
using run::Format;

bool run::checkModes(const CommandLine &line) {
  bool json = line.format == Format::JSON;
  std::pair<bool, StringRef> reports[] = {
      {line.print, "--print"},
      {line.benchmark, "--benchmark"},
      {line.hasProfile(), "--profile"},
      {!line.watch.decisions.empty(), "--decisions"},
      {line.watch.printBuffers, "--print-buffers"},
      {json, "--format=json"}};
  std::pair<bool, StringRef> modes[] = {
      {line.listUnsupported, "--list-unsupported"},
      {line.checkNumerics, "--check-numerics"}};
  for (auto [isMode, mode] : modes)
    for (auto [isGiven, flag] : reports)
      if (isMode && isGiven) {
        printError("expected " + mode + " or " + flag + ", but got both");
        return false;
      }
  if (line.listUnsupported && line.checkNumerics) {
    printError("expected --list-unsupported or --check-numerics, but got both");
    return false;
  }
  if (line.hasProfile() && line.benchmark) {
    printError("expected --benchmark or --profile, which measures more and so "
               "takes longer, but got both");
    return false;
  }
  if (line.hasProfile() && (line.backend != BackendKind::Native ||
                            line.replicas > 1 || line.partitions > 1)) {
    printError("expected one process and --backend=native with --profile: the "
               "interpreter and the emulator have no profile");
    return false;
  }
  if ((!line.watch.decisions.empty() || line.watch.printBuffers) &&
      line.backend != BackendKind::Native) {
    printError("expected --backend=native with --decisions, --print-buffers");
    return false;
  }
  if (line.donate && (line.backend != BackendKind::Native ||
                      line.replicas > 1 || line.partitions > 1)) {
    printError("expected one process and --backend=native with --donate: the "
               "interpreter and the emulator write no argument");
    return false;
  }
  if (line.checkNumerics && line.backend != BackendKind::Native) {
    printError("expected --check-numerics with --backend=native, which it "
               "compares with the interpreter");
    return false;
  }
  if (line.checkNumerics && (line.replicas > 1 || line.partitions > 1)) {
    printError("expected one process with --check-numerics");
    return false;
  }
  return true;
}
