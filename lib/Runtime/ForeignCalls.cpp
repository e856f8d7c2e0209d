//===- ForeignCalls.cpp - Custom calls in XLA's own interfaces ------------===//
//
// Adapters from our frame of a custom call to those that functions written for
// XLA expect. One adapter serves all: the call says which interface it means.
//
//===----------------------------------------------------------------------===//

#include "ForeignCalls.h"
#include "xla/Runtime/xla_ffi.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>

using namespace xla_runtime;

//===----------------------------------------------------------------------===//
// Plain pointers
//===----------------------------------------------------------------------===//

struct XlaCustomCallStatus {
  bool isFailure = false;
  std::string message;
};

void XlaCustomCallStatusSetSuccess(XlaCustomCallStatus *status) {
  *status = {};
}

void XlaCustomCallStatusSetFailure(XlaCustomCallStatus *status,
                                   const char *message, size_t length) {
  status->isFailure = true;
  status->message.assign(message, length);
}

static int32_t fail(const xla_custom_call &call, int32_t code,
                    const std::string &message) {
  const xla_host *host = call.call->host;
  return host->fail(host->context, call.call, code, message.c_str(),
                    getLocation(call));
}

/// Calls a function of one of the first three versions.
static int32_t callPlain(xla_foreign_fn function, const xla_custom_call &call) {
  std::vector<const void *> ins;
  std::vector<void *> outs;
  for (int32_t i = 0; i < call.num_arguments; ++i)
    ins.push_back(call.arguments[i].data);
  for (int32_t i = 0; i < call.num_results; ++i)
    outs.push_back(call.results[i].data);
  void *out = outs.size() == 1 ? outs[0] : static_cast<void *>(outs.data());
  if (call.api_version == 1) {
    reinterpret_cast<void (*)(void *, const void **)>(function)(out,
                                                                ins.data());
    return XLA_OK;
  }
  XlaCustomCallStatus status;
  auto withStatus =
      reinterpret_cast<void (*)(void *, const void **, const char *, size_t,
                                XlaCustomCallStatus *)>(function);
  withStatus(out, ins.data(), call.backend_config,
             std::strlen(call.backend_config), &status);
  return status.isFailure ? fail(call, XLA_FAILED, status.message) : XLA_OK;
}

//===----------------------------------------------------------------------===//
// Typed frames
//===----------------------------------------------------------------------===//

/// The xla_ffi_type of an xla_element_type, 0 if it has none.
static int32_t getForeignType(int32_t type) {
  static const int32_t types[] = {
      0,
      XLA_FFI_PRED,
      XLA_FFI_S2,
      XLA_FFI_S4,
      XLA_FFI_S8,
      XLA_FFI_S16,
      XLA_FFI_S32,
      XLA_FFI_S64,
      XLA_FFI_U2,
      XLA_FFI_U4,
      XLA_FFI_U8,
      XLA_FFI_U16,
      XLA_FFI_U32,
      XLA_FFI_U64,
      XLA_FFI_F16,
      XLA_FFI_BF16,
      XLA_FFI_F32,
      XLA_FFI_F64,
      XLA_FFI_C64,
      XLA_FFI_C128,
      XLA_FFI_F4E2M1FN,
      0,
      0,
      XLA_FFI_F8E3M4,
      XLA_FFI_F8E4M3,
      XLA_FFI_F8E4M3FN,
      XLA_FFI_F8E4M3FNUZ,
      XLA_FFI_F8E4M3B11FNUZ,
      XLA_FFI_F8E5M2,
      XLA_FFI_F8E5M2FNUZ,
      XLA_FFI_F8E8M0FNU,
  };
  static_assert(std::size(types) == XLA_F8E8M0FNU + 1);
  return type > 0 && type < int32_t(std::size(types)) ? types[type] : 0;
}

namespace {
/// Arguments or results.
struct Buffers {
  Buffers(const xla_buffer *buffers, int32_t count) : kinds(count, 1) {
    for (int32_t i = 0; i < count; ++i) {
      const xla_buffer &buffer = buffers[i];
      int32_t type = getForeignType(buffer.element_type);
      if (!type && !untyped)
        untyped = getElementTypeName(buffer.element_type);
      typed.push_back({sizeof(xla_ffi_buffer), nullptr, type, buffer.data,
                       buffer.rank, const_cast<int64_t *>(buffer.dims)});
    }
    for (xla_ffi_buffer &buffer : typed)
      pointers.push_back(&buffer);
  }
  xla_ffi_buffers get() {
    return {sizeof(xla_ffi_buffers), nullptr, int64_t(typed.size()),
            kinds.data(), pointers.data()};
  }

