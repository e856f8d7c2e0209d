//===- RunsHere.h - What runs where it is compiled --------------*- C++ -*-===//

#ifndef XLA_LIB_JIT_RUNSHERE_H
#define XLA_LIB_JIT_RUNSHERE_H

#include "xla/Pipelines/Options.h"

namespace xla {

/// Refuses weights beside the code, by `options` or by what `module` was
/// compiled with so far: code in memory has its own.
mlir::LogicalResult checkRunsHere(mlir::ModuleOp module,
                                  const CompileOptions &options);

} // namespace xla

#endif // XLA_LIB_JIT_RUNSHERE_H
