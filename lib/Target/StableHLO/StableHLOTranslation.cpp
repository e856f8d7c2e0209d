//===- StableHLOTranslation.cpp - StableHLO text in xla-translate ---------===//
//
// Registers both directions with MLIR's translation tool.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/StableHLO/StableHLOTranslation.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Target/StableHLO/StableHLOText.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;

void xla::registerStableHLOTranslations(
    void (*registerDialects)(DialectRegistry &)) {
  TranslateToMLIRRegistration(
      "stablehlo-to-hlo", "Read StableHLO text",
      [](llvm::SourceMgr &sourceMgr, MLIRContext *context) {
        return OwningOpRef<Operation *>(
            parseProgram(sourceMgr, context).release());
      },
      registerDialects);
  TranslateFromMLIRRegistration(
      "hlo-to-stablehlo", "Write hlo as StableHLO text",
      [](Operation *op, raw_ostream &os) {
        return printAsStableHLO(op, os, OpPrintingFlags());
      },
      registerDialects);
}
