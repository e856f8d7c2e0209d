//===- Runtime.h - Inside of the default host -------------------*- C++ -*-===//
//
// What the files of libxla_runtime share. Nothing here is exported: users see
// the C header only. The library has no LLVM in it, throws nothing, and its
// singletons are never destroyed, so that threads may outlive `main`.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_RUNTIME_RUNTIME_H
#define XLA_LIB_RUNTIME_RUNTIME_H

#include "xla/Runtime/xla_runtime.h"

#include <cstddef>
#include <cstdint>

namespace xla_runtime {

/// Puts the floating-point state that compiled code expects in place for a
/// scope: round to nearest, exceptions masked, subnormals kept.
class FloatStateScope {
public:
  FloatStateScope();
  ~FloatStateScope();
  FloatStateScope(const FloatStateScope &) = delete;
  FloatStateScope &operator=(const FloatStateScope &) = delete;

private:
  uint64_t saved;
};

/// The thread pool's `xla_host::parallel_for`, without context.
int32_t parallelFor(const xla_call *call, int64_t n, int64_t grain,
                    xla_body_fn body, void *data);

/// True if `call` has been asked to stop.
inline bool isCancelled(const xla_call *call) {
  return call && call->cancel &&
         __atomic_load_n(const_cast<const int32_t *>(call->cancel),
                         __ATOMIC_RELAXED) != 0;
}

/// The default host's services that need no grid of processes.
xla_host getDefaultServices();

/// The function that stands for `target` in the default host, or null.
xla_custom_call_fn findCustomCall(const char *target, void **function_context);

/// The custom call `shape_assertion`: fails with the call's own message unless
/// its first argument is true.
int32_t checkShapeAssertion(void *context, const xla_custom_call *call);

/// Reads one boolean or integer of whole bytes; false for any other type.
bool readInteger(int32_t elementType, const void *data, int64_t &value);

/// The name of an xla_element_type, such as "f32"; "invalid" if it is none.
const char *getElementTypeName(int32_t elementType);

/// Where the call stands, if whoever made the frame knew of that field.
const char *getLocation(const xla_custom_call &call);

/// Writes `message` into the call's error text unless a failure stands there
/// already. Returns `code`.
int32_t report(const xla_call *call, int32_t code, const char *message,
               const char *location);

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_RUNTIME_H
