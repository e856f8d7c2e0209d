//===- Watch.cpp - Watch over a compilation -------------------------------===//
//
// From the struct of C to the compiler's own.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "xla-c/Registration.h"

#include "xla/Pipelines/CompileProgress.h"
#include "xla/Pipelines/CompileTrace.h"

#include "mlir/CAPI/IR.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>

using namespace xla;

/// What a caller, perhaps of an older header, asks for.
template <typename Struct> static Struct complete(const Struct *given) {
  Struct full = {};
  if (given)
    std::memcpy(&full, given,
                std::min<size_t>(given->struct_size, sizeof(full)));
  return full;
}

static CompileControl makeControl(const xla_compile_watch &watch) {
  CompileControl control;
  if (watch.is_cancelled)
    control.isCancelled = [watch] {
      return watch.is_cancelled(watch.cancel_context) != 0;
    };
  if (watch.progress)
    control.progress = std::make_shared<CompileProgress>(
        [watch](const ProgressStep &step) {
          std::string name = step.name.str();
          xla_progress told = {XLA_ABI_VERSION, sizeof(xla_progress),
                               name.c_str(),    step.done,
                               step.total,      step.seconds};
          watch.progress(watch.progress_context, &told);
        },
        watch.quiet_seconds > 0 ? watch.quiet_seconds : 2);
  if (watch.trace_file)
    control.trace = std::make_shared<CompileTrace>();
  return control;
}

namespace {
/// A message as C has it, with all that it points to.
class MessageForC {
public:
  explicit MessageForC(const CompileMessage &message) {
    for (const CompileMessage &note : message.notes)
      notes.push_back(std::make_unique<MessageForC>(note));
    for (const auto &note : notes)
      pointers.push_back(&note->value);
    value.abi_version = XLA_ABI_VERSION;
    value.struct_size = sizeof(value);
    value.severity = getSeverity(message.severity);
    value.line = static_cast<int32_t>(message.line);
    value.column = static_cast<int32_t>(message.column);
    value.num_notes = static_cast<int32_t>(pointers.size());
    value.message = message.text.c_str();
    value.file = message.file.c_str();
    value.notes = pointers.data();
  }
  MessageForC(const MessageForC &) = delete;
  MessageForC &operator=(const MessageForC &) = delete;

  xla_message value = {};

private:
  static int32_t getSeverity(mlir::DiagnosticSeverity severity) {
    switch (severity) {
    case mlir::DiagnosticSeverity::Note:
      return XLA_NOTE;
    case mlir::DiagnosticSeverity::Warning:
      return XLA_WARNING;
    case mlir::DiagnosticSeverity::Error:
      return XLA_ERROR;
    case mlir::DiagnosticSeverity::Remark:
      return XLA_REMARK;
    }
    return XLA_ERROR;
  }

  std::vector<std::unique_ptr<MessageForC>> notes;
  std::vector<const xla_message *> pointers;
};
} // namespace

/// Calls `compile`, which adds to the report it gets, watched.
template <typename Compile>
static auto runWatched(const xla_compile_watch &watch, Compile &&compile) {
  CompileControl control = makeControl(watch);
  CompileReport said;
  auto result = compile(control, said);
  if (control.trace) {
    std::error_code code;
    llvm::raw_fd_ostream os(watch.trace_file, code);
    if (!code) {
      control.trace->writeJSON(os);
      os.close();
      code = os.error();
      os.clear_error();
    }
    if (code)
      said.add(mlir::DiagnosticSeverity::Warning,
               llvm::Twine("cannot write '") + watch.trace_file +
                   "': " + code.message());
  }
  // Its thread calls back no more.
  control.progress.reset();
  tell(watch.report, watch.report_context, said);
  for (const CompileMessage &message : said.messages) {
    if (!watch.message)
      break;
    MessageForC told(message);
    watch.message(watch.message_context, &told.value);
  }
  return result;
}

xla_program *xla_compile_watched(const char *content, int64_t size,
                                 const char *name, const char *options,
                                 const xla_compile_watch *watch) {
  return runWatched(complete(watch),
                    [&](const CompileControl &control, CompileReport &said) {
                      return compileForC(llvm::StringRef(content, size), name,
                                         options, control, said);
                    });
}

xla_program *xla_program_specialize_watched(xla_program *program,
                                            const int64_t *dynamicDims,
                                            const void *const *arguments,
                                            const xla_compile_watch *watch) {
  return runWatched(
      complete(watch), [&](const CompileControl &control, CompileReport &said) {
        return specializeForC(*program, dynamicDims, arguments, &control, said);
      });
}

int32_t xla_compile_to_file(const char *content, int64_t size, const char *name,
                            const char *options, const char *path,
                            const xla_compile_watch *watch) {
  xla_output output = {};
  output.abi_version = XLA_ABI_VERSION;
  output.struct_size = sizeof(output);
  output.path = path;
  return xla_compile_to_output(content, size, name, options, &output, watch);
}

int32_t xla_compile_to_output(const char *content, int64_t size,
                              const char *name, const char *options,
                              const xla_output *output,
                              const xla_compile_watch *watch) {
  xla_output full = complete(output);
  bool done = runWatched(
      complete(watch), [&](const CompileControl &control, CompileReport &said) {
        return compileToOutputForC(llvm::StringRef(content, size), name,
                                   options, full, control, said);
      });
  return done ? XLA_OK : XLA_FAILED;
}

MlirModule xla_read_module(MlirContext context, const char *content,
                           int64_t size, const char *name,
                           const xla_compile_watch *watch) {
  xla_compile_watch told = complete(watch);
  told.is_cancelled = nullptr;
  told.progress = nullptr;
  told.trace_file = nullptr;
  return wrap(
      runWatched(told, [&](const CompileControl &, CompileReport &said) {
        return readModuleForC(llvm::StringRef(content, size), name,
                              *unwrap(context), said);
      }));
}
