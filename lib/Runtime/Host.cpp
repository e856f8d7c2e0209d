//===- Host.cpp - The default table of services ---------------------------===//
//
// Threads, failures, custom calls and memory. Collectives and the queues of a
// host belong to a grid of processes (Group.h), here one of a single process.
//
//===----------------------------------------------------------------------===//

#include "Group.h"

#include <cstdio>
#include <mutex>

using namespace xla_runtime;

extern "C" const char *xla_status_name(int32_t code) {
  switch (code) {
  case XLA_OK:
    return "ok";
  case XLA_INVALID_ARGUMENT:
    return "invalid argument";
  case XLA_OUT_OF_MEMORY:
    return "out of memory";
  case XLA_CANCELLED:
    return "cancelled";
  case XLA_FAILED:
    return "failed";
  case XLA_UNIMPLEMENTED:
    return "unimplemented";
  case XLA_INTERNAL:
    return "internal error";
  }
  return "failed with a code of its own";
}

int32_t xla_runtime::report(const xla_call *call, int32_t code,
                            const char *message, const char *location) {
  // Kernels on several threads may fail at once; the first text stays whole.
  static std::mutex *mutex = new std::mutex;
  if (!call || !call->error || call->error_capacity <= 0)
    return code;
  std::lock_guard<std::mutex> lock(*mutex);
  if (call->error[0])
    return code;
  std::snprintf(call->error, static_cast<size_t>(call->error_capacity),
                location ? "%s: %s" : "%s%s", location ? location : "",
                message ? message : xla_status_name(code));
  return code;
}

xla_host xla_runtime::getDefaultServices() {
  xla_host table = {};
  table.abi_version = XLA_ABI_VERSION;
  table.struct_size = sizeof(xla_host);
  table.parallel_for = [](void *, const xla_call *call, int64_t n,
                          int64_t grain, xla_body_fn body, void *data) {
    return parallelFor(call, n, grain, body, data);
  };
  table.fail = [](void *, const xla_call *call, int32_t code,
                  const char *message, const char *location) {
    return report(call, code, message, location);
  };
  table.find_custom_call = [](void *, const char *target,
                              void **function_context) -> xla_custom_call_fn {
    return findCustomCall(target, function_context);
  };
  table.allocate = [](void *, const xla_call *, int64_t bytes) {
    return xla_buffer_allocate(bytes);
  };
  return table;
}

xla_group *xla_runtime::getDefaultGroup() {
  static auto *group = new xla_group(1, 1);
  return group;
}

extern "C" const xla_host *xla_default_host(void) {
  return &getDefaultGroup()->host;
}
