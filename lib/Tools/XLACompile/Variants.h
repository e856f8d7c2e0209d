//===- Variants.h - One program for several processors ----------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLACOMPILE_VARIANTS_H
#define XLA_LIB_TOOLS_XLACOMPILE_VARIANTS_H

#include "xla/Pipelines/Options.h"

#include <vector>

namespace xla::compile {

/// The triple that a name on the command line stands for.
std::string getTriple(llvm::StringRef target);

/// The options for each processor that is asked for, the most demanding first:
/// `targets` and `cpus` are lists with commas. A processor goes with each
/// target that knows it; a target without one gets the processor that
/// `CompileOptions` takes by default, a GPU `gpu`. All are resolved. Fails
/// after printing why.
mlir::FailureOr<std::vector<CompileOptions>>
getVariants(const CompileOptions &base, llvm::StringRef targets,
            llvm::StringRef cpus, llvm::StringRef gpu,
            llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace xla::compile

#endif // XLA_LIB_TOOLS_XLACOMPILE_VARIANTS_H
