//===- XLAReduceMain.h - Entry point of xla-reduce --------------*- C++ -*-===//

#ifndef XLA_TOOLS_XLAREDUCEMAIN_H
#define XLA_TOOLS_XLAREDUCEMAIN_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace xla {
/// Shrinks a program of any format and phase while a script says that it still
/// shows what it is about. Returns an `ExitCode`.
int xlaReduceMain(int argc, char **argv, mlir::DialectRegistry &registry);
} // namespace xla

#endif // XLA_TOOLS_XLAREDUCEMAIN_H
