//===- Perturb.h - Rounding errors made on purpose --------------*- C++ -*-===//

#ifndef XLA_LIB_INTERPRETER_PERTURB_H
#define XLA_LIB_INTERPRETER_PERTURB_H

#include "Evaluator.h"

namespace xla::interpreter {

/// Moves the operands of an op that sums, as far as reordering and rounding its
/// sums could move the result.
mlir::LogicalResult perturbOperands(OpContext &context,
                                    Perturbation &perturbation);

/// Moves the results of a math function within the error that any
/// implementation of it may have.
mlir::LogicalResult perturbResults(OpContext &context,
                                   Perturbation &perturbation);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_PERTURB_H
