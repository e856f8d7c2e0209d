//===- RuntimeTest.cpp - Tests of the default host ------------------------===//

#include "xla/Runtime/xla_runtime.h"

#include "gtest/gtest.h"
#include <array>
#include <atomic>
#include <cstring>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace {
/// A call with nothing in it but the versions and room for an error.
struct TestCall : xla_call {
  char text[128] = {};
  TestCall() : xla_call() {
    abi_version = XLA_ABI_VERSION;
    struct_size = sizeof(xla_call);
    host = xla_default_host();
    error = text;
    error_capacity = sizeof(text);
  }
};

/// Runs a C++ callable as a loop's body.
template <typename Body>
int32_t parallelFor(const xla_call &call, int64_t n, int64_t grain, Body body) {
  return call.host->parallel_for(
      call.host->context, &call, n, grain,
      [](void *data, int64_t begin, int64_t end, int64_t chunk) -> int32_t {
        return (*static_cast<Body *>(data))(begin, end, chunk);
      },
      &body);
}

struct ThreadCount {
  explicit ThreadCount(int32_t count) { xla_set_thread_count(count); }
  ~ThreadCount() { xla_set_thread_count(0); }
};

TEST(Runtime, LoopsCoverEachIterationOnce) {
  ThreadCount threads(4);
  TestCall call;
  for (int64_t n : {0, 1, 3, 1000}) {
    std::vector<std::atomic<int>> count(n);
    std::set<int64_t> chunks;
    std::mutex mutex;
    EXPECT_EQ(parallelFor(call, n, 1,
                          [&](int64_t begin, int64_t end, int64_t chunk) {
                            for (int64_t i = begin; i < end; ++i)
                              ++count[i];
                            std::lock_guard<std::mutex> lock(mutex);
                            EXPECT_TRUE(chunks.insert(chunk).second);
                            EXPECT_LT(chunk, 4);
                            return XLA_OK;
                          }),
              XLA_OK);
    for (auto &one : count)
      EXPECT_EQ(one, 1);
    EXPECT_EQ(chunks.size(), static_cast<size_t>(std::min<int64_t>(n, 4)));
  }
}

TEST(Runtime, LoopsKeepGrainAndLimit) {
  ThreadCount threads(4);
  TestCall call;
  auto countParts = [&](int64_t n, int64_t grain) {
    std::atomic<int> parts{0};
    parallelFor(call, n, grain, [&](int64_t begin, int64_t end, int64_t) {
      EXPECT_GE(end - begin, std::min(n, grain));
      ++parts;
      return XLA_OK;
    });
    return parts.load();
  };
  EXPECT_EQ(countParts(10, 100), 1);
  EXPECT_EQ(countParts(299, 100), 2);
  EXPECT_EQ(countParts(1000, 1), 4);
  call.thread_limit = 3;
  EXPECT_EQ(countParts(1000, 1), 3);
  call.thread_limit = 100;
  EXPECT_EQ(countParts(1000, 1), 4);
}

TEST(Runtime, NestedLoopsRunInline) {
  ThreadCount threads(4);
  TestCall call;
  std::atomic<int> parts{0};
  parallelFor(call, 4, 1, [&](int64_t, int64_t, int64_t) {
    auto self = std::this_thread::get_id();
    return parallelFor(call, 100, 1, [&](int64_t begin, int64_t end, int64_t) {
      EXPECT_EQ(std::this_thread::get_id(), self);
      EXPECT_EQ(end - begin, 100);
      ++parts;
      return XLA_OK;
    });
  });
  EXPECT_EQ(parts, 4);
}

TEST(Runtime, ManyCallersShareThePool) {
  ThreadCount threads(3);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      TestCall call;
      for (int k = 0; k < 500; ++k)
        parallelFor(call, 7, 1, [&](int64_t begin, int64_t end, int64_t) {
          sum += end - begin;
          return XLA_OK;
        });
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(sum, 4 * 500 * 7);
}

TEST(Runtime, LoopsReturnFailuresAndSeeCancellation) {
  ThreadCount threads(2);
  TestCall call;
  EXPECT_EQ(parallelFor(call, 2, 1,
                        [&](int64_t begin, int64_t, int64_t) {
                          return begin ? call.host->fail(call.host->context,
                                                         &call, XLA_FAILED,
                                                         "bad index", "f.py:3")
                                       : XLA_OK;
                        }),
            XLA_FAILED);
  EXPECT_STREQ(call.text, "f.py:3: bad index");
  int32_t cancel = 1;
  call.cancel = &cancel;
  EXPECT_EQ(parallelFor(call, 2, 1,
                        [](int64_t, int64_t, int64_t) { return XLA_FAILED; }),
            XLA_CANCELLED);
}

