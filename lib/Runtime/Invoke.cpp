//===- Invoke.cpp - Checked calls of compiled entries ---------------------===//
//
// Everything a caller can get wrong about buffers is found here, before
// compiled code trusts them.
//
//===----------------------------------------------------------------------===//

#include "Group.h"
#include "Package.h"
#include "xla/Runtime/Interceptor.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace xla_runtime;

static const xla_tensor_info &
getTensor(const xla_info &info, const xla_tensor_info *list, int32_t index) {
  return *reinterpret_cast<const xla_tensor_info *>(
      reinterpret_cast<const char *>(list) +
      static_cast<size_t>(info.tensor_size) * index);
}

template <typename... Args>
static int32_t refuse(const xla_call *call, const char *format, Args... args) {
  char text[256];
  std::snprintf(text, sizeof(text), format, args...);
  return report(call, XLA_INVALID_ARGUMENT, text, nullptr);
}

namespace {
/// Memory of one argument or result.
struct Interval {
  uintptr_t begin, end;
  int32_t index;
  bool isResult;
};
} // namespace

/// Appends the buffers of one side that have a size, and refuses missing ones.
static int32_t collect(const xla_call *call, const xla_info &info,
                       const xla_tensor_info *list, int32_t count,
                       void *const *buffers, bool isResult,
                       std::vector<Interval> &intervals) {
  if (count > 0 && !buffers)
    return refuse(call, "expected an array of %d %s, but got null", count,
                  isResult ? "results" : "arguments");
  for (int32_t i = 0; i < count; ++i) {
    const xla_tensor_info &tensor = getTensor(info, list, i);
    if (tensor.byte_size == 0 || tensor.flags & XLA_TENSOR_CALLEE_ALLOCATED)
      continue;
    auto begin = reinterpret_cast<uintptr_t>(buffers[i]);
    if (!begin && tensor.byte_size > 0)
      return refuse(call, "expected a buffer for %s %d, but got null",
                    isResult ? "result" : "argument", i);
    if (!begin)
      continue;
    // Of a dynamic size only the first byte is known to be there.
    uintptr_t size = std::max<int64_t>(tensor.byte_size, 1);
    intervals.push_back({begin, begin + size, i, isResult});
  }
  return XLA_OK;
}

/// True if `argument` is donated to `result` in this call.
static bool isTakenBy(const xla_call *call, const xla_info &info,
                      int32_t argument, int32_t result) {
  return getTensor(info, info.arguments, argument).flags &
             XLA_TENSOR_DONATABLE &&
         getTensor(info, info.results, result).alias == argument &&
         call->results[result] == call->arguments[argument];
}

/// True if `argument` is donated to one of few results of this call.
static bool isDonated(const xla_call *call, const xla_info &info,
                      int32_t argument) {
  for (int32_t i = 0; i < info.num_results; ++i)
    if (isTakenBy(call, info, argument, i))
      return true;
  return false;
}

/// True for buffers that are all there and lie apart, with few results, which
/// most calls have: to sort them takes longer than a small program runs. What
/// is wrong, or may be, is left to the long way.
static bool areSimplyApart(const xla_call *call, const xla_info &info) {
  constexpr int32_t mostResults = 16;
  if (info.num_results > mostResults ||
      (info.num_arguments && !call->arguments) ||
      (info.num_results && !call->results))
    return false;
  uintptr_t begins[mostResults], ends[mostResults];
  auto isApart = [&](uintptr_t begin, uintptr_t end, int32_t results) {
    bool apart = true;
    for (int32_t i = 0; i < results; ++i)
      apart &= end <= begins[i] || ends[i] <= begin;
    return apart;
  };
  for (int32_t i = 0; i < info.num_results; ++i) {
    const xla_tensor_info &tensor = getTensor(info, info.results, i);
    if (!call->results[i] || tensor.flags & XLA_TENSOR_CALLEE_ALLOCATED)
      return false;
    begins[i] = reinterpret_cast<uintptr_t>(call->results[i]);
    ends[i] = begins[i] + std::max<int64_t>(tensor.byte_size, 1);
    if (!isApart(begins[i], ends[i], i))
      return false;
  }
  for (int32_t i = 0; i < info.num_arguments; ++i) {
    const xla_tensor_info &tensor = getTensor(info, info.arguments, i);
    auto begin = reinterpret_cast<uintptr_t>(call->arguments[i]);
    // What is donated is a result, and apart from all others as that.
    if (!begin ||
        !(isApart(begin, begin + std::max<int64_t>(tensor.byte_size, 1),
                  info.num_results) ||
          isDonated(call, info, i)))
      return false;
  }
  return true;
}

