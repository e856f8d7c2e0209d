//===- CompileControl.h - Watch over a compilation --------------*- C++ -*-===//

#ifndef XLA_PIPELINES_COMPILECONTROL_H
#define XLA_PIPELINES_COMPILECONTROL_H

#include "xla/Pipelines/CompileObserver.h"
#include "xla/Pipelines/Options.h"

#include "mlir/IR/BuiltinOps.h"
#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace xla {

/// How a compilation is watched. Nothing here changes the code that comes out,
/// so none of it is a compile option.
struct CompileControl {
  using Clock = std::chrono::steady_clock;

  /// When a compilation gives up; looked at before each pass and before each
  /// part that LLVM compiles, neither of which can be interrupted.
  std::optional<Clock::time_point> deadline;
  /// Folder that gets a bundle when the compiler fails where no program should
  /// make it fail. Empty: none is written.
  std::string failureFolder;
  /// Is shown what the compilation makes; may be null.
  std::shared_ptr<CompileObserver> observer;

  /// Sets the deadline `seconds` from now; none for 0.
  void setTimeout(double seconds);

  bool isLate() const { return deadline && Clock::now() > *deadline; }
};

/// Calls `compile`, which compiles `module` with `options`, under watch:
/// - past the deadline the passes that are left are skipped, `compile` returns
///   when it sees that it is late, and an error names the first of them (not
///   where the context has an action handler of its own);
/// - a failure after phase fusion, which refuses most of what cannot be
///   compiled, may be the compiler's fault: the program as it came, with
///   options and versions, is written to `control.failureFolder`, and a note
///   names the command that replays it;
/// - a crash is treated alike, where the process has enabled
/// llvm::CrashRecoveryContext;
///   `module` must not be used after one.
mlir::LogicalResult
watchCompilation(mlir::ModuleOp module, const CompileOptions &options,
                 const CompileControl &control,
                 llvm::function_ref<mlir::LogicalResult()> compile);

} // namespace xla

#endif // XLA_PIPELINES_COMPILECONTROL_H
