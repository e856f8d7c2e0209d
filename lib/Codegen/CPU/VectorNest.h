//===- VectorNest.h - Loops that can be taken in vectors --------*- C++ -*-===//
//
// What xla-cpu-vectorize-loops needs to know of a linalg.generic on buffers:
// how each operand moves with each loop, along which loop vectors lie, and how
// the accumulators of a reduction are combined.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_CPU_VECTORNEST_H
#define XLA_LIB_CODEGEN_CPU_VECTORNEST_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla {
/// How the results of a nest come about.
enum class NestKind {
  /// No reduction: each iteration writes an element of each result.
  Elementwise,
  /// One result that adds up, multiplies or xors: lanes start from nothing.
  Sum,
  /// One result that is one of the elements, or as if: lanes may all start from
  /// the accumulator.
  Extremum,
  /// A float and the index at which it stood: two lanes are combined in the
  /// order of their indices. Of equal floats either may be the result.
  IndexOfExtremum,
};

/// What an op that does not mind the order combines `accumulator` with, if it
/// gives `value`; else null.
mlir::Value matchCombiner(mlir::Value value, mlir::Value accumulator);

/// The value that `combiner`, one that matchCombiner found, combines with any
/// other into that one, -0 for sums; null where its type has none.
mlir::TypedAttr getNeutralElement(mlir::Operation *combiner);

/// A linalg.generic on buffers whose operands are read and written at linear
/// functions of the loops, each along the vector loop in steps of one element
/// or not at all.
struct VectorNest {
  /// Null where `op` is not one.
  static std::optional<VectorNest> match(mlir::linalg::GenericOp op);

  mutable mlir::linalg::GenericOp op;
  NestKind kind = NestKind::Elementwise;
  llvm::SmallVector<int64_t> extents;
  /// strides[operand][loop] in elements, inputs first.
  llvm::SmallVector<llvm::SmallVector<int64_t>> strides;
  /// Constant part of each operand's position, in elements.
  llvm::SmallVector<int64_t> offsets;
  unsigned vectorLoop = 0;
  /// Of a reduction, for each accumulator what an iteration combines with it;
  /// it does not depend on accumulators.
  llvm::SmallVector<mlir::Value> elements;
  /// The ops of the body that combine elements with accumulators, in order.
  llvm::SmallVector<mlir::Operation *> combiners;

  unsigned getNumInputs() const { return op.getNumDpsInputs(); }
  unsigned getNumOutputs() const { return op.getNumDpsInits(); }
  bool isReduction(unsigned loop) const {
    return op.getIteratorTypesArray()[loop] ==
           mlir::utils::IteratorType::reduction;
  }
  /// Whether `value` of the body is the index of the vector loop as a number.
  bool isLaneNumber(mlir::Value value) const;
  /// Bits of the widest value that a lane holds.
  int64_t getWidestBits() const;
  /// Makes one loop of those that together go through all operands as one loop
  /// would. Only where the body asks for no index.
  void collapse();
};
} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_VECTORNEST_H
