//===- MachineRates.cpp - What the machine can do -------------------------===//
//
// Copies of blocks that no cache holds, and chains of multiplications and
// additions in registers, on as many threads as runs have.
//
//===----------------------------------------------------------------------===//

#include "MachineRates.h"

#include "xla/Runtime/xla_runtime.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>

using namespace xla;
using run::MachineRates;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
struct CopiedBlock {
  char *to;
  const char *from;
};
} // namespace

static double measureBytes(const xla_call &call) {
  constexpr int64_t bytes = int64_t(64) << 20, grain = int64_t(1) << 20;
  std::unique_ptr<void, decltype(&xla_buffer_free)> from(
      xla_buffer_allocate(bytes), xla_buffer_free);
  std::unique_ptr<void, decltype(&xla_buffer_free)> to(
      xla_buffer_allocate(bytes), xla_buffer_free);
  if (!from || !to)
    return 0;
  std::memset(from.get(), 1, bytes);
  CopiedBlock block = {static_cast<char *>(to.get()),
                       static_cast<const char *>(from.get())};
  double best = 0;
  // The first finds pages that were never touched.
  for (int i = 0; i < 6; ++i) {
    auto start = std::chrono::steady_clock::now();
    call.host->parallel_for(
        call.host->context, &call, bytes, grain,
        [](void *data, int64_t begin, int64_t end, int64_t) -> int32_t {
          auto *block = static_cast<CopiedBlock *>(data);
          std::memcpy(block->to + begin, block->from + begin, end - begin);
          return XLA_OK;
        },
        &block);
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    best = std::max(best, 2 * double(bytes) / time.count());
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Chains that do not wait for each other: more than any processor has
/// multiplications under way, and as many as fit into its registers.
static constexpr int numChains = 12;
static constexpr int64_t roundsOfTask = 20000;

/// One task: `roundsOfTask` multiplications and additions in each of the
/// chains, on vectors of `Bytes`. Inlined where the instructions are known.
template <int Bytes>
[[gnu::always_inline]] static inline float multiplyAndAdd(float by) {
#if defined(__clang__)
#pragma clang fp contract(fast)
#endif
  typedef float Vector __attribute__((vector_size(Bytes)));
  Vector factor = Vector{} + by, chains[numChains];
  for (int i = 0; i < numChains; ++i)
    chains[i] = factor + float(i);
  for (int64_t round = 0; round < roundsOfTask; ++round)
#pragma GCC unroll 16
    for (int i = 0; i < numChains; ++i)
      chains[i] = chains[i] * factor + factor;
  Vector sum = {};
  for (const Vector &chain : chains)
    sum += chain;
  return sum[0];
}

namespace {
/// One way to compute, and how many numbers it takes at once.
struct Way {
  float (*run)(float);
  int lanes;
};
} // namespace

#if defined(__x86_64__)
[[gnu::target("avx512f")]] static float runAVX512(float by) {
  return multiplyAndAdd<64>(by);
}
[[gnu::target("avx2,fma")]] static float runAVX2(float by) {
  return multiplyAndAdd<32>(by);
}
#endif
static float runPlain(float by) { return multiplyAndAdd<16>(by); }

static Way chooseWay() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return {runAVX512, 16};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {runAVX2, 8};
#endif
  return {runPlain, 4};
}

namespace {
struct Tasks {
  Way way;
  /// Keeps what is computed; tasks write it at once.
  std::atomic<float> result;
};
} // namespace

static double measureFlops(const xla_call &call, int threads) {
  Tasks tasks = {chooseWay(), {0}};
  double flops = 2.0 * tasks.way.lanes * numChains * roundsOfTask * threads;
  double best = 0;
  // The first wakes threads, and processors that clocked down.
  for (int i = 0; i < 40; ++i) {
    auto start = std::chrono::steady_clock::now();
    call.host->parallel_for(
        call.host->context, &call, threads, 1,
        [](void *data, int64_t begin, int64_t end, int64_t) -> int32_t {
          auto *tasks = static_cast<Tasks *>(data);
          for (int64_t task = begin; task < end; ++task)
            tasks->result.store(tasks->way.run(0.5f),
                                std::memory_order_relaxed);
          return XLA_OK;
        },
        &tasks);
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    best = std::max(best, flops / time.count());
  }
  return best;
}

MachineRates MachineRates::measure(int threads, MachineRates known) {
  xla_call call = {};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(xla_call);
  call.host = xla_default_host();
  call.thread_limit = threads;
  if (known.bytes == 0)
    known.bytes = measureBytes(call);
  if (known.flops == 0)
    known.flops = measureFlops(call, threads ? threads : xla_thread_count());
  return known;
}
