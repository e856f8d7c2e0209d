//===- CallRecorder.h - Dump calls as snapshots -----------------*- C++ -*-===//

#ifndef XLA_LIB_JIT_CALLRECORDER_H
#define XLA_LIB_JIT_CALLRECORDER_H

#include "xla/Dump/ProgramDump.h"
#include "xla/Dump/SnapshotWriter.h"
#include "xla/Runtime/xla_runtime.h"

#include "mlir/IR/MLIRContext.h"
#include <mutex>

namespace xla {

/// Writes each call of one program among its dumps, from whatever language it
/// comes: what xla_invoke calls passes here. Calls that fail are not written.
class CallRecorder {
public:
  /// Begins the dump of `module`, which is about to be compiled, if XLA's flags
  /// want one and `control` has no observer yet. Returns null unless they want
  /// its calls; a program that has no form in HLO, or results of a size that
  /// only it knows, is warned about by a diagnostic.
  static std::unique_ptr<CallRecorder> begin(mlir::ModuleOp module,
                                             const CompileOptions &options,
                                             CompileControl &control);
  CallRecorder(const CallRecorder &) = delete;
  CallRecorder &operator=(const CallRecorder &) = delete;
  ~CallRecorder();

  /// The code that was made of the program; it outlives the recorder.
  void watch(xla_entry_fn entry);

  /// Calls `entry`, and writes what it took and gave.
  int32_t call(xla_entry_fn entry, const xla_info &info, const xla_call &call);

private:
  CallRecorder(std::shared_ptr<RunDump> dump, SnapshotWriter writer)
      : dump(std::move(dump)), writer(std::move(writer)) {}

  /// The values in `buffers`, copied; fewer if one has no type or no size that
  /// is known before the call.
  llvm::SmallVector<Literal> copy(const xla_info &info,
                                  const xla_tensor_info *list, int32_t count,
                                  void *const *buffers);

  std::shared_ptr<RunDump> dump;
  SnapshotWriter writer;
  /// Threads may call one program at once; types and files are not for that.
  std::mutex mutex;
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  xla_entry_fn watched = nullptr;
};

} // namespace xla

#endif // XLA_LIB_JIT_CALLRECORDER_H
