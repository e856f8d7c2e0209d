//===- SnapshotWriter.h - Write runs as snapshots ---------------*- C++ -*-===//

#ifndef XLA_DUMP_SNAPSHOTWRITER_H
#define XLA_DUMP_SNAPSHOTWRITER_H

#include "xla/Support/Literal.h"

#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace xla::proto {
class HloModuleProto;
} // namespace xla::proto

namespace xla {

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

} // namespace xla

#endif // XLA_DUMP_SNAPSHOTWRITER_H
