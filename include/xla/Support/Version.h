//===- Version.h - What --version prints ------------------------*- C++ -*-===//

#ifndef XLA_SUPPORT_VERSION_H
#define XLA_SUPPORT_VERSION_H

#include "llvm/ADT/StringRef.h"

namespace xla {
/// The version of this project, such as "0.1.0".
llvm::StringRef getVersion();

/// Makes `--version` of the calling tool name this project and its version
/// after LLVM's own lines. Call it once, before options are parsed.
void addVersionPrinter();
/// What tells this build of the compiler from every other: the build id that
/// the linker wrote into the library or program that holds this function. Where
/// there is none, its size and time.
llvm::StringRef getBuildId();

} // namespace xla

#endif // XLA_SUPPORT_VERSION_H
