//===- Patterns.h - Patterns of shape-legalize-to-hlo -----------*- C++ -*-===//
//
// Scalars become tensors of rank 0, and `index` becomes i64.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CONVERSION_SHAPETOHLO_PATTERNS_H
#define XLA_LIB_CONVERSION_SHAPETOHLO_PATTERNS_H

#include "mlir/Transforms/DialectConversion.h"

namespace xla {

/// Constants, integer and float arithmetic, on scalars and tensors.
void populateArithToHLOPatterns(const mlir::TypeConverter &converter,
                                mlir::RewritePatternSet &patterns);

/// Sizes of tensors, vectors of sizes, and what is asserted of them.
void populateShapeToHLOPatterns(const mlir::TypeConverter &converter,
                                mlir::RewritePatternSet &patterns);

} // namespace xla

#endif // XLA_LIB_CONVERSION_SHAPETOHLO_PATTERNS_H
