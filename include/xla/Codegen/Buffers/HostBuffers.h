//===- HostBuffers.h - Which buffer a host-level tensor lives in *- C++ -*-===//
//
// Buffer assignment of the host level: a function of kernel and host calls
// under structured control flow. One-Shot Bufferize's conflict analysis is not
// used here, because it grows faster than linearly with the function.
//
// The algorithm, in time O(n log n) for n ops:
//
// 1. Number the ops in textual order; a region op has a number where it begins
//    and one where it ends. Op p reads its operands until time 2p+1 and writes
//    its results from time 2p on, so that inputs and outputs of a kernel never
//    share memory. The result of an in-place kernel begins at 2p+1: it may
//    take over its operand's buffer.
// 2. A value lives from its definition to its last use; one that is defined
//    before a loop and used in it lives until the loop ends. This is exact
//    enough: textual order puts the branches of a conditional behind each
//    other, and of two branches only one runs.
// 3. Values are put into classes that share one buffer. Three relations always
//    join: a reshape and its operand, what a loop hands to its body and its
//    result, an argument of the entry and its buffer. All others are copies
//    that are left out where the live ranges of the two classes do not meet:
//    in-place operands first, in program order (a copy there is decided before
//    anything else moves in), and what a kernel makes for the next iteration of
//    a loop over what it reads (`xla.may_alias`); then, inner regions first,
//    what regions yield, what enters loops; results of the entry last.
// 4. What could not be joined is copied where the region ends or the kernel is
//    called. The copies of one place happen at once: they are put in an order
//    that reads before it writes, with a temporary for each cycle (a swap).
// 5. Classes that are not the caller's and not constants get places in one
//    arena by their first and last time, kernels' scratch buffers too.
//
// Arguments are never written under their own name: the caller owns them. But
// the buffer of a result may be that of an argument that is donated to it; that
// is only known at run time. Such a result is computed in its buffer if it is
// written when the argument has been read: then the code is right in both
// cases. Else it is computed in a temporary that stands in for the result's
// buffer where the two are one, and copied in the end.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_CODEGEN_BUFFERS_HOSTBUFFERS_H
#define XLA_CODEGEN_BUFFERS_HOSTBUFFERS_H

#include "xla/Codegen/Buffers/ArenaPacking.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace xla {
/// A buffer of the host level.
struct HostBuffer {
  enum class Kind { Arena, Argument, Constant, Result };
  Kind kind = Kind::Arena;
  /// Argument, Result: its number.
  int64_t index = -1;
  /// Arena: the result whose buffer is used instead, unless that is its
  /// donor's; -1: none.
  int64_t standsInFor = -1;
  /// Constant: the op that defines it.
  mlir::Operation *constant = nullptr;
  /// Arena: place and size.
  int64_t offset = 0;
  int64_t bytes = 0;
  /// Arena: the times between which it is needed, as in the algorithm.
  int64_t start = 0, end = 0;

  void place(const ArenaRequest &request) {
    offset = request.offset;
    start = request.start;
    end = request.end;
  }
};

/// `destination` takes the content of `source`; numbers of buffers.
struct BufferCopy {
  unsigned source;
  unsigned destination;
  /// The type as which the content is copied.
  mlir::ShapedType type;
};

/// The assignment for one function. It holds no IR and may be thrown away when
/// the function has been rewritten.
class HostBufferAssignment {
public:
  /// Assigns `function`, whose body holds calls, reshapes, constants,
  /// structured control flow and scalar ops. Emits an error and fails at an op
  /// that it has no rule for.
  static mlir::FailureOr<HostBufferAssignment>
  compute(mlir::func::FuncOp function, mlir::SymbolTable &symbols);

  /// The buffer of a tensor.
  unsigned getBuffer(mlir::Value value) const { return bufferOf.lookup(value); }
  const HostBuffer &get(unsigned buffer) const { return buffers[buffer]; }
  unsigned getNumBuffers() const { return buffers.size(); }

  /// What must be copied, in order, just before `op`: the terminator of a
  /// region or function, a loop (for what enters it) or an in-place call.
  llvm::ArrayRef<BufferCopy> getCopiesBefore(mlir::Operation *op) const;

  /// Place of the scratch buffer of a kernel call in the arena; -1 if none.
  int64_t getScratchOffset(mlir::Operation *call) const;

  /// The argument whose buffer `result` may have, or -1.
  int64_t getDonor(unsigned result) const { return donors[result]; }

  int64_t getArenaBytes() const { return arenaBytes; }

private:
  friend class HostBufferBuilder;

  std::vector<HostBuffer> buffers;
  llvm::DenseMap<mlir::Value, unsigned> bufferOf;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<BufferCopy>> copies;
  llvm::DenseMap<mlir::Operation *, int64_t> scratchOffsets;
  llvm::SmallVector<int64_t> donors;
  int64_t arenaBytes = 0;
};
} // namespace xla

#endif // XLA_CODEGEN_BUFFERS_HOSTBUFFERS_H
