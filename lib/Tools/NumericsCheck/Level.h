//===- Level.h - How far a program is lowered -------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_NUMERICSCHECK_LEVEL_H
#define XLA_LIB_TOOLS_NUMERICSCHECK_LEVEL_H

#include "mlir/IR/BuiltinOps.h"

namespace xla {

/// Whether `entry` and all else in `module` is of hlo, kernels and their calls
/// included: what the interpreter evaluates.
bool isOfHLO(mlir::ModuleOp module, llvm::StringRef entry);

} // namespace xla

#endif // XLA_LIB_TOOLS_NUMERICSCHECK_LEVEL_H
