//===- HostLiveness.h - When a host-level tensor is needed ------*- C++ -*-===//

#ifndef XLA_CODEGEN_BUFFERS_HOSTLIVENESS_H
#define XLA_CODEGEN_BUFFERS_HOSTLIVENESS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace xla {
/// Times from `start` up to but not including `end`.
struct LiveRange {
  int64_t start;
  int64_t end;
};

/// Disjoint ranges in order. Neighbours that touch are one range.
class LiveRanges {
public:
  /// Whether some time lies in both.
  bool meets(const LiveRanges &other) const;
  /// Takes up the times of `other`.
  void add(const LiveRanges &other);
  void add(LiveRange range);

  bool empty() const { return ranges.empty(); }
  int64_t getStart() const { return ranges.front().start; }
  int64_t getEnd() const { return ranges.back().end; }

private:
  llvm::SmallVector<LiveRange, 2> ranges;
};

/// Numbers of the ops of a function and the times that follow from them; see
/// HostBuffers.h.
class HostLiveness {
public:
  /// Numbers everything below `root`.
  explicit HostLiveness(mlir::Operation *root);

  /// When `op` begins to write its results.
  int64_t getWrite(mlir::Operation *op) const { return 2 * begin.lookup(op); }
  /// When `op` has read its operands.
  int64_t getRead(mlir::Operation *op) const { return getWrite(op) + 1; }
  /// When the regions of `op` are done.
  int64_t getEnd(mlir::Operation *op) const { return 2 * end.lookup(op); }

  /// The time after the last use of `value`, or `start` + 1 without uses.
  int64_t getLastUse(mlir::Value value, int64_t start) const;

private:
  void number(mlir::Operation *op);

  llvm::DenseMap<mlir::Operation *, int64_t> begin, end;
  int64_t next = 0;
};
} // namespace xla

#endif // XLA_CODEGEN_BUFFERS_HOSTLIVENESS_H
