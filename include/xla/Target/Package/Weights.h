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

/// Adds `weights`, a file that `makeWeights` made, to a package that will lie
/// at `path`: as they are, or by the name of their file, as `options` say.
/// Those that it has already, and empty ones, are not added.
void addWeights(PackageContent &content, llvm::ArrayRef<char> weights,
                const CompileOptions &options, llvm::StringRef path);

} // namespace xla

#endif // XLA_TARGET_PACKAGE_WEIGHTS_H
