//===- ControlFlow.h - Known branches ---------------------------*- C++ -*-===//
//
// What passes do to an `if` or `case` whose branch is known.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_CONTROLFLOW_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_CONTROLFLOW_H

#include "mlir/IR/PatternMatch.h"

namespace xla::hlo {

/// The region that an `if` or `case` runs where its operand is `selector`: an
/// index outside selects the last.
mlir::Region &getSelectedBranch(mlir::Operation *op, int64_t selector);

/// Moves the ops of `region` before `op` and replaces it by what they return.
void inlineBranch(mlir::Operation *op, mlir::Region &region,
                  mlir::RewriterBase &rewriter);

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_CONTROLFLOW_H
