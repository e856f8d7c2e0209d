//===- CustomCalls.cpp - Custom calls of the default host -----------------===//
//
// A table by name, which users and the libraries they load fill; behind it what
// this library has itself.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebra/Frame.h"
#include "Runtime.h"

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <string>
#include <unordered_map>

using namespace xla_runtime;

namespace {
struct CustomCalls {
  struct Entry {
    xla_custom_call_fn function;
    void *context;
  };
  std::mutex mutex;
  std::unordered_map<std::string, Entry> entries;
};
} // namespace

static CustomCalls &getCustomCalls() {
  static CustomCalls *calls = new CustomCalls;
  return *calls;
}

extern "C" void xla_register_custom_call(const char *target,
                                         xla_custom_call_fn function,
                                         void *function_context) {
  CustomCalls &calls = getCustomCalls();
  std::lock_guard<std::mutex> lock(calls.mutex);
  if (function)
    calls.entries[target] = {function, function_context};
  else
    calls.entries.erase(target);
}

xla_custom_call_fn xla_runtime::findCustomCall(const char *target,
                                               void **function_context) {
  *function_context = nullptr;
  CustomCalls &calls = getCustomCalls();
  std::lock_guard<std::mutex> lock(calls.mutex);
  auto it = calls.entries.find(target);
  if (it == calls.entries.end())
    return std::strcmp(target, "shape_assertion") == 0
               ? checkShapeAssertion
               : findLinearAlgebra(target, function_context);
  *function_context = it->second.context;
  return it->second.function;
}

extern "C" const xla_attribute *xla_find_attribute(const xla_custom_call *call,
                                                   const char *name) {
  for (int32_t i = 0; i < call->num_attributes; ++i)
    if (!std::strcmp(call->attributes[i].name, name))
      return &call->attributes[i];
  return nullptr;
}

template <typename T> static int64_t readAs(const void *data) {
  T value;
  std::memcpy(&value, data, sizeof(value));
  return static_cast<int64_t>(value);
}

bool xla_runtime::readInteger(int32_t elementType, const void *data,
                              int64_t &value) {
  auto read = [&](auto type) {
    value = readAs<decltype(type)>(data);
    return true;
  };
  switch (elementType) {
  case XLA_I1:
  case XLA_UI8:
    return read(uint8_t());
  case XLA_I8:
    return read(int8_t());
  case XLA_I16:
    return read(int16_t());
  case XLA_UI16:
    return read(uint16_t());
  case XLA_I32:
    return read(int32_t());
  case XLA_UI32:
    return read(uint32_t());
  case XLA_I64:
  case XLA_UI64:
    return read(int64_t());
  default:
    return false;
  }
}

const char *xla_runtime::getLocation(const xla_custom_call &call) {
  bool hasField = call.struct_size >=
                  offsetof(xla_custom_call, location) + sizeof(call.location);
  return hasField ? call.location : nullptr;
}

extern "C" int32_t xla_load_library(const char *path, char *error,
                                    int64_t error_capacity) {
  auto fail = [&](int32_t code, const char *reason) {
    if (error && error_capacity > 0)
      std::snprintf(error, static_cast<size_t>(error_capacity), "%s", reason);
    return code;
  };
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return fail(XLA_INVALID_ARGUMENT, dlerror());
  auto add =
      reinterpret_cast<xla_library_fn>(dlsym(library, "xla_register_library"));
  if (!add)
    return fail(
        XLA_INVALID_ARGUMENT,
        (std::string(path) + ": expected a function xla_register_library")
            .c_str());
  int32_t code = add(XLA_ABI_VERSION, xla_register_custom_call);
  if (code != XLA_OK)
    return fail(code, (std::string(path) + ": xla_register_library returned " +
                       std::to_string(code))
                          .c_str());
  return XLA_OK;
}
