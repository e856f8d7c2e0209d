//===- XLARunMain.cpp - Entry point of xla-run ----------------------------===//
//
// Text -> program -> callable -> results -> comparison, in one process.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/XLARunMain.h"

#include "Arguments.h"
#include "Backend.h"
#include "CheckNumerics.h"
#include "CommandLine.h"
#include "ListUnsupported.h"
#include "Report.h"
#include "RunRecorder.h"

#include "xla/Dump/ProgramDump.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Runtime/xla_ffi.h"
#include "xla/Target/HLOProto/SnapshotCase.h"
#include "xla/Target/Package/Package.h"
#include "xla/Target/UserSpelling.h"
#include "xla/Tools/Benchmark.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

using namespace mlir;
using namespace xla;
using xla::run::BackendKind;
using xla::run::CommandLine;
using xla::run::Format;
using xla::run::mostProcesses;
using xla::run::mostThreads;

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
              const CompileOptions &options, const CompileControl &control,
              llvm::SourceMgr &sources) {
  if (line.backend == BackendKind::Native && line.threads > xla_thread_count())
    xla_set_thread_count(line.threads);
  if (line.replicas != 1 || line.partitions != 1)
    return run::createProcessesBackend(
        module, options, control,
        {line.replicas, line.partitions, line.threads},
        /*isNative=*/line.backend == BackendKind::Native);
  switch (line.backend) {
  case BackendKind::Native:
    return run::createNativeBackend(module, options, control, line.threads,
                                    line.donate, &sources);
  case BackendKind::GPUEmulator:
    return run::createGPUEmulatorBackend(module, options,
                                         CompileOptions::defaultGPU);
  case BackendKind::Interpreter:
    return run::createInterpreterBackend(module, options.entry,
                                         options.memoryLimitBytes);
  }
  llvm_unreachable("unknown backend");
}

