//===- Compile.cpp - Compile and run programs for Python ------------------===//
//
// The compiler works without the interpreter lock, and takes it now and then to
// see whether a signal has come.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include <nanobind/stl/string.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

namespace nb = nanobind;
using namespace xla_python;

namespace {
/// A compilation that Python waits for.
class Watch {
public:
  explicit Watch(nb::object progress, const std::string &traceFile)
      : progress(std::move(progress)), traceFile(traceFile) {
    watch.abi_version = XLA_ABI_VERSION;
    watch.struct_size = sizeof(watch);
    watch.report = [](void *self, const char *text) {
      static_cast<Watch *>(self)->diagnostics += text;
    };
    watch.report_context = this;
    watch.message = [](void *self, const xla_message *message) {
      static_cast<Watch *>(self)->messages.emplace_back(*message);
    };
    watch.message_context = this;
    watch.is_cancelled = [](void *self) -> int32_t {
      return static_cast<Watch *>(self)->isCancelled();
    };
    watch.cancel_context = this;
    if (!this->progress.is_none())
      watch.progress = [](void *self, const xla_progress *step) {
        static_cast<Watch *>(self)->tell(*step);
      };
    watch.progress_context = this;
    if (!this->traceFile.empty())
      watch.trace_file = this->traceFile.c_str();
  }

  /// Calls `compile` without the interpreter lock; throws what Python raised
  /// meanwhile, or CompileFailure.
  template <typename Compile> xla_program *run(Compile &&compile) {
    xla_program *program = nullptr;
    try {
      check([&](const xla_compile_watch *watch) {
        return (program = compile(watch)) != nullptr;
      });
    } catch (...) {
      xla_program_destroy(program);
      throw;
    }
    return program;
  }

  /// The same for what says whether it could. What changes an object of Python
  /// `isLocked` meanwhile.
  template <typename Compile>
  void check(Compile &&compile, bool isLocked = false) {
    bool done;
    {
      std::optional<nb::gil_scoped_release> release;
      if (!isLocked)
        release.emplace();
      done = compile(&watch);
    }
    if (raised) {
      std::unique_ptr<nb::python_error> error = std::move(raised);
      throw nb::python_error(std::move(*error));
    }
    if (!done)
      throw CompileFailure(diagnostics, std::move(messages));
    for (const Message &message : messages)
      if (message.severity == XLA_WARNING &&
          PyErr_WarnEx(PyExc_UserWarning, makeUTF8(message.text).c_str(),
                       /*stack_level=*/3) != 0)
        throw nb::python_error();
  }

private:
  using Clock = std::chrono::steady_clock;

  bool isCancelled() {
    // Only Python's main thread handles signals: the one that compiles, if any.
    if (cancelled || std::this_thread::get_id() != thread)
      return cancelled;
    Clock::time_point now = Clock::now();
    if (now < nextLook)
      return false;
    nextLook = now + std::chrono::milliseconds(20);
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0)
      fail();
    return cancelled;
  }

  void tell(const xla_progress &step) {
    nb::gil_scoped_acquire acquire;
    if (cancelled)
      return;
    try {
      progress(step.name, step.done, step.total, step.seconds);
    } catch (nb::python_error &error) {
      if (!raised)
        raised = std::make_unique<nb::python_error>(std::move(error));
      cancelled = true;
    }
  }

  /// Takes what Python has raised, which ends the compilation.
  void fail() {
    if (!raised)
      raised = std::make_unique<nb::python_error>();
    else
      PyErr_Clear();
    cancelled = true;
  }

  xla_compile_watch watch = {};
  nb::object progress;
  std::string traceFile, diagnostics;
  std::vector<Message> messages;
  std::thread::id thread = std::this_thread::get_id();
  Clock::time_point nextLook = Clock::now();
  std::atomic<bool> cancelled{false};
  /// Written with the interpreter lock.
  std::unique_ptr<nb::python_error> raised;
};
} // namespace

Message::Message(const xla_message &given)
    : severity(given.severity), line(given.line), column(given.column),
      text(given.message), file(given.file) {
  for (int32_t i = 0; i < given.num_notes; ++i)
    notes.emplace_back(*given.notes[i]);
}

nb::tuple Message::toTuple() const {
  static const char *const names[] = {"note", "warning", "error", "remark"};
  nb::list list;
  for (const Message &note : notes)
    list.append(note.toTuple());
  return nb::make_tuple(names[severity & 3], makeUTF8(file), line, column,
                        makeUTF8(text), nb::tuple(list));
}

Program::Program(nb::bytes content, const std::string &name,
                 const std::string &options, nb::object progress,
                 const std::string &traceFile) {
  const char *text = content.c_str();
  auto size = static_cast<int64_t>(content.size());
  program = Watch(std::move(progress), traceFile)
                .run([&](const xla_compile_watch *watch) {
                  return xla_compile_watched(text, size, name.c_str(),
                                             options.c_str(), watch);
                });
}

