//===- XLAOptMain.cpp - Entry point of xla-opt ----------------------------===//
//
// mlir-opt's driver over a prepared buffer. The driver makes its own context
// and its own diagnostic handler over the prepared text; a dialect extension,
// which runs when the first dialect is loaded into that context, puts a handler
// over the user's text before it.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/XLAOptMain.h"
#include "xla/Dump/ProgramDump.h"
#include "xla/Fusion/ProgramStats.h"
#include "xla/Support/PassCounter.h"
#include "xla/Support/XLAFlags.h"
#include "xla/Tools/NumericsCheck.h"
#include "xla/Tools/ReaderFlags.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include <map>

using namespace mlir;
using namespace xla;
namespace cl = llvm::cl;

namespace {
/// Prints diagnostics against a fixed source manager. The handler base class
/// wants a context to register with; this one is never the context in use.
class UserTextPrinter : public SourceMgrDiagnosticHandler {
public:
  UserTextPrinter(llvm::SourceMgr &sourceMgr, MLIRContext *context)
      : SourceMgrDiagnosticHandler(sourceMgr, context) {}
  using SourceMgrDiagnosticHandler::emitDiagnostic;
};

/// Registers a handler over the user's text with each context in which a
/// dialect is loaded.
class ShowUserText : public DialectExtensionBase {
public:
  ShowUserText(UserTextPrinter &printer, MLIRContext *&lastContext)
      : DialectExtensionBase(/*dialectNames=*/{}), printer(printer),
        lastContext(lastContext) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const override {
    // The builtin dialect comes with the context, before the driver's handler;
    // the handler registered last is asked first.
    bool isBuiltin =
        dialects.size() == 1 && dialects.front()->getNamespace() == "builtin";
    if (context == lastContext || isBuiltin) {
      if (isBuiltin)
        lastContext = nullptr;
      return;
    }
    lastContext = context;
    context->getDiagEngine().registerHandler(
        [&printer = printer](Diagnostic &diagnostic) {
          printer.emitDiagnostic(diagnostic);
        });
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<ShowUserText>(printer, lastContext);
  }

private:
  UserTextPrinter &printer;
  MLIRContext *&lastContext;
};
} // namespace

/// What a buffer of the driver is called that it does not share with the user:
/// lines of the program are to be found in its own text.
static constexpr StringLiteral convertedName = "<converted>";

/// Calls `write` with the program as `options` have it read, for the formats
/// that the driver does not read. False after errors were printed.
static bool convert(llvm::SourceMgr &userText, const DialectRegistry &registry,
                    const ProgramReaderOptions &options,
                    function_ref<LogicalResult(ModuleOp)> write) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler handler(userText, &context);
  OwningOpRef<ModuleOp> module = parseProgram(userText, &context, options);
  return module && succeeded(write(*module));
}

/// The program as bytecode of hlo; null after errors were printed.
static std::unique_ptr<llvm::MemoryBuffer>
convertToBytecode(llvm::SourceMgr &userText, const DialectRegistry &registry,
                  const ProgramReaderOptions &options) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (!convert(userText, registry, options, [&](ModuleOp module) {
        return writeBytecodeToFile(module, os);
      }))
    return nullptr;
  return llvm::MemoryBuffer::getMemBufferCopy(bytes, convertedName);
}

/// All programs of the file as text that the driver splits at `marker`; null
/// after errors were printed.
static std::unique_ptr<llvm::MemoryBuffer>
convertToText(llvm::SourceMgr &userText, const DialectRegistry &registry,
              ProgramReaderOptions options, size_t count, StringRef marker) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](ModuleOp module) {
    module->print(os, OpPrintingFlags().enableDebugInfo());
    os << "\n";
    return success();
  };
  while (options.module++ != count) {
    if (options.module != 1)
      os << marker << "\n";
    if (!convert(userText, registry, options, print))
      return nullptr;
  }
  return llvm::MemoryBuffer::getMemBufferCopy(text, convertedName);
}