/// Loads the libraries of custom calls, and functions of others.
static bool loadLibraries(const CommandLine &line) {
  for (llvm::StringRef stated : line.foreignCalls) {
    auto [target, place] = stated.split('=');
    auto [path, symbol] = place.rsplit(':');
    char reason[512] = "";
    if (symbol.empty()) {
      printError("expected --custom-call=target=library:symbol, but got '" +
                 stated.str() + "'");
      return false;
    }
    if (xla_load_foreign_call(target.str().c_str(), path.str().c_str(),
                              symbol.str().c_str(), reason,
                              sizeof(reason)) == XLA_OK)
      continue;
    printError(reason);
    return false;
  }

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

/// Measures runs kernel by kernel.
static int profile(const CommandLine &line, run::Backend &backend,
                   ArrayRef<Literal> arguments, run::Report &report) {
  KernelProfile *profile = backend.startProfile();
  auto times = benchmark([&] {
    return profile->addRun([&] { return backend.runOnce(arguments); });
  });
  if (!times) {
    printError(llvm::toString(times.takeError()));
    return kExitRefused;
  }
  report.profile = run::ProfileReport::get(
      *profile, run::MachineRates::measure(line.threads,
                                           {line.peakBytes, line.peakFlops}));
  if (line.profile.empty())
    return kExitRight;
  std::error_code error;
  llvm::raw_fd_ostream page(line.profile, error);
  if (!error) {
    report.profile->printHTML(llvm::sys::path::filename(line.file), page);
    page.close();
    error = page.error();
    page.clear_error();
  }
  if (!error)
    return kExitRight;
  printError("cannot write '" + line.profile + "': " + error.message());
  return kExitRefused;
}

/// Compiles what is left, runs, compares and measures. Returns what to exit
/// with; kExitRight: see the report.
static int execute(const CommandLine &line, const Case &one,
                   run::Backend &backend, const run::RunRecorder &recorder,
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
  if (!recorder.record(arguments, report.results))
    return kExitRefused;
  if (int code = run::compareResults(one, report))
    return code;
  if (line.hasProfile())
    return profile(line, backend, arguments, report);
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

/// What values may take: the compiler and the system need some too.
static int64_t getMemoryLimit(const CommandLine &line) {
  return line.memoryLimit > 0 ? line.memoryLimit.getValue()
                              : xla_available_memory() / 8 * 7;
}

/// The options that the command line states, and the memory that there is.
static FailureOr<CompileOptions> getOptions(const CommandLine &line,
                                            ModuleOp module, StringRef entry) {
  CompileOptions options;
  options.entry = "";
  if (failed(options.parse(line.compileOptions,
                           [&] { return module.emitError(); })))
    return failure();
  if (!options.entry.empty() && options.entry != entry) {
    printError("expected the function to run in --entry, but got entry=" +
               options.entry + " in --compile-options");
    return failure();
  }
  if (options.weights != WeightsPlace::Embed) {
    printError("expected the option weights=embed for a program that runs "
               "where it is compiled");
    return failure();
  }
  options.entry = entry.str();
  options.profile |= line.hasProfile();
  if (!line.watch.decisions.empty())
    options.decisions = line.watch.decisions;
  options.memoryLimitBytes =
      std::min(options.memoryLimitBytes, getMemoryLimit(line));
  return options;
}

/// Makes the arguments, runs, compares, measures and reports.
static int runBackend(const CommandLine &line, Case &one, run::Backend &backend,
                      const run::RunRecorder &recorder, int64_t memoryLimit,
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
  if (int code = execute(line, one, backend, recorder, *arguments, report))
    return code;
  if (line.cacheStats)
    report.cache = getCacheInfo();
  if (json)
    report.printJSON(llvm::outs());
  else
    report.printText(llvm::outs());
  return report.agrees() ? kExitRight : kExitDifferent;
}

static int listUnsupported(const CommandLine &line, const Case &one,
                           ModuleOp module, const CompileOptions &options,
                           const UserSpelling &spelling) {
  unsigned count = 0;
  std::string list;
  llvm::raw_string_ostream os(list);
  switch (line.backend) {
  case BackendKind::Native:
    count = run::listNativeUnsupported(module, options, one.arguments, os);
    break;
  case BackendKind::GPUEmulator:
    count = run::listGPUUnsupported(module, options, CompileOptions::defaultGPU,
                                    one.arguments, os);
    break;
  case BackendKind::Interpreter:
    count = run::listInterpreterUnsupported(module, options.entry, os);
    break;
  }
  llvm::outs() << spelling.spell(list);
  return count == 0 ? kExitRight : kExitRefused;
}

/// How many replicas the program says the processes of a snapshot are of; 1 if
/// it says nothing that fits.
static int getReplicas(ModuleOp module, int numProcesses) {
  auto replicas = module->getAttrOfType<IntegerAttr>("mhlo.num_replicas");
  int64_t count = replicas ? replicas.getValue().getSExtValue() : 1;
  bool fits = count >= 1 && count <= mostProcesses && numProcesses % count == 0;
  return fits ? static_cast<int>(count) : 1;
}

/// Reads the program, and the run that comes with it if `one` states none.
static OwningOpRef<ModuleOp> readProgram(CommandLine &line, Case &one,
                                         MLIRContext &context,
                                         llvm::SourceMgr &sourceMgr) {
  SnapshotData snapshot;
  OwningOpRef<ModuleOp> module =
      parseProgram(sourceMgr, &context, line.reader.get(), &snapshot);
  if (!module)
    return nullptr;
  int numProcesses =
      takeSnapshot(snapshot, {line.relativeBound, line.absoluteBound}, one);
  if (numProcesses > 1 && line.replicas == 1 && line.partitions == 1) {
    int replicas = getReplicas(*module, numProcesses);
    line.replicas = replicas;
    line.partitions = std::min(numProcesses / replicas, mostProcesses);
  }
  return module;
}

static int runProgram(CommandLine &line, MLIRContext &context,
                      llvm::SourceMgr &sourceMgr,
                      const UserSpelling &spelling) {
  auto one = readCase(line, &context);
  if (!one)
    return kExitUsage;
  Clock::time_point start = Clock::now();
  OwningOpRef<ModuleOp> module = readProgram(line, *one, context, sourceMgr);
  if (!module)
    return kExitRefused;
  auto recorded = CompileOptions::of(*module);
  if (failed(recorded))
    return kExitRefused;
  // A program that is compiled in part may have another name for its entry.
  if (line.entry.empty() && !module->lookupSymbol(one->entry))
    one->entry = recorded->entry;
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
    return listUnsupported(line, *one, *module, *options, spelling);
  CompileControl control;
  if (line.backend == BackendKind::Native)
    control = line.watch.start();
  run::RunRecorder recorder(line.saveSnapshot);
  if (failed(recorder.begin(*module, *options, line.replicas, line.partitions,
                            control)))
    return kExitRefused;
  // Native code is dumped where it is made.
  if (line.backend == BackendKind::Interpreter)
    beginDump(*module, *options, control);
  auto backend = createBackend(line, *module, *options, control, sourceMgr);
  if (failed(backend))
    return kExitRefused;
  run::Report report;
  report.compileSeconds = getSeconds(start);
  report.printResults =
      line.print || (!one->results && !line.benchmark && !line.hasProfile());

  return runBackend(line, *one, **backend, recorder, options->memoryLimitBytes,
                    context, report);
}

/// Runs a program that was compiled before.
static int runPackage(const CommandLine &line, MLIRContext &context,
                      StringRef content) {
  if (line.backend != BackendKind::Native || line.listUnsupported ||
      line.checkNumerics || line.hasProfile() || line.donate ||
      !line.saveSnapshot.empty() || !line.watch.decisions.empty() ||
      line.watch.printBuffers || !line.compileOptions.empty() ||
      line.replicas * line.partitions != 1) {
    printError("expected a program with these flags, but got a package");
    return kExitUsage;
  }
  auto one = readCase(line, &context);
  if (!one)
    return kExitUsage;
  Clock::time_point start = Clock::now();
  auto backend = run::createPackageBackend(line.file, content, line.entry,
                                           &context, line.threads);
  if (!backend) {
    printError(llvm::toString(backend.takeError()));
    return kExitRefused;
  }
  run::Report report;
  report.compileSeconds = getSeconds(start);
  report.printResults =
      line.print || (!one->results && !line.benchmark && !line.hasProfile());
  return runBackend(line, *one, **backend, run::RunRecorder(""),
                    getMemoryLimit(line), context, report);
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
  if (!run::checkModes(line))
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
  UserSpelling spelling(&context, sourceMgr);
  StringRef content =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getBuffer();
  return finishOutput(isPackage(content)
                          ? runPackage(line, context, content)
                          : runProgram(line, context, sourceMgr, spelling));
}
