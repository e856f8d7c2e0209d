//===- HostLoops.h - Loops over elements that the host runs -----*- C++ -*-===//
//
// What hlo-expand-host-regions makes of one op: `while` loops over elements,
// one at a time, with the op's region in their body. Elements are taken in the
// order of the interpreter, so that a region that draws numbers, prints or
// talks to other processes does the same in both.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_HOSTLOOPS_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_HOSTLOOPS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla::hlo {

/// Makes the loops that take the place of one op, whose shapes are static.
class HostLoopWriter {
public:
  /// An op that has an expansion here.
  static bool canExpand(mlir::Operation *op);

  explicit HostLoopWriter(mlir::Operation *op) : op(op), b(op->getLoc(), op) {}

  /// Writes the loops in front of the op; returns what replaces its results.
  llvm::SmallVector<mlir::Value> expand();

private:
  /// An index for each dimension of a tensor.
  using Places = llvm::SmallVector<mlir::Value>;
  using Values = llvm::SmallVector<mlir::Value>;
  using Body =
      llvm::function_ref<Values(const Places &place, mlir::ValueRange carried)>;
  struct Window;

  Values expand(MapOp map);
  Values expand(ReduceOp reduce);
  Values expand(ReduceWindowOp reduce);
  Values expand(SelectAndScatterOp scatter);
  Values expand(ScatterOp scatter);
  Values expand(SortOp sort);

  mlir::Value number(int64_t value);
  mlir::Value truth(bool value);
  mlir::Value convert(mlir::Value value, mlir::Type element);
  mlir::Value compare(mlir::Value lhs, mlir::Value rhs,
                      ComparisonDirection direction);
  mlir::Value select(mlir::Value condition, mlir::Value onTrue,
                     mlir::Value onFalse);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value multiply(mlir::Value lhs, mlir::Value rhs);
  mlir::Value minimum(mlir::Value lhs, mlir::Value rhs);
  /// Whether `index` is one of a dimension of `size` elements.
  mlir::Value isWithin(mlir::Value index, int64_t size);
  mlir::Value allOf(mlir::ValueRange conditions);

  /// Runs `body` for each place of `shape`, which has elements, in row-major
  /// order; returns what it carries at last.
  Values loop(llvm::ArrayRef<int64_t> shape, mlir::ValueRange inits, Body body);
  /// The results of `then` where `condition` holds, else `otherwise`.
  Values choose(mlir::Value condition, mlir::ValueRange otherwise,
                llvm::function_ref<Values()> then);
  /// The element of `tensor` at `place`, as a scalar of type `element`.
  mlir::Value read(mlir::Value tensor, const Places &place, mlir::Type element);
  mlir::Value write(mlir::Value tensor, mlir::Value scalar,
                    const Places &place);
  /// The results of `block` for `arguments`.
  Values apply(mlir::Block &block, mlir::ValueRange arguments);
  /// `accumulators`, with what `block` makes of their elements at `place` and
  /// of `elements` there.
  Values combine(mlir::Block &block, mlir::ValueRange accumulators,
                 const Places &place, mlir::ValueRange elements);
  /// The elements of `tensors` at `place`, in the types of the arguments of
  /// `block` behind `skip` others.
  Values readAll(mlir::ValueRange tensors, const Places &place,
                 mlir::Block &block, size_t skip);
  /// Tensors of `shape` full of `inits`, in the types that `block` combines.
  Values createAccumulators(mlir::ValueRange inits,
                            llvm::ArrayRef<int64_t> shape, mlir::Block &block);
  /// `values` in the element types of the op's results.
  Values convertResults(mlir::ValueRange values);

  /// Where the update at `place` goes, and whether that is inside.
  Places getTarget(ScatterOp scatter, const Places &place,
                   mlir::Value &isInside);
  /// The element under element `k` of the window at `output`, and whether there
  /// is one.
  Places getUnder(const Window &window, const Places &output, const Places &k,
                  mlir::Value &isInside);
  /// The order of the elements of `sort` along its dimension at `line`.
  mlir::Value findOrder(SortOp sort, const Places &line);
  /// One round of the merge sort: pairs of runs of `width` become one each.
  mlir::Value mergeRuns(SortOp sort, const Places &line, mlir::Value width,
                        mlir::Value order);
  /// Whether the element at `lhs` of `line` goes before the one at `rhs`.
  mlir::Value isBefore(SortOp sort, const Places &line, mlir::Value lhs,
                       mlir::Value rhs);

  mlir::Operation *op;
  mlir::ImplicitLocOpBuilder b;
};

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_HOSTLOOPS_H
