//===- CheckNumerics.h - Compare a program with itself ----------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_CHECKNUMERICS_H
#define XLA_LIB_TOOLS_XLARUN_CHECKNUMERICS_H

#include "xla/Pipelines/Options.h"
#include "xla/Support/Generator.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla::run {

/// Compiles `module`, runs it after each pass that changes it and as machine
/// code, on arguments of `specs`, and compares each with what it gave at first.
/// Says on `os` what came of it. Returns an `ExitCode`.
int checkNumerics(mlir::ModuleOp module, const CompileOptions &options,
                  llvm::ArrayRef<ArgumentSpec> specs, int threads,
                  llvm::raw_ostream &os);

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_CHECKNUMERICS_H
