//===- WatchFlags.h - Flags of tools that compile ---------------*- C++ -*-===//

#ifndef XLA_TOOLS_WATCHFLAGS_H
#define XLA_TOOLS_WATCHFLAGS_H

#include "xla/Pipelines/CompileControl.h"
#include "xla/Tools/NumberFlags.h"

#include "llvm/Support/CommandLine.h"

namespace xla {
/// Flags on the watch over a tool's compilation.
struct WatchFlags {
  explicit WatchFlags(llvm::cl::OptionCategory &category);

  /// Begins to watch: the time runs from here, and crashes are recovered from.
  /// What was taken down is written when the last copy of the result goes.
  CompileControl start() const;

  llvm::cl::opt<double, false, NonNegativeParser> timeout;
  llvm::cl::opt<std::string> failureFolder;
  llvm::cl::opt<bool> timePasses;
  llvm::cl::opt<std::string> traceFile;
  llvm::cl::opt<bool> progress;
  /// The compile option of this name.
  llvm::cl::opt<std::string> decisions;
  llvm::cl::opt<bool> printBuffers;
};
} // namespace xla

#endif // XLA_TOOLS_WATCHFLAGS_H
