//===- XLATranslateMain.h - Entry point of xla-translate --------*- C++ -*-===//

#ifndef XLA_TOOLS_XLATRANSLATEMAIN_H
#define XLA_TOOLS_XLATRANSLATEMAIN_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace xla {
/// Reads a program in any known format and writes it in another one, without
/// compiling anything. Returns an `ExitCode`.
int xlaTranslateMain(int argc, char **argv, mlir::DialectRegistry &registry);
} // namespace xla

#endif // XLA_TOOLS_XLATRANSLATEMAIN_H
