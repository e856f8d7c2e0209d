//===- XLARunMain.cpp - Entry point of xla-run ----------------------------===//
//
// Text -> program -> callable -> results -> comparison, in one process.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/XLARunMain.h"

#include "Arguments.h"
#include "Backend.h"
#include "CheckNumerics.h"
#include "ListUnsupported.h"
#include "Report.h"
#include "Snapshot.h"

#include "xla/Dump/ProgramDump.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Tools/Benchmark.h"
#include "xla/Tools/ToolSupport.h"
#include "xla/Tools/WatchFlags.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

using namespace mlir;
using namespace xla;
namespace cl = llvm::cl;

namespace {
enum class BackendKind { Native, GPUEmulator, Interpreter };
enum class Format { Text, JSON };

/// More threads than any machine this runs on has.
constexpr int mostThreads = 4096;
/// Threads that an address space has room for.
constexpr int mostProcesses = 1024;

/// The command line.
struct CommandLine {
  cl::OptionCategory category{"xla-run options"};
  cl::opt<std::string> file{cl::Positional, cl::init("-"),
                            cl::desc("<program>"), cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::desc("Function to run (default: the case's, or main)"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<BackendKind> backend{
      "backend", cl::desc("How to run it"), cl::init(BackendKind::Native),
      cl::values(clEnumValN(BackendKind::Native, "native", "machine code"),
                 clEnumValN(BackendKind::GPUEmulator, "gpu-emulator",
                            "GPU kernels, emulated on the CPU"),
                 clEnumValN(BackendKind::Interpreter, "interpreter",
                            "op by op, slow and simple")),
      cl::cat(category)};
  cl::list<std::string> arguments{
      "arg",
      cl::desc("An argument, in order: 4x8xf32=1,2,3 (repeated to fill), "
               "4x8xf32=uniform(-1,1,7), normal(mean,std,seed), "
               "int(lo,hi,seed), iota(period), or @file.npy. Those not given "
               "are generated"),
      cl::value_desc("spec"), cl::cat(category)};
  cl::opt<std::string> caseFile{
      "case", cl::desc("Arguments and expected results (case.json)"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<double> relativeBound{
      "rel-error-bound", cl::init(-1), cl::value_desc("number"),
      cl::desc("Relative error that results of a snapshot may have (default: "
               "by their types)"),
      cl::cat(category)};
  cl::opt<double> absoluteBound{
      "abs-error-bound", cl::init(-1), cl::value_desc("number"),
      cl::desc("The same for the absolute error"), cl::cat(category)};
  cl::opt<std::string> saveSnapshot{
      "save-snapshot", cl::value_desc("file"),
      cl::desc("Write program, arguments and results as an HloSnapshot"),
      cl::cat(category)};
  cl::opt<bool> zeroElidedConstants{
      "zero-elided-constants",
      cl::desc("Take constants that HLO text has as {...} for zeros"),
      cl::cat(category)};
  cl::list<std::string> libraries{
      "load-library",
      cl::desc("Shared library of custom calls: it defines "
               "xla_register_library (xla_runtime.h)"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> listUnsupported{
      "list-unsupported",
      cl::desc("Run nothing; print all that the backend refuses"),
      cl::cat(category)};
  cl::opt<bool> print{"print", cl::desc("Print the results"),
                      cl::cat(category)};
  cl::opt<bool> benchmark{"benchmark", cl::desc("Measure compilation and runs"),
                          cl::cat(category)};
  cl::opt<int> replicas{
      "replicas", cl::init(1), cl::value_desc("n"),
      cl::desc("Run a grid of processes: this many replicas. --arg then gives "
               "the arguments of process 0, of process 1, ..., or those of one "
               "process for all"),
      cl::cat(category)};
  cl::opt<int> partitions{"partitions", cl::init(1), cl::value_desc("n"),
                          cl::desc("Partitions of each replica"),
                          cl::cat(category)};
  cl::opt<bool> checkNumerics{
      "check-numerics",
      cl::desc("Also run the program after each pass that changes it, and name "
               "the first that changes a result"),
      cl::cat(category)};
  WatchFlags watch{category};
  cl::opt<int> threads{
      "threads", cl::init(0), cl::value_desc("n"),
      cl::desc("Threads of a run (default: what affinity and control group "
               "allow)"),
      cl::cat(category)};
  cl::opt<int64_t> memoryLimit{
      "memory-limit", cl::init(0), cl::value_desc("bytes"),
      cl::desc("Memory that arguments, results and temporaries may take "
               "(default: 7/8 of what machine and control group allow)"),
      cl::cat(category)};
  cl::opt<std::string> compileOptions{
      "compile-options", cl::value_desc("name=value;..."),
      cl::desc("Compile options, such as opt-level=3;numerics=fast"),
      cl::cat(category)};
  cl::opt<Format> format{
      "format", cl::desc("How to say what came of it"), cl::init(Format::Text),
      cl::values(clEnumValN(Format::Text, "text", "lines for people"),
                 clEnumValN(Format::JSON, "json", "one JSON object")),
      cl::cat(category)};
};
} // namespace

/// Reads the case or the `--arg`s. Returns nothing after an error.
static std::optional<Case> readCase(const CommandLine &line,
                                    MLIRContext *context) {
  Case one;
  if (!line.caseFile.empty()) {
    auto read = Case::read(line.caseFile, context);
    if (!read) {
      printError(llvm::toString(read.takeError()));
      return std::nullopt;
    }
    one = std::move(*read);
  }
  if (!line.entry.empty())
    one.entry = line.entry;
  for (const std::string &text : line.arguments) {
    auto spec = ArgumentSpec::parse(text, context);
    if (!spec) {
      printError(llvm::toString(spec.takeError()));
      return std::nullopt;
    }
    one.arguments.push_back(std::move(*spec));
  }
  return one;
}

/// Gives all processes of a grid the arguments of one.
static void repeatArguments(Case &one, size_t numAll, int numProcesses) {
  size_t count = one.arguments.size();
  if (count * numProcesses != numAll)
    return;
  for (int process = 1; process < numProcesses; ++process)
    for (size_t i = 0; i < count; ++i)
      one.arguments.push_back(one.arguments[i]);
}

/// Everything after the command line.
static FailureOr<std::unique_ptr<run::Backend>>
createBackend(const CommandLine &line, ModuleOp module,
              const CompileOptions &options, llvm::SourceMgr &sources) {
  if (line.backend == BackendKind::Native && line.threads > xla_thread_count())
    xla_set_thread_count(line.threads);
  if (line.replicas != 1 || line.partitions != 1)
    return run::createProcessesBackend(
        module, options, {line.replicas, line.partitions, line.threads},
        /*isNative=*/line.backend == BackendKind::Native);
  switch (line.backend) {
  case BackendKind::Native:
    return run::createNativeBackend(module, options, line.watch.start(),
                                    line.threads, &sources);
  case BackendKind::GPUEmulator:
    return run::createGPUEmulatorBackend(module, options,
                                         CompileOptions::defaultGPU);
  case BackendKind::Interpreter:
    return run::createInterpreterBackend(module, options.entry,
                                         options.memoryLimitBytes);
  }
  llvm_unreachable("unknown backend");
}

/// Loads the libraries of custom calls.
static bool loadLibraries(const CommandLine &line) {
  for (const std::string &path : line.libraries) {
    char reason[512] = "";
    if (xla_load_library(path.c_str(), reason, sizeof(reason)) == XLA_OK)
      continue;
    printError(reason);
    return false;
  }
  return true;
}

using Clock = std::chrono::steady_clock;

static double getSeconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}

/// Compiles what is left, runs, compares and measures. Returns what to exit
/// with; kExitRight: see the report.
static int execute(const CommandLine &line, const Case &one,
                   run::Backend &backend, run::SnapshotWriter *snapshot,
                   ArrayRef<Literal> arguments, run::Report &report) {
  Clock::time_point start = Clock::now();
  if (llvm::Error error = backend.prepare(arguments)) {
    printError(llvm::toString(std::move(error)));
    return kExitRefused;
  }
  report.compileSeconds += getSeconds(start);
  report.compilePeakMemory = getPeakMemory();
  resetPeakMemory();
  auto results = backend.run(arguments);
  if (!results) {
    llvm::Error error = results.takeError();
    int code = error.isA<run::FailedCheck>() ? kExitDifferent : kExitRefused;
    printError(llvm::toString(std::move(error)));
    return code;
  }
  report.results = std::move(*results);
  if (snapshot &&
      !snapshot->write(line.saveSnapshot, arguments, report.results))
    return kExitRefused;
  if (int code = run::compareResults(one, report))
    return code;
  if (!line.benchmark)
    return kExitRight;
  auto times = benchmark([&] { return backend.runOnce(arguments); });
  if (!times) {
    printError(llvm::toString(times.takeError()));
    return kExitRefused;
  }
  report.runSeconds = std::move(*times);
  report.peakMemory = getPeakMemory();
  return kExitRight;
}

/// The options that the command line states, and the memory that there is.
static FailureOr<CompileOptions> getOptions(const CommandLine &line,
                                            ModuleOp module, StringRef entry) {
  CompileOptions options;
  if (failed(options.parse(line.compileOptions,
                           [&] { return module.emitError(); })))
    return failure();
  options.entry = entry.str();
  // The compiler and the system need some too.
  int64_t limit = line.memoryLimit > 0 ? line.memoryLimit.getValue()
                                       : xla_available_memory() / 8 * 7;
  options.memoryLimitBytes = std::min(options.memoryLimitBytes, limit);
  return options;
}

/// Makes the arguments, runs, compares, measures and reports.
static int runBackend(const CommandLine &line, Case &one, run::Backend &backend,
                      run::SnapshotWriter *snapshot, int64_t memoryLimit,
                      MLIRContext &context, run::Report &report) {
  bool json = line.format == Format::JSON;
  raw_ostream &notes = json ? llvm::errs() : llvm::outs();
  auto types = backend.getArgumentTypes();
  if (!types) {
    printError(llvm::toString(types.takeError()));
    return kExitRefused;
  }
  report.numProcesses = line.replicas * line.partitions;
  repeatArguments(one, types->size(), report.numProcesses);
  auto arguments =
      run::createArguments(*types, one.arguments, memoryLimit, &context, notes);
  if (!arguments) {
    printError(llvm::toString(arguments.takeError()));
    return kExitUsage;
  }
  if (int code = execute(line, one, backend, snapshot, *arguments, report))
    return code;
  if (json)
    report.printJSON(llvm::outs());
  else
    report.printText(llvm::outs());
  return report.agrees() ? kExitRight : kExitDifferent;
}

static int listUnsupported(const CommandLine &line, const Case &one,
                           ModuleOp module, const CompileOptions &options) {
  unsigned count = 0;
  switch (line.backend) {
  case BackendKind::Native:
    count = run::listNativeUnsupported(module, options, one.arguments,
                                       llvm::outs());
    break;
  case BackendKind::GPUEmulator:
    count = run::listGPUUnsupported(module, options, CompileOptions::defaultGPU,
                                    one.arguments, llvm::outs());
    break;
  case BackendKind::Interpreter:
    count =
        run::listInterpreterUnsupported(module, options.entry, llvm::outs());
    break;
  }
  return count == 0 ? kExitRight : kExitRefused;
}

/// Reads the program, and the run that comes with it if `one` states none.
static OwningOpRef<ModuleOp> readProgram(CommandLine &line, Case &one,
                                         MLIRContext &context,
                                         llvm::SourceMgr &sourceMgr) {
  ProgramReaderOptions options;
  options.zeroElidedConstants = line.zeroElidedConstants;
  SnapshotData snapshot;
  OwningOpRef<ModuleOp> module =
      parseProgram(sourceMgr, &context, options, &snapshot);
  if (!module)
    return nullptr;
  int numProcesses = run::takeSnapshot(
      snapshot, {line.relativeBound, line.absoluteBound}, one);
  if (numProcesses > 1 && line.replicas == 1 && line.partitions == 1)
    line.partitions = std::min(numProcesses, mostProcesses);
  return module;
}

static int runProgram(CommandLine &line, MLIRContext &context,
                      llvm::SourceMgr &sourceMgr) {
  auto one = readCase(line, &context);
  if (!one)
    return kExitUsage;
  Clock::time_point start = Clock::now();
  OwningOpRef<ModuleOp> module = readProgram(line, *one, context, sourceMgr);
  if (!module)
    return kExitRefused;
  if (!module->lookupSymbol<func::FuncOp>(one->entry)) {
    module->emitError("expected a function named @")
        << one->entry << ", but the program has " << listFunctions(*module)
        << "; --entry chooses one";
    return kExitRefused;
  }
  auto options = getOptions(line, *module, one->entry);
  if (failed(options))
    return kExitUsage;
  if (line.checkNumerics)
    return run::checkNumerics(*module, *options, *one, line.threads,
                              llvm::outs());
  if (line.listUnsupported)
    return listUnsupported(line, *one, *module, *options);
  std::optional<run::SnapshotWriter> snapshot;
  if (!line.saveSnapshot.empty()) {
    if (line.replicas != 1 || line.partitions != 1) {
      printError("expected one process with --save-snapshot");
      return kExitUsage;
    }
    auto writer = run::SnapshotWriter::create(*module, options->entry);
    if (failed(writer))
      return kExitRefused;
    snapshot.emplace(std::move(*writer));
  }
  if (line.backend == BackendKind::Interpreter) {
    // Native code is dumped where it is made.
    CompileControl control;
    beginDump(*module, *options, control);
  }
  auto backend = createBackend(line, *module, *options, sourceMgr);
  if (failed(backend))
    return kExitRefused;
  run::Report report;
  report.compileSeconds = getSeconds(start);
  report.printResults = line.print || (!one->results && !line.benchmark);

  return runBackend(line, *one, **backend, snapshot ? &*snapshot : nullptr,
                    options->memoryLimitBytes, context, report);
}

/// Refuses what one of the ways to look at a program would leave unsaid.
static bool checkModes(const CommandLine &line) {
  bool json = line.format == Format::JSON;
  std::pair<bool, StringRef> reports[] = {{line.print, "--print"},
                                          {line.benchmark, "--benchmark"},
                                          {json, "--format=json"}};
  std::pair<bool, StringRef> modes[] = {
      {line.listUnsupported, "--list-unsupported"},
      {line.checkNumerics, "--check-numerics"}};
  for (auto [isMode, mode] : modes)
    for (auto [isGiven, flag] : reports)
      if (isMode && isGiven) {
        printError("expected " + mode + " or " + flag + ", but got both");
        return false;
      }
  if (line.listUnsupported && line.checkNumerics) {
    printError("expected --list-unsupported or --check-numerics, but got both");
    return false;
  }
  if (line.checkNumerics && line.backend != BackendKind::Native) {
    printError("expected --check-numerics with --backend=native, which it "
               "compares with the interpreter");
    return false;
  }
  if (line.checkNumerics && (line.replicas > 1 || line.partitions > 1)) {
    printError("expected one process with --check-numerics");
    return false;
  }
  return true;
}

int xla::xlaRunMain(int argc, char **argv, DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  resetCommandLine();
  CommandLine line;
  if (!parseCommandLine(argc, argv,
                        "Compiles a tensor program and runs it.\n\nExit codes: "
                        "0 right, 1 results differ, 2 refused, 3 usage\n"))
    return kExitUsage;
  if (!line.caseFile.empty() && !line.arguments.empty()) {
    printError("expected --case or --arg, but got both");
    return kExitUsage;
  }
  if (line.replicas < 1 || line.partitions < 1 ||
      int64_t(line.replicas) * line.partitions > mostProcesses) {
    printError("expected 1 to " + Twine(mostProcesses) +
               " processes, but got " + Twine(line.replicas.getValue()) +
               " replicas and " + Twine(line.partitions.getValue()) +
               " partitions");
    return kExitUsage;
  }
  if (line.backend == BackendKind::GPUEmulator &&
      (line.replicas > 1 || line.partitions > 1)) {
    printError("expected one process with --backend=gpu-emulator");
    return kExitUsage;
  }
  if (line.threads < 0 || line.threads > mostThreads) {
    printError("expected a number of threads from 0 to " + Twine(mostThreads) +
               ", but got " + Twine(line.threads.getValue()));
    return kExitUsage;
  }
  if (!checkModes(line))
    return kExitUsage;
  if (line.memoryLimit < 0) {
    printError("expected a number of bytes in --memory-limit, but got " +
               Twine(line.memoryLimit.getValue()));
    return kExitUsage;
  }
  llvm::SourceMgr sourceMgr;
  if (!openProgram(line.file, sourceMgr) || !loadLibraries(line))
    return kExitUsage;
  // A pool of threads costs more than it gives on programs this small.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The user's line says enough; a program may be megabytes.
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  return finishOutput(runProgram(line, context, sourceMgr));
}
