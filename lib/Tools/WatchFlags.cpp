//===- WatchFlags.cpp - Flags of tools that compile -----------------------===//
//
// How long a compilation may take, and where a program goes that it fails on.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/WatchFlags.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Path.h"

using namespace xla;
namespace cl = llvm::cl;

WatchFlags::WatchFlags(cl::OptionCategory &category)
    : timeout("compile-timeout", cl::init(0), cl::value_desc("seconds"),
              cl::desc("Give up compiling after this time, between passes and "
                       "between the parts that LLVM compiles (default: never)"),
              cl::cat(category)),
      failureFolder(
          "failure-dir", cl::value_desc("folder"),
          cl::desc("Where a program is written that the compiler fails on by "
                   "its own fault (default: the folder for temporary files)"),
          cl::cat(category)) {}

CompileControl WatchFlags::start() const {
  CompileControl control;
  control.setTimeout(timeout);
  control.failureFolder = failureFolder;
  if (control.failureFolder.empty()) {
    llvm::SmallString<128> folder;
    llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, folder);
    control.failureFolder = folder.str().str();
  }
  llvm::CrashRecoveryContext::Enable();
  return control;
}
