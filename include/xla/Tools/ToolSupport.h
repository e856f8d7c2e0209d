//===- ToolSupport.h - What our command-line tools share --------*- C++ -*-===//

#ifndef XLA_TOOLS_TOOLSUPPORT_H
#define XLA_TOOLS_TOOLSUPPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/LLVM.h"

namespace llvm {
class MemoryBuffer;
class SourceMgr;
class ToolOutputFile;
} // namespace llvm

namespace xla {

/// What every tool exits with.
enum ExitCode : int {
  /// Everything asked for was done, and results are as expected.
  kExitRight = 0,
  /// The program ran, and a result is not what was expected.
  kExitDifferent = 1,
  /// The program was refused or failed; a diagnostic says why.
  kExitRefused = 2,
  /// The command line makes no sense.
  kExitUsage = 3,
};

/// Forgets the options that LLVM's libraries registered (one of them is called
/// --threads): call it before a tool's own are made.
void resetCommandLine();

/// Parses the command line of a tool with the options registered so far, and
/// the flags of XLA (see XLAFlags.h), which every tool takes.
/// Returns false after printing what is wrong with it: exit with kExitUsage.
/// `--help` and `--version` end the process.
bool parseCommandLine(int argc, char **argv, llvm::StringRef overview);

/// The content of `path` ("-": standard input). Null after printing why not:
/// also for a stream longer than TextLimits allow.
std::unique_ptr<llvm::MemoryBuffer> readInput(llvm::StringRef path);

/// Opens `path` as `readInput` does as the main buffer of `sourceMgr`. Returns
/// false after printing why not.
bool openProgram(llvm::StringRef path, llvm::SourceMgr &sourceMgr);

/// Writes `content` to `file`, which was opened for `path`, and keeps it.
/// Returns false after printing why that failed.
bool writeOutput(llvm::ToolOutputFile &file, llvm::StringRef path,
                 llvm::StringRef content);

/// The same for a file that is not open yet; "-" is standard output.
bool writeOutput(llvm::StringRef path, llvm::StringRef content);

/// What a tool ends with: `code`, or kExitRefused after saying that standard
/// output could not be written, or where that was said of a file.
int finishOutput(int code);

/// Prints `error: message` as tools do.
void printError(const llvm::Twine &message);

/// Resident memory in bytes: the highest so far, and a way to start counting
/// anew. 0 where the system does not say.
int64_t getPeakMemory();
void resetPeakMemory();

} // namespace xla

#endif // XLA_TOOLS_TOOLSUPPORT_H