TEST(Runtime, LoopsEndInAForkedChild) {
  ThreadCount threads(2);
  TestCall call;
  auto sum = [&] {
    std::atomic<int64_t> total{0};
    parallelFor(call, 100, 1, [&](int64_t begin, int64_t end, int64_t) {
      total += end - begin;
      return XLA_OK;
    });
    return total.load();
  };
  EXPECT_EQ(sum(), 100);
  pid_t child = fork();
  if (child == 0)
    _exit(sum() == 100 ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Runtime, CountsCpus) {
  EXPECT_GE(xla_available_cpus(), 1);
  EXPECT_LE(xla_available_cpus(), sysconf(_SC_NPROCESSORS_ONLN));
  EXPECT_EQ(xla_thread_count(), xla_available_cpus());
}

TEST(Runtime, RefusesMoreThanTheMachineHas) {
  // Mapped lazily it would succeed, and the process would die when it writes.
  EXPECT_EQ(xla_buffer_allocate(int64_t(1) << 46), nullptr);
  int64_t memory = int64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  EXPECT_EQ(xla_buffer_allocate(memory + 1), nullptr);
}

TEST(Runtime, ReusesBuffers) {
  xla_buffer_trim();
  int64_t usedBefore, used, kept;
  xla_buffer_usage(&usedBefore, &kept);
  EXPECT_EQ(kept, 0);
  for (int64_t bytes : {0, 1, 100, 513, 1 << 20, 5 << 20}) {
    auto *buffer = static_cast<char *>(xla_buffer_allocate(bytes));
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer) % XLA_BUFFER_ALIGNMENT, 0u);
    std::memset(buffer, 1, bytes);
    xla_buffer_free(buffer);
    EXPECT_EQ(xla_buffer_allocate(bytes), buffer);
    xla_buffer_free(buffer);
  }
  xla_buffer_usage(&used, &kept);
  EXPECT_EQ(used, usedBefore);
  EXPECT_GE(kept, 6 << 20);
  xla_buffer_trim();
  xla_buffer_usage(nullptr, &kept);
  EXPECT_EQ(kept, 0);
  EXPECT_EQ(xla_buffer_allocate(-1), nullptr);
}

/// out = in + 1, and whether subnormals survive into `flushed`.
int32_t addOne(const xla_call *call) {
  auto *in = static_cast<const float *>(call->arguments[0]);
  auto *out = static_cast<float *>(call->results[0]);
  out[0] = in[0] + 1;
  out[1] = in[1] + 1;
  static_cast<float *>(call->arena)[0] = 1;
  volatile float tiny = 1e-38f;
  return tiny * 0.01f > 0 ? XLA_OK : XLA_INTERNAL;
}

class Invoke : public ::testing::Test {
protected:
  int64_t dims[1] = {2};
  xla_tensor_info argument = {};
  xla_tensor_info result = {};
  xla_info info = {};
  float in[2] = {1, 2};
  float out[4] = {};
  void *arguments[1] = {in};
  void *results[1] = {out};
  TestCall call;

  Invoke() {
    argument.element_type = XLA_F32;
    argument.rank = 1;
    argument.dims = dims;
    argument.byte_size = 8;
    argument.alias = -1;
    result = argument;
    info.abi_version = XLA_ABI_VERSION;
    info.struct_size = sizeof(info);
    info.arguments = &argument;
    info.results = &result;
    info.num_arguments = info.num_results = 1;
    info.tensor_size = sizeof(xla_tensor_info);
    info.arena_bytes = 64;
    call.host = nullptr;
    call.arguments = arguments;
    call.results = results;
  }
};

TEST_F(Invoke, SuppliesHostAndArena) {
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_OK);
  EXPECT_EQ(out[1], 3);
}

TEST_F(Invoke, RefusesMissingAndOverlappingBuffers) {
  results[0] = nullptr;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_INVALID_ARGUMENT);
  EXPECT_STREQ(call.text, "expected a buffer for result 0, but got null");
  call.text[0] = 0;
  arguments[0] = out;
  results[0] = out + 1;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_INVALID_ARGUMENT);
  EXPECT_STREQ(call.text, "expected separate buffers, but result 0 overlaps "
                          "argument 0 without donation");
}

TEST_F(Invoke, ComparesManyArgumentsWithEachResult) {
  std::vector<xla_tensor_info> infos(40, argument);
  std::vector<std::array<float, 2>> data(infos.size());
  std::vector<void *> many;
  for (auto &values : data)
    many.push_back(values.data());
  info.arguments = infos.data();
  info.num_arguments = infos.size();
  call.arguments = many.data();
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_OK);
  many[39] = out + 1;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_INVALID_ARGUMENT);
  EXPECT_STREQ(call.text, "expected separate buffers, but argument 39 overlaps "
                          "result 0 without donation");
  call.text[0] = 0;
  many[39] = nullptr;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_INVALID_ARGUMENT);
  EXPECT_STREQ(call.text, "expected a buffer for argument 39, but got null");
}

TEST_F(Invoke, RefusesMissingArrays) {
  call.arguments = nullptr;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_INVALID_ARGUMENT);
  EXPECT_STREQ(call.text, "expected an array of 1 arguments, but got null");
}

TEST_F(Invoke, TakesDonationByEqualPointers) {
  results[0] = in;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_INVALID_ARGUMENT);
  argument.flags = XLA_TENSOR_DONATABLE;
  result.alias = 0;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_OK);
  EXPECT_EQ(in[0], 2);
  result.alias = 1;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_INVALID_ARGUMENT);
}

TEST(Runtime, ACustomCallWithoutContextGetsNull) {
  const xla_host *host = xla_default_host();
  int32_t other = 0;
  void *context = &other;
  EXPECT_NE(host->find_custom_call(host->context, "cu_lu_pivots_to_permutation",
                                   &context),
            nullptr);
  EXPECT_EQ(context, nullptr);
}

TEST_F(Invoke, RefusesOtherVersionsAndCancelledCalls) {
  int32_t cancel = 1;
  call.cancel = &cancel;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_CANCELLED);
  cancel = 0;
  info.abi_version = 99;
  EXPECT_EQ(xla_invoke(addOne, &info, &call), XLA_INVALID_ARGUMENT);
  EXPECT_STREQ(call.text, "expected code of ABI version 1, but got 99");
}

#if defined(__x86_64__)
TEST_F(Invoke, SetsAndRestoresFloatingPointState) {
  unsigned before = _mm_getcsr();
  unsigned fastMath = before | 0x8040; // flush-to-zero, denormals-are-zero
  _mm_setcsr(fastMath);
  int32_t code = xla_invoke(addOne, &info, &call);
  unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(code, XLA_OK);
  EXPECT_EQ(after & 0x8040, 0x8040u);
}
#endif
} // namespace
