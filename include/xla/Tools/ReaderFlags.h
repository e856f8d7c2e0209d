//===- ReaderFlags.h - Flags of tools that read programs --------*- C++ -*-===//

#ifndef XLA_TOOLS_READERFLAGS_H
#define XLA_TOOLS_READERFLAGS_H

#include "xla/Target/ProgramReader.h"
#include "xla/Tools/NumberFlags.h"

#include "llvm/Support/CommandLine.h"

namespace xla {
/// Flags on how a tool reads its program.
struct ReaderFlags {
  explicit ReaderFlags(llvm::cl::OptionCategory &category);

  ProgramReaderOptions get() const;

  llvm::cl::opt<unsigned, false, PositiveParser> module;
  llvm::cl::opt<bool> zeroElidedConstants;
};
} // namespace xla

#endif // XLA_TOOLS_READERFLAGS_H