/// Removes the arguments that are donated in this call: what is donated is the
/// result's.
static void removeDonated(const xla_call *call, const xla_info &info,
                          std::vector<Interval> &intervals) {
  static thread_local std::vector<char> donated;
  donated.assign(info.num_arguments, 0);
  for (int32_t i = 0; call->results && i < info.num_results; ++i) {
    int32_t donor = getTensor(info, info.results, i).alias;
    if (donor >= 0 && donor < info.num_arguments)
      donated[donor] = isTakenBy(call, info, donor, i);
  }
  intervals.erase(std::remove_if(intervals.begin(), intervals.end(),
                                 [&](const Interval &interval) {
                                   return donated[interval.index];
                                 }),
                  intervals.end());
}

static int32_t checkBuffers(const xla_call *call, const xla_info &info) {
  if (areSimplyApart(call, info))
    return XLA_OK;
  // Kept between calls of a thread, so that a steady state allocates nothing.
  static thread_local std::vector<Interval> intervals;
  intervals.clear();
  if (int32_t code = collect(call, info, info.arguments, info.num_arguments,
                             call->arguments, /*isResult=*/false, intervals))
    return code;
  removeDonated(call, info, intervals);
  if (int32_t code = collect(call, info, info.results, info.num_results,
                             call->results, /*isResult=*/true, intervals))
    return code;
  std::sort(
      intervals.begin(), intervals.end(),
      [](const Interval &a, const Interval &b) { return a.begin < b.begin; });
  // The interval that reaches furthest so far, of all and of results.
  const Interval *any = nullptr, *result = nullptr;
  for (const Interval &interval : intervals) {
    const Interval *other = interval.isResult ? any : result;
    if (other && other->end > interval.begin)
      return refuse(call,
                    "expected separate buffers, but %s %d overlaps %s %d "
                    "without donation",
                    interval.isResult ? "result" : "argument", interval.index,
                    other->isResult ? "result" : "argument", other->index);
    if (!any || interval.end > any->end)
      any = &interval;
    if (interval.isResult && (!result || interval.end > result->end))
      result = &interval;
  }
  return XLA_OK;
}

static std::atomic<Interceptor> theInterceptor{nullptr};

void xla_runtime::setInterceptor(Interceptor interceptor) {
  theInterceptor = interceptor;
}

extern "C" int32_t xla_invoke(xla_entry_fn entry, const xla_info *info,
                              const xla_call *call) {
  if (!entry || !info || !call || call->abi_version != XLA_ABI_VERSION ||
      call->struct_size < XLA_CALL_SIZE_1)
    return XLA_INVALID_ARGUMENT;
  if (info->abi_version != XLA_ABI_VERSION)
    return refuse(call, "expected code of ABI version %u, but got %u",
                  XLA_ABI_VERSION, info->abi_version);
  if (const void **slot = getWeightsSlot(*info); slot && !*slot)
    return refuse(call,
                  "expected weights to be there, of %lld bytes by the name "
                  "of %.*s: call xla_load_weights first",
                  static_cast<long long>(info->weights_bytes),
                  int(xla_format::kWeightsIdSize), info->weights_id);
  if (isCancelled(call))
    return XLA_CANCELLED;
  if (int32_t code = checkBuffers(call, *info))
    return code;

  xla_call complete = {};
  std::memcpy(&complete, call,
              std::min<size_t>(call->struct_size, sizeof(complete)));
  complete.struct_size = sizeof(complete);
  if (!complete.host)
    complete.host = xla_default_host();
  void *arena = nullptr;
  if (!complete.arena && info->arena_bytes > 0) {
    arena = xla_buffer_allocate(info->arena_bytes);
    if (!arena) {
      char text[64];
      std::snprintf(text, sizeof(text), "no memory for an arena of %lld bytes",
                    static_cast<long long>(info->arena_bytes));
      return report(call, XLA_OUT_OF_MEMORY, text, nullptr);
    }
    complete.arena = arena;
    complete.arena_bytes = info->arena_bytes;
  }
  if (complete.arena_bytes < info->arena_bytes)
    return refuse(call, "expected an arena of %lld bytes, but got %lld",
                  static_cast<long long>(info->arena_bytes),
                  static_cast<long long>(complete.arena_bytes));
  int32_t code;
  {
    FloatStateScope state;
    Execution execution(&complete);
    Interceptor interceptor = theInterceptor.load(std::memory_order_acquire);
    code = interceptor ? interceptor(entry, info, &complete) : entry(&complete);
  }
  xla_buffer_free(arena);
  return code;
}
