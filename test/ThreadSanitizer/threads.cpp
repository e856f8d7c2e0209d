//===- threads.cpp - Threads that call one executable ---------------------===//
//
// Checks results and leaves the rest to the thread sanitizer, which ends the
// process with a code of its own where it sees a race.
//
//===----------------------------------------------------------------------===//

#include "xla/Runtime/xla_runtime.h"

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

extern "C" int32_t model(const xla_call *call);
extern "C" const xla_info model_info;

static std::atomic<int> numWrong{0};

static void callOften(int seed) {
  constexpr int count = 4096;
  std::vector<float> x(count), y(count);
  void *arguments[] = {x.data()}, *results[] = {y.data()};
  xla_call call = {};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = arguments;
  call.results = results;
  for (int run = 0; run < 20; ++run) {
    for (int i = 0; i < count; ++i)
      x[i] = static_cast<float>((i * 5 + seed * 31 + run) % count);
    numWrong += xla_invoke(model, &model_info, &call) != XLA_OK;
    for (int i = 0; i < count; ++i)
      numWrong += y[i] != static_cast<float>(2 * i);
  }
}

int main() {
  xla_set_thread_count(3);
  std::vector<std::thread> threads;
  for (int seed = 0; seed < 4; ++seed)
    threads.emplace_back(callOften, seed);
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%d wrong\n", numWrong.load());
  return numWrong ? 1 : 0;
}
