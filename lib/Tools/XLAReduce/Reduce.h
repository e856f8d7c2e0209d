//===- Reduce.h - Shrink a module that shows something ----------*- C++ -*-===//

#ifndef XLA_TOOLS_XLAREDUCE_REDUCE_H
#define XLA_TOOLS_XLAREDUCE_REDUCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace xla {
/// Removes functions, results, ops and arguments of `module` in ever smaller
/// groups (delta debugging, Zeller and Hildebrandt 2002) as long as `shows`
/// says that what is left still shows what it is about. An op goes when each of
/// its results can be an operand of the same type or a zero. `shows` sees
/// verified modules only. Steps change what a program means.
void reduceModule(mlir::OwningOpRef<mlir::ModuleOp> &module,
                  llvm::function_ref<bool(mlir::ModuleOp)> shows);
} // namespace xla

#endif // XLA_TOOLS_XLAREDUCE_REDUCE_H
