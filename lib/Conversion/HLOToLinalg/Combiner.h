//===- Combiner.h - The region of a reduction as scalar code ----*- C++ -*-===//
//
// What reduce, reduce_window and scans accumulate with, and in which type.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CONVERSION_HLOTOLINALG_COMBINER_H
#define XLA_LIB_CONVERSION_HLOTOLINALG_COMBINER_H

#include "Patterns.h"

namespace xla {

/// The combiner of a reduction over any number of tensors. A sum, product or
/// extremum of floats accumulates in f32 at least, the first two free to be
/// reordered (`reassoc`), and is rounded to its type once at the end; any other
/// region is inlined as it is.
class Combiner {
public:
  /// Fails if the region captures more than scalars. Its arguments are the
  /// accumulators followed by the elements. With `inOrder`, for accumulators
  /// that are results themselves, a sum too is inlined as it is.
  static mlir::FailureOr<Combiner>
  create(mlir::ConversionPatternRewriter &rewriter, mlir::Location loc,
         mlir::Region &region, bool inOrder = false);

  unsigned getNumValues() const {
    return region.getBlock().getNumArguments() / 2;
  }
  /// The hlo element type in which value `index` accumulates.
  mlir::Type getAccumulatorType(unsigned index) const;

  /// One step: the new accumulators from accumulators and elements, which have
  /// hlo element types `elementTypes`.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  combine(mlir::OpBuilder &b, mlir::ValueRange accumulators,
          mlir::ValueRange elements, mlir::TypeRange elementTypes) const;

  /// The init values (rank-0 tensors of hlo types `types`) as accumulators.
  llvm::SmallVector<mlir::Value> createInits(mlir::OpBuilder &b,
                                             mlir::Location loc,
                                             mlir::ValueRange inits,
                                             mlir::TypeRange types) const;

private:
  explicit Combiner(ScalarRegion region) : region(std::move(region)) {}

  ScalarRegion region;
  /// Set if the region is a sum, product or extremum of floats.
  mlir::Operation *floatOp = nullptr;
};

} // namespace xla

#endif // XLA_LIB_CONVERSION_HLOTOLINALG_COMBINER_H
