//===- FormulaLength.h - How long the formulas of functions are -*- C++ -*-===//

#ifndef XLA_CODEGEN_COMMON_FORMULALENGTH_H
#define XLA_CODEGEN_COMMON_FORMULALENGTH_H

#include "xla/Codegen/Common/TargetFeatures.h"

namespace xla {
/// Ops that the formulas of one kernel may have in all. Above, xla-outline-math
/// makes calls of them; LLVM, which does not see what a call computes, then
/// finds nothing to vectorise.
inline constexpr int64_t maxFormulaOps = 4096;

/// About how many ops xla-expand-math makes of `op` on a scalar; 0 where that
/// is an instruction or a few.
int64_t getFormulaLength(mlir::Operation *op);

/// The sum of that over `kernel`, where vectors count once for each register.
int64_t getFormulaLengths(mlir::Operation *kernel,
                          const TargetFeatures &features);
} // namespace xla

#endif // XLA_CODEGEN_COMMON_FORMULALENGTH_H
