//===- Program.h - What the C API calls a program ---------------*- C++ -*-===//

#ifndef XLA_LIB_CAPI_PROGRAM_H
#define XLA_LIB_CAPI_PROGRAM_H

#include "xla-c/Watch.h"

#include "xla/JIT/ProgramCache.h"

struct xla_program {
  std::string options;
  std::shared_ptr<const xla::CachedProgram> cached;
  /// Null where shapes are left to the call.
  std::shared_ptr<const xla::Executable> code;
};

namespace xla {

/// xla_compile with `control`. What there is to say is added to `report`.
xla_program *compileForC(llvm::StringRef content, llvm::StringRef name,
                         llvm::StringRef options, const CompileControl &control,
                         CompileReport &report);

/// xla_program_specialize; null `control`: as the program is watched.
xla_program *specializeForC(const xla_program &program,
                            const int64_t *dynamicDims,
                            const void *const *arguments,
                            const CompileControl *control,
                            CompileReport &report);

/// xla_compile_to_output, with all fields of `output`; says whether it did.
bool compileToOutputForC(llvm::StringRef content, llvm::StringRef name,
                         llvm::StringRef options, const xla_output &output,
                         const CompileControl &control, CompileReport &report);

/// xla_read_module; null after an error.
mlir::ModuleOp readModuleForC(llvm::StringRef content, llvm::StringRef name,
                              mlir::MLIRContext &context,
                              CompileReport &report);

/// Tells `report`, which may be null, the text of all that there is to say.
void tell(xla_diagnostic_fn report, void *context, const CompileReport &said);

/// What a context for programs knows.
const mlir::DialectRegistry &getRegistryForC();

} // namespace xla

#endif // XLA_LIB_CAPI_PROGRAM_H