/// What the driver's parser reads in place of the main buffer of `userText`;
/// null after errors were printed.
static std::unique_ptr<llvm::MemoryBuffer>
prepareForDriver(llvm::SourceMgr &userText, const DialectRegistry &registry,
                 const ProgramReaderOptions &options, StringRef splitMarker) {
  llvm::MemoryBufferRef input =
      userText.getMemoryBuffer(userText.getMainFileID())->getMemBufferRef();
  ProgramFormat format = xla::detectProgramFormat(input.getBuffer());
  // The driver would read bytecode as it comes, without our checks.
  if (!xla::isReadByMLIR(format) || format == ProgramFormat::MLIRBytecode) {
    size_t count = countPrograms(input.getBuffer());
    if (count > 1 && options.module == 0 && !splitMarker.empty())
      return convertToText(userText, registry, options, count, splitMarker);
    return convertToBytecode(userText, registry, options);
  }
  return xla::prepareProgramForParser(
      input, [&](size_t offset, const Twine &message) {
        userText.PrintMessage(
            llvm::SMLoc::getFromPointer(input.getBufferStart() + offset),
            llvm::SourceMgr::DK_Error, message);
      });
}

/// Runs the driver on the program in `input`.
static LogicalResult runDriver(std::unique_ptr<llvm::MemoryBuffer> input,
                               raw_ostream &os, DialectRegistry &registry,
                               const MlirOptMainConfig &config,
                               const ProgramReaderOptions &options) {
  llvm::SourceMgr userText;
  llvm::MemoryBufferRef inputRef = input->getMemBufferRef();
  userText.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  std::unique_ptr<llvm::MemoryBuffer> prepared =
      prepareForDriver(userText, registry, options, config.inputSplitMarker());
  if (!prepared)
    return failure();

  MLIRContext unusedContext(MLIRContext::Threading::DISABLED);
  UserTextPrinter printer(userText, &unusedContext);
  MLIRContext *lastContext = nullptr;
  // Where diagnostics are compared or filtered, the driver's handlers decide.
  bool driverDecides = config.shouldVerifyDiagnostics() ||
                       !config.shouldShowNotes() ||
                       config.getDiagnosticVerbosityLevel() !=
                           VerbosityLevel::ErrorsWarningsAndRemarks;
  if (!driverDecides && prepared->getBuffer() != inputRef.getBuffer())
    registry.addExtension(TypeID::get<ShowUserText>(),
                          std::make_unique<ShowUserText>(printer, lastContext));
  return MlirOptMain(os, std::move(prepared), registry, config);
}

namespace {
/// Takes the statistics of a program, or prints how they changed.
class StatsPass : public PassWrapper<StatsPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StatsPass)
  StatsPass(std::shared_ptr<ProgramStats> before, bool isLast)
      : before(std::move(before)), isLast(isLast) {}

  void runOnOperation() override {
    ProgramStats stats = ProgramStats::get(getOperation());
    if (isLast)
      ProgramStats::printChange(*before, stats, llvm::errs());
    else
      *before = std::move(stats);
    markAllAnalysesPreserved();
  }

private:
  std::shared_ptr<ProgramStats> before;
  bool isLast;
};

/// Does nothing: what the pass before it did is dumped when the next begins.
class PipelineEndPass
    : public PassWrapper<PipelineEndPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PipelineEndPass)

  StringRef getArgument() const override { return "pipeline-end"; }
  void runOnOperation() override { markAllAnalysesPreserved(); }
};
} // namespace

/// Prints the statistics of the program before and after all passes.
static void addStats(MlirOptMainConfig &config) {
  config.setPassPipelineSetupFn([config](PassManager &pm) {
    auto before = std::make_shared<ProgramStats>();
    pm.addPass(std::make_unique<StatsPass>(before, /*isLast=*/false));
    LogicalResult result = config.setupPassPipeline(pm);
    pm.addPass(std::make_unique<StatsPass>(before, /*isLast=*/true));
    return result;
  });
}

