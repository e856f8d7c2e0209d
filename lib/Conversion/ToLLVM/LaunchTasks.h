//===- LaunchTasks.h - Calls of the host's parallel_for ---------*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_TOLLVM_LAUNCHTASKS_H
#define XLA_LIB_CONVERSION_TOLLVM_LAUNCHTASKS_H

#include "mlir/IR/BuiltinOps.h"

namespace xla {
/// Replaces each call of a function that bears `xla.tasks` by a call of the
/// `parallel_for` in the host's table, with a function that runs a part of the
/// iterations. `module` is in the LLVM dialect where kernels are concerned.
void launchTasks(mlir::ModuleOp module);
} // namespace xla

#endif // XLA_LIB_CONVERSION_TOLLVM_LAUNCHTASKS_H
