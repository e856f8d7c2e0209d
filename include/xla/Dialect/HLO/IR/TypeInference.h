//===- TypeInference.h - Result types of hlo ops ----------------*- C++ -*-===//
//
// One function per op, over types and attributes, that checks what the
// specification demands and computes the result types. Verifiers, builders and
// shape refinement call the same function. `location` may be absent; then
// nothing is reported and failure alone is returned. Constraints are tagged
// with the specification's names, as in `transpose_c2`.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_TYPEINFERENCE_H
#define XLA_DIALECT_HLO_IR_TYPEINFERENCE_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

using OptionalLocation = std::optional<mlir::Location>;
using InferredTypes = llvm::SmallVectorImpl<mlir::Type>;

//===----------------------------------------------------------------------===//
// Shapes with bounds
//===----------------------------------------------------------------------===//

/// The sizes of a tensor's dimensions and their bounds, `ShapedType::kDynamic`
/// where there is none. Both lists have one entry per dimension.
struct BoundedShape {
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<int64_t> bounds;

  BoundedShape() = default;
  explicit BoundedShape(mlir::RankedTensorType type);

  /// Appends a dimension.
  void push(int64_t size, int64_t bound = mlir::ShapedType::kDynamic) {
    sizes.push_back(size);
    bounds.push_back(bound);
  }
  /// Appends dimension `dim` of `other`.
  void push(const BoundedShape &other, int64_t dim) {
    push(other.sizes[dim], other.bounds[dim]);
  }
  /// The tensor type of this shape; bounds of static dimensions are dropped.
  mlir::RankedTensorType getType(mlir::Type elementType) const;
};

/// True if the sizes are equal or one of them is dynamic.
inline bool areCompatibleSizes(int64_t lhs, int64_t rhs) {
  return mlir::ShapedType::isDynamic(lhs) || mlir::ShapedType::isDynamic(rhs) ||
         lhs == rhs;
}

/// `[2, ?, 3]` for diagnostics.
std::string shapeToString(llvm::ArrayRef<int64_t> shape);

/// Checks that `dims` are distinct and lie in [0, rank); `name` is what they
/// are called in the report.
mlir::LogicalResult verifyDimensions(OptionalLocation location,
                                     llvm::StringRef name,
                                     llvm::ArrayRef<int64_t> dims,
                                     int64_t rank);

/// Checks that `dim` lies in [0, rank).
mlir::LogicalResult verifyDimension(OptionalLocation location,
                                    llvm::StringRef name, int64_t dim,
                                    int64_t rank);

/// Checks that there are `expected` entries in the list called `name`.
mlir::LogicalResult verifySize(OptionalLocation location, llvm::StringRef name,
                               size_t actual, size_t expected);

