/*===- xla_model.h - What the headers of compiled programs share --*- C -*-===*
 *
 * Included by what `xla-compile --header` writes. The C part needs no library
 * but for what it says it calls; the C++ part calls libxla_runtime.
 *
 *===----------------------------------------------------------------------===*/

#ifndef XLA_RUNTIME_XLA_MODEL_H
#define XLA_RUNTIME_XLA_MODEL_H

#include "xla/Runtime/xla_runtime.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A call with what `call`, which may be null, says, as far as its caller knew
 * the struct. */
static inline xla_call xla_copy_call(const xla_call *call) {
  xla_call complete;
  memset(&complete, 0, sizeof(complete));
  if (call)
    memcpy(&complete, call,
           call->struct_size < sizeof(complete) ? call->struct_size
                                                : sizeof(complete));
  complete.abi_version = XLA_ABI_VERSION;
  complete.struct_size = sizeof(complete);
  return complete;
}

/*===----------------------------------------------------------------------===*
 * A host without threads or memory, for programs that link no library
 *===----------------------------------------------------------------------===*/

static inline int32_t xla_serial_for(void *context, const xla_call *call,
                                     int64_t n, int64_t grain, xla_body_fn body,
                                     void *data) {
  (void)context, (void)call, (void)grain;
  return n > 0 ? body(data, 0, n, 0) : XLA_OK;
}

static inline int32_t xla_serial_fail(void *context, const xla_call *call,
                                      int32_t code, const char *message,
                                      const char *location) {
  (void)context, (void)location;
  if (call->error && call->error_capacity > 0 && !call->error[0]) {
    size_t length = strlen(message), most = (size_t)call->error_capacity - 1;
    memcpy(call->error, message, length < most ? length : most);
    call->error[length < most ? length : most] = 0;
  }
  return code;
}

/* The custom calls of a program without libxla_runtime: none. */
static inline xla_custom_call_fn
xla_serial_find_custom_call(void *context, const char *target,
                            void **function_context) {
  (void)context, (void)target, (void)function_context;
  return 0;
}

static inline const xla_host *xla_serial_host(void) {
  static const xla_host host = {XLA_ABI_VERSION,
                                sizeof(xla_host),
                                0,
                                xla_serial_for,
                                xla_serial_fail,
                                xla_serial_find_custom_call,
                                0,
                                0,
                                0,
                                0};
  return &host;
}

/* A call on that host. */
static inline xla_call xla_serial_call(void) {
  xla_call call = xla_copy_call(0);
  call.host = xla_serial_host();
  call.thread_limit = 1;
  return call;
}

#ifdef __cplusplus
} /* extern "C" */

#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

namespace xla_models {

/// A call that failed.
class Error : public std::runtime_error {
public:
  Error(int32_t code, const std::string &text)
      : std::runtime_error(text), code(code) {}
  const int32_t code; ///< xla_status
};

/// What the classes of the programs have in common. Threads may call one at
/// once.
class Model {
public:
  const xla_info &info() const { return *description; }

  /// Threads of a call, 0: as many as the host has.
  int32_t thread_limit = 0;
  /// Services; null: the default host.
  const xla_host *host = nullptr;

protected:
  Model(xla_entry_fn entry, const xla_info &info)
      : entry(entry), description(&info) {}

  /// Maps the file that has the large constants; once is enough.
  void loadWeights(const std::string &path) const {
    char error[1024] = "";
    int32_t code =
        xla_load_weights(description, path.c_str(), 0, error, sizeof(error));
    if (code != XLA_OK)
      throw Error(code, error);
  }

  void run(std::initializer_list<const void *> arguments,
           std::initializer_list<void *> results) const {
    char error[512] = "";
    xla_call call = xla_copy_call(nullptr);
    call.arguments = const_cast<void *const *>(arguments.begin());
    call.results = results.begin();
    call.thread_limit = thread_limit;
    call.host = host;
    call.error = error;
    call.error_capacity = sizeof(error);
    int32_t code = xla_invoke(entry, description, &call);
    if (code != XLA_OK)
      throw Error(code, std::string(xla_status_name(code)) + ": " + error);
  }

  /// The elements of a container, which must be `size`.
  template <typename T, typename Container>
  static T *getData(Container &container, int64_t size, const char *name) {
    if (static_cast<int64_t>(container.size()) != size)
      throw Error(XLA_INVALID_ARGUMENT,
                  std::string("expected ") + std::to_string(size) +
                      " elements in " + name + ", but got " +
                      std::to_string(container.size()));
    return container.data();
  }

private:
  xla_entry_fn entry;
  const xla_info *description;
};

} // namespace xla_models
#endif /* __cplusplus */

#endif /* XLA_RUNTIME_XLA_MODEL_H */
