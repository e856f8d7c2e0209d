//===- XLAOptMain.h - Entry point of xla-opt --------------------*- C++ -*-===//

#ifndef XLA_TOOLS_XLAOPTMAIN_H
#define XLA_TOOLS_XLAOPTMAIN_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace xla {
/// mlir-opt's main for `registry`'s dialects and the registered passes, with
/// two additions: the input may be any program that `parseProgram` reads, and
/// diagnostics quote the line of the input as the user wrote it. Returns an
/// `ExitCode`.
int xlaOptMain(int argc, char **argv, mlir::DialectRegistry &registry);
} // namespace xla

#endif // XLA_TOOLS_XLAOPTMAIN_H
