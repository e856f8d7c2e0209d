//===- UserSpelling.h - Ops in messages as users write them -----*- C++ -*-===//

#ifndef XLA_TARGET_USERSPELLING_H
#define XLA_TARGET_USERSPELLING_H

#include "mlir/IR/Diagnostics.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace xla {

/// `text` about the program in the main file of `sources`, with `stablehlo.add`
/// where that file says so, although the op is `hlo.add` in here.
std::string spellAsUser(llvm::StringRef text, const llvm::SourceMgr &sources);

/// While it lives, the diagnostics of a context are spelled so. For tools that
/// do not show their user hlo. What prints them has to be registered before.
class UserSpelling : public mlir::ScopedDiagnosticHandler {
public:
  UserSpelling(mlir::MLIRContext *context, const llvm::SourceMgr &sources);
};

} // namespace xla

#endif // XLA_TARGET_USERSPELLING_H
