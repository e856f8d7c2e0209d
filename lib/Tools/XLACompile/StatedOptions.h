//===- StatedOptions.h - The compile options of xla-compile -----*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLACOMPILE_STATEDOPTIONS_H
#define XLA_LIB_TOOLS_XLACOMPILE_STATEDOPTIONS_H

#include "CommandLine.h"

namespace xla::compile {

/// The options that the command line states, by --compile-options and by flags
/// of their own, which must agree. Where `module` says what it was compiled
/// with so far, those options, which the command line may repeat but not
/// change. Fails after saying what is wrong with the command line.
mlir::FailureOr<CompileOptions>
getStatedOptions(const CommandLine &line, mlir::ModuleOp module,
                 const CompileOptions &recorded);

} // namespace xla::compile

#endif // XLA_LIB_TOOLS_XLACOMPILE_STATEDOPTIONS_H
