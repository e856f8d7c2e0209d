//===- Benchmark.h - Time calls ---------------------------------*- C++ -*-===//

#ifndef XLA_TOOLS_BENCHMARK_H
#define XLA_TOOLS_BENCHMARK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace xla {

/// How long to measure; the defaults are the shared benchmark's.
struct BenchmarkOptions {
  /// Seconds that all timed calls together should fill.
  double fill = 0.7;
  int minCalls = 5;
  int maxCalls = 2000;
  /// Seconds after which no further call begins.
  double budget = 30;
  /// Calls shorter than this are timed in batches: reading the clock would be
  /// a part of what is measured.
  double batchBelow = 10e-6;
};

/// Times `call`, which returns when its results are complete: one call, some
/// for warming up, then the measured ones. Returns seconds for each call, or
/// the first error.
llvm::Expected<std::vector<double>>
benchmark(llvm::function_ref<llvm::Error()> call,
          const BenchmarkOptions &options = {});

} // namespace xla

#endif // XLA_TOOLS_BENCHMARK_H
