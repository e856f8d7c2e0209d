//===- WatchFlags.cpp - Flags of tools that compile -----------------------===//
//
// How long a compilation may take, and where a program goes that it fails on.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/WatchFlags.h"

#include "xla/Codegen/Buffers/BufferReport.h"
#include "xla/Pipelines/CompileProgress.h"
#include "xla/Pipelines/CompileTrace.h"
#include "xla/Tools/ToolSupport.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace xla;
using llvm::raw_ostream;
namespace cl = llvm::cl;

WatchFlags::WatchFlags(cl::OptionCategory &category)
    : timeout("compile-timeout", cl::init(0), cl::value_desc("seconds"),
              cl::desc("Give up compiling after this time, between passes and "
                       "between the parts that LLVM compiles (default: never)"),
              cl::cat(category)),
      failureFolder(
          "failure-dir", cl::value_desc("folder"),
          cl::desc("Where a program is written that the compiler fails on by "
                   "its own fault (default: the folder for temporary files)"),
          cl::cat(category)),
      timePasses("time-passes",
                 cl::desc("Print how long each pass took, MLIR's and LLVM's, "
                          "and by how much memory grew"),
                 cl::cat(category)),
      traceFile("trace-file", cl::value_desc("file"),
                cl::desc("Write the same in the order of time, as trace events "
                         "that Perfetto opens"),
                cl::cat(category)),
      progress(
          "compile-progress",
          cl::desc("Print each pass and kernel as it begins (default: on a "
                   "terminal, once compiling has taken two seconds)"),
          cl::cat(category)),
      decisions("decisions", cl::value_desc("file"),
                cl::desc("Write what the compiler decided and why, as lines of "
                         "JSON, which xla-explain reads"),
                cl::cat(category)),
      printBuffers("print-buffers",
                   cl::desc("Print the buffers of the program before it runs: "
                            "size, place, life and source, and what all take"),
                   cl::cat(category)) {}

/// `kernel 3 of 40 (loop_add_1), 2.5 s`.
static void print(raw_ostream &os, const ProgressStep &step) {
  if (step.total)
    os << "kernel " << std::min(step.done + 1, step.total) << " of "
       << step.total << " (" << step.name << ")";
  else
    os << "pass " << step.name;
  os << llvm::format(", %.1f s", step.seconds);
}

/// Lines, or on a terminal one line that is written over.
static std::shared_ptr<CompileProgress> createProgress(bool always) {
  if (always)
    return std::make_shared<CompileProgress>(
        [](const ProgressStep &step) {
          if (step.name.empty())
            return;
          llvm::errs() << "compiling: ";
          print(llvm::errs(), step);
          llvm::errs() << "\n";
        },
        /*quietSeconds=*/0);
  if (!llvm::errs().is_displayed())
    return nullptr;
  return std::make_shared<CompileProgress>([](const ProgressStep &step) {
    llvm::errs() << "\r\033[K";
    if (step.name.empty())
      return;
    llvm::errs() << "compiling: ";
    print(llvm::errs(), step);
  });
}

/// A trace that says at its end what is in it.
static std::shared_ptr<CompileTrace> createTrace(bool printsTotals,
                                                 const std::string &file) {
  return {new CompileTrace, [=](CompileTrace *trace) {
            if (printsTotals)
              trace->printTotals(llvm::errs());
            std::string text;
            llvm::raw_string_ostream os(text);
            trace->writeJSON(os);
            // An error has been printed.
            if (!file.empty())
              (void)writeOutput(file, text);
            delete trace;
          }};
}

CompileControl WatchFlags::start() const {
  CompileControl control;
  control.setTimeout(timeout);
  control.failureFolder = failureFolder;
  if (control.failureFolder.empty()) {
    llvm::SmallString<128> folder;
    llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, folder);
    control.failureFolder = folder.str().str();
  }
  control.progress = createProgress(progress);
  if (printBuffers)
    control.instrument = addBufferPrinter;
  if (timePasses || !traceFile.empty())
    control.trace = createTrace(timePasses, traceFile);
  llvm::CrashRecoveryContext::Enable();
  return control;
}
