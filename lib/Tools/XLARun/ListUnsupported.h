//===- ListUnsupported.h - All that a backend refuses -----------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_LISTUNSUPPORTED_H
#define XLA_LIB_TOOLS_XLARUN_LISTUNSUPPORTED_H

#include "xla/Pipelines/Options.h"
#include "xla/Support/Case.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla::run {
/// Prints a line for each thing in `module` that native code refuses: ops,
/// types, and custom calls that nobody has registered a function for. Shapes
/// that are open become those of `arguments`, as for a run. Consumes the
/// module. Returns how many there are.
unsigned listNativeUnsupported(mlir::ModuleOp module,
                               const CompileOptions &options,
                               llvm::ArrayRef<ArgumentSpec> arguments,
                               llvm::raw_ostream &os);

/// The same for kernels on a GPU of compute capability `chip`. What no kernel
/// is mapped from is looked for only where machine code refuses nothing.
unsigned listGPUUnsupported(mlir::ModuleOp module,
                            const CompileOptions &options, llvm::StringRef chip,
                            llvm::ArrayRef<ArgumentSpec> arguments,
                            llvm::raw_ostream &os);

/// The same for the interpreter.
unsigned listInterpreterUnsupported(mlir::ModuleOp module,
                                    llvm::StringRef entry,
                                    llvm::raw_ostream &os);
} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_LISTUNSUPPORTED_H
