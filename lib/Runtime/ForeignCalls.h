//===- ForeignCalls.h - What typed calls of XLA may ask for -----*- C++ -*-===//

#ifndef XLA_LIB_RUNTIME_FOREIGNCALLS_H
#define XLA_LIB_RUNTIME_FOREIGNCALLS_H

#include "Runtime.h"
#include "xla/Runtime/xla_ffi.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct xla_ffi_error {
  std::string message;
};

/// The end of a call that goes on after its function has returned.
struct xla_ffi_future {
  std::mutex mutex;
  std::condition_variable changed;
  bool isDone = false;
  std::unique_ptr<xla_ffi_error> error;
};

namespace xla_runtime {

/// The table of services; it stays.
const xla_ffi_api *getForeignServices();

/// Waits for the end of a call and frees `future`. Returns how it failed.
std::unique_ptr<xla_ffi_error> waitFor(xla_ffi_future *future);

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_FOREIGNCALLS_H
