//===- Snapshot.h - What a snapshot has besides its program -----*- C++ -*-===//

#ifndef XLA_TARGET_HLOPROTO_SNAPSHOT_H
#define XLA_TARGET_HLOPROTO_SNAPSHOT_H

#include "xla/Support/Literal.h"

#include <optional>
#include <vector>

namespace xla {
struct HLOProtoFile;

/// The values with which a program ran and what it gave, tuples flattened,
/// tokens left out.
struct SnapshotData {
  /// One list for each process that the program runs in; none where the file
  /// has only a program.
  std::vector<llvm::SmallVector<Literal>> arguments;
  /// Of one process.
  std::optional<llvm::SmallVector<Literal>> results;
};

/// The values in `file`. Arguments that several partitions hold parts of, by
/// the parameters' shardings, are put together: the program is one for whole
/// tensors. Errors name the argument: values that do not read, that do not fit
/// the parameters, parts that are missing.
llvm::Expected<SnapshotData> readSnapshotData(const HLOProtoFile &file,
                                              mlir::MLIRContext *context);

} // namespace xla

#endif // XLA_TARGET_HLOPROTO_SNAPSHOT_H
