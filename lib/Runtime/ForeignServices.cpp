//===- ForeignServices.cpp - What typed calls of XLA may ask for ----------===//
//
// Errors, types, memory and threads for functions that xla_ffi.h describes. A
// service that fails returns an error, which belongs to whoever called it.
//
//===----------------------------------------------------------------------===//

#include "ForeignCalls.h"

#include <cstdlib>
#include <unordered_map>

using namespace xla_runtime;

static xla_ffi_error *refuse(const std::string &message) {
  return new xla_ffi_error{message};
}

//===----------------------------------------------------------------------===//
// Errors and futures
//===----------------------------------------------------------------------===//

static xla_ffi_error *createError(xla_ffi_request *request) {
  return refuse(request->fields.new_error.message);
}

static void getMessage(xla_ffi_request *request) {
  request->fields.error.message = request->fields.error.error->message.c_str();
}

static void destroyError(xla_ffi_request *request) {
  delete request->fields.error.error;
}

static xla_ffi_error *createFuture(xla_ffi_request *request) {
  request->fields.future.future = new xla_ffi_future;
  return nullptr;
}

static void finish(xla_ffi_future *future, xla_ffi_error *error) {
  // With the lock held: whoever waits may free the future right afterwards.
  std::lock_guard<std::mutex> lock(future->mutex);
  future->error.reset(error);
  future->isDone = true;
  future->changed.notify_all();
}

static xla_ffi_error *completeFuture(xla_ffi_request *request) {
  finish(request->fields.future.future, nullptr);
  return nullptr;
}

static xla_ffi_error *failFuture(xla_ffi_request *request) {
  finish(request->fields.future.future, request->fields.future.error);
  return nullptr;
}

std::unique_ptr<xla_ffi_error> xla_runtime::waitFor(xla_ffi_future *future) {
  std::unique_ptr<xla_ffi_future> owner(future);
  std::unique_lock<std::mutex> lock(future->mutex);
  future->changed.wait(lock, [&] { return future->isDone; });
  std::unique_ptr<xla_ffi_error> error = std::move(future->error);
  lock.unlock();
  return error;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static std::string copy(xla_ffi_text text) {
  return std::string(text.data, text.length);
}

static xla_ffi_error *registerHandler(xla_ffi_request *request) {
  auto &handler = request->fields.handler;
  if (handler.instantiate || handler.prepare || handler.initialize)
    return refuse("expected a handler with an execute stage alone");
  xla_register_foreign_call(copy(handler.name).c_str(),
                            reinterpret_cast<xla_foreign_fn>(handler.execute));
  return nullptr;
}

static xla_ffi_error *registerType(xla_ffi_request *request) {
  static std::mutex mutex;
  static auto *ids = new std::unordered_map<std::string, int64_t>;
  auto &type = request->fields.type;
  std::lock_guard<std::mutex> lock(mutex);
  int64_t wanted = *type.id ? *type.id : int64_t(ids->size()) + 1;
  int64_t known = ids->try_emplace(copy(type.name), wanted).first->second;
  if (*type.id && known != *type.id)
    return refuse("expected the type " + copy(type.name) +
                  " to have the id that it was registered with");
  *type.id = known;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Memory, threads and places
//===----------------------------------------------------------------------===//

static xla_ffi_error *allocateMemory(xla_ffi_request *request) {
  auto &memory = request->fields.new_memory;
  memory.data = nullptr;
  size_t alignment = std::max(memory.alignment, sizeof(void *));
  if (posix_memalign(&memory.data, alignment, std::max<size_t>(memory.size, 1)))
    return refuse("no memory for " + std::to_string(memory.size) +
                  " bytes at a multiple of " + std::to_string(alignment));
  return nullptr;
}

static xla_ffi_error *freeMemory(xla_ffi_request *request) {
  std::free(request->fields.old_memory.data);
  return nullptr;
}

static xla_ffi_error *schedule(xla_ffi_request *request) {
  request->fields.task.task(request->fields.task.data);
  return nullptr;
}

static xla_ffi_error *getNumThreads(xla_ffi_request *request) {
  *request->fields.threads.count = 1;
  return nullptr;
}

static xla_ffi_error *getRunId(xla_ffi_request *request) {
  request->fields.run.id = 0;
  return nullptr;
}

static xla_ffi_error *getDeviceOrdinal(xla_ffi_request *request) {
  request->fields.device.ordinal = 0;
  return nullptr;
}

static xla_ffi_error *getStream(xla_ffi_request *) {
  return refuse("there are no streams on a CPU");
}

static xla_ffi_error *getUserContext(xla_ffi_request *) {
  return refuse("calls have no user contexts here");
}

static xla_ffi_error *refuseState(xla_ffi_request *) {
  return refuse("calls have no states here");
}

static xla_ffi_api createServices() {
  xla_ffi_api api = {};
  api.struct_size = sizeof(api);
  api.version = {sizeof(api.version), nullptr, 0, 3};
  api.create_error = createError;
  api.get_message = getMessage;
  api.destroy_error = destroyError;
  api.register_handler = registerHandler;
  api.get_stream = getStream;
  api.register_type = registerType;
  api.get_user_context = getUserContext;
  api.set_state = api.get_state = refuseState;
  api.allocate_memory = allocateMemory;
  api.free_memory = freeMemory;
  api.schedule = schedule;
  api.get_num_threads = getNumThreads;
  api.create_future = createFuture;
  api.complete_future = completeFuture;
  api.fail_future = failFuture;
  api.get_run_id = getRunId;
  api.get_device_ordinal = getDeviceOrdinal;
  return api;
}

const xla_ffi_api *xla_runtime::getForeignServices() {
  static const xla_ffi_api api = createServices();
  return &api;
}
