//===- RunRecorder.h - Keep runs as snapshots -------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_RUNRECORDER_H
#define XLA_LIB_TOOLS_XLARUN_RUNRECORDER_H

#include "xla/Dump/ProgramDump.h"
#include "xla/Dump/SnapshotWriter.h"

namespace xla::run {

/// Keeps a run as a snapshot in the file that was asked for, if any, and among
/// the dumps if XLA's flags want it there.
class RunRecorder {
public:
  explicit RunRecorder(llvm::StringRef path) : path(path.str()) {}

  /// Before the program is compiled; may begin its dump. Fails after printing
  /// why.
  mlir::LogicalResult begin(mlir::ModuleOp module,
                            const CompileOptions &options, int replicas,
                            int partitions, CompileControl &control);

  /// After the run. False after printing what is wrong.
  bool record(llvm::ArrayRef<Literal> arguments,
              llvm::ArrayRef<Literal> results) const;

private:
  std::string path;
  /// Null if the run is not dumped.
  std::shared_ptr<RunDump> dump;
  std::optional<SnapshotWriter> writer;
};

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_RUNRECORDER_H
