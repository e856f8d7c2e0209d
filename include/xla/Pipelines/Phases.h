//===- Phases.h - The phases of a compilation -------------------*- C++ -*-===//

#ifndef XLA_PIPELINES_PHASES_H
#define XLA_PIPELINES_PHASES_H

#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla {
/// The phases that have a pipeline, first to last.
inline constexpr Phase kPhases[] = {Phase::HLOOptimize, Phase::Fusion,
                                    Phase::Linalg,      Phase::Codegen,
                                    Phase::Bufferize,   Phase::Lower};

/// One line on what a phase does, for help texts.
llvm::StringRef getPhaseSummary(Phase phase);

/// The last phase that is complete in `module`, by its `xla.phase`;
/// Phase::Input without one.
Phase getPhase(mlir::ModuleOp module);

/// Writes `xla.phase`.
void setPhase(mlir::ModuleOp module, Phase phase);
} // namespace xla

#endif // XLA_PIPELINES_PHASES_H
