//===- DecisionLog.h - What the compiler decided, and why -------*- C++ -*-===//
//
// Passes say what they decide as MLIR's remarks, whose text is `what: why`:
//
//   remark::missed(loc, remark::RemarkOpts::name("form-fusions")
//                           .category("fusion").function(kernel))
//       << remark::add("do not fuse {0}: {1}", op, reason)
//       << remark::metric("ExtraWork", work);
//
// The name is that of the pass, the category one of `kDecisionKinds`; a remark
// that passed was done, one that was missed was not, an analysis states a fact.
// Metrics are numbers: predicted costs, sizes, widths. Nothing is computed
// where nobody listens.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_PIPELINES_DECISIONLOG_H
#define XLA_PIPELINES_DECISIONLOG_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace xla {

/// The categories that remarks of this compiler have.
inline constexpr llvm::StringLiteral kDecisionKinds[] = {
    "input",    "fusion", "kernel", "schedule",
    "parallel", "vector", "memory", "buffers"};

/// A file of what compilations decide, in JSON lines: one object for each
/// decision, in the order in which they were taken.
class DecisionLog {
public:
  /// Opens `path`; `-` is standard output. Null, and why, if that cannot be.
  static std::shared_ptr<DecisionLog> open(llvm::StringRef path,
                                           std::string &error);

  /// Takes down what is decided in `context` until `end`, on one thread.
  void begin(mlir::MLIRContext &context);
  void end(mlir::MLIRContext &context);

  /// Writes out all so far. Empty, or why that failed.
  std::string flush();

private:
  DecisionLog(llvm::StringRef path, std::error_code &error)
      : path(path), os(path, error) {}

  std::string path;
  llvm::raw_fd_ostream os;
  bool wasThreaded = false;
};

} // namespace xla

#endif // XLA_PIPELINES_DECISIONLOG_H
