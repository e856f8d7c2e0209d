//===- ProgramCache.h - Programs by their text ------------------*- C++ -*-===//
//
// From a program's bytes to code that can be called, once for each signature:
// bytes, which state types and shapes, and options.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_JIT_PROGRAMCACHE_H
#define XLA_JIT_PROGRAMCACHE_H

#include "xla/JIT/CompileReport.h"
#include "xla/JIT/Program.h"

#include "llvm/Support/SourceMgr.h"
#include <memory>
#include <string>

namespace xla {

/// A program that several may hold.
struct CachedProgram {
  /// The text, which diagnostics of later versions point at; empty once there
  /// will be none.
  std::unique_ptr<llvm::SourceMgr> sources;
  std::unique_ptr<Program> program;
  /// What the compiler said, warnings for example.
  CompileReport report;
};

/// Programs that are kept at once; the one that was not asked for longest is
/// dropped first, and lives on where it is held.
inline constexpr size_t kMaxKeptPrograms = 256;

/// Reads and compiles the program in `content`, of any format that the tools
/// read, for this machine, unless this process has done so before, with these
/// bytes, name and options; a thread waits for another that is at it. Kernels
/// come from `CodeCache` where it has them. With XLA's flags that dump, or
/// `dump-to`, everything is compiled anew. `name` stands for the program in
/// diagnostics, which are added to `report`; null where an error is among them.
/// Contexts are made of `registry`, which must stay as it is.
std::shared_ptr<const CachedProgram>
compileCached(llvm::StringRef content, llvm::StringRef name,
              llvm::StringRef options, const mlir::DialectRegistry &registry,
              CompileReport &report, const CompileControl &control = {});

} // namespace xla

#endif // XLA_JIT_PROGRAMCACHE_H
