//===- Weights.h - Write large constants beside the code --------*- C++ -*-===//
//
// What `xla-detach-weights` took out of a program goes into its package, or
// into a file beside package, object or library (Runtime/PackageFormat.h).
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_PACKAGE_WEIGHTS_H
#define XLA_TARGET_PACKAGE_WEIGHTS_H

#include "xla/Target/Package/Package.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla {

/// The weights file of a lowered module; empty where it has no weights. Errors:
/// an attribute that no pass would have written.
llvm::Expected<llvm::SmallVector<char, 0>> makeWeights(mlir::ModuleOp module);

/// Where the file of weights goes for code at `path` that is compiled with
/// `options`.
std::string getWeightsPath(const CompileOptions &options, llvm::StringRef path);

/// `options` for the entry `name` of a program whose code goes to `path`;
/// unless it `isAlone`, with a file of its own for its weights.
CompileOptions getEntryOptions(const CompileOptions &options,
                               llvm::StringRef name, bool isAlone,
                               llvm::StringRef path);

/// Whether two paths mean one file, which need not exist.
bool isSameFile(llvm::StringRef one, llvm::StringRef other);

/// The files of weights beside the code at `path`, to be written before it.
class WeightsFiles {
public:
  struct File {
    std::string path;
    llvm::ArrayRef<char> content;
    const CompileOptions *options;
  };

  explicit WeightsFiles(llvm::StringRef path) : path(path) {}

  /// Takes `weights`, a file that `makeWeights` made for code with `options`,
  /// which both outlive this, if they have a file of their own. Errors: a file
  /// that has other weights already, or that is the code.
  llvm::Error add(llvm::ArrayRef<char> weights, const CompileOptions &options);

  llvm::ArrayRef<File> get() const { return files; }

private:
  std::string path;
  std::vector<File> files;
};

/// Adds `weights`, a file that `makeWeights` made, to a package that will lie
/// at `path`: as they are, or by the name of their file, as `options` say.
/// Those that it has already, and empty ones, are not added.
void addWeights(PackageContent &content, llvm::ArrayRef<char> weights,
                const CompileOptions &options, llvm::StringRef path);

} // namespace xla

#endif // XLA_TARGET_PACKAGE_WEIGHTS_H
