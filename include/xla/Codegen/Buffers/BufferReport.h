//===- BufferReport.h - Which memory a program takes ------------*- C++ -*-===//
//
// The buffers of an entry as xla-bufferize-host assigns them, told before it
// rewrites the program: what is said is what the code does.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_CODEGEN_BUFFERS_BUFFERREPORT_H
#define XLA_CODEGEN_BUFFERS_BUFFERREPORT_H

#include "xla/Codegen/Buffers/HostBuffers.h"

#include <functional>
#include <string>
#include <vector>

namespace mlir {
class PassManager;
} // namespace mlir

namespace xla {

/// The memory of one entry.
struct BufferReport {
  enum class Kind { Argument, Result, Constant, Temporary, Scratch };
  struct Buffer {
    Kind kind;
    /// Argument, Result: its number.
    int64_t index = -1;
    /// Temporary, Scratch: place in the arena.
    int64_t offset = 0;
    int64_t bytes = 0;
    /// Null for scratch and for what a swap of two buffers needs.
    mlir::ShapedType type;
    /// What makes the values in it.
    mlir::Location loc;
    /// Temporary, Scratch: the calls during which it is needed, both included;
    /// none if `first` > `last`. A loop's are those of its body.
    int64_t first = 0, last = -1;
    /// The calls that read or write it, in order.
    std::vector<int64_t> calls = {};
    /// Result: the argument whose buffer it has where that is donated.
    /// Temporary: the result whose buffer is used instead of this unless that
    /// is so. -1: none.
    int64_t partner = -1;
  };

  /// Arguments, results and constants, then what is in the arena by its place.
  std::vector<Buffer> buffers;
  /// What is called: kernels, and services of the host, by number.
  std::vector<std::string> calls;
  int64_t arenaBytes = 0;
  /// Most bytes of the arena that are needed at once, each buffer rounded up to
  /// its alignment; and during which call.
  int64_t liveBytes = 0, liveCall = -1;
  /// Bytes of the arena that are needed during each call.
  std::vector<int64_t> live;

  /// The report on `function`, whose kernels are on buffers and which is not.
  static BufferReport get(mlir::func::FuncOp function,
                          mlir::SymbolTable &symbols,
                          const HostBufferAssignment &assignment);

  /// All that a call of the program takes, but for stacks of kernels.
  int64_t getTotalBytes() const;
  /// The buffers of the arena that are needed during `call`, largest first.
  std::vector<const Buffer *> getLive(int64_t call) const;

  /// Prints it in the form of XLA's buffer assignments.
  void print(llvm::raw_ostream &os) const;
  /// Says it in remarks (DecisionLog.h).
  void note(mlir::func::FuncOp function) const;
};

/// The name of the pass that assigns buffers.
inline constexpr llvm::StringLiteral kAssignBuffersPass = "xla-bufferize-host";

/// Reports on the entries of `module` as it is before that pass; nothing is
/// said of one that the pass will refuse.
void reportBuffers(mlir::ModuleOp module,
                   llvm::function_ref<void(const BufferReport &)> take);

/// Prints the buffers of programs that `passes` run on to standard error,
/// before they are used.
void addBufferPrinter(mlir::PassManager &passes);

} // namespace xla

#endif // XLA_CODEGEN_BUFFERS_BUFFERREPORT_H
