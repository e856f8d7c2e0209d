//===- XLAFlags.h - Flags that users of XLA set -----------------*- C++ -*-===//
//
// The flags of XLA that mean something here: what is dumped and where. They
// come from the environment variable XLA_FLAGS, in every tool and binding, and
// from the command lines of tools, which win.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_XLAFLAGS_H
#define XLA_SUPPORT_XLAFLAGS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace xla {

/// One field for each flag that has an effect, named as XLA names it.
struct XLAFlags {
  /// Folder that dumps go to, made if need be; "-" is standard output.
  std::string dumpTo;
  bool dumpAsText = false;
  bool dumpAsProto = false;
  bool dumpAsDot = false;
  bool dumpAsHTML = false;
  bool dumpAsURL = false;
  /// Arguments and results of runs, with the program.
  bool dumpSnapshots = false;
  /// Regular expressions, of which a part of the name has to match. Empty:
  /// every module; no pass.
  std::string dumpModules;
  std::string dumpPasses;
  bool enableDumping = true;
  bool dumpLargeConstants = false;
  bool dumpDisableMetadata = false;
  bool dumpIncludeTimestamp = false;
  bool syntaxSugarAsyncOps = false;
  /// Modules that are dumped at most; negative: all.
  int64_t dumpMaxModules = -1;

  /// Flags that neither XLA nor this compiler has, as they were written.
  std::vector<std::string> unknown;

  /// Reads one flag, `--xla_name=value` or, for true, `--xla_name`. A flag that
  /// is XLA's and has no effect here is passed over, one that is nobody's goes
  /// to `unknown`. Errors: a value of the wrong kind, a broken expression.
  llvm::Error add(llvm::StringRef flag);

  /// Reads the value of XLA_FLAGS: flags with blanks between them, quotes
  /// around blanks; or the name of a file that holds such. Errors: those of
  /// `add`, the file. Flags before the error have been read.
  llvm::Error addAll(llvm::StringRef text);

  /// True if anything is dumped.
  bool dumps() const;
  /// True if dumps that are not text have a place.
  bool hasFolder() const { return !dumpTo.empty() && dumpTo != "-"; }
};

/// The flags of this process: XLA_FLAGS as it was when first asked for, then
/// what `setCommandLineXLAFlags` got. What is wrong in XLA_FLAGS, and flags
/// that are unknown, are said once, on standard error.
const XLAFlags &getXLAFlags();

/// Takes the flags of a tool's command line, before the first call of
/// `getXLAFlags`.
llvm::Error setCommandLineXLAFlags(const std::vector<std::string> &flags);

} // namespace xla

#endif // XLA_SUPPORT_XLAFLAGS_H
