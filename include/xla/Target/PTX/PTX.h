//===- PTX.h - Device modules to PTX ----------------------------*- C++ -*-===//

#ifndef XLA_TARGET_PTX_PTX_H
#define XLA_TARGET_PTX_PTX_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace xla {
/// Prints the kernels of all `gpu.module`s of `module` as one PTX text. The
/// modules must be in the NVVM dialect and carry one `#nvvm.target`, which
/// names chip, features and optimisation level; all must name the same. Needs
/// no CUDA toolkit. Fails with a diagnostic if a kernel still refers to a
/// function outside of it: `ptxas` would refuse the text.
mlir::LogicalResult translateToPTX(mlir::ModuleOp module,
                                   llvm::raw_ostream &os);
} // namespace xla

#endif // XLA_TARGET_PTX_PTX_H
