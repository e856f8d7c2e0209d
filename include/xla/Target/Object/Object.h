//===- Object.h - From the LLVM dialect to machine code ---------*- C++ -*-===//
//
// Phase 7, emit: LLVM dialect -> LLVM IR -> optimised LLVM IR -> assembly,
// object or shared library. The JIT takes the same objects, so what runs in
// process is what is written to files.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_OBJECT_OBJECT_H
#define XLA_TARGET_OBJECT_OBJECT_H

#include "xla/Pipelines/CompileControl.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace xla {

/// A target machine for `options`, whose target must be resolved: position
/// independent code, no contraction of floating-point operations that do not
/// ask for it. Errors: a target other than x86-64, AArch64 and NVPTX.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CompileOptions &options);

/// Emits an error at the first op below `root` that has no translation to LLVM
/// IR: the module is not lowered.
mlir::LogicalResult verifyTranslatable(mlir::Operation *root);

/// Translates a module in the LLVM dialect to LLVM IR for `machine` in
/// `context`. Errors: other dialects are left in it (diagnostics say more).
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVM(mlir::ModuleOp module, llvm::LLVMContext &context,
                llvm::TargetMachine &machine);

/// Optimises for `machine`. Kernels come tiled and vectorised, so levels 1 and
/// 2 clean up, vectorise what was left scalar, and stop; level 3 is LLVM's own
/// O3, level 0 does nothing. No pass may introduce library calls other than to
/// memcpy, memmove and memset. `control`, which may be null, is shown the
/// passes and ends them early; then the module is valid, and not optimised
/// wholly.
void optimizeLLVM(llvm::Module &module, llvm::TargetMachine &machine,
                  int64_t optLevel, const CompileControl *control = nullptr);

/// Makes what is hidden local to `module`, which must be the whole program.
/// Kernels are named by their content, not by the processor their code is for:
/// two objects that have one in common are linked into one program this way.
void makeHiddenLocal(llvm::Module &module);

/// Writes `module` as an object or assembly file. Changes the module.
llvm::Error emitLLVM(llvm::Module &module, llvm::TargetMachine &machine,
                     llvm::CodeGenFileType kind, llvm::raw_pwrite_stream &os);

/// All of the above: the object file of a module in the LLVM dialect, whose
/// undefined symbols have been checked.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileToObject(mlir::ModuleOp module, const CompileOptions &options,
                const CompileControl &control = {});

/// The same as several objects, compiled by up to `threads` threads, that refer
/// to each other, without debug information. Where `control.store` is set, each
/// kernel is an object by itself, compiled only if the store does not have it,
/// and `keys`, which may be null, gets the keys of all. Otherwise small modules
/// stay whole. Which function is in which object does not depend on timing.
/// `provided`: see checkUndefinedSymbols. Errors: `control` said to stop.
llvm::Expected<llvm::SmallVector<std::unique_ptr<llvm::MemoryBuffer>>>
compileToObjects(mlir::ModuleOp module, const CompileOptions &options,
                 unsigned threads,
                 llvm::ArrayRef<llvm::StringRef> provided = {},
                 const CompileControl &control = {},
                 llvm::SmallVectorImpl<std::string> *keys = nullptr);

/// Fails if `objects` refer to anything but memcpy, memmove, memset and
/// `provided` outside of themselves: LLVM calls compiler-rt or libm for what
/// our lowering should have expanded. The error names the symbol and a function
/// that uses it.
llvm::Error checkUndefinedSymbols(
    llvm::ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects,
    llvm::ArrayRef<llvm::StringRef> provided = {});

/// Links `object` into a shared library at `path` with the linker that is
/// installed (ld.lld or ld). The file appears when it is complete, and when
/// `prepare`, called then, has written what has to be there before. Errors: no
/// linker, or what it says, or what `prepare` says.
llvm::Error
linkSharedLibrary(llvm::MemoryBufferRef object, llvm::StringRef path,
                  llvm::function_ref<llvm::Error()> prepare = nullptr);

} // namespace xla

#endif // XLA_TARGET_OBJECT_OBJECT_H
