//===- ProcessGroup.h - Several processes on threads ------------*- C++ -*-===//
//
// Executables as a grid of processes of this address space: the groups of
// xla_runtime.h, on literals.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_JIT_PROCESSGROUP_H
#define XLA_JIT_PROCESSGROUP_H

#include "xla/JIT/Executable.h"

namespace xla {

/// Lists of literals, oldest first, as `infeed` takes them and `outfeed` gives
/// them; elements of less than a byte are refused.
using FeedQueue = std::vector<llvm::SmallVector<Literal>>;

struct ProcessGroupOptions {
  /// Threads of each process, 0: as many as the host has.
  int32_t threadLimit = 0;
  /// What is there to take; a process that wants more fails.
  FeedQueue infeed;
  /// Takes what the processes put out; may be null.
  FeedQueue *outfeed = nullptr;
};

/// Runs one program for each process of a grid, all at the same time, and
/// returns the results of each: `programs` and `arguments` go replica by
/// replica. Errors name the process that failed first.
llvm::Expected<std::vector<llvm::SmallVector<Literal>>> runProcessGroup(
    llvm::ArrayRef<const Executable *> programs, int32_t numReplicas,
    int32_t numPartitions, llvm::ArrayRef<llvm::SmallVector<Literal>> arguments,
    mlir::MLIRContext *context, const ProcessGroupOptions &options = {});

} // namespace xla

#endif // XLA_JIT_PROCESSGROUP_H