  std::vector<xla_ffi_buffer> typed;
  std::vector<int32_t> kinds;
  std::vector<void *> pointers;
  /// The first type that has no number there.
  const char *untyped = nullptr;
};

/// Attributes whose names are those of a dictionary, without its own name.
class Dictionary {
public:
  /// Takes those of `attributes` whose names have `prefix` in front.
  Dictionary(const xla_attribute *&next, const xla_attribute *end,
             const std::string &prefix) {
    while (next != end &&
           !std::strncmp(next->name, prefix.c_str(), prefix.size())) {
      const char *name = next->name + prefix.size();
      if (const char *dot = std::strchr(name, '.')) {
        size_t length = dot - name;
        inner.push_back(std::make_unique<Dictionary>(
            next, end, prefix + std::string(name, length) + "."));
        append(name, length, XLA_FFI_DICTIONARY, inner.back()->get());
        continue;
      }
      appendValue(name, *next);
      ++next;
    }
  }

  xla_ffi_attributes *get() {
    all = {sizeof(xla_ffi_attributes),
           nullptr,
           int64_t(kinds.size()),
           kinds.data(),
           names.data(),
           values.data()};
    return &all;
  }

private:
  void append(const char *name, size_t length, int32_t kind, void *value) {
    kinds.push_back(kind);
    texts.push_back({name, length});
    names.push_back(&texts.back());
    values.push_back(value);
  }
  void appendValue(const char *name, const xla_attribute &attribute) {
    void *data = const_cast<void *>(attribute.data);
    size_t length = std::strlen(name), count = size_t(attribute.count);
    int32_t type = getForeignType(attribute.element_type);
    if (attribute.element_type == XLA_INVALID_TYPE) {
      texts.push_back({static_cast<const char *>(data), count});
      append(name, length, XLA_FFI_TEXT, &texts.back());
    } else if (attribute.is_list) {
      arrays.push_back({type, count, data});
      append(name, length, XLA_FFI_ARRAY, &arrays.back());
    } else {
      scalars.push_back({type, data});
      append(name, length, XLA_FFI_SCALAR, &scalars.back());
    }
  }

  // Pointers to their elements stay as more are added.
  std::deque<xla_ffi_text> texts;
  std::deque<xla_ffi_array> arrays;
  std::deque<xla_ffi_scalar> scalars;
  std::vector<std::unique_ptr<Dictionary>> inner;
  std::vector<int32_t> kinds;
  std::vector<xla_ffi_text *> names;
  std::vector<void *> values;
  xla_ffi_attributes all;
};
} // namespace

static int32_t callTyped(xla_foreign_fn function, const xla_custom_call &call) {
  Buffers arguments(call.arguments, call.num_arguments),
      results(call.results, call.num_results);
  for (const Buffers *buffers : {&arguments, &results})
    if (buffers->untyped)
      return fail(call, XLA_UNIMPLEMENTED,
                  std::string(call.target) + ": elements of type " +
                      buffers->untyped + " have no number in typed calls");
  const xla_attribute *next = call.attributes;
  Dictionary attributes(next, next + call.num_attributes, "");
  xla_ffi_frame frame = {};
  frame.struct_size =
      offsetof(xla_ffi_frame, attributes) + sizeof(frame.attributes);
  frame.api = getForeignServices();
  frame.stage = 3;
  frame.arguments = arguments.get();
  frame.results = results.get();
  frame.attributes = *attributes.get();
  std::unique_ptr<xla_ffi_error> error(
      reinterpret_cast<xla_ffi_handler>(function)(&frame));
  if (!error && frame.future)
    error = waitFor(frame.future);
  return error ? fail(call, XLA_FAILED, error->message) : XLA_OK;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// The custom call whose context is the function.
static int32_t callForeign(void *context, const xla_custom_call *call) {
  auto function = reinterpret_cast<xla_foreign_fn>(context);
  switch (call->api_version) {
  case 1:
  case 2:
  case 3:
    return callPlain(function, *call);
  case 4:
    return callTyped(function, *call);
  default:
    return fail(*call, XLA_INVALID_ARGUMENT,
                std::string(call->target) +
                    ": expected api_version to be 1 to 4, which says how to "
                    "call the function, but got " +
                    std::to_string(call->api_version));
  }
}

void xla_register_foreign_call(const char *target, xla_foreign_fn function) {
  xla_register_custom_call(target, function ? callForeign : nullptr,
                           reinterpret_cast<void *>(function));
}

int32_t xla_load_foreign_call(const char *target, const char *path,
                              const char *symbol, char *error,
                              int64_t error_capacity) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void *function = library ? dlsym(library, symbol) : nullptr;
  if (function) {
    xla_register_foreign_call(target,
                              reinterpret_cast<xla_foreign_fn>(function));
    return XLA_OK;
  }
  const char *reason = dlerror();
  if (error && error_capacity > 0)
    std::snprintf(error, size_t(error_capacity), "%s",
                  reason ? reason : "expected a function, but got null");
  return XLA_INVALID_ARGUMENT;
}
