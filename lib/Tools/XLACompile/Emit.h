//===- Emit.h - Write a lowered module --------------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLACOMPILE_EMIT_H
#define XLA_LIB_TOOLS_XLACOMPILE_EMIT_H

#include "xla/Pipelines/CompileControl.h"
#include "xla/Pipelines/Options.h"
#include "xla/Target/Object/MultiISA.h"
#include "xla/Target/Package/Weights.h"

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

/// What was kept out of the code of an entry.
struct DetachedWeights {
  /// What the entry was compiled with.
  CompileOptions options;
  Bytes file;
};

/// What becomes of a program for one processor.
struct Part {
  /// What it was compiled with; its target is resolved.
  CompileOptions options;
  /// The content of an output file; for a shared library, of the object that it
  /// is linked from; for a package, that of a section.
  Bytes code;
  /// Entries behind that of the options.
  llvm::SmallVector<std::string> moreEntries;
  std::vector<DetachedWeights> weights;
};

/// Fills in `part.code`, an object or an image, and what else is known of
/// `entries`: modules in the LLVM dialect, for each entry one for each
/// processor. Fails with a diagnostic.
mlir::LogicalResult emitEntries(llvm::ArrayRef<std::vector<ISAVariant>> entries,
                                Output output, const CompileControl &control,
                                Part &part);

/// Fills in `part.code` and `part.weights` from `module`. For MLIR it may be in
/// any phase; otherwise it must be in the LLVM dialect, or its device modules
/// in NVVM. Fails with a diagnostic.
mlir::LogicalResult emit(mlir::ModuleOp module, Output output,
                         const CompileControl &control, Part &part);

/// The C header for what `part` holds: an object, or the section of a package;
/// of several entries, one header behind the other. Fails after printing why.
mlir::FailureOr<std::string> makeHeader(const Part &part, Output output,
                                        llvm::StringRef source);

/// Metadata of a package.
using Metadata = llvm::SmallVector<std::pair<std::string, std::string>>;

/// The output file made of `parts`, one for each processor, which will lie at
/// `path`. Only packages and objects have several. Fails after printing why.
mlir::FailureOr<Bytes> combine(llvm::MutableArrayRef<Part> parts, Output output,
                               const Metadata &metadata, llvm::StringRef path);

/// The files of weights beside the output at `path`, to be written before it.
/// Fails after printing why.
mlir::FailureOr<WeightsFiles> getWeights(llvm::ArrayRef<Part> parts,
                                         llvm::StringRef path);

/// Writes or links what `emit` made to `path` ("-": standard output), as soon
/// as nothing but that can fail and `writeOthers` has written other files, or
/// has printed why not. Returns false after printing why not.
bool write(llvm::ArrayRef<char> bytes, Output output, llvm::StringRef path,
           llvm::function_ref<bool()> writeOthers);

} // namespace xla::compile

#endif // XLA_LIB_TOOLS_XLACOMPILE_EMIT_H
