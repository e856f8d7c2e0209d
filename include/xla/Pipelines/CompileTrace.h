//===- CompileTrace.h - What a compilation took how long for ----*- C++ -*-===//

#ifndef XLA_PIPELINES_COMPILETRACE_H
#define XLA_PIPELINES_COMPILETRACE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace llvm {
class PassInstrumentationCallbacks;
class raw_ostream;
} // namespace llvm

namespace xla {

/// Takes down the passes and steps of a compilation, from all its threads.
class CompileTrace {
public:
  /// A step of this thread begins; steps nest. `detail` says on what.
  void begin(llvm::StringRef name, llvm::StringRef kind,
             llvm::StringRef detail = "");
  /// The step that this thread began last ends.
  void end();

  /// Takes down the passes that LLVM runs with `callbacks`.
  void watch(llvm::PassInstrumentationCallbacks &callbacks);

  /// The file that Perfetto and chrome://tracing read: Chrome's trace events.
  void writeJSON(llvm::raw_ostream &os) const;
  /// A table of where the time went, by pass and step, longest first, without
  /// the steps within; and how much memory the process had more of afterwards.
  void printTotals(llvm::raw_ostream &os) const;

private:
  using Clock = std::chrono::steady_clock;

  struct Event {
    std::string name, kind, detail;
    /// Microseconds since the trace began.
    double start = 0, duration = 0, within = 0;
    int64_t memoryBefore = 0, memoryGrowth = 0, memoryWithin = 0;
    unsigned thread = 0;
    bool isDone = false;
  };
  struct Thread {
    unsigned number = 0;
    /// Events that have begun, by index.
    std::vector<size_t> open;
  };

  double getMicroseconds() const;

  Clock::time_point origin = Clock::now();
  mutable std::mutex mutex;
  std::vector<Event> events;
  std::vector<std::pair<std::thread::id, Thread>> threads;
  Thread &getThread();
};

/// A step for as long as this lives; `trace` may be null.
class TraceScope {
public:
  TraceScope(CompileTrace *trace, llvm::StringRef name, llvm::StringRef kind,
             llvm::StringRef detail = "")
      : trace(trace) {
    if (trace)
      trace->begin(name, kind, detail);
  }
  ~TraceScope() {
    if (trace)
      trace->end();
  }
  TraceScope(const TraceScope &) = delete;
  TraceScope &operator=(const TraceScope &) = delete;

private:
  CompileTrace *trace;
};

} // namespace xla

#endif // XLA_PIPELINES_COMPILETRACE_H
