//===- Indices.h - Index tensors as index values -----------------*- C++
//-*-===//

#ifndef XLA_LIB_CONVERSION_HLOTOLINALG_INDICES_H
#define XLA_LIB_CONVERSION_HLOTOLINALG_INDICES_H

#include "Patterns.h"

namespace xla {

/// A scalar of hlo integer type `type` as an index. Unsigned 64-bit values
/// beyond the signed range turn negative, so test bounds unsigned.
mlir::Value createRawIndex(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::Value scalar, mlir::Type type);

/// The same, clamped to [0, last].
mlir::Value createClampedIndex(mlir::OpBuilder &b, mlir::Location loc,
                               mlir::Value scalar, mlir::Type type,
                               int64_t last);

/// Reads components of the index vectors of gather and scatter.
class IndexVectorReader {
public:
  /// `type` is the hlo type of `indices`, `vectorDim` the dimension that holds
  /// an index vector's components; one past the last means scalars.
  IndexVectorReader(mlir::Value indices, mlir::Type type, int64_t vectorDim)
      : indices(indices), type(mlir::cast<mlir::RankedTensorType>(type)),
        vectorDim(vectorDim) {}

  mlir::Type getElementType() const { return type.getElementType(); }

  /// Component `component` of the vector at batch position `batch`.
  mlir::Value read(mlir::OpBuilder &b, mlir::Location loc,
                   mlir::ValueRange batch, int64_t component) const {
    llvm::SmallVector<mlir::Value> position(batch);
    if (vectorDim < type.getRank())
      position.insert(position.begin() + vectorDim,
                      createIndex(b, loc, component));
    return mlir::tensor::ExtractOp::create(b, loc, indices, position);
  }

  /// Where dimension `dim` of the indices stands in a batch position.
  unsigned getBatchPosition(int64_t dim) const {
    return dim < vectorDim ? dim : dim - 1;
  }

private:
  mlir::Value indices;
  mlir::RankedTensorType type;
  int64_t vectorDim;
};

} // namespace xla

#endif // XLA_LIB_CONVERSION_HLOTOLINALG_INDICES_H
