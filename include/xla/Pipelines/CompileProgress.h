//===- CompileProgress.h - How far a compilation is -------------*- C++ -*-===//

#ifndef XLA_PIPELINES_COMPILEPROGRESS_H
#define XLA_PIPELINES_COMPILEPROGRESS_H

#include "xla/Support/Thread.h"

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

namespace xla {

/// Where a compilation is.
struct ProgressStep {
  /// The pass that runs, or the kernel that was begun or done last. Empty: the
  /// compilation has ended; only told after another step.
  llvm::StringRef name;
  /// Kernels that are done, of so many; 0 of 0 while passes run.
  int64_t done = 0, total = 0;
  /// Since the compilation began.
  double seconds = 0;
};

/// Tells someone how far a compilation is, once that has taken a while: with
/// each step, and regularly while one lasts.
class CompileProgress {
public:
  using Callback = std::function<void(const ProgressStep &)>;

  /// `callback` is called by any thread, one at a time, not before
  /// `quietSeconds` have passed.
  explicit CompileProgress(Callback callback, double quietSeconds = 2);
  ~CompileProgress();
  CompileProgress(const CompileProgress &) = delete;
  CompileProgress &operator=(const CompileProgress &) = delete;

  /// A compilation begins, or ends; there may be several, one at a time.
  void begin();
  void end();
  void beginPass(llvm::StringRef name);
  void beginKernels(int64_t total);
  void beginKernel(llvm::StringRef name);
  void endKernel(llvm::StringRef name);

private:
  using Clock = std::chrono::steady_clock;

  void setName(llvm::StringRef name, int64_t numDone);
  void report();
  void tick();

  Callback callback;
  std::chrono::duration<double> quiet;
  Clock::time_point start = Clock::now();
  std::mutex mutex;
  std::condition_variable stopped;
  bool isStopped = false, hasTold = false;
  std::string name;
  int64_t done = 0, total = 0;
  Thread ticker;
};

} // namespace xla

#endif // XLA_PIPELINES_COMPILEPROGRESS_H
