//===- ShapeToHLO.h - Computations of shapes as hlo -------------*- C++ -*-===//

#ifndef XLA_CONVERSION_SHAPETOHLO_H
#define XLA_CONVERSION_SHAPETOHLO_H

#include "mlir/IR/BuiltinOps.h"

namespace xla {

/// True of a program of hlo ops that has ops of `arith`, `cf`, `shape` or
/// `tensor` beside them, as torch-mlir writes for dynamic shapes. What this
/// compiler made of a program itself is none.
bool hasShapeComputations(mlir::ModuleOp module);

/// What the pass shape-legalize-to-hlo does. Fails after an error at an op that
/// has no counterpart.
llvm::LogicalResult legalizeShapeToHLO(mlir::ModuleOp module);

} // namespace xla

#endif // XLA_CONVERSION_SHAPETOHLO_H
