//===- UserSpelling.cpp - Ops in messages as users write them -------------===//
//
// Messages are changed as text, on their way to whoever prints them.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/UserSpelling.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Target/StableHLO/StableHLOText.h"

#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace xla;

/// Whether the program in `content` is one of StableHLO.
static bool isStableHLO(StringRef content) {
  switch (detectProgramFormat(content)) {
  case ProgramFormat::MLIRText:
    return content.contains("stablehlo.");
  case ProgramFormat::PortableArtifact:
    return true;
  default:
    return false;
  }
}

std::string xla::spellAsUser(StringRef text, const llvm::SourceMgr &sources) {
  unsigned file = sources.getMainFileID();
  if (file && isStableHLO(sources.getMemoryBuffer(file)->getBuffer()))
    return renameHLOToStableHLO(text);
  return text.str();
}

UserSpelling::UserSpelling(MLIRContext *context, const llvm::SourceMgr &sources)
    : ScopedDiagnosticHandler(context) {
  setHandler([&sources](Diagnostic &diagnostic) -> LogicalResult {
    Diagnostic spelled(diagnostic.getLocation(), diagnostic.getSeverity());
    spelled << spellAsUser(diagnostic.str(), sources);
    for (Diagnostic &note : diagnostic.getNotes())
      spelled.attachNote(note.getLocation())
          << spellAsUser(note.str(), sources);
    diagnostic = std::move(spelled);
    return failure(); // For those that print.
  });
}
