//===- Benchmark.cpp - Time calls -----------------------------------------===//
//
// The timing loop that the peers' workers use, with batches for calls that are
// shorter than the clock is exact.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/Benchmark.h"

#include <algorithm>
#include <chrono>

using namespace llvm;
using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Expected<std::vector<double>> xla::benchmark(function_ref<Error()> call,
                                             const BenchmarkOptions &options) {
  // Seconds of one call, `count` timed together.
  auto measure = [&](int count) -> Expected<double> {
    Clock::time_point start = Clock::now();
    for (int i = 0; i < count; ++i)
      if (Error error = call())
        return error;
    return secondsSince(start) / count;
  };
  auto first = measure(1);
  if (!first)
    return first.takeError();
  double last = *first;
  Clock::time_point warmUp = Clock::now();
  while (*first < 0.2 &&
         secondsSince(warmUp) < std::min(0.15, 0.3 * options.fill)) {
    auto one = measure(1);
    if (!one)
      return one.takeError();
    last = *one;
  }
  int batch = 1;
  if (last < options.batchBelow)
    batch = std::clamp<int>(2 * options.batchBelow / std::max(last, 1e-9), 1,
                            10000);
  double wanted = options.fill / std::max(last * batch, 1e-9);
  int count = std::clamp<double>(wanted, options.minCalls, options.maxCalls);
  std::vector<double> times;
  times.reserve(count);
  Clock::time_point start = Clock::now();
  while (static_cast<int>(times.size()) < count) {
    auto one = measure(batch);
    if (!one)
      return one.takeError();
    times.push_back(*one);
    if (secondsSince(start) > options.budget)
      break;
  }
  return times;
}