/// Writes what XLA's flags ask for.
static void addDump(MlirOptMainConfig &config) {
  config.setPassPipelineSetupFn([config](PassManager &pm) {
    addDumpOfPasses(pm);
    LogicalResult result = config.setupPassPipeline(pm);
    pm.addPass(std::make_unique<PipelineEndPass>());
    return result;
  });
}

/// Lets `numerics` look at the program after each pass.
static void addCheck(MlirOptMainConfig &config, NumericsCheck &numerics) {
  config.setPassPipelineSetupFn([config, &numerics](PassManager &pm) {
    // Programs are run between passes: nothing else may change them then.
    pm.getContext()->disableMultithreading();
    pm.addInstrumentation(numerics.createInstrumentation());
    return config.setupPassPipeline(pm);
  });
}

/// Prints what this compiler adds to MLIR's passes and pipelines: those whose
/// names begin with one of its dialects or say what they make legal.
static void printOwnPasses(raw_ostream &os) {
  std::map<StringRef, StringRef> summaries;
  for (auto [name, flag] : cl::getRegisteredOptions()) {
    bool isOwn = name.starts_with("hlo-") || name.starts_with("chlo-") ||
                 name.starts_with("xla-") || name.contains("-legalize-to-");
    const PassRegistryEntry *entry = PassInfo::lookup(name);
    if (!entry)
      entry = PassPipelineInfo::lookup(name);
    if (isOwn && entry)
      summaries[name] = entry->getPassDescription();
  }
  for (auto [name, summary] : summaries)
    os << "  --" << llvm::left_justify(name, 44) << " " << summary << "\n";
}

int xla::xlaOptMain(int argc, char **argv, DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  cl::opt<bool> counters("xla-counters", cl::desc("Print what passes counted"));
  cl::opt<std::string> inputName(cl::Positional, cl::desc("<program>"),
                                 cl::init("-"));
  cl::opt<std::string> outputName("o", cl::desc("Where to write"),
                                  cl::value_desc("file"), cl::init("-"));
  cl::opt<bool> checkNumerics(
      "check-numerics",
      cl::desc("Run the program on made-up arguments after each pass that "
               "changes it, and name the first that changes a result"));
  cl::opt<bool> printStats(
      "print-stats",
      cl::desc("Print how many ops, flops and bytes the program has before and "
               "after the passes"));
  cl::opt<bool> helpPasses(
      "help-passes",
      cl::desc(
          "List the passes and pipelines of this compiler, without MLIR's"));
  ReaderFlags reader(cl::getGeneralCategory());
  std::string overview = registerCLIOptions(
      "xla-mlir optimizer\n\nThe options of all of MLIR follow; --help-passes "
      "lists the passes of this compiler.\n",
      registry);
  if (!parseCommandLine(argc, argv, overview))
    return kExitUsage;
  if (helpPasses) {
    printOwnPasses(llvm::outs());
    return finishOutput(kExitRight);
  }
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldListPasses()) {
    // The driver prints the list and does not read the input.
    return succeeded(MlirOptMain(argc, argv, inputName, outputName, registry))
               ? kExitRight
               : kExitRefused;
  }

  std::unique_ptr<llvm::MemoryBuffer> input = readInput(inputName);
  if (!input)
    return kExitUsage;
  std::string message;
  auto output = openOutputFile(outputName, &message);
  if (!output) {
    printError(message);
    return kExitRefused;
  }
  NumericsCheck numerics;
  if (checkNumerics)
    addCheck(config, numerics);
  if (printStats)
    addStats(config);
  if (getXLAFlags().dumps())
    addDump(config);
  LogicalResult result =
      runDriver(std::move(input), output->os(), registry, config, reader.get());
  if (counters)
    PassCounter::printAll(llvm::errs());
  if (checkNumerics)
    numerics.print(llvm::errs());
  // The driver printed into the file.
  if (failed(result)) {
    output->os().flush();
    output->os().clear_error();
    return numerics.hasDifference() ? kExitDifferent : kExitRefused;
  }
  return writeOutput(*output, outputName, "") ? kExitRight : kExitRefused;
}
