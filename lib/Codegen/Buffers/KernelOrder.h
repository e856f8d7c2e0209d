//===- KernelOrder.h - What orders the calls of a block ---------*- C++ -*-===//
//
// The ops of one host-level block with what they wait for and the memory that
// they begin and end to need, as an estimate of what HostBuffers.h makes exact.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_BUFFERS_KERNELORDER_H
#define XLA_LIB_CODEGEN_BUFFERS_KERNELORDER_H

#include "mlir/IR/Block.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <vector>

namespace xla {

/// An op of the block.
struct OrderedOp {
  mlir::Operation *op;
  /// Ops that come after it, by number, and how many come before it.
  llvm::SmallVector<unsigned, 4> followers;
  unsigned numWaits = 0;
  /// Buffers that it makes, reads or writes, and bytes of the first.
  llvm::SmallVector<unsigned, 4> buffers;
  int64_t madeBytes = 0;
  /// Scratch of a kernel: needed only while it runs.
  int64_t scratchBytes = 0;
};

/// What a block computes, and in which order that can be.
class KernelOrder {
public:
  /// Of `block`, whose terminator stays last. What an op writes in place keeps
  /// its place between the readers of the old and of the new content; calls of
  /// the host keep their order.
  KernelOrder(mlir::Block &block, const mlir::SymbolTable &symbols);

  size_t size() const { return ops.size(); }

  /// The numbers of the ops by depth first search, subtrees that need most
  /// memory first (R. Sethi and J. D. Ullman, The Generation of Optimal Code
  /// for Arithmetic Expressions, 1970).
  std::vector<unsigned> getDepthFirst() const;

  /// A list schedule in the sequence `wanted` while no more than `threshold`
  /// bytes are live; beyond, what ends more than it begins goes first (J. R.
  /// Goodman and W.-C. Hsu, Code Scheduling and Register Allocation in Large
  /// Basic Blocks, 1988).
  std::vector<mlir::Operation *> schedule(llvm::ArrayRef<unsigned> wanted,
                                          int64_t threshold) const;

private:
  unsigned getBuffer(mlir::Value value);
  void addBuffer(unsigned number, mlir::Value value, bool isNew);
  void addOp(mlir::Operation &op, const mlir::SymbolTable &symbols);
  void addOrder();
  void findNeeds(std::vector<int64_t> &need,
                 std::vector<std::vector<unsigned>> &producers) const;

  std::vector<OrderedOp> ops;
  /// Bytes of the arena of a buffer; 0 for what lies elsewhere.
  std::vector<int64_t> bytes;
  /// How many ops need a buffer, the terminator included.
  std::vector<unsigned> numUsers;
  llvm::DenseMap<mlir::Value, unsigned> bufferOf;
  /// Accesses of a buffer in the order of the block: op and whether it writes.
  std::vector<std::vector<std::pair<unsigned, bool>>> accesses;
};

} // namespace xla

#endif // XLA_LIB_CODEGEN_BUFFERS_KERNELORDER_H
