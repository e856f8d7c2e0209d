//===- Backend.h - Ways to run a program ------------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_BACKEND_H
#define XLA_LIB_TOOLS_XLARUN_BACKEND_H

#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/KernelProfile.h"
#include "xla/Pipelines/CompileControl.h"
#include "xla/Support/Literal.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla::run {

/// The error of a run in which a check of the program's own found a wrong
/// value; a diagnostic has said which.
class FailedCheck : public llvm::ErrorInfo<FailedCheck> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
};

/// Fails for code of which `numProcesses` at once would need more memory than
/// `limit` bytes, the arenas of their temporaries included.
llvm::Error checkMemory(const Executable &executable, int64_t limit,
                        int numProcesses);

/// What an evaluation may use and how it ended. Values may take `memoryLimit`
/// bytes; error: `FailedCheck` or another.
template <typename Results>
llvm::Expected<Results> interpret(
    int64_t memoryLimit, llvm::ArrayRef<Literal> arguments,
    llvm::function_ref<mlir::FailureOr<Results>(const interpreter::Options &)>
        evaluate) {
  bool failedCheck = false;
  interpreter::Options options;
  options.failedCheck = &failedCheck;
  options.maxBytes = memoryLimit;
  for (const Literal &argument : arguments)
    options.maxBytes -= argument.getByteSize();
  // Results are copied out.
  options.maxBytes /= 2;
  mlir::FailureOr<Results> results = evaluate(options);
  if (failedCheck)
    return llvm::make_error<FailedCheck>();
  if (failed(results))
    return llvm::createStringError("the interpreter stopped");
  return std::move(*results);
}

/// A program that can be called.
class Backend {
public:
  virtual ~Backend() = default;

  /// What `run` takes, flat; a dynamic dimension takes any size.
  virtual llvm::Expected<llvm::SmallVector<mlir::RankedTensorType>>
  getArgumentTypes() = 0;

  /// Compiles what is left to the arguments' shapes. Before `run` with them.
  virtual llvm::Error prepare(llvm::ArrayRef<Literal> arguments) {
    return llvm::Error::success();
  }

  /// Lets runs from now on tell their kernels, and returns to whom; null where
  /// there is no profile. After `prepare`.
  virtual KernelProfile *startProfile() { return nullptr; }

  /// Runs once; results are complete on return.
  virtual llvm::Expected<llvm::SmallVector<Literal>>
  run(llvm::ArrayRef<Literal> arguments) = 0;

  /// The same for measuring: results are made and dropped.
  virtual llvm::Error runOnce(llvm::ArrayRef<Literal> arguments) {
    auto results = run(arguments);
    return results ? llvm::Error::success() : results.takeError();
  }
};

/// Machine code, compiled under watch. `module` is consumed; `sources`, its
/// text, outlives the result. Fails with diagnostics.
mlir::FailureOr<std::unique_ptr<Backend>>
createNativeBackend(mlir::ModuleOp module, const CompileOptions &options,
                    const CompileControl &control, int threads, bool donate,
                    llvm::SourceMgr *sources);

/// The package at `path`, whose bytes are `content`; they outlive the result.
/// `entry` names one of its functions; empty: the first. Error: why it cannot
/// be loaded here.
llvm::Expected<std::unique_ptr<Backend>>
createPackageBackend(llvm::StringRef path, llvm::StringRef content,
                     llvm::StringRef entry, mlir::MLIRContext *context,
                     int threads);

/// Kernels for a GPU of compute capability `chip`, emulated on the CPU: the
/// code that PTX would be printed from, one fiber for each thread; the rest of
/// the program as machine code. `module` is consumed. Fails with diagnostics.
mlir::FailureOr<std::unique_ptr<Backend>>
createGPUEmulatorBackend(mlir::ModuleOp module, const CompileOptions &options,
                         llvm::StringRef chip);

/// The interpreter, whose values may take `memoryLimit` bytes. `module` must
/// outlive the result.
mlir::FailureOr<std::unique_ptr<Backend>>
createInterpreterBackend(mlir::ModuleOp module, llvm::StringRef entry,
                         int64_t memoryLimit);

/// A grid of processes on threads.
struct ProcessOptions {
  int replicas = 1, partitions = 1;
  /// Threads of each, 0: as many as there are.
  int threads = 0;
};

/// All processes of a grid, as machine code or in the interpreter. Arguments
/// and results are those of process 0, then those of process 1, replica by
/// replica.
mlir::FailureOr<std::unique_ptr<Backend>>
createProcessesBackend(mlir::ModuleOp module, const CompileOptions &options,
                       const CompileControl &control,
                       const ProcessOptions &grid, bool isNative);

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_BACKEND_H
