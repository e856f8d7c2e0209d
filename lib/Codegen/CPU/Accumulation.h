//===- Accumulation.h - Shape of sums along contiguous results --*- C++ -*-===//
//
// What the schedule heuristics and the code that applies a schedule both need
// to know of a linalg.generic that accumulates: how each operand moves with
// each loop.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_CPU_ACCUMULATION_H
#define XLA_LIB_CODEGEN_CPU_ACCUMULATION_H

#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla {
/// A linalg.generic with one result and an elementwise body, all operands of
/// which are read at linear functions of the loops.
struct Accumulation {
  /// Null where `op` is not one; `op` may be on tensors or on buffers.
  static std::optional<Accumulation> match(mlir::linalg::GenericOp op);

  mutable mlir::linalg::GenericOp op;
  llvm::SmallVector<int64_t> extents;
  /// strides[operand][loop] in elements, inputs first; buffers that are not
  /// row-major count with their own strides.
  llvm::SmallVector<llvm::SmallVector<int64_t>> strides;
  /// Constant part of each operand's position, in elements.
  llvm::SmallVector<int64_t> offsets;

  bool isParallel(unsigned loop) const {
    return op.getIteratorTypesArray()[loop] ==
           mlir::utils::IteratorType::parallel;
  }
  unsigned getNumInputs() const { return op.getNumDpsInputs(); }
  llvm::ArrayRef<int64_t> getOutputStrides() const { return strides.back(); }
  mlir::Type getResultElementType() const {
    return mlir::getElementTypeOrSelf(op.getDpsInits()[0].getType());
  }
  /// Parallel loops, innermost last, that together step through the result one
  /// element at a time: as many as make at least `wanted` elements.
  llvm::SmallVector<unsigned> getContiguousLoops(int64_t wanted) const;
  int64_t getExtent(llvm::ArrayRef<unsigned> loops) const;
  /// The op that adds to the float accumulator where partial sums may be added
  /// up; null otherwise.
  mlir::Operation *getReorderableSum() const;
  /// Whether `operand` stays in place along `loops`, or steps by one element.
  bool isInvariant(unsigned operand, llvm::ArrayRef<unsigned> loops) const;
  bool isContiguous(unsigned operand, llvm::ArrayRef<unsigned> loops) const;
};

/// How `operand` of a linalg.generic moves with each of its loops, and where it
/// starts, in elements, on top of what `strides` and `offset` hold. False where
/// that is not linear.
bool getLinearAccess(mlir::OpOperand &operand, llvm::ArrayRef<int64_t> extents,
                     llvm::MutableArrayRef<int64_t> strides, int64_t &offset);

/// Whether elements of `type` are whole bytes. Others have a byte each in
/// memory, and less in a vector: only plain loads and stores of vectors know.
bool hasWholeBytes(mlir::Type type);

/// Of a nest without reductions that reads some input across the direction in
/// which it writes: the loop along which those inputs are contiguous, and that
/// along which the result is. Null for other nests.
std::optional<std::pair<unsigned, unsigned>>
findTransposedLoops(const Accumulation &nest);

/// `buffer` as one dimension of unit stride.
mlir::Value flattenBuffer(mlir::ImplicitLocOpBuilder &b, mlir::Value buffer);

/// `size` elements of the flat `buffer` from `index` on, as a vector.
mlir::Value loadVector(mlir::ImplicitLocOpBuilder &b, mlir::Value buffer,
                       mlir::Value index, int64_t size);

/// `value` in each of `size` lanes; for size 0, or where it is a vector
/// already, `value` itself.
mlir::Value broadcastToVector(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                              int64_t size);

/// Whether `op` of a body is arithmetic on numbers or indices that can be done
/// on vectors of them.
bool isVectorizable(mlir::Operation &op);

/// Creates `op`, which is vectorizable, for `size` lanes, 0 for a single
/// element, on what `map` has for its operands; `map` gets its result. What is
/// the same in all lanes is computed once and stays a scalar.
void cloneForLanes(mlir::ImplicitLocOpBuilder &b, mlir::Operation &op,
                   int64_t size, mlir::IRMapping &map);

/// Creates the body of `op` on vectors of `size` elements, or on scalars where
/// that is 0, with `arguments` as its first block arguments; returns what it
/// yields.
mlir::Value cloneBody(mlir::ImplicitLocOpBuilder &b, mlir::linalg::GenericOp op,
                      mlir::ValueRange arguments, int64_t size);

/// The ops of `kernel` on buffers that bear a schedule of `kernelClass`.
llvm::SmallVector<mlir::linalg::GenericOp>
getScheduledOps(mlir::func::FuncOp kernel, KernelClass kernelClass);

/// An `#xla.schedule<contraction>` in terms of the loops of one accumulation.
struct AccumulationSchedule {
  /// Null where `schedule` does not fit `sum`: other loops, or inputs that it
  /// would read as vectors and that are not contiguous.
  static std::optional<AccumulationSchedule> read(const Accumulation &sum,
                                                  ScheduleAttr schedule);

  /// Elements of a vector; elements of a tile along the vector loops.
  int64_t width = 1, vectorTile = 1;
  /// Rows of a register tile; iterations of a cache block.
  int64_t rows = 1, block = 0;
  llvm::SmallVector<unsigned> vectorLoops;
  std::optional<unsigned> rowLoop, blockLoop;
  /// Inputs that are copied into panels.
  llvm::SmallVector<int64_t> packed;
};

/// Emits the loops of `schedule` before `sum.op`, which is on buffers.
void emitAccumulation(const Accumulation &sum,
                      const AccumulationSchedule &schedule);
} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_ACCUMULATION_H
