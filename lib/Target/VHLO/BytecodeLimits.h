//===- BytecodeLimits.h - What MLIR's reader takes on trust -----*- C++ -*-===//

#ifndef XLA_LIB_TARGET_VHLO_BYTECODELIMITS_H
#define XLA_LIB_TARGET_VHLO_BYTECODELIMITS_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Location.h"

namespace xla::vhlo {

/// Checks the counts in MLIR bytecode that its reader allocates memory for
/// without a look at how many bytes there are. Emits an error and fails where
/// the bytes cannot bear them out.
llvm::LogicalResult checkBytecodeLimits(llvm::StringRef content,
                                        mlir::Location loc);

/// Lets readers with `config` check each attribute and type of MLIR's own
/// before MLIR makes it, and give up where `byteCount` bytes cannot take as
/// long as it takes: entries that contain themselves.
void attachEntryChecks(mlir::ParserConfig &config, size_t byteCount);

} // namespace xla::vhlo

#endif // XLA_LIB_TARGET_VHLO_BYTECODELIMITS_H
