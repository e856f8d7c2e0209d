//===- SimplifyAlgebra.h - Families of identities on HLO ops ----*- C++ -*-===//
//
// The rules of hlo-simplify-algebra, a file per family of ops, and what they
// ask of values and types. A rule leaves alone what is of dynamic shape, has
// bounds or is quantized, wherever it would have to make a type of its own.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_SIMPLIFYALGEBRA_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_SIMPLIFYALGEBRA_H

#include "xla/Dialect/HLO/IR/HLOBuilders.h"

#include "mlir/IR/PatternMatch.h"

namespace xla::hlo {

/// Adds the rules of one family, with its name as label.
void populateElementwiseRules(mlir::RewritePatternSet &patterns);
void populateMovementRules(mlir::RewritePatternSet &patterns);
void populatePartRules(mlir::RewritePatternSet &patterns);
void populateReductionRules(mlir::RewritePatternSet &patterns);
void populateIndexingRules(mlir::RewritePatternSet &patterns);

/// Static, without bounds, not quantized: types of parts and neighbours of such
/// a tensor follow from their shape.
bool isPlain(mlir::Type type);

/// True for a splat of an integer type whose element is `value`.
bool isIntSplat(mlir::Attribute attr, int64_t value);

/// True for a splat of a float type whose element is `value`, sign included.
bool isFloatSplat(mlir::Attribute attr, double value);

/// True for a splat of the least (greatest) value of its type: of an integer
/// type its own bound, of a float type an infinity.
bool isLowestSplat(mlir::Attribute attr);
bool isHighestSplat(mlir::Attribute attr);

/// The map of dimensions `inner`, then `outer`.
mlir::DenseI64ArrayAttr compose(mlir::Builder &builder,
                                llvm::ArrayRef<int64_t> outer,
                                llvm::ArrayRef<int64_t> inner);

/// For each dimension of `from` the one of `to` that stands for it, where the
/// shapes are equal but for dimensions of one element; -1 for such a dimension
/// that `to` has not. Nothing for other shapes.
std::optional<llvm::SmallVector<int64_t>>
matchUnitDims(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);

/// The element of a constant of one integer; nothing for other values.
std::optional<llvm::APInt> getConstantInt(mlir::Value value);

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_SIMPLIFYALGEBRA_H
