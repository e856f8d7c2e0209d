//===- XLACompileMain.h - Entry point of xla-compile ------------*- C++ -*-===//

#ifndef XLA_TOOLS_XLACOMPILEMAIN_H
#define XLA_TOOLS_XLACOMPILEMAIN_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace xla {
/// Compiles a program and writes it as IR of any phase, LLVM IR, assembly,
/// object, shared library, PTX or cubin. Returns an `ExitCode`.
int xlaCompileMain(int argc, char **argv, mlir::DialectRegistry &registry);
} // namespace xla

#endif // XLA_TOOLS_XLACOMPILEMAIN_H
