//===- Decisions.h - The file of what the compiler decided ------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLACOMPILE_DECISIONS_H
#define XLA_LIB_TOOLS_XLACOMPILE_DECISIONS_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ToolOutputFile.h"
#include <memory>

namespace xla::compile {

/// Collects the remarks of a context and writes them as YAML. Must outlive the
/// context, which holds a way to it.
class DecisionFile {
public:
  /// Opens the file and starts to collect. Returns false after printing why
  /// that is not possible.
  bool open(llvm::StringRef path, mlir::MLIRContext &context);

  /// Writes what was collected; true if there is nothing to write to. Returns
  /// false after printing why that failed.
  bool write();

private:
  std::string path;
  std::unique_ptr<llvm::ToolOutputFile> file;
  std::string content;
};

} // namespace xla::compile

#endif // XLA_LIB_TOOLS_XLACOMPILE_DECISIONS_H