void Program::compileToFile(nb::bytes content, const std::string &name,
                            const std::string &options, const std::string &path,
                            const std::string &header,
                            const std::string &symbol) {
  const char *text = content.c_str();
  auto size = static_cast<int64_t>(content.size());
  auto orNull = [](const std::string &text) {
    return text.empty() ? nullptr : text.c_str();
  };
  xla_output output = {XLA_ABI_VERSION, sizeof(xla_output), path.c_str(),
                       orNull(header), orNull(symbol)};
  Watch(nb::none(), "").check([&](const xla_compile_watch *watch) {
    return xla_compile_to_output(text, size, name.c_str(), options.c_str(),
                                 &output, watch) == XLA_OK;
  });
}

MlirModule xla_python::readModule(nb::bytes content, const std::string &name,
                                  MlirContext context) {
  const char *text = content.c_str();
  auto size = static_cast<int64_t>(content.size());
  MlirModule module = {nullptr};
  Watch(nb::none(), "")
      .check(
          [&](const xla_compile_watch *watch) {
            module = xla_read_module(context, text, size, name.c_str(), watch);
            return !mlirModuleIsNull(module);
          },
          /*isLocked=*/true);
  return module;
}

Program *Program::load(const std::string &path, const std::string &weights,
                       const std::string &name) {
  char error[1024] = "";
  xla_load_options options = {};
  options.abi_version = XLA_ABI_VERSION;
  options.struct_size = sizeof(options);
  options.error = error;
  options.error_capacity = sizeof(error);
  options.weights = weights.empty() ? nullptr : weights.c_str();
  xla_package *package;
  {
    nb::gil_scoped_release release;
    package = xla_package_load(path.c_str(), &options);
  }
  if (!package)
    throw nb::value_error(makeUTF8(error).c_str());
  xla_entry_fn entry = nullptr;
  if (const xla_info *info = xla_package_choose(package, name.c_str(), &entry,
                                                error, sizeof(error)))
    return new Program(package, info, entry);
  xla_package_destroy(package);
  throw nb::value_error(makeUTF8(error).c_str());
}

nb::list Program::getEntries() const {
  nb::list names;
  for (int32_t i = 0; i < xla_package_count(package); ++i)
    names.append(xla_package_at(package, i, nullptr)->name);
  return names;
}

nb::list Program::getTensors(const xla_tensor_info *first,
                             int32_t count) const {
  nb::list list;
  for (int32_t i = 0; i < count; ++i) {
    const xla_tensor_info &tensor = getTensor(first, i);
    nb::list dims;
    for (int32_t d = 0; d < tensor.rank; ++d)
      dims.append(tensor.dims[d]);
    list.append(nb::make_tuple(tensor.element_type, nb::tuple(dims),
                               tensor.byte_size,
                               tensor.name ? tensor.name : ""));
  }
  return list;
}

Program *Program::specialize(const std::vector<int64_t> &dynamicDims,
                             const std::vector<uintptr_t> &arguments) const {
  if (int64_t(arguments.size()) != info().num_arguments ||
      int64_t(dynamicDims.size()) != info().num_dynamic_dims || !isDynamic())
    throw nb::value_error(
        ("expected " + std::to_string(info().num_arguments) +
         " arguments and " + std::to_string(info().num_dynamic_dims) +
         " dynamic dimensions of a program that has them, got " +
         std::to_string(arguments.size()) + " and " +
         std::to_string(dynamicDims.size()))
            .c_str());
  auto *buffers = reinterpret_cast<const void *const *>(arguments.data());
  return new Program(
      Watch(nb::none(), "").run([&](const xla_compile_watch *watch) {
        return xla_program_specialize_watched(program, dynamicDims.data(),
                                              buffers, watch);
      }));
}

void Program::run(void *const *arguments, void *const *results,
                  int threads) const {
  char error[512];
  error[0] = 0;
  xla_call call = {};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = arguments;
  call.results = results;
  call.thread_limit = threads;
  call.error = error;
  call.error_capacity = sizeof(error);
  int32_t code;
  {
    nb::gil_scoped_release release;
    code = xla_invoke(getEntry(), &info(), &call);
  }
  if (code != XLA_OK)
    throw std::runtime_error(std::string(xla_status_name(code)) + ": " +
                             makeUTF8(error));
}

void Program::call(const std::vector<uintptr_t> &arguments,
                   const std::vector<uintptr_t> &results, int threads) const {
  if (int64_t(arguments.size()) != info().num_arguments ||
      int64_t(results.size()) != info().num_results || isDynamic())
    throw nb::value_error(("expected " + std::to_string(info().num_arguments) +
                           " arguments and " +
                           std::to_string(info().num_results) +
                           " results of a program with one shape, got " +
                           std::to_string(arguments.size()) + " and " +
                           std::to_string(results.size()))
                              .c_str());
  run(reinterpret_cast<void *const *>(arguments.data()),
      reinterpret_cast<void *const *>(results.data()), threads);
}
