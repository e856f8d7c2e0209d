//===- CheckNumerics.h - Compare a program with itself ----------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_CHECKNUMERICS_H
#define XLA_LIB_TOOLS_XLARUN_CHECKNUMERICS_H

#include "xla/Pipelines/Options.h"
#include "xla/Support/Case.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla::run {

/// Compiles `module`, runs it after each pass that changes it and as machine
/// code, on the arguments of `one`, and compares each with what it gave at
/// first, and what machine code gives with what `one` expects. Says on `os`
/// what came of it. Returns an `ExitCode`.
int checkNumerics(mlir::ModuleOp module, const CompileOptions &options,
                  const Case &one, int threads, llvm::raw_ostream &os);

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_CHECKNUMERICS_H
