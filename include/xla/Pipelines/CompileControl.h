//===- CompileControl.h - Watch over a compilation --------------*- C++ -*-===//

#ifndef XLA_PIPELINES_COMPILECONTROL_H
#define XLA_PIPELINES_COMPILECONTROL_H

#include "xla/Pipelines/CompileObserver.h"
#include "xla/Pipelines/Options.h"

#include "mlir/IR/BuiltinOps.h"
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace xla {
class CompileProgress;
class CompileTrace;
class DecisionLog;
class ObjectStore;

/// What one compilation may add to the memory of the process. Threads may ask
/// at once.
class MemoryLimit {
public:
  /// Of `bytes` more than the process has now.
  explicit MemoryLimit(int64_t bytes);

  /// True from when there has been more on.
  bool isExceeded();

private:
  int64_t most;
  std::atomic<bool> exceeded{false};
};

/// How a compilation is watched. Nothing here changes the code that comes out,
/// so none of it is a compile option.
struct CompileControl {
  using Clock = std::chrono::steady_clock;

  /// When a compilation gives up. Looked at, as `isCancelled` is, before each
  /// pass of MLIR and of LLVM's optimiser and before each kernel; a pass that
  /// runs, and LLVM's code generator, cannot be interrupted.
  std::optional<Clock::time_point> deadline;
  /// Says whether the compilation is not wanted any more, and does not change
  /// its mind after that; may be null. Any thread of the compilation asks.
  std::function<bool()> isCancelled;
  /// Folder that gets a bundle when the compiler fails where no program should
  /// make it fail. Empty: none is written.
  std::string failureFolder;
  /// Is shown what the compilation makes; may be null.
  std::shared_ptr<CompileObserver> observer;
  /// Is given the passes before they run, to add what watches them; may be
  /// null.
  std::function<void(mlir::PassManager &)> instrument;
  /// Is told how far it is; may be null.
  std::shared_ptr<CompileProgress> progress;
  /// Takes down what takes how long; may be null.
  std::shared_ptr<CompileTrace> trace;
  /// Takes down what is decided, in place of the file that the options name,
  /// where several compilations share one; may be null.
  std::shared_ptr<DecisionLog> decisions;
  /// Has code that was made before; may be null.
  std::shared_ptr<ObjectStore> store;
  /// Ends it where it takes too much memory, looked at as the deadline is; may
  /// be null.
  std::shared_ptr<MemoryLimit> memory;

  /// Sets the deadline `seconds` from now, unless there is an earlier one; none
  /// for 0.
  void setTimeout(double seconds);

  /// Sets the limits of time and memory that `options` have, from now on.
  void setLimits(const CompileOptions &options);

  /// Opens the file of decisions that `options` name, if any. Fails through
  /// `emitError` where it cannot be written.
  mlir::LogicalResult
  openDecisions(const CompileOptions &options,
                llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

  bool wasCancelled() const { return isCancelled && isCancelled(); }
  /// True once the compilation has to end.
  bool isOver() const {
    return (deadline && Clock::now() > *deadline) || wasCancelled() ||
           needsTooMuch();
  }
  bool needsTooMuch() const { return memory && memory->isExceeded(); }
  /// Why it is over, as an error begins.
  llvm::StringRef getReason() const {
    return wasCancelled()   ? "compilation was cancelled"
           : needsTooMuch() ? "compilation took more memory than it may "
                              "(compile-memory-bytes)"
                            : "compilation took longer than it may";
  }
};

/// Makes `passes` show what they do to all in `control` that wants to see it.
void watchPasses(mlir::PassManager &passes, const CompileControl &control);

/// Calls `compile`, which compiles `module` with `options`, under watch:
/// - once it is over (late, cancelled) the passes that are left are skipped,
///   `compile` returns when it sees that, and an error names the first of them
///   (not where the context has an action handler of its own);
/// - a failure after phase fusion, which refuses most of what cannot be
///   compiled, may be the compiler's fault: the program as it came, with
///   options and versions, is written to `control.failureFolder`, and a note
///   names the command that replays it;
/// - a crash is treated alike, where the process has enabled
/// llvm::CrashRecoveryContext;
///   `module` must not be used after one;
/// - what is decided goes to `control.decisions`, or else to the file that
///   `options` name, also of a program that is refused.
mlir::LogicalResult
watchCompilation(mlir::ModuleOp module, const CompileOptions &options,
                 const CompileControl &control,
                 llvm::function_ref<mlir::LogicalResult()> compile);

} // namespace xla

#endif // XLA_PIPELINES_COMPILECONTROL_H
