//===- UserSpelling.h - Ops in messages as users write them -----*- C++ -*-===//

#ifndef XLA_TARGET_USERSPELLING_H
#define XLA_TARGET_USERSPELLING_H

#include "mlir/IR/Diagnostics.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace xla {

/// While it lives, the diagnostics of a context are spelled as the main file of
/// `sources`, which outlives it, spells ops: `stablehlo.add` where that file
/// says so, although the op is `hlo.add` in here. For tools that do not show
/// their user hlo. What prints them has to be registered before.
class UserSpelling : public mlir::ScopedDiagnosticHandler {
public:
  UserSpelling(mlir::MLIRContext *context, const llvm::SourceMgr &sources);

  /// `text` about the program, spelled so.
  std::string spell(llvm::StringRef text) const;

private:
  mlir::MLIRContext *context;
  llvm::StringRef program;
  bool isStableHLO = false;
};

} // namespace xla

#endif // XLA_TARGET_USERSPELLING_H
