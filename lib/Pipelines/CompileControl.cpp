//===- CompileControl.cpp - Watch over a compilation ----------------------===//
//
// Deadlines, cancellation, what passes show, failures that are the compiler's
// own, and crashes.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/CompileControl.h"
#include "xla/Dialect/XLA/IR/Refused.h"
#include "xla/Pipelines/CompileProgress.h"
#include "xla/Pipelines/CompileTrace.h"
#include "xla/Pipelines/DecisionLog.h"
#include "xla/Pipelines/Phases.h"
#include "xla/Support/Version.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Unit.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cstdio>
#include <mutex>
#include <unistd.h>

using namespace mlir;
using namespace xla;

void CompileControl::setTimeout(double seconds) {
  // More than clocks count is as good as never.
  constexpr double most = 1e9;
  if (!(seconds > 0) || seconds > most)
    return;
  auto then = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(seconds));
  deadline = deadline ? std::min(*deadline, then) : then;
}

/// Bytes of memory that this process has now.
static int64_t getResidentBytes() {
  // Pages of the program, then those that are resident.
  FILE *file = std::fopen("/proc/self/statm", "re");
  long long total = 0, resident = 0;
  if (!file)
    return 0;
  if (std::fscanf(file, "%lld %lld", &total, &resident) != 2)
    resident = 0;
  std::fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

MemoryLimit::MemoryLimit(int64_t bytes) : most(getResidentBytes() + bytes) {}

bool MemoryLimit::isExceeded() {
  if (!exceeded && getResidentBytes() > most)
    exceeded = true;
  return exceeded;
}

void CompileControl::setLimits(const CompileOptions &options) {
  setTimeout(double(options.timeLimitMilliseconds) / 1e3);
  if (options.compileMemoryBytes)
    memory = std::make_shared<MemoryLimit>(options.compileMemoryBytes);
}

LogicalResult
CompileControl::openDecisions(const CompileOptions &options,
                              function_ref<InFlightDiagnostic()> emitError) {
  if (options.decisions.empty() || decisions)
    return success();
  std::string error;
  decisions = DecisionLog::open(options.decisions, error);
  return decisions ? success() : LogicalResult(emitError() << error);
}

namespace {
/// Skips the passes that would begin once the compilation is over.
class EndHandler {
public:
  explicit EndHandler(const CompileControl &control) : control(control) {}

  void operator()(llvm::function_ref<void()> transform,
                  const tracing::Action &action) {
    const auto *pass = dyn_cast<PassExecutionAction>(&action);
    if (!pass || !isOverFor(pass->getPass()))
      transform();
  }

  /// The first pass that was skipped; empty if none was.
  StringRef getFirstSkipped() const { return first; }

private:
  bool isOverFor(const Pass &pass) {
    std::lock_guard<std::mutex> lock(mutex);
    // By name: the pass does not live as long as what it is part of.
    if (first.empty() && control.isOver())
      first = pass.getArgument().str();
    return !first.empty();
  }

  const CompileControl &control;
  std::mutex mutex;
  std::string first;
};
} // namespace

namespace {
/// Tells progress and trace of MLIR's passes.
class PassWatch : public PassInstrumentation {
public:
  explicit PassWatch(const CompileControl &control)
      : progress(control.progress), trace(control.trace) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (isAdaptor(pass))
      return;
    if (progress)
      progress->beginPass(getName(pass));
    if (!trace)
      return;
    auto symbol =
        op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    trace->begin(getName(pass), "pass", symbol ? symbol.getValue() : "");
  }
  void runAfterPass(Pass *pass, Operation *) override { end(pass); }
  void runAfterPassFailed(Pass *pass, Operation *) override { end(pass); }

private:
  void end(Pass *pass) {
    if (trace && !isAdaptor(pass))
      trace->end();
  }
  static StringRef getName(Pass *pass) {
    return pass->getArgument().empty() ? pass->getName() : pass->getArgument();
  }
  static bool isAdaptor(Pass *pass) {
    return pass->getName().contains("OpToOpPassAdaptor");
  }

  std::shared_ptr<CompileProgress> progress;
  std::shared_ptr<CompileTrace> trace;
};
} // namespace

void xla::watchPasses(PassManager &passes, const CompileControl &control) {
  if (control.observer)
    control.observer->watch(passes);
  if (control.instrument)
    control.instrument(passes);
  if (control.progress || control.trace)
    passes.addInstrumentation(std::make_unique<PassWatch>(control));
}

