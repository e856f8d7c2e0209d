//===- XLAExplainMain.h - Entry point of xla-explain ------------*- C++ -*-===//

#ifndef XLA_TOOLS_XLAEXPLAINMAIN_H
#define XLA_TOOLS_XLAEXPLAINMAIN_H

namespace xla {
/// Answers questions about a compilation, or what is different in a second one,
/// from files of decisions (DecisionLog.h). Returns an `ExitCode`.
int xlaExplainMain(int argc, char **argv);
} // namespace xla

#endif // XLA_TOOLS_XLAEXPLAINMAIN_H