/// The type of a tensor value.
inline mlir::RankedTensorType getTensorType(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

mlir::LogicalResult inferAbsOp(OptionalLocation location, mlir::Value operand,
                               InferredTypes &inferred);
mlir::LogicalResult inferClampOp(OptionalLocation location, mlir::Value min,
                                 mlir::Value operand, mlir::Value max,
                                 InferredTypes &inferred);
mlir::LogicalResult inferCompareOp(OptionalLocation location, mlir::Value lhs,
                                   mlir::Value rhs,
                                   std::optional<ComparisonType> compareType,
                                   InferredTypes &inferred);
mlir::LogicalResult inferComplexOp(OptionalLocation location, mlir::Value lhs,
                                   mlir::Value rhs, InferredTypes &inferred);
mlir::LogicalResult inferConstantOp(OptionalLocation location,
                                    mlir::ElementsAttr value,
                                    InferredTypes &inferred);
mlir::LogicalResult inferIsFiniteOp(OptionalLocation location, mlir::Value x,
                                    InferredTypes &inferred);
/// For `real` and `imag`.
mlir::LogicalResult inferPartOp(OptionalLocation location, mlir::Value operand,
                                InferredTypes &inferred);
mlir::LogicalResult inferSelectOp(OptionalLocation location, mlir::Value pred,
                                  mlir::Value onTrue, mlir::Value onFalse,
                                  InferredTypes &inferred);
mlir::LogicalResult inferUniformDequantizeOp(OptionalLocation location,
                                             mlir::Value operand,
                                             InferredTypes &inferred);
mlir::LogicalResult verifyBitcastConvertOp(OptionalLocation location,
                                           mlir::Value operand,
                                           mlir::Type result);
mlir::LogicalResult verifyMapOp(OptionalLocation location,
                                mlir::ValueRange inputs,
                                llvm::ArrayRef<int64_t> dimensions,
                                mlir::Region &computation, mlir::Type result);
mlir::LogicalResult verifyReducePrecisionOp(OptionalLocation location,
                                            int32_t exponentBits,
                                            int32_t mantissaBits);
mlir::LogicalResult verifyUniformQuantizeOp(OptionalLocation location,
                                            mlir::Value operand,
                                            mlir::Type result);

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

mlir::LogicalResult inferBroadcastOp(OptionalLocation location,
                                     mlir::Value operand,
                                     llvm::ArrayRef<int64_t> broadcastSizes,
                                     InferredTypes &inferred);
mlir::LogicalResult inferConcatenateOp(OptionalLocation location,
                                       mlir::ValueRange inputs,
                                       int64_t dimension,
                                       InferredTypes &inferred);
mlir::LogicalResult inferGetDimensionSizeOp(OptionalLocation location,
                                            mlir::Value operand,
                                            int64_t dimension,
                                            InferredTypes &inferred);
mlir::LogicalResult inferPadOp(OptionalLocation location, mlir::Value operand,
                               mlir::Value paddingValue,
                               llvm::ArrayRef<int64_t> low,
                               llvm::ArrayRef<int64_t> high,
                               llvm::ArrayRef<int64_t> interior,
                               InferredTypes &inferred);
mlir::LogicalResult inferReverseOp(OptionalLocation location,
                                   mlir::Value operand,
                                   llvm::ArrayRef<int64_t> dimensions,
                                   InferredTypes &inferred);
mlir::LogicalResult inferSetDimensionSizeOp(OptionalLocation location,
                                            mlir::Value operand,
                                            mlir::Value size, int64_t dimension,
                                            InferredTypes &inferred);
mlir::LogicalResult inferTransposeOp(OptionalLocation location,
                                     mlir::Value operand,
                                     llvm::ArrayRef<int64_t> permutation,
                                     InferredTypes &inferred);
mlir::LogicalResult
verifyBroadcastInDimOp(OptionalLocation location, mlir::Value operand,
                       llvm::ArrayRef<int64_t> broadcastDimensions,
                       mlir::Type result);
mlir::LogicalResult verifyDynamicBroadcastInDimOp(
    OptionalLocation location, mlir::Value operand,
    mlir::Value outputDimensions, llvm::ArrayRef<int64_t> broadcastDimensions,
    std::optional<llvm::ArrayRef<int64_t>> knownExpanding,
    std::optional<llvm::ArrayRef<int64_t>> knownNonexpanding,
    mlir::Type result);
mlir::LogicalResult verifyDynamicIotaOp(OptionalLocation location,
                                        mlir::Value outputShape,
                                        int64_t iotaDimension,
                                        mlir::Type result);
mlir::LogicalResult verifyDynamicPadOp(OptionalLocation location,
                                       mlir::Value operand,
                                       mlir::Value paddingValue,
                                       mlir::Value low, mlir::Value high,
                                       mlir::Value interior, mlir::Type result);
mlir::LogicalResult verifyDynamicReshapeOp(OptionalLocation location,
                                           mlir::Value operand,
                                           mlir::Value outputShape,
                                           mlir::Type result);
mlir::LogicalResult verifyIotaOp(OptionalLocation location,
                                 int64_t iotaDimension, mlir::Type result);
mlir::LogicalResult verifyReshapeOp(OptionalLocation location,
                                    mlir::Value operand, mlir::Type result);

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

/// For all three: the first operand's type, then `numFeatureResults` vectors of
/// the feature dimension's size.
mlir::LogicalResult inferBatchNormOp(OptionalLocation location,
                                     mlir::ValueRange operands,
                                     int64_t featureIndex,
                                     int64_t numFeatureResults,
                                     InferredTypes &inferred);

/// Checks the body of a reduction of `inputs`: it takes all accumulators, then
/// all elements and returns the accumulators, whose types may be wider than
/// the inputs'. Body types have rank 0, or the leading shape of the result for
/// reductions of whole rows, which `resultShape` allows if given.
mlir::LogicalResult
verifyReducer(OptionalLocation location, mlir::Region &body,
              mlir::ValueRange inputs, mlir::ValueRange initValues,
              std::optional<llvm::ArrayRef<int64_t>> resultShape);

/// Shapes of `reduce_window`'s results; attributes that are absent count as
/// ones, the padding as zeros.
mlir::LogicalResult
inferWindowedShape(OptionalLocation location, const BoundedShape &input,
                   llvm::ArrayRef<int64_t> windowDimensions,
                   std::optional<llvm::ArrayRef<int64_t>> windowStrides,
                   std::optional<llvm::ArrayRef<int64_t>> baseDilations,
                   std::optional<llvm::ArrayRef<int64_t>> windowDilations,
                   std::optional<mlir::DenseIntElementsAttr> padding,
                   BoundedShape &result);

/// `input` without `dimensions`.
BoundedShape getReducedShape(const BoundedShape &input,
                             llvm::ArrayRef<int64_t> dimensions);

mlir::LogicalResult verifyReduceOp(OptionalLocation location,
                                   mlir::ValueRange inputs,
                                   mlir::ValueRange initValues,
                                   llvm::ArrayRef<int64_t> dimensions,
                                   mlir::Region &body, mlir::TypeRange results);
mlir::LogicalResult
verifyReduceWindowOp(OptionalLocation location, mlir::ValueRange inputs,
                     mlir::ValueRange initValues,
                     llvm::ArrayRef<int64_t> windowDimensions,
                     std::optional<llvm::ArrayRef<int64_t>> windowStrides,
                     std::optional<llvm::ArrayRef<int64_t>> baseDilations,
                     std::optional<llvm::ArrayRef<int64_t>> windowDilations,
                     std::optional<mlir::DenseIntElementsAttr> padding,
                     mlir::Region &body, mlir::TypeRange results);
mlir::LogicalResult verifySelectAndScatterOp(
    OptionalLocation location, mlir::Value operand, mlir::Value source,
    mlir::Value initValue,
    std::optional<llvm::ArrayRef<int64_t>> windowDimensions,
    std::optional<llvm::ArrayRef<int64_t>> windowStrides,
    std::optional<mlir::DenseIntElementsAttr> padding, mlir::Region &select,
    mlir::Region &scatter, mlir::Type result);

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

/// Shapes of the results of dots and convolutions whose operands agree; sizes
/// that would not fit are -1. A convolution's `padding` has two entries per
/// spatial dimension or is absent: unknown; the other lists may be longer than
/// there are dimensions, and count as ones where they are absent.
BoundedShape getDotShape(mlir::RankedTensorType lhs,
                         mlir::RankedTensorType rhs);
BoundedShape getDotGeneralShape(mlir::RankedTensorType lhs,
                                mlir::RankedTensorType rhs,
                                DotDimensionNumbersAttr numbers);
llvm::SmallVector<int64_t>
getConvolutionShape(mlir::RankedTensorType lhs, mlir::RankedTensorType rhs,
                    ConvDimensionNumbersAttr numbers, int64_t batchGroupCount,
                    std::optional<llvm::ArrayRef<int64_t>> strides,
                    std::optional<llvm::ArrayRef<int64_t>> padding,
                    std::optional<llvm::ArrayRef<int64_t>> lhsDilation,
                    std::optional<llvm::ArrayRef<int64_t>> rhsDilation);

mlir::LogicalResult inferCholeskyOp(OptionalLocation location, mlir::Value a,
                                    InferredTypes &inferred);
mlir::LogicalResult inferFftOp(OptionalLocation location, mlir::Value operand,
                               FftType fftType,
                               llvm::ArrayRef<int64_t> fftLength,
                               InferredTypes &inferred);
mlir::LogicalResult inferTriangularSolveOp(OptionalLocation location,
                                           mlir::Value a, mlir::Value b,
                                           bool leftSide, Transpose transposeA,
                                           InferredTypes &inferred);
mlir::LogicalResult
verifyConvolutionOp(OptionalLocation location, mlir::Value lhs, mlir::Value rhs,
                    std::optional<llvm::ArrayRef<int64_t>> windowStrides,
                    std::optional<mlir::DenseIntElementsAttr> padding,
                    std::optional<llvm::ArrayRef<int64_t>> lhsDilation,
                    std::optional<llvm::ArrayRef<int64_t>> rhsDilation,
                    std::optional<llvm::ArrayRef<bool>> windowReversal,
                    ConvDimensionNumbersAttr dimensionNumbers,
                    int64_t featureGroupCount, int64_t batchGroupCount,
                    std::optional<mlir::ArrayAttr> precisionConfig,
                    mlir::Type result);
mlir::LogicalResult verifyDynamicConvOp(
    OptionalLocation location, mlir::Value lhs, mlir::Value rhs,
    mlir::Value padding, std::optional<llvm::ArrayRef<int64_t>> windowStrides,
    std::optional<llvm::ArrayRef<int64_t>> lhsDilation,
    std::optional<llvm::ArrayRef<int64_t>> rhsDilation,
    std::optional<llvm::ArrayRef<bool>> windowReversal,
    ConvDimensionNumbersAttr dimensionNumbers, int64_t featureGroupCount,
    int64_t batchGroupCount, std::optional<mlir::ArrayAttr> precisionConfig,
    mlir::Type result);
mlir::LogicalResult verifyDotOp(OptionalLocation location, mlir::Value lhs,
                                mlir::Value rhs,
                                std::optional<mlir::ArrayAttr> precisionConfig,
                                mlir::Type result);
mlir::LogicalResult
verifyDotGeneralOp(OptionalLocation location, mlir::Value lhs, mlir::Value rhs,
                   DotDimensionNumbersAttr dimensionNumbers,
                   std::optional<mlir::ArrayAttr> precisionConfig,
                   mlir::Type result);
/// For `einsum` and `unary_einsum`.
mlir::LogicalResult verifyEinsumOp(OptionalLocation location,
                                   mlir::ValueRange operands,
                                   llvm::StringRef config, mlir::Type result);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_TYPEINFERENCE_H
