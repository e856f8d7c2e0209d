//===- ReplicaGroups.h - Which processes a collective joins -----*- C++ -*-===//
//
// A program runs as a grid of processes: replicas times partitions. Collectives
// name groups of ids; what an id is follows from the op, its channel and
// `use_global_device_ids`.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_REPLICAGROUPS_H
#define XLA_DIALECT_HLO_IR_REPLICAGROUPS_H

#include "mlir/IR/Operation.h"

namespace xla::hlo {

/// More devices than any mesh has: what has one entry for each stays small.
inline constexpr int64_t kMaxDevices = int64_t(1) << 20;

/// Rows of ids, without padding.
using IdGroups = llvm::SmallVector<llvm::SmallVector<int64_t>>;

/// What the ids of a group are, as the specification names the four ways.
enum class GroupMode {
  /// Replicas; each partition has the group for itself.
  CrossReplica,
  /// Partitions; each replica has the group for itself.
  CrossPartition,
  /// Replicas; all partitions of theirs are in one group.
  CrossReplicaAndPartition,
  /// Processes, numbered replica by replica.
  FlattenedIds
};

/// Whether `op` concerns other processes or the host: collectives, transfers
/// and ids.
bool isCommunication(mlir::Operation *op);

/// The mode of a collective, `send` or `recv`.
GroupMode getGroupMode(mlir::Operation *collective);

/// The channel of a collective, 0 if it has none.
int64_t getChannel(mlir::Operation *collective);

/// The groups of `replica_groups`, with mesh axes spelled out, or of
/// `source_target_pairs`: rows of two. No groups at all means one of all. Emits
/// an error and fails where a mesh is not known or axes are not its own.
mlir::FailureOr<IdGroups> getIdGroups(mlir::Operation *collective);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_REPLICAGROUPS_H
