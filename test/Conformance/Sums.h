//===- Sums.h - Operations that add up terms -------------------*- C++ -*-===//

#ifndef XLA_TEST_CONFORMANCE_SUMS_H
#define XLA_TEST_CONFORMANCE_SUMS_H

#include "mlir/IR/Builders.h"

namespace xla::conformance {

/// How many terms `op` adds up for one element; nothing if it is no sum.
std::optional<int64_t> countTerms(mlir::Operation *op);

/// The same sum of the magnitudes of the terms, in f64, where `builder` stands.
/// Terms with a factor that is not finite are left out: what they make of the
/// sum does not depend on its order.
mlir::Value createMagnitudes(mlir::OpBuilder &builder, mlir::Operation *op);

} // namespace xla::conformance

#endif // XLA_TEST_CONFORMANCE_SUMS_H
