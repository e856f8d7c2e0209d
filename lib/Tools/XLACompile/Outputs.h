//===- Outputs.h - What xla-compile is to write -----------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLACOMPILE_OUTPUTS_H
#define XLA_LIB_TOOLS_XLACOMPILE_OUTPUTS_H

#include "CommandLine.h"

namespace xla::compile {

/// True for a GPU, also before the target is resolved.
bool isForDevice(const CompileOptions &options);

/// What the command line asks for, by word or by the name of the output.
Output getOutput(const CommandLine &line, const CompileOptions &options);

/// Reports files that would be written over the program or each other;
/// `weights` is the one for weights, "" if there is none. Returns false after
/// that.
bool checkFiles(const CommandLine &line, llvm::StringRef decisions,
                llvm::StringRef weights);

/// Reports an output that the target does not have, or that cannot go where it
/// is to go. Returns false after that.
bool checkOutput(const CommandLine &line, Output output,
                 const CompileOptions &options);

} // namespace xla::compile

#endif // XLA_LIB_TOOLS_XLACOMPILE_OUTPUTS_H
