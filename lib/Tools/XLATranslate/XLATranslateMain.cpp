//===- XLATranslateMain.cpp - Entry point of xla-translate ----------------===//
//
// One reader, which finds the format by content, and one writer for each output
// format. What is lowered already may also be written as LLVM IR or PTX.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/XLATranslateMain.h"
#include "xla/Tools/NamedValueFlags.h"

#include "xla/Dump/ProgramDump.h"
#include "xla/Pipelines/Phases.h"
#include "xla/Target/Dot/Dot.h"
#include "xla/Target/HLOModule/Export.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOText/HLOText.h"
#include "xla/Target/Object/Object.h"
#include "xla/Target/PTX/PTX.h"
#include "xla/Target/StableHLO/StableHLOText.h"
#include "xla/Target/UserSpelling.h"
#include "xla/Target/VHLO/PortableArtifact.h"
#include "xla/Tools/ReaderFlags.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;
namespace cl = llvm::cl;

namespace {
enum class Input { Auto, MLIR, Bytecode, PortableArtifact, HLOText, HLOProto };
enum class Output {
  HLO,
  StableHLO,
  Bytecode,
  PortableArtifact,
  VHLO,
  LLVMIR,
  PTX,
  HLOText,
  HLOProto,
  HLOProtoText,
  Dot,
  HTML
};

/// Whether the output is of classic HLO.
static bool isOfClassicHLO(Output output) { return output >= Output::HLOText; }

/// Whether a line of dashes parts several programs in a file of the format.
static bool holdsSeveral(Output output) {
  return output == Output::HLO || output == Output::StableHLO ||
         output == Output::VHLO || output == Output::HLOText;
}

/// The command line.
struct CommandLine {
  cl::OptionCategory category{"xla-translate options"};
  cl::opt<std::string> file{cl::Positional, cl::init("-"),
                            cl::desc("<program>"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Where to write"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<Input, false, NamedValueParser<Input>> from{
      "from", cl::desc("Format that the input must have"),
      cl::init(Input::Auto),
      cl::values(clEnumValN(Input::Auto, "auto", "any, found by content"),
                 clEnumValN(Input::MLIR, "mlir",
                            "MLIR text: StableHLO, hlo or lowered"),
                 clEnumValN(Input::Bytecode, "mlir-bytecode", "MLIR bytecode"),
                 clEnumValN(Input::PortableArtifact, "portable-artifact",
                            "StableHLO's portable artifact"),
                 clEnumValN(Input::HLOText, "hlo-text", "HLO text"),
                 clEnumValN(Input::HLOProto, "hlo-proto",
                            "proto of HLO, binary or text")),
      cl::cat(category)};
  cl::opt<Output, false, NamedValueParser<Output>> to{
      "to", cl::desc("Format to write"), cl::init(Output::HLO),
      cl::values(
          clEnumValN(Output::HLO, "mlir", "MLIR text with our dialect names"),
          clEnumValN(Output::StableHLO, "stablehlo", "StableHLO text"),
          clEnumValN(Output::Bytecode, "mlir-bytecode", "MLIR bytecode"),
          clEnumValN(Output::PortableArtifact, "portable-artifact",
                     "StableHLO's portable artifact"),
          clEnumValN(Output::VHLO, "vhlo",
                     "text of what a portable artifact holds"),
          clEnumValN(Output::LLVMIR, "llvm-ir",
                     "LLVM IR of a module in the LLVM dialect"),
          clEnumValN(Output::PTX, "ptx", "PTX of NVVM device modules"),
          clEnumValN(Output::HLOText, "hlo-text", "HLO text, as XLA reads it"),
          clEnumValN(Output::HLOProto, "hlo-proto", "HloModuleProto, binary"),
          clEnumValN(Output::HLOProtoText, "hlo-pbtxt",
                     "HloModuleProto as text proto"),
          clEnumValN(Output::Dot, "dot", "graph for graphviz"),
          clEnumValN(Output::HTML, "html",
                     "page that shows the program in a browser")),
      cl::cat(category)};
  cl::opt<std::string> targetVersion{
      "target-version",
      cl::desc("Version of the portable artifact (default: the newest)"),
      cl::init(vhlo::Version::getCurrent().str()), cl::value_desc("x.y.z"),
      cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::value_desc("name"),
      cl::desc("Function that becomes the entry of classic HLO (default: main, "
               "or the only public one)"),
      cl::cat(category)};
  ReaderFlags reader{category};
  cl::opt<std::string> computation{
      "computation",
      cl::desc("Computation that --to=dot draws (default: the entry)"),
      cl::value_desc("name"), cl::cat(category)};
  cl::list<std::string> highlight{
      "highlight", cl::desc("Instructions that stand out in --to=dot"),
      cl::value_desc("names"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<bool> showFusions{"show-fusions",
                            cl::desc("Draw what is fused in --to=dot"),
                            cl::init(true), cl::cat(category)};
};
} // namespace

/// True if the input's format is the one that was asked for.
static bool checkFormat(Input wanted, StringRef content) {
  ProgramFormat found = detectProgramFormat(content);
  auto getFormat = [&] {
    switch (wanted) {
    case Input::Auto:
      return found;
    case Input::MLIR:
      return ProgramFormat::MLIRText;
    case Input::Bytecode:
      return ProgramFormat::MLIRBytecode;
    case Input::PortableArtifact:
      return ProgramFormat::PortableArtifact;
    case Input::HLOText:
      return ProgramFormat::HLOText;
    case Input::HLOProto:
      return ProgramFormat::HLOProto;
    }
    llvm_unreachable("unknown format");
  };
  if (getFormat() == found)
    return true;
  printError("expected the input in the format of --from, but its content is "
             "another");
  return false;
}

/// Writes LLVM IR as it is: nothing is optimised, the target is the module's.
static LogicalResult writeLLVMIR(ModuleOp module, raw_ostream &os) {
  if (failed(verifyTranslatable(module)))
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    return module.emitError("expected a module that LLVM IR can express");
  os << *llvmModule;
  return success();
}

/// Writes the text of what an artifact of the version holds.
static LogicalResult writeVHLO(ModuleOp module, vhlo::Version version,
                               raw_ostream &os) {
  OwningOpRef<ModuleOp> portable = buildPortableModule(module, version);
  if (!portable)
    return failure();
  portable->print(os, OpPrintingFlags().printGenericOpForm());
  os << "\n";
  return success();
}

static llvm::Error writePicture(const proto::HloModuleProto &module,
                                const CommandLine &line, raw_ostream &os) {
  if (line.to == Output::HTML) {
    printHTML(module, os);
    return llvm::Error::success();
  }
  DotOptions options;
  options.computation = line.computation;
  options.highlighted.assign(line.highlight.begin(), line.highlight.end());
  options.showFusions = line.showFusions;
  return printDot(module, options, os);
}

/// The program as a module of classic HLO: what is one as it stands in the
/// file, others as they are exported. Null after an error.
static std::unique_ptr<proto::HloModuleProto>
readModule(llvm::MemoryBufferRef buffer, MLIRContext *context,
           const CommandLine &line, const ProgramReaderOptions &reader) {
  if (isClassicHLO(detectProgramFormat(buffer.getBuffer())))
    return parseHLOModule(buffer, context, reader);
  OwningOpRef<ModuleOp> program = parseProgram(buffer, context, reader);
  if (!program)
    return nullptr;
  HLOExportOptions options;
  options.entry = line.entry;
  auto exported = exportHLOModule(*program, options);
  return succeeded(exported) ? std::move(*exported) : nullptr;
}

/// Writes classic HLO and pictures of it.
static LogicalResult writeHLO(llvm::MemoryBufferRef buffer,
                              MLIRContext *context, const CommandLine &line,
                              const ProgramReaderOptions &reader,
                              raw_ostream &os) {
  auto module = readModule(buffer, context, line, reader);
  if (!module)
    return failure();
  if (line.to == Output::HLOText) {
    printHLOText(*module, HLOTextOptions(), os);
    return success();
  }
  HLOProtoWriteOptions style;
  style.text = line.to == Output::HLOProtoText;
  llvm::Error error =
      line.to == Output::HLOProto || line.to == Output::HLOProtoText
          ? writeHLOProto(*module, os, style)
          : writePicture(*module, line, os);
  if (!error)
    return success();
  printError(llvm::toString(std::move(error)));
  return failure();
}

static LogicalResult write(ModuleOp module, const CommandLine &line,
                           vhlo::Version version, raw_ostream &os) {
  switch (line.to) {
  case Output::HLO:
    module->print(os);
    os << "\n";
    return success();
  case Output::StableHLO:
    if (getPhase(module) < Phase::Fusion)
      return printAsStableHLO(module, os, OpPrintingFlags());
    return module.emitError("expected a program before phase fusion to write "
                            "as StableHLO, but it has completed phase ")
           << stringifyPhase(getPhase(module));
  case Output::Bytecode:
    return writeBytecodeToFile(module, os);
  case Output::PortableArtifact:
    return writePortableArtifact(module, version, os);
  case Output::VHLO:
    return writeVHLO(module, version, os);
  case Output::LLVMIR:
    return writeLLVMIR(module, os);
  case Output::PTX:
    return translateToPTX(module, os);
  case Output::HLOText:
  case Output::HLOProto:
  case Output::HLOProtoText:
  case Output::Dot:
  case Output::HTML:
    break; // Not written from modules of MLIR: see writeHLO.
  }
  llvm_unreachable("unknown output");
}

/// Translates one program of the file.
static LogicalResult translate(llvm::MemoryBufferRef buffer,
                               MLIRContext *context, const CommandLine &line,
                               vhlo::Version version,
                               const ProgramReaderOptions &reader,
                               raw_ostream &os) {
  if (isOfClassicHLO(line.to))
    return writeHLO(buffer, context, line, reader, os);
  OwningOpRef<ModuleOp> module = parseProgram(buffer, context, reader);
  if (!module)
    return failure();
  CompileControl control;
  beginDump(*module, CompileOptions(), control);
  return write(*module, line, version, os);
}

/// Translates the program that the command line names, or all of them.
static LogicalResult translateAll(llvm::MemoryBufferRef buffer,
                                  MLIRContext *context, const CommandLine &line,
                                  vhlo::Version version, raw_ostream &os) {
  ProgramReaderOptions reader = line.reader.get();
  size_t count = countPrograms(buffer.getBuffer());
  if (reader.module != 0 || count == 1 || !holdsSeveral(line.to))
    return translate(buffer, context, line, version, reader, os);
  while (reader.module++ != count) {
    if (reader.module != 1)
      os << "\n// -----\n\n";
    if (failed(translate(buffer, context, line, version, reader, os)))
      return failure();
  }
  return success();
}

int xla::xlaTranslateMain(int argc, char **argv, DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  resetCommandLine();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  CommandLine line;
  if (!parseCommandLine(argc, argv,
                        "Changes the format of a program.\n\nExit codes: 0 "
                        "right, 2 refused, 3 usage\n"))
    return kExitUsage;
  auto version = vhlo::Version::parse(line.targetVersion);
  if (!version) {
    printError("expected a version such as " +
               vhlo::Version::getCurrent().str() + ", but got '" +
               line.targetVersion + "'");
    return kExitUsage;
  }
  llvm::SourceMgr sourceMgr;
  if (!openProgram(line.file, sourceMgr))
    return kExitUsage;
  if (!checkFormat(
          line.from,
          sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getBuffer()))
    return kExitRefused;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The user's line says enough; a program may be megabytes.
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  UserSpelling spelling(&context, sourceMgr);
  std::string content;
  llvm::raw_string_ostream os(content);
  LogicalResult result = translateAll(
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getMemBufferRef(),
      &context, line, *version, os);
  return succeeded(result) && writeOutput(line.output, content) ? kExitRight
                                                                : kExitRefused;
}
