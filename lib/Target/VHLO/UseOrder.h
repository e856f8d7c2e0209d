//===- UseOrder.h - Keeps the order in which uses are listed ----*- C++ -*-===//
//
// MLIR lists the uses of a value in some order, and bytecode stores it. A
// program that is read and written again keeps its bytes only if the order
// survives the change of dialect.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_VHLO_USEORDER_H
#define XLA_LIB_TARGET_VHLO_USEORDER_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace xla::vhlo {

/// Collects ops and values with what stands for them in a rebuilt module.
class UseOrder {
public:
  /// `to` is `from` rebuilt, with as many operands and results.
  void add(mlir::Operation *from, mlir::Operation *to) {
    ops[from] = to;
    add(from->getResults(), to->getResults());
  }

  void add(mlir::ValueRange from, mlir::ValueRange to) {
    for (auto [oldValue, newValue] : llvm::zip_equal(from, to))
      values.push_back({oldValue, newValue});
  }

  /// Orders the uses of all rebuilt values as those of what they stand for.
  /// Values that have other uses, such as casts, stay as they are.
  void apply() {
    for (auto [oldValue, newValue] : values)
      apply(oldValue, newValue);
  }

private:
  void apply(mlir::Value oldValue, mlir::Value newValue) {
    if (oldValue.use_empty() || oldValue.hasOneUse())
      return;
    llvm::DenseMap<mlir::OpOperand *, unsigned> positions;
    for (mlir::OpOperand &use : oldValue.getUses()) {
      auto rebuilt = ops.find(use.getOwner());
      if (rebuilt == ops.end())
        return;
      unsigned position = positions.size();
      positions[&rebuilt->second->getOpOperand(use.getOperandNumber())] =
          position;
    }
    llvm::SmallVector<unsigned> order;
    for (mlir::OpOperand &use : newValue.getUses()) {
      auto position = positions.find(&use);
      if (position == positions.end())
        return;
      order.push_back(position->second);
    }
    if (order.size() == positions.size() && !llvm::is_sorted(order))
      newValue.shuffleUseList(order);
  }

  llvm::DenseMap<mlir::Operation *, mlir::Operation *> ops;
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> values;
};

} // namespace xla::vhlo

#endif // XLA_LIB_TARGET_VHLO_USEORDER_H
