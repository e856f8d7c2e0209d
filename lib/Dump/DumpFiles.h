//===- DumpFiles.h - Names and places of dumps ------------------*- C++ -*-===//

#ifndef XLA_LIB_DUMP_DUMPFILES_H
#define XLA_LIB_DUMP_DUMPFILES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

namespace xla {

/// The files of one module's dumps.
class DumpFiles {
public:
  /// Those of the next module of this process, which is named `name`, in
  /// `folder`; empty or "-": standard output.
  DumpFiles(llvm::StringRef name, llvm::StringRef folder);

  /// Writes `content` to the file that ends in `suffix`, or to standard output
  /// if that is where dumps go and the content is text.
  void write(llvm::StringRef suffix, llvm::StringRef content,
             bool isText = true);

  /// Writes `module` in the forms that the flags ask for: HLO text to
  /// `suffix`.txt, and so on; MLIR text to `suffix`.mlir if it has no form in
  /// HLO.
  void writeProgram(llvm::StringRef suffix, mlir::ModuleOp module,
                    llvm::StringRef entry);

  /// Writes the URL of the page `suffix`.html to `suffix`.url.
  void writeURL(llvm::StringRef suffix);

  /// Writes MLIR text.
  void writeMLIR(llvm::StringRef suffix, mlir::ModuleOp module);

private:
  std::string prefix, folder;
};

/// Whether dumps are asked for of a module of that name: by a folder of its
/// own, or by the flags of this process.
bool mayDumpModule(llvm::StringRef name, llvm::StringRef folder);

} // namespace xla

#endif // XLA_LIB_DUMP_DUMPFILES_H
