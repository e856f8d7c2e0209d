//===- PhaseVerifier.h - What the phase verifiers share ---------*- C++ -*-===//

#ifndef XLA_LIB_PIPELINES_PHASEVERIFIER_H
#define XLA_LIB_PIPELINES_PHASEVERIFIER_H

#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace xla {
/// Runs over every op below `root` and reports each for which `isAllowed` is
/// false: "expects no such op after the <phase> phase". Returns whether all
/// were allowed.
bool checkOps(mlir::Operation *root, Phase phase,
              llvm::function_ref<bool(mlir::Operation *)> isAllowed);

/// Reports each op below `root` with an operand, result or block argument of a
/// type for which `isAllowed` is false. Returns whether all were allowed.
bool checkTypes(mlir::Operation *root, Phase phase,
                llvm::function_ref<bool(mlir::Type)> isAllowed);

/// Reports each kernel call whose values are not exactly those of the kernel.
bool checkCalls(mlir::ModuleOp module);

/// Reports unless exactly one function of `module` has `xla.entry`.
bool checkEntry(mlir::ModuleOp module);

/// Whether the op belongs to one of these dialects.
bool isInDialects(mlir::Operation *op, llvm::ArrayRef<llvm::StringRef> names);

/// Whether the op may stand at the host level on tensors, after phase linalg.
bool isHostOpOnTensors(mlir::Operation *op);

/// Whether a type has an integer with a sign, alone or in a tensor.
bool hasSign(mlir::Type type);
} // namespace xla

#endif // XLA_LIB_PIPELINES_PHASEVERIFIER_H