/// Writes the bundle: one file that xla-compile reads, with what else is worth
/// knowing in comments. Returns its path, or nothing if it cannot be written.
static std::optional<std::string> writeBundle(ModuleOp original,
                                              const CompileOptions &options,
                                              StringRef folder,
                                              StringRef what) {
  SmallString<128> path, model(folder);
  llvm::sys::path::append(model, "xla-failure-%%%%%%%%.mlir");
  int descriptor;
  if (llvm::sys::fs::createUniqueFile(model, descriptor, path))
    return std::nullopt;
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << "// xla-mlir " << getVersion() << ", LLVM " << LLVM_VERSION_STRING
     << "\n// options: " << options.str() << "\n// " << what << "\n";
  original->print(os, OpPrintingFlags().enableDebugInfo());
  os << "\n";
  os.flush();
  if (os.has_error()) {
    os.clear_error();
    return std::nullopt;
  }
  return path.str().str();
}

/// Reports what may be a fault of the compiler, and how to see it again.
static void reportFault(Location loc, ModuleOp original,
                        const CompileOptions &options,
                        const CompileControl &control, StringRef what) {
  InFlightDiagnostic error = emitError(loc) << what;
  if (!original)
    return;
  auto path = writeBundle(original, options, control.failureFolder, what);
  if (!path) {
    error << " (and " << control.failureFolder << " cannot be written)";
    return;
  }
  error.attachNote(loc) << "please report it with " << *path
                        << "; to see it again: xla-compile " << *path
                        << " --compile-options='" << options.str()
                        << "' -o /dev/null";
}

/// watchCompilation, but for decisions.
static LogicalResult watch(ModuleOp module, const CompileOptions &options,
                           const CompileControl &control,
                           function_ref<LogicalResult()> compile) {
  MLIRContext *context = module.getContext();
  Location loc = module.getLoc();
  // Attributes are shared: a clone costs little beside the passes.
  OwningOpRef<ModuleOp> original;
  if (!control.failureFolder.empty())
    original = module.clone();
  EndHandler end(control);
  // A handler that is there already cannot be asked for, and so not be put
  // back.
  bool skipsPasses =
      (control.deadline || control.isCancelled || control.memory) &&
      !context->hasActionHandler();
  if (skipsPasses)
    context->registerActionHandler(std::ref(end));

  if (control.progress)
    control.progress->begin();
  std::atomic<unsigned> numErrors{0};
  LogicalResult result = failure();
  llvm::CrashRecoveryContext recovery;
  bool returned = recovery.RunSafely([&] {
    ScopedDiagnosticHandler counter(context, [&](Diagnostic &diagnostic) {
      numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return failure();
    });
    result = compile();
  });
  if (skipsPasses)
    context->registerActionHandler(nullptr);
  if (control.progress)
    control.progress->end();

  if (!returned) {
    reportFault(loc, original.get(), options, control,
                "internal error: the compiler crashed on this program");
    return failure();
  }
  if (!end.getFirstSkipped().empty())
    return emitError(loc) << control.getReason() << "; it stopped before pass '"
                          << end.getFirstSkipped() << "'";
  if (succeeded(result))
    return success();
  // The last pass may have been the one that took too long.
  if (control.isOver() && numErrors == 0)
    return emitError(loc) << control.getReason()
                          << "; it stopped after its last pass";
  Phase phase = getPhase(module);
  if (phase >= Phase::Fusion && !control.isOver() &&
      !module->hasAttr(kRefusedAttr))
    reportFault(loc, original.get(), options, control,
                "failed after phase '" + stringifyPhase(phase).str() +
                    "', where few programs are refused: unless an error above "
                    "names what to change in the program, the fault is the "
                    "compiler's");
  return failure();
}

LogicalResult
xla::watchCompilation(ModuleOp module, const CompileOptions &options,
                      const CompileControl &control,
                      llvm::function_ref<LogicalResult()> compile) {
  CompileControl opened = control;
  MLIRContext *context = module.getContext();
  // A crash leaves no module to ask.
  Location loc = module.getLoc();
  if (failed(
          opened.openDecisions(options, [&] { return mlir::emitError(loc); })))
    return failure();
  if (!opened.decisions)
    return watch(module, options, control, compile);
  opened.decisions->begin(*context);
  LogicalResult result = watch(module, options, control, compile);
  opened.decisions->end(*context);
  if (std::string error = opened.decisions->flush(); !error.empty())
    return mlir::emitError(loc) << error;
  return result;
}
