//===- UserSpelling.cpp - Ops in messages as users write them -------------===//
//
// Messages are changed as text, on their way to whoever prints them.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/UserSpelling.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Target/StableHLO/StableHLOText.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace xla;

UserSpelling::UserSpelling(MLIRContext *context, const llvm::SourceMgr &sources)
    : ScopedDiagnosticHandler(context), context(context) {
  if (unsigned file = sources.getMainFileID()) {
    program = sources.getMemoryBuffer(file)->getBuffer();
    ProgramFormat format = detectProgramFormat(program);
    isStableHLO =
        format == ProgramFormat::PortableArtifact ||
        (format == ProgramFormat::MLIRText && program.contains("stablehlo."));
  }
  setHandler([this](Diagnostic &diagnostic) -> LogicalResult {
    if (!isStableHLO)
      return failure();
    Diagnostic spelled(diagnostic.getLocation(), diagnostic.getSeverity());
    spelled << spell(diagnostic.str());
    for (Diagnostic &note : diagnostic.getNotes())
      spelled.attachNote(note.getLocation()) << spell(note.str());
    diagnostic = std::move(spelled);
    return failure(); // For those that print.
  });
}

std::string UserSpelling::spell(StringRef text) const {
  if (!isStableHLO)
    return text.str();
  return renameHLOToStableHLO(text, [&](StringRef name) {
    // The name of a file may begin in the same way. An op that nobody knows has
    // its name from the program.
    return RegisteredOperationName::lookup(name, context).has_value() ||
           program.contains(("stable" + name).str());
  });
}
