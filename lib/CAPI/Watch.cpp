//===- Watch.cpp - Watch over a compilation -------------------------------===//
//
// From the struct of C to the compiler's own.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Watch.h"
#include "Program.h"

#include "xla/Pipelines/CompileProgress.h"
#include "xla/Pipelines/CompileTrace.h"

#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>

using namespace xla;

/// What a caller, perhaps of an older header, asks for.
static xla_compile_watch complete(const xla_compile_watch *watch) {
  xla_compile_watch full = {};
  if (watch)
    std::memcpy(&full, watch,
                std::min<size_t>(watch->struct_size, sizeof(full)));
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

/// Calls `compile`, which adds to the diagnostics it gets, watched.
template <typename Compile>
static auto runWatched(const xla_compile_watch &watch, Compile &&compile) {
  CompileControl control = makeControl(watch);
  std::string diagnostics;
  auto result = compile(control, diagnostics);
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
      diagnostics += "warning: cannot write '" + std::string(watch.trace_file) +
                     "': " + code.message() + "\n";
  }
  // Its thread calls back no more.
  control.progress.reset();
  if (watch.report && !diagnostics.empty())
    watch.report(watch.report_context, diagnostics.c_str());
  return result;
}

xla_program *xla_compile_watched(const char *content, int64_t size,
                                 const char *name, const char *options,
                                 const xla_compile_watch *watch) {
  return runWatched(complete(watch), [&](const CompileControl &control,
                                         std::string &diagnostics) {
    return compileForC(llvm::StringRef(content, size), name, options, control,
                       diagnostics);
  });
}

xla_program *xla_program_specialize_watched(xla_program *program,
                                            const int64_t *dynamicDims,
                                            const void *const *arguments,
                                            const xla_compile_watch *watch) {
  return runWatched(complete(watch), [&](const CompileControl &control,
                                         std::string &diagnostics) {
    return specializeForC(*program, dynamicDims, arguments, &control,
                          diagnostics);
  });
}

int32_t xla_compile_to_file(const char *content, int64_t size, const char *name,
                            const char *options, const char *path,
                            const xla_compile_watch *watch) {
  bool done = runWatched(complete(watch), [&](const CompileControl &control,
                                              std::string &diagnostics) {
    return compileToFileForC(llvm::StringRef(content, size), name, options,
                             path, control, diagnostics);
  });
  return done ? XLA_OK : XLA_FAILED;
}
