//===- DynamicCalls.h - Custom calls that take shapes -----------*- C++ -*-===//
//
// JAX writes ops that the specification lacks in a dynamic form as custom calls
// whose last operands hold what is an attribute otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_DYNAMICCALLS_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_DYNAMICCALLS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/IR/PatternMatch.h"

namespace xla::hlo {

/// Result types that follow from the call's operands; `types` holds those
/// written. Fails with a diagnostic where the operands contradict each other.
mlir::LogicalResult inferDynamicCall(CustomCallOp op,
                                     llvm::SmallVectorImpl<mlir::Type> &types);

/// The operands that hold shapes or windows.
llvm::SmallVector<mlir::OpOperand *> getDynamicCallOperands(CustomCallOp op);

/// Patterns that replace such calls by ops where those operands are constant.
void populateDynamicCallPatterns(mlir::RewritePatternSet &patterns);

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_DYNAMICCALLS_H
