//===- Emit.h - Write a lowered module --------------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLACOMPILE_EMIT_H
#define XLA_LIB_TOOLS_XLACOMPILE_EMIT_H

#include "xla/Pipelines/CompileControl.h"
#include "xla/Pipelines/Options.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla::compile {

/// What xla-compile writes.
enum class Output {
  MLIR,
  LLVMIR,
  Assembly,
  Object,
  SharedLibrary,
  Package,
  PTX,
  Cubin
};

/// True for what only a GPU's code can be.
inline bool isDeviceOutput(Output output) {
  return output == Output::PTX || output == Output::Cubin;
}

using Bytes = llvm::SmallVector<char, 0>;

/// What becomes of a program for one processor.
struct Part {
  /// What it was compiled with; its target is resolved.
  CompileOptions options;
  /// The content of an output file; for a shared library, of the object that it
  /// is linked from; for a package, that of a section.
  Bytes code;
  /// The file of what was kept out of the code; empty if nothing was.
  Bytes weights;
};

/// The object for several processors that `modules`, in the LLVM dialect,
/// become, as the code of the first of `parts`, which say what each module was
/// compiled with. Fails with a diagnostic.
mlir::LogicalResult emitVariants(llvm::ArrayRef<mlir::ModuleOp> modules,
                                 llvm::MutableArrayRef<Part> parts,
                                 const CompileControl &control);

/// Fills in `part.code` and `part.weights` from `module`. For MLIR it may be in
/// any phase; otherwise it must be in the LLVM dialect, or its device modules
/// in NVVM. Fails with a diagnostic.
mlir::LogicalResult emit(mlir::ModuleOp module, Output output,
                         const CompileControl &control, Part &part);

/// The C header for what `part` holds: an object, or the section of a package.
/// Fails after printing why.
mlir::FailureOr<std::string> makeHeader(const Part &part, Output output,
                                        llvm::StringRef source);

/// Metadata of a package.
using Metadata = llvm::SmallVector<std::pair<std::string, std::string>>;

/// The output file made of `parts`, one for each processor, which will lie at
/// `path`. Only packages and objects have several. Fails after printing why.
mlir::FailureOr<Bytes> combine(llvm::MutableArrayRef<Part> parts, Output output,
                               const Metadata &metadata, llvm::StringRef path);

/// Writes the file of weights beside the output at `path`, where there is to be
/// one. Returns false after printing why not.
bool writeWeights(llvm::ArrayRef<Part> parts, llvm::StringRef path);

/// Writes or links what `emit` made to `path` ("-": standard output). Returns
/// false after printing why not.
bool write(llvm::ArrayRef<char> bytes, Output output, llvm::StringRef path);

} // namespace xla::compile

#endif // XLA_LIB_TOOLS_XLACOMPILE_EMIT_H
