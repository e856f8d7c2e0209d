//===- XLACompileMain.cpp - Entry point of xla-compile --------------------===//
//
// Reads a program at any phase, runs the phases up to the one asked for, and
// writes what is there.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/XLACompileMain.h"

#include "Decisions.h"
#include "Emit.h"

#include "xla/Codegen/GPU/Passes.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Dump/ProgramDump.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Support/PassCounter.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Tools/ToolSupport.h"
#include "xla/Tools/WatchFlags.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace xla;
using xla::compile::Output;
namespace cl = llvm::cl;

namespace {
/// The command line.
struct CommandLine {
  cl::OptionCategory category{"xla-compile options"};
  cl::opt<std::string> file{cl::Positional, cl::init("-"),
                            cl::desc("<program>"), cl::cat(category)};
  cl::opt<Output> emit{
      "emit",
      cl::desc("What to write (default: obj, ptx for a GPU, mlir with "
               "--stop-after)"),
      cl::init(Output::Object),
      cl::values(
          clEnumValN(Output::MLIR, "mlir", "IR after the last phase"),
          clEnumValN(Output::LLVMIR, "llvm-ir", "optimised LLVM IR"),
          clEnumValN(Output::Assembly, "asm", "assembly"),
          clEnumValN(Output::Object, "obj", "object file with the C ABI"),
          clEnumValN(Output::SharedLibrary, "so", "shared library"),
          clEnumValN(Output::PTX, "ptx", "PTX of the device kernels"),
          clEnumValN(Output::Cubin, "cubin", "the same, assembled by ptxas")),
      cl::cat(category)};
  cl::opt<std::string> output{"o",
                              cl::desc("Where to write it (default: -, "
                                       "standard output)"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<std::string> target{
      "target", cl::value_desc("triple"),
      cl::desc("Target triple, or x86_64, aarch64, nvptx64 (default: this "
               "machine)"),
      cl::cat(category)};
  cl::opt<std::string> cpu{
      "cpu", cl::value_desc("name"),
      cl::desc("Processor (default: this one, or the target's baseline)"),
      cl::cat(category)};
  cl::opt<std::string> gpu{"gpu-arch", cl::value_desc("sm_NN"),
                           cl::desc("GPU architecture (default: sm_90)"),
                           cl::cat(category)};
  cl::opt<std::string> features{"features", cl::value_desc("+a,-b"),
                                cl::desc("Processor features"),
                                cl::cat(category)};
  cl::opt<std::string> entry{"entry", cl::value_desc("name"), cl::init("main"),
                             cl::desc("Function to compile"),
                             cl::cat(category)};
  cl::opt<std::string> symbol{
      "symbol", cl::value_desc("name"),
      cl::desc("What the function is called in the compiled code, and its "
               "description NAME_info (default: as in the program)"),
      cl::cat(category)};
  cl::list<std::string> refine{
      "refine", cl::value_desc("spec"),
      cl::desc(
          "What is known of an argument of a program that leaves shapes to "
          "the call, in order: 4x8xf32, or i64=4 where the value is a size "
          "(the argument stays, and is not read), or '' for nothing"),
      cl::cat(category)};
  cl::opt<std::string> stopAfter{
      "stop-after", cl::value_desc("phase"),
      cl::desc("Last phase to run: hlo-optimize, fusion, linalg, codegen, "
               "bufferize or lower"),
      cl::cat(category)};
  cl::opt<std::string> startFrom{
      "start-from", cl::value_desc("phase"),
      cl::desc("First phase to run, or emit (default: the one after what "
               "the program says is complete)"),
      cl::cat(category)};
  std::string compileOptionsText =
      "Other compile options, such as opt-level=3. All: " +
      CompileOptions::getNames();
  cl::opt<std::string> compileOptions{
      "compile-options", cl::value_desc("name=value;..."),
      cl::desc(compileOptionsText), cl::cat(category)};
  cl::opt<std::string> decisions{
      "decisions", cl::value_desc("file"),
      cl::desc("Write what the compiler decided and why, as YAML remarks"),
      cl::cat(category)};
  WatchFlags watch{category};
  cl::opt<bool> counters{"xla-counters", cl::desc("Print what passes counted"),
                         cl::cat(category)};
};

/// Phases to run: all after `after`, up to and including `upTo`.
struct PhaseRange {
  Phase after = Phase::Input;
  Phase upTo = Phase::Lower;
};
} // namespace

/// True for a GPU, also before the target is resolved.
static bool isForDevice(const CompileOptions &options) {
  return StringRef(options.triple).starts_with("nvptx");
}

/// Reads the name of a phase that has a pipeline.
static std::optional<Phase> parsePhase(StringRef name, StringRef option) {
  auto phase = symbolizePhase(name);
  if (phase && *phase != Phase::Input)
    return phase;
  printError("expected a phase in --" + option + ", but got '" + name + "'");
  return std::nullopt;
}

/// Reports a range that contradicts what the program says of itself, or that
/// ends before it begins.
static bool checkPhases(const CommandLine &line, ModuleOp module,
                        PhaseRange range) {
  Phase complete = getPhase(module);
  if (module->hasAttr(kPhaseAttr) && range.after != complete) {
    printError("expected --start-from to go on after '" +
               stringifyPhase(complete) +
               "', which the program says is complete, but got '" +
               line.startFrom + "'");
    return false;
  }
  if (range.upTo < range.after && !line.stopAfter.empty()) {
    printError("expected --stop-after not to lie before '" +
               stringifyPhase(range.after) + "', which is complete, but got '" +
               line.stopAfter + "'");
    return false;
  }
  return true;
}

static std::optional<PhaseRange> getPhases(const CommandLine &line,
                                           ModuleOp module, bool forDevice) {
  PhaseRange range;
  range.after = getPhase(module);
  if (forDevice)
    range.upTo = Phase::Bufferize;
  if (!line.stopAfter.empty()) {
    auto phase = parsePhase(line.stopAfter, "stop-after");
    if (!phase)
      return std::nullopt;
    range.upTo = *phase;
  }
  if (line.startFrom == "emit") {
    range.after = Phase::Lower;
  } else if (!line.startFrom.empty()) {
    auto phase = parsePhase(line.startFrom, "start-from");
    if (!phase)
      return std::nullopt;
    range.after = static_cast<Phase>(static_cast<uint32_t>(*phase) - 1);
  }
  return checkPhases(line, module, range) ? std::optional(range) : std::nullopt;
}

/// The options that the command line states.
static FailureOr<CompileOptions> getOptions(const CommandLine &line,
                                            ModuleOp module) {
  CompileOptions options;
  if (failed(options.parse(line.compileOptions,
                           [&] { return module.emitError(); })))
    return failure();
  options.entry = line.entry;
  options.cpu = line.cpu;
  options.features = line.features;
  StringRef target = line.target;
  if (target == "x86_64" || target == "aarch64")
    options.triple = (target + "-unknown-linux-gnu").str();
  else if (target == "nvptx64")
    options.triple = "nvptx64-nvidia-cuda";
  else
    options.triple = target.str();
  if (StringRef(options.triple).starts_with("nvptx") && options.cpu.empty())
    options.cpu = line.gpu;
  return options;
}

/// Reports an output that the target does not have, or that cannot go where it
/// is to go.
static bool checkOutput(const CommandLine &line, Output output,
                        bool forDevice) {
  if (compile::isDeviceOutput(output) && !forDevice) {
    printError("expected --target=nvptx64 for this output");
    return false;
  }
  if (!compile::isDeviceOutput(output) && output != Output::MLIR && forDevice) {
    printError("expected --emit=ptx, cubin or mlir for a GPU");
    return false;
  }
  if (line.output != "-")
    return true;
  if (output == Output::SharedLibrary) {
    printError("expected a file name (-o) for a shared library");
    return false;
  }
  if ((output == Output::Object || output == Output::Cubin) &&
      llvm::outs().is_displayed()) {
    printError("expected a file name (-o), because this output is not text and "
               "standard output is a terminal");
    return false;
  }
  return true;
}

/// The options to go on with: those that the program was compiled with so far,
/// where it says so, which the command line may repeat but not change.
static FailureOr<CompileOptions> reconcile(const CommandLine &line,
                                           ModuleOp module,
                                           const CompileOptions &given,
                                           const CompileOptions &recorded) {
  if (!module->hasAttr(kOptionsAttr))
    return given;
  CompileOptions asked = recorded;
  if (failed(
          asked.parse(line.compileOptions, [&] { return module.emitError(); })))
    return failure();
  if (line.entry.getNumOccurrences())
    asked.entry = given.entry;
  if (line.cpu.getNumOccurrences() || line.gpu.getNumOccurrences())
    asked.cpu = given.cpu;
  if (line.features.getNumOccurrences())
    asked.features = given.features;
  if (line.target.getNumOccurrences())
    asked.triple = llvm::Triple::normalize(given.triple);
  if (asked.str() == recorded.str())
    return asked;
  printError("expected the options that the program was compiled with up to "
             "phase '" +
             stringifyPhase(getPhase(module)) +
             "' (its xla.options), but the command line asks for others; give "
             "them where the compilation starts");
  return failure();
}

/// Gives the entry the name that the command line wants its code to have.
static LogicalResult renameEntry(const CommandLine &line, ModuleOp module,
                                 CompileOptions &options) {
  if (line.symbol.empty() || line.symbol == options.entry)
    return success();
  if (getPhase(module) != Phase::Input) {
    printError("expected no --symbol with a program that is past phase input; "
               "give it where the compilation starts");
    return failure();
  }
  SymbolTable symbols(module);
  Operation *entry = symbols.lookup(options.entry);
  if (!entry) // Selecting the entry says what there is.
    return success();
  if (symbols.lookup(line.symbol)) {
    printError("expected a name in --symbol that the program does not use, but "
               "got '" +
               line.symbol + "'");
    return failure();
  }
  if (failed(symbols.rename(
          entry, StringAttr::get(module.getContext(), line.symbol.getValue()))))
    return failure();
  options.entry = line.symbol;
  return success();
}

/// The passes that `line` asks for on a program at `phases.after`. Fails after
/// saying what is wrong with the command line.
static LogicalResult buildPasses(const CommandLine &line, ModuleOp module,
                                 const CompileOptions &options,
                                 PhaseRange phases, PassManager &passes) {
  if (failed(applyPassManagerCLOptions(passes)))
    return failure();
  if (!line.refine.empty()) {
    if (phases.after != Phase::Input) {
      printError(
          "expected no --refine with a program that is past phase input");
      return failure();
    }
    hlo::HLORefineShapesPassOptions refine;
    refine.arguments = llvm::join(line.refine, ";");
    refine.entry = options.entry;
    buildVerifyInputPipeline(passes, options);
    passes.addPass(hlo::createHLORefineShapesPass(refine));
  }
  buildPhasesPipeline(passes, phases.after, phases.upTo, options);
  if (!isForDevice(options) || !line.stopAfter.empty() ||
      line.startFrom == "emit")
    return success();
  CompileOptions device = options;
  if (failed(device.resolveTarget([&] { return module.emitError(); })))
    return failure();
  gpu::buildLowerToNVVMPipeline(passes, device);
  return success();
}

/// Runs `passes` and makes the bytes of `output`.
static FailureOr<compile::Bytes> compileToBytes(const CommandLine &line,
                                                ModuleOp module, Output output,
                                                PassManager &passes,
                                                const CompileControl &control) {
  LogicalResult result = passes.run(module);
  if (line.counters)
    PassCounter::printAll(llvm::errs());
  if (failed(result) || control.isLate())
    return failure();
  // What the module was compiled with, also when it was resumed.
  auto used = CompileOptions::of(module);
  if (failed(used) ||
      failed(used->resolveTarget([&] { return module.emitError(); })))
    return failure();
  return compile::emit(module, output, *used, control);
}

/// Everything after reading the program.
static int compileModule(const CommandLine &line, ModuleOp module) {
  auto recorded = CompileOptions::of(module);
  if (failed(recorded))
    return kExitRefused;
  auto options = getOptions(line, module);
  if (succeeded(options))
    options = reconcile(line, module, *options, *recorded);
  if (failed(options) || failed(renameEntry(line, module, *options)))
    return kExitUsage;
  Output output = line.emit;
  if (!line.emit.getNumOccurrences() && isForDevice(*options))
    output = Output::PTX;
  if (!line.stopAfter.empty()) {
    if (line.emit.getNumOccurrences() && output != Output::MLIR) {
      printError("expected --emit=mlir with --stop-after");
      return kExitUsage;
    }
    output = Output::MLIR;
  }
  if (!checkOutput(line, output, isForDevice(*options)))
    return kExitUsage;
  auto phases = getPhases(line, module, isForDevice(*options));
  if (!phases)
    return kExitUsage;
  PassManager passes(module.getContext());
  if (failed(buildPasses(line, module, *options, *phases, passes)))
    return kExitUsage;
  CompileControl control = line.watch.start();
  beginDump(module, *options, control);
  if (control.observer)
    control.observer->watch(passes);
  compile::Bytes bytes;
  auto compileIt = [&]() -> LogicalResult {
    auto made = compileToBytes(line, module, output, passes, control);
    if (succeeded(made))
      bytes = std::move(*made);
    return made;
  };
  if (failed(watchCompilation(module, *options, control, compileIt)))
    return kExitRefused;
  return compile::write(bytes, output, line.output) ? kExitRight : kExitRefused;
}

int xla::xlaCompileMain(int argc, char **argv, DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  resetCommandLine();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  CommandLine line;
  if (!parseCommandLine(argc, argv,
                        "Compiles a tensor program, wholly or up to a phase."
                        "\n\nExit codes: 0 right, 2 refused, 3 usage\n"))
    return kExitUsage;
  llvm::SourceMgr sourceMgr;
  if (!openProgram(line.file, sourceMgr))
    return kExitUsage;
  compile::DecisionFile decisions;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The user's line says enough; a program may be megabytes.
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  if (!line.decisions.empty() && !decisions.open(line.decisions, context))
    return kExitRefused;
  OwningOpRef<ModuleOp> module = parseProgram(sourceMgr, &context);
  if (!module)
    return kExitRefused;
  int code = compileModule(line, *module);
  // Also of a program that was refused: they may say why.
  return decisions.write() ? code : kExitRefused;
}
