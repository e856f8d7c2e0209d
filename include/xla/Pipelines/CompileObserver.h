//===- CompileObserver.h - Sees what a compilation makes --------*- C++ -*-===//

#ifndef XLA_PIPELINES_COMPILEOBSERVER_H
#define XLA_PIPELINES_COMPILEOBSERVER_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm
namespace mlir {
class PassManager;
} // namespace mlir

namespace xla {

/// Is shown the stages of one compilation, and changes none of them.
class CompileObserver {
public:
  virtual ~CompileObserver() = default;

  /// Before `passes` run on the program.
  virtual void watch(mlir::PassManager &passes) = 0;

  /// LLVM IR as it was translated, or optimised for `machine`. `part`: its
  /// number where a program is compiled in parts; parts come from several
  /// threads.
  virtual void seeLLVM(const llvm::Module &module, llvm::TargetMachine &machine,
                       bool isOptimized, std::optional<unsigned> part) = 0;
  virtual void seeObject(llvm::StringRef bytes,
                         std::optional<unsigned> part) = 0;
  virtual void seePTX(llvm::StringRef text) = 0;
};

} // namespace xla

#endif // XLA_PIPELINES_COMPILEOBSERVER_H
