//===- ShapeRefiner.h - Static types for a whole program --------*- C++ -*-===//
//
// The walk behind hlo-refine-shapes.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_SHAPEREFINER_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_SHAPEREFINER_H

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/RefineShapes.h"

#include "llvm/ADT/MapVector.h"

namespace xla::hlo {

/// Goes through a function in the order of its ops. When it comes to an op, its
/// operands have their final types, and those that are known are constants; so
/// one round is enough. Only loops may take more: what they carry is guessed
/// from what they start with.
class ShapeRefiner {
public:
  explicit ShapeRefiner(mlir::ModuleOp module);

  /// Refines `entry` in place; see `refineShapes`.
  mlir::LogicalResult refine(mlir::func::FuncOp entry,
                             llvm::ArrayRef<KnownArgument> arguments);

  /// Removes the functions that were copied and are not called any more.
  void removeUnused();

private:
  /// A copy of a function for certain arguments.
  struct Version {
    mlir::func::FuncOp function;
    /// The results that are the same in every call, null for others.
    llvm::SmallVector<mlir::DenseElementsAttr> constants;
  };

  /// Refines `function`, which may be a copy of the one called `name`.
  mlir::LogicalResult refineFunction(mlir::func::FuncOp function,
                                     mlir::StringAttr name,
                                     llvm::ArrayRef<KnownArgument> arguments);
  /// Fails if a version of `function` for `call` would have no end.
  mlir::LogicalResult checkCall(mlir::Operation *call,
                                mlir::func::FuncOp function);
  mlir::FailureOr<const Version *> getVersion(mlir::Operation *call,
                                              mlir::func::FuncOp function);
  mlir::LogicalResult refineBlock(mlir::Block &block);
  mlir::LogicalResult refineOp(mlir::Operation *op);
  /// For ops that run the function `callee` on their operands.
  mlir::LogicalResult refineCall(mlir::Operation *op,
                                 mlir::FlatSymbolRefAttr callee);
  mlir::LogicalResult refineWhile(WhileOp op);
  mlir::LogicalResult refineBranches(mlir::Operation *op);
  /// Replaces an `if` or `case` by the branch that `selector` selects.
  mlir::LogicalResult takeBranch(mlir::Operation *op, int64_t selector);
  mlir::LogicalResult checkAssertion(CustomCallOp op);

  mlir::SymbolTable symbols;
  /// By name and what is known of the arguments.
  llvm::MapVector<mlir::Attribute, Version> versions;
  /// The functions that leave shapes open, or call one that does.
  llvm::DenseSet<mlir::Operation *> openFunctions;
  /// The functions, by the names of the originals, that are being refined: each
  /// is called by the one before.
  llvm::SmallVector<mlir::StringAttr> active;
  /// In a loop or branch, or in what one calls: data decides whether its ops
  /// run.
  bool isConditional = false;
};

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_SHAPEREFINER_H
