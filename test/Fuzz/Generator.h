//===- Generator.h - Random programs ----------------------------*- C++ -*-===//

#ifndef XLA_TEST_FUZZ_GENERATOR_H
#define XLA_TEST_FUZZ_GENERATOR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace xla::fuzz {

/// A verified module whose function @main holds random ops of all families on
/// small tensors, its arguments and results of static shape, decided by `seed`
/// alone. Its result means one thing: no order of updates or comparisons that
/// the specification leaves open matters. What rounding leaves open is the
/// oracle's business: an op whose result is not exact stands at the top level
/// of @main, or ends a region of a branch or map there that has no other
/// result.
mlir::OwningOpRef<mlir::ModuleOp> generateProgram(mlir::MLIRContext *context,
                                                  uint64_t seed);

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_GENERATOR_H
