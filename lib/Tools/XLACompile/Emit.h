//===- Emit.h - Write a lowered module --------------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLACOMPILE_EMIT_H
#define XLA_LIB_TOOLS_XLACOMPILE_EMIT_H

#include "xla/Pipelines/CompileControl.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla::compile {

/// What xla-compile writes.
enum class Output { MLIR, LLVMIR, Assembly, Object, SharedLibrary, PTX, Cubin };

/// True for what only a GPU's code can be.
inline bool isDeviceOutput(Output output) {
  return output == Output::PTX || output == Output::Cubin;
}

using Bytes = llvm::SmallVector<char, 0>;

/// The content of an output file; for a shared library, of the object that it
/// is linked from. For MLIR the module may be in any phase; otherwise it must
/// be in the LLVM dialect, or its device modules in NVVM. Fails with a
/// diagnostic.
mlir::FailureOr<Bytes> emit(mlir::ModuleOp module, Output output,
                            const CompileOptions &options,
                            const CompileControl &control);

/// Writes or links what `emit` made to `path` ("-": standard output). Returns
/// false after printing why not.
bool write(llvm::ArrayRef<char> bytes, Output output, llvm::StringRef path);

} // namespace xla::compile

#endif // XLA_LIB_TOOLS_XLACOMPILE_EMIT_H
