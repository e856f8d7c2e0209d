//===- threads.cpp - Threads that call one executable ---------------------===//
//
// Checks results and leaves the rest to the thread sanitizer, which ends the
// process with a code of its own where it sees a race.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Package.h"

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

extern "C" int32_t model(const xla_call *call);
extern "C" const xla_info model_info;

static std::atomic<int> numWrong{0};

static void callOften(xla_entry_fn entry, const xla_info &info, int seed,
                      int numRuns) {
  constexpr int count = 4096;
  std::vector<float> x(count), y(count);
  void *arguments[] = {x.data()}, *results[] = {y.data()};
  xla_call call = {};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = arguments;
  call.results = results;
  for (int run = 0; run < numRuns; ++run) {
    for (int i = 0; i < count; ++i)
      x[i] = static_cast<float>((i * 5 + seed * 31 + run) % count);
    numWrong += xla_invoke(entry, &info, &call) != XLA_OK;
    for (int i = 0; i < count; ++i)
      numWrong += y[i] != static_cast<float>(2 * i);
  }
}

static void loadOften(const char *path, int seed) {
  for (int run = 0; run < 5; ++run) {
    xla_package *package = xla_package_load(path, nullptr);
    if (!package) {
      ++numWrong;
      continue;
    }
    callOften(xla_package_entry(package), *xla_package_info(package), seed, 2);
    xla_package_destroy(package);
  }
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  xla_set_thread_count(3);
  std::vector<std::thread> threads;
  for (int seed = 0; seed < 4; ++seed)
    threads.emplace_back(
        [=] { callOften(model, model_info, seed, /*numRuns=*/20); });
  for (int seed = 0; seed < 2; ++seed)
    threads.emplace_back([=] { loadOften(argv[1], seed); });
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%d wrong\n", numWrong.load());
  return numWrong ? 1 : 0;
}
