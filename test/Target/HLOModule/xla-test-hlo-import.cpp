//===- xla-test-hlo-import.cpp - HLO messages as hlo programs -------------===//
//
// xla-test-hlo-import [-z] [-g] FILE
//   Prints the program that the module in FILE is: HLO text, or a message,
//   binary or as text. -z makes elided constants zeros, -g prints locations.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/Target/HLOModule/Import.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOText/HLOText.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace xla;

/// Reads `file` into `module`; prints what is wrong with it.
static bool readModule(llvm::MemoryBufferRef file,
                       proto::HloModuleProto &module) {
  if (isHLOText(file.getBuffer())) {
    auto report = [](const HLOTextDiagnostic &diagnostic) {
      printError(diagnostic.message);
    };
    return succeeded(parseHLOText(file.getBuffer(), module, report));
  }
  std::unique_ptr<HLOProtoFile> content = readHLOProto(
      file, [](size_t, const llvm::Twine &message) { printError(message); });
  if (content)
    module = std::move(content->module);
  return content != nullptr;
}

int main(int argc, char **argv) {
  ImportOptions options;
  bool hasLocations = false;
  std::unique_ptr<llvm::MemoryBuffer> file;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "-z")
      options.zeroElidedConstants = true;
    else if (argument == "-g")
      hasLocations = true;
    else
      file = readInput(argument);
  }
  if (!file)
    return kExitUsage;
  proto::HloModuleProto module;
  if (!readModule(*file, module))
    return kExitRefused;
  if (isHLOText(file->getBuffer())) {
    options.fileName = file->getBufferIdentifier();
    options.text = file->getBuffer();
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  OwningOpRef<ModuleOp> program = importHLOModule(module, &context, options);
  if (!program)
    return kExitRefused;
  OpPrintingFlags flags;
  program->print(llvm::outs(), flags.enableDebugInfo(hasLocations));
  llvm::outs() << "\n";
  return finishOutput(kExitRight);
}
