//===- MultiISA.h - One object for several processors -----------*- C++ -*-===//

#ifndef XLA_TARGET_OBJECT_MULTIISA_H
#define XLA_TARGET_OBJECT_MULTIISA_H

#include "xla/Target/Object/Object.h"

#include <vector>

namespace xla {

/// A program that was lowered for one processor.
struct ISAVariant {
  /// In the LLVM dialect.
  mlir::ModuleOp module;
  /// What it was lowered with; the target is resolved.
  CompileOptions options;
};

/// An object with the code of all `variants`, which are of one program and
/// differ in their processors of x86-64. Its entry takes the first one that the
/// machine has all instruction sets for. It asks the processor in the first
/// call and remembers the answer, in the one thing that compiled code ever
/// writes; that needs no support of linker or C library. Where none fits, calls
/// return XLA_UNIMPLEMENTED. The description is that of the first variant, with
/// the largest arena of all. Errors: see compileToObject; variants of other
/// architectures.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileVariantsToObject(llvm::ArrayRef<ISAVariant> variants,
                        const CompileControl &control = {});

/// The entries that `text` names: functions of `module` with commas between
/// them, or `*` for all that are public. A function that has just that name is
/// meant first.
llvm::SmallVector<std::string> splitEntries(mlir::ModuleOp module,
                                            llvm::StringRef text);

/// Gives the entry that `options` name another name, for its code and its
/// description. Errors: a program past phase input; a name that is taken.
llvm::Error renameEntry(mlir::ModuleOp module, llvm::StringRef name,
                        CompileOptions &options);

/// compileVariantsToObject for several entries in one object, each with one
/// variant or as many as the others have, for the same processors. Their names
/// differ; kernels that they have in common are there once where LLVM sees it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileEntriesToObject(llvm::ArrayRef<std::vector<ISAVariant>> entries,
                       const CompileControl &control = {});

} // namespace xla

#endif // XLA_TARGET_OBJECT_MULTIISA_H
