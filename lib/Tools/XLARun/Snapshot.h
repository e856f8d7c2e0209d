//===- Snapshot.h - Runs that snapshots hold --------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_SNAPSHOT_H
#define XLA_LIB_TOOLS_XLARUN_SNAPSHOT_H

#include "xla/Support/Case.h"
#include "xla/Target/HLOProto/Snapshot.h"

#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace xla::proto {
class HloModuleProto;
} // namespace xla::proto

namespace xla::run {

/// How far results may be from those of a snapshot, which another compiler or
/// machine computed. Negative: what suits the element type.
struct SnapshotTolerance {
  double relative = -1;
  double absolute = -1;
};

/// Makes `one` the run that `snapshot` holds, unless it states arguments or
/// results of its own. Returns the number of processes that the run is of; 0
/// where nothing was taken.
int takeSnapshot(const SnapshotData &snapshot,
                 const SnapshotTolerance &tolerance, Case &one);

/// Writes a run as a snapshot: HloSnapshot of one process; of several
/// HloUnoptimizedSnapshot, which holds no results.
class SnapshotWriter {
public:
  /// Begins with the program, before it is compiled. Fails with a diagnostic
  /// where it has no form in HLO.
  static mlir::FailureOr<SnapshotWriter> create(mlir::ModuleOp module,
                                                llvm::StringRef entry,
                                                int replicas, int partitions);
  SnapshotWriter(SnapshotWriter &&);
  ~SnapshotWriter();

  /// The bytes of a run, in which processes gave arguments and results one
  /// after the other.
  llvm::Expected<std::string> write(llvm::ArrayRef<Literal> arguments,
                                    llvm::ArrayRef<Literal> results) const;

private:
  SnapshotWriter();
  std::unique_ptr<proto::HloModuleProto> module;
  int numProcesses = 1;
};

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_SNAPSHOT_H
