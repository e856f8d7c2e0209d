//===- XLACompileMain.cpp - Entry point of xla-compile --------------------===//
//
// Reads a program at any phase, runs the phases up to the one asked for, and
// writes what is there.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/XLACompileMain.h"

#include "CommandLine.h"
#include "Emit.h"
#include "Outputs.h"
#include "StatedOptions.h"
#include "Variants.h"

#include "xla/Codegen/GPU/Passes.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Dump/ProgramDump.h"
#include "xla/Pipelines/Passes.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Support/PassCounter.h"
#include "xla/Target/Header/Header.h"
#include "xla/Target/Package/Weights.h"
#include "xla/Target/UserSpelling.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace xla;
using xla::compile::CommandLine;
using xla::compile::Output;

namespace {
/// Phases to run: all after `after`, up to and including `upTo`.
struct PhaseRange {
  Phase after = Phase::Input;
  Phase upTo = Phase::Lower;
};
} // namespace

/// Reads the name of a phase that has a pipeline.
static std::optional<Phase> parsePhase(StringRef name, StringRef option) {
  auto phase = symbolizePhase(name);
  if (phase && *phase != Phase::Input)
    return phase;
  printError("expected a phase in --" + option + ": hlo-optimize, fusion, " +
             "linalg, codegen, bufferize" +
             (option == "start-from" ? ", lower or emit" : " or lower") +
             ", but got '" + name + "'");
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
                                           ModuleOp module) {
  PhaseRange range;
  range.after = getPhase(module);
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

/// Gives the entry the name that the command line wants its code to have.
static LogicalResult renameEntry(const CommandLine &line, ModuleOp module,
                                 CompileOptions &options) {
  std::string name = line.symbol;
  // No C program could have this one.
  if (name.empty() && !line.header.empty() && options.entry == "main" &&
      getPhase(module) == Phase::Input)
    name = makeIdentifier(llvm::sys::path::stem(line.header));
  if (name.empty())
    return success();
  if (llvm::Error error = renameEntry(module, name, options)) {
    printError(llvm::toString(std::move(error)));
    return failure();
  }
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
  if (!compile::isForDevice(options)) {
    buildPhasesPipeline(passes, phases.after, phases.upTo, options);
    return success();
  }
  // A GPU has a last phase of its own.
  buildPhasesPipeline(passes, phases.after,
                      std::min(phases.upTo, Phase::Bufferize), options);
  if (phases.after == Phase::Lower || phases.upTo != Phase::Lower)
    return success();
  CompileOptions device = options;
  if (failed(device.resolveTarget([&] { return module.emitError(); })))
    return failure();
  gpu::buildLowerToNVVMPipeline(passes, device);
  XLAMarkPhasePassOptions mark;
  mark.phase = stringifyPhase(Phase::Lower).str();
  passes.addPass(createXLAMarkPhasePass(mark));
  return success();
}

/// Runs `passes` and emits what they made into `part`, unless there is no
/// output yet.
static LogicalResult runAndEmit(const CommandLine &line, ModuleOp module,
                                std::optional<Output> output,
                                const CompileOptions &options,
                                PassManager &passes,
                                const CompileControl &control,
                                compile::Part &part) {
  LogicalResult result = passes.run(module);
  if (line.counters)
    PassCounter::printAll(llvm::errs());
  if (failed(result) || control.isOver())
    return failure();
  // What the module was compiled with, also when it was resumed.
  auto used = CompileOptions::of(module);
  if (failed(used) ||
      failed(used->resolveTarget([&] { return module.emitError(); })))
    return failure();
  part.options = *used;
  // Where files go is no business of the program's.
  part.options.weightsFile = options.weightsFile;
  return output ? compile::emit(module, *output, control, part) : success();
}

/// Compiles `module` with `options` into `part`, as far as the LLVM dialect if
/// there is no output. Returns what to exit with.
static int compilePart(const CommandLine &line, ModuleOp module,
                       std::optional<Output> output,
                       const CompileOptions &options, CompileControl control,
                       compile::Part &part) {
  auto phases = getPhases(line, module);
  if (!phases)
    return kExitUsage;
  if (line.watch.printBuffers &&
      (phases->after >= Phase::Bufferize || phases->upTo < Phase::Bufferize)) {
    printError("expected --print-buffers where phase 'bufferize' runs");
    return kExitUsage;
  }
  PassManager passes(module.getContext());
  if (failed(buildPasses(line, module, options, *phases, passes)))
    return kExitUsage;
  control.setLimits(options);
  beginDump(module, options, control);
  verifyByPhase(passes);
  watchPasses(passes, control);
  auto compileIt = [&] {
    return runAndEmit(line, module, output, options, passes, control, part);
  };
  return failed(watchCompilation(module, options, control, compileIt))
             ? kExitRefused
             : kExitRight;
}

/// Reports code of which no one could say at load time whether it may run.
static bool canChoose(ArrayRef<compile::Part> parts) {
  for (const compile::Part &part : parts)
    if (llvm::Error error = checkChoosable(part.options)) {
      printError(llvm::toString(std::move(error)));
      return false;
    }
  return true;
}

/// The metadata of a package of `entries`.
static compile::Metadata makeMetadata(const CommandLine &line,
                                      ArrayRef<std::string> entries) {
  compile::Metadata metadata = makeMetadata(entries, line.file);
  for (StringRef entry : line.metadata) {
    auto [key, value] = entry.split('=');
    metadata.push_back({key.str(), value.str()});
  }
  return metadata;
}

/// Writes the output that is made of `parts`, and the header beside it.
static int writeParts(const CommandLine &line,
                      MutableArrayRef<compile::Part> parts, Output output) {
  if ((output == Output::Package || parts.size() > 1) && !canChoose(parts))
    return kExitRefused;
  SmallVector<std::string> entries = {parts.front().options.entry};
  llvm::append_range(entries, parts.front().moreEntries);
  std::string header;
  if (!line.header.empty()) {
    // Code for a GPU is not called from C.
    const compile::Part *part = llvm::find_if(
        parts, [](const auto &one) { return !one.options.isForGPU(); });
    if (part == parts.end()) {
      printError("expected code for a CPU with --header");
      return kExitUsage;
    }
    auto made = compile::makeHeader(*part, output,
                                    llvm::sys::path::filename(line.file));
    if (failed(made))
      return kExitRefused;
    header = std::move(*made);
  }
  if (output == Output::Object && parts.front().options.entry == "main")
    llvm::WithColor::warning() << "the object defines 'main', which a C "
                                  "program has too; --symbol=NAME "
                                  "gives the code another name\n";
  FailureOr<WeightsFiles> weights = compile::getWeights(parts, line.output);
  if (failed(weights))
    return kExitRefused;
  FailureOr<compile::Bytes> bytes =
      compile::combine(parts, output, makeMetadata(line, entries), line.output);
  if (failed(bytes))
    return kExitRefused;
  auto writeOthers = [&] {
    return (line.header.empty() || writeOutput(line.header, header)) &&
           llvm::all_of(weights->get(), [](const WeightsFiles::File &file) {
             return writeOutput(file.path, StringRef(file.content.data(),
                                                     file.content.size()));
           });
  };
  return compile::write(*bytes, output, line.output, writeOthers)
             ? kExitRight
             : kExitRefused;
}

/// Reports what only one entry for one processor can be.
static bool checkSeveral(const CommandLine &line, ModuleOp module,
                         Output output, bool hasEntries) {
  bool isPackage = output == Output::Package;
  StringRef wrong;
  if (!isPackage && output != Output::Object && output != Output::SharedLibrary)
    wrong = hasEntries ? "expected one entry for this output; objects, shared "
                         "libraries and packages take several"
                       : "expected one processor for this output; objects, "
                         "shared libraries and packages take several";
  else if (!isPackage && StringRef(line.target).contains(','))
    wrong = "expected one target for this output; a package (.xla) takes "
            "several";
  else if (getPhase(module) != Phase::Input || module->hasAttr(kOptionsAttr))
    wrong = hasEntries
                ? "expected a program at phase input for several entries"
                : "expected a program at phase input for several processors";
  else if (hasEntries && !line.symbol.empty())
    wrong = "expected no --symbol with several entries, which keep their names";
  else if (hasEntries && !line.refine.empty())
    wrong = "expected no --refine with several entries";
  if (!wrong.empty())
    printError(wrong);
  return wrong.empty();
}

/// Compiles `entries` for each processor of the lists that the command line
/// has. What several of them have in common is compiled once for each.
static int compileSeveral(const CommandLine &line, ModuleOp module,
                          const CompileOptions &options,
                          ArrayRef<std::string> entries) {
  Output output = compile::getOutput(line, options);
  if (!checkSeveral(line, module, output, entries.size() > 1))
    return kExitUsage;
  // Where no list says more, what --compile-options names.
  StringRef targets = line.target.empty() ? options.triple : line.target;
  StringRef cpus = line.cpu;
  if (cpus.empty() && options.cpu != line.gpu)
    cpus = options.cpu;
  auto variants = compile::getVariants(options, targets, cpus, line.gpu,
                                       [&] { return module.emitError(); });
  if (failed(variants) || !compile::checkOutput(line, output, options))
    return kExitUsage;
  CompileControl control = line.watch.start();
  if (failed(
          control.openDecisions(options, [&] { return module.emitError(); })))
    return kExitRefused;
  std::vector<compile::Part> parts;
  SmallVector<OwningOpRef<ModuleOp>> copies;
  std::vector<std::vector<ISAVariant>> code(entries.size());
  for (const CompileOptions &variant : *variants) {
    // A GPU's is text, not linked with others.
    std::optional<Output> outputOfPart;
    if (variant.isForGPU() && entries.size() == 1)
      outputOfPart = output;
    if (variant.isForGPU() && entries.size() > 1) {
      printError("expected one entry with code for a GPU");
      return kExitUsage;
    }
    compile::Part part;
    for (auto [entry, all] : llvm::zip(entries, code)) {
      ModuleOp copy = *copies.emplace_back(module.clone());
      if (int status = compilePart(
              line, copy, outputOfPart,
              getEntryOptions(variant, entry, entries.size() == 1, line.output),
              control, part))
        return status;
      all.push_back({copy, part.options});
    }
    bool isDone = outputOfPart.has_value();
    if (output == Output::Package) {
      if (!isDone && failed(compile::emitEntries(code, output, control, part)))
        return kExitRefused;
      for (std::vector<ISAVariant> &all : code)
        all.clear();
      copies.clear();
    }
    parts.push_back(std::move(part));
  }
  // What goes into one object is emitted together.
  if (output != Output::Package &&
      failed(compile::emitEntries(code, output, control, parts.front())))
    return kExitRefused;
  return writeParts(line, parts, output);
}

/// Everything after reading the program.
static int compileModule(const CommandLine &line, ModuleOp module) {
  auto recorded = CompileOptions::of(module);
  if (failed(recorded))
    return kExitRefused;
  auto options = compile::getStatedOptions(line, module, *recorded);
  if (failed(options) || failed(renameEntry(line, module, *options)))
    return kExitUsage;
  SmallVector<std::string> entries = splitEntries(module, options->entry);
  if (StringRef(line.target).contains(',') ||
      StringRef(line.cpu).contains(',') || entries.size() > 1)
    return compileSeveral(line, module, *options, entries);
  options->entry = entries.front();
  Output output = compile::getOutput(line, *options);
  if (!line.stopAfter.empty() && output != Output::MLIR) {
    printError("expected an output in MLIR (.mlir, or --emit=mlir) with "
               "--stop-after, but got --emit or the name of another");
    return kExitUsage;
  }
  if (!compile::checkOutput(line, output, *options))
    return kExitUsage;
  compile::Part part;
  if (int code =
          compilePart(line, module, output, *options, line.watch.start(), part))
    return code;
  return writeParts(line, part, output);
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
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The user's line says enough; a program may be megabytes.
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  UserSpelling spelling(&context, sourceMgr);
  if (!compile::checkFiles(line, line.watch.decisions, /*weights=*/""))
    return kExitUsage;
  OwningOpRef<ModuleOp> module =
      parseProgram(sourceMgr, &context, line.reader.get());
  if (!module)
    return kExitRefused;
  return finishOutput(compileModule(line, *module));
}
