//===- BytecodeChecks.h - What MLIR's reader takes on trust -----*- C++ -*-===//
//
// MLIR's reader of bytecode ends the process on bytes that are damaged. What it
// does not look at is checked before and while it reads.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_VHLO_BYTECODECHECKS_H
#define XLA_TARGET_VHLO_BYTECODECHECKS_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Location.h"

namespace xla {

/// What bytecode holds: a module of vhlo, or of the dialects of MLIR and ours.
enum class BytecodeKind { PortableArtifact, Module };

/// Checks the counts in MLIR bytecode that its reader allocates memory for
/// without a look at how many bytes there are. Emits an error and fails where
/// the bytes cannot bear them out.
llvm::LogicalResult checkBytecodeLimits(llvm::StringRef content,
                                        mlir::Location loc, BytecodeKind kind);

/// Lets readers with `config` check each attribute and type of MLIR's own
/// before MLIR makes it, and give up where `byteCount` bytes cannot take as
/// long as it takes: entries that contain themselves.
void attachEntryChecks(mlir::ParserConfig &config, size_t byteCount,
                       BytecodeKind kind);

} // namespace xla

#endif // XLA_TARGET_VHLO_BYTECODECHECKS_H
