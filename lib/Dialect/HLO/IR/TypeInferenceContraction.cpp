//===- TypeInferenceContraction.cpp - Types of dots and linear algebra ----===//
//
// Checks and result types of dot products, einsum, decompositions and Fourier
// transforms.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

/// Checks that there are no, or two, precisions.
static LogicalResult verifyPrecision(OptionalLocation location,
                                     std::optional<ArrayAttr> config) {
  if (!config || config->empty())
    return success();
  return verifySize(location, "precision_config", config->size(), 2);
}

/// Whether sums of products of `operand` elements may be `result` elements:
/// complex numbers are nothing else, and numbers with a fraction no integers.
static bool mayResultIn(Type operand, Type result) {
  if (isQuantizedElement(result) || isComplexElement(result))
    return true;
  if (auto quantized = dyn_cast<quant::QuantizedType>(operand))
    return quantized.getExpressedType() == result;
  return !isComplexElement(operand) &&
         (!isFloatElement(operand) || isFloatElement(result));
}

/// Checks a result of a contraction: its shape, and that its element type is of
/// the operands' kind.
static LogicalResult verifyContractionResult(OptionalLocation location,
                                             RankedTensorType lhs,
                                             RankedTensorType rhs,
                                             const BoundedShape &shape,
                                             Type result) {
  auto type = cast<RankedTensorType>(result);
  if (!mayResultIn(lhs.getElementType(), type.getElementType()) ||
      !mayResultIn(rhs.getElementType(), type.getElementType()))
    return emitOptionalError(location,
                             "expects result elements that may hold sums of "
                             "products of ",
                             lhs.getElementType(), " and ",
                             rhs.getElementType(), ", but got ",
                             type.getElementType());
  RankedTensorType expected = shape.getType(type.getElementType());
  if (areCompatibleShapes(expected, type))
    return success();
  return emitOptionalError(location, "expects a result of shape ",
                           shapeToString(shape.sizes), ", but got ",
                           shapeToString(type.getShape()));
}

BoundedShape xla::hlo::getDotShape(RankedTensorType lhs, RankedTensorType rhs) {
  BoundedShape shape;
  if (lhs.getRank() == 2)
    shape.push(BoundedShape(lhs), 0);
  if (rhs.getRank() == 2)
    shape.push(BoundedShape(rhs), 1);
  return shape;
}

LogicalResult xla::hlo::verifyDotOp(OptionalLocation location, Value lhs,
                                    Value rhs,
                                    std::optional<ArrayAttr> precisionConfig,
                                    Type result) {
  if (failed(verifyPrecision(location, precisionConfig)))
    return failure();
  RankedTensorType lhsType = getTensorType(lhs), rhsType = getTensorType(rhs);
  auto isVectorOrMatrix = [](RankedTensorType type) {
    return type.getRank() == 1 || type.getRank() == 2;
  };
  if (!isVectorOrMatrix(lhsType) || !isVectorOrMatrix(rhsType))
    return emitOptionalError(location, "expects vectors or matrices, but got ",
                             lhsType, " and ", rhsType);
  int64_t lhsDim = lhsType.getRank() - 1;
  if (!areCompatibleSizes(lhsType.getDimSize(lhsDim), rhsType.getDimSize(0)))
    return emitOptionalError(location,
                             "expects contracted dimensions of one size, but "
                             "got ",
                             lhsType.getDimSize(lhsDim), " and ",
                             rhsType.getDimSize(0));
  return verifyContractionResult(location, lhsType, rhsType,
                                 getDotShape(lhsType, rhsType), result);
}

/// Checks that the dimensions paired between the operands agree in size.
static LogicalResult verifyPairs(OptionalLocation location, StringRef name,
                                 RankedTensorType lhs, RankedTensorType rhs,
                                 ArrayRef<int64_t> lhsDims,
                                 ArrayRef<int64_t> rhsDims) {
  for (auto [lhsDim, rhsDim] : llvm::zip_equal(lhsDims, rhsDims))
    if (!areCompatibleSizes(lhs.getDimSize(lhsDim), rhs.getDimSize(rhsDim)))
      return emitOptionalError(
          location, "expects ", name, " dimensions of one size, but got ",
          lhs.getDimSize(lhsDim), " and ", rhs.getDimSize(rhsDim));
  return success();
}

/// Checks what the specification demands of quantized dot products.
static LogicalResult verifyQuantizedDot(OptionalLocation location,
                                        RankedTensorType lhs,
                                        RankedTensorType rhs, Type result,
                                        ArrayRef<int64_t> rhsContracting) {
  auto quantized =
      dyn_cast<quant::UniformQuantizedPerAxisType>(rhs.getElementType());
  if (isPerAxisQuantizedElement(lhs.getElementType()))
    return emitOptionalError(
        location, "expects lhs not to be quantized per axis, but got ", lhs);
  // dot_general_c15
  if (quantized &&
      llvm::is_contained(rhsContracting, quantized.getQuantizedDimension()))
    return emitOptionalError(location,
                             "expects the quantization dimension of rhs not to "
                             "be contracted, but got ",
                             quantized.getQuantizedDimension());
  // dot_general_c14
  bool lhsQuantized = isQuantizedElement(lhs.getElementType());
  bool resultQuantized =
      isQuantizedElement(cast<RankedTensorType>(result).getElementType());
  if (lhsQuantized && !isQuantizedElement(rhs.getElementType()))
    return emitOptionalError(
        location, "expects rhs to be quantized as lhs is, but got ", rhs);
  if (resultQuantized && !isQuantizedElement(rhs.getElementType()))
    return emitOptionalError(
        location, "expects a quantized result only of quantized operands");
  return success();
}

BoundedShape xla::hlo::getDotGeneralShape(RankedTensorType lhs,
                                          RankedTensorType rhs,
                                          DotDimensionNumbersAttr numbers) {
  BoundedShape shape, lhsShape(lhs), rhsShape(rhs);
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  for (auto [lhsDim, rhsDim] : llvm::zip_equal(lhsBatch, rhsBatch)) {
    if (ShapedType::isDynamic(lhsShape.sizes[lhsDim]))
      shape.push(rhsShape, rhsDim);
    else
      shape.push(lhsShape, lhsDim);
  }
  auto pushFree = [&](const BoundedShape &from, ArrayRef<int64_t> batch,
                      ArrayRef<int64_t> contracted) {
    for (int64_t dim : llvm::seq<int64_t>(from.sizes.size()))
      if (!llvm::is_contained(batch, dim) &&
          !llvm::is_contained(contracted, dim))
        shape.push(from, dim);
  };
  pushFree(lhsShape, lhsBatch, numbers.getLhsContractingDimensions());
  pushFree(rhsShape, rhsBatch, numbers.getRhsContractingDimensions());
  return shape;
}

LogicalResult
xla::hlo::verifyDotGeneralOp(OptionalLocation location, Value lhs, Value rhs,
                             DotDimensionNumbersAttr numbers,
                             std::optional<ArrayAttr> precisionConfig,
                             Type result) {
  RankedTensorType lhsType = getTensorType(lhs), rhsType = getTensorType(rhs);
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContract = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContract = numbers.getRhsContractingDimensions();
  // dot_general_c1, dot_general_c2, dot_general_c11
  if (failed(verifySize(location, "rhs_batching_dimensions", rhsBatch.size(),
                        lhsBatch.size())) ||
      failed(verifySize(location, "rhs_contracting_dimensions",
                        rhsContract.size(), lhsContract.size())) ||
      failed(verifyPrecision(location, precisionConfig)))
    return failure();
  // dot_general_c3 to dot_general_c8
  SmallVector<int64_t> lhsUsed(lhsBatch), rhsUsed(rhsBatch);
  llvm::append_range(lhsUsed, lhsContract);
  llvm::append_range(rhsUsed, rhsContract);
  if (failed(verifyDimensions(
          location, "lhs_batching_dimensions and lhs_contracting_dimensions",
          lhsUsed, lhsType.getRank())) ||
      failed(verifyDimensions(
          location, "rhs_batching_dimensions and rhs_contracting_dimensions",
          rhsUsed, rhsType.getRank())))
    return failure();
  // dot_general_c9, dot_general_c10
  if (failed(verifyPairs(location, "batching", lhsType, rhsType, lhsBatch,
                         rhsBatch)) ||
      failed(verifyPairs(location, "contracting", lhsType, rhsType, lhsContract,
                         rhsContract)))
    return failure();
  if (failed(
          verifyQuantizedDot(location, lhsType, rhsType, result, rhsContract)))
    return failure();
  return verifyContractionResult(location, lhsType, rhsType,
                                 getDotGeneralShape(lhsType, rhsType, numbers),
                                 result); // dot_general_c12
}

//===----------------------------------------------------------------------===//
// Einsum
//===----------------------------------------------------------------------===//

LogicalResult xla::hlo::verifyEinsumOp(OptionalLocation location,
                                       ValueRange operands, StringRef config,
                                       Type result) {
  auto [left, right] = config.split("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (!config.contains("->") || terms.size() != operands.size())
    return emitOptionalError(location, "expects a config of ", operands.size(),
                             " terms and a result, but got \"", config, "\"");
  auto isLabels = [](StringRef term) {
    term.consume_front("...");
    return llvm::all_of(term, llvm::isAlpha);
  };
  terms.push_back(right);
  if (!llvm::all_of(terms, isLabels))
    return emitOptionalError(location, "expects letters as labels, but got \"",
                             config, "\"");
  llvm::DenseMap<char, int64_t> sizes;
  auto check = [&](StringRef term, Type type) -> LogicalResult {
    auto tensor = cast<RankedTensorType>(type);
    if (term.contains('.'))
      return success(); // the ellipsis stands for any number of dimensions
    if (static_cast<int64_t>(term.size()) != tensor.getRank())
      return emitOptionalError(location, "expects ", tensor.getRank(),
                               " labels for ", tensor, ", but got \"", term,
                               "\"");
    for (auto [label, size] : llvm::zip_equal(term, tensor.getShape())) {
      int64_t &known = sizes.try_emplace(label, size).first->second;
      if (!areCompatibleSizes(known, size))
        return emitOptionalError(location, "expects one size for label ",
                                 StringRef(&label, 1), ", but got ", known,
                                 " and ", size);
      if (ShapedType::isDynamic(known))
        known = size;
    }
    return success();
  };
  for (auto [term, operand] : llvm::zip(terms, operands))
    if (failed(check(term, operand.getType())))
      return failure();
  for (char label : right) {
    if (label == '.')
      continue;
    if (!left.contains(label))
      return emitOptionalError(location, "expects label ", StringRef(&label, 1),
                               " of the result in an operand");
    if (right.count(label) > 1)
      return emitOptionalError(location, "expects label ", StringRef(&label, 1),
                               " once in the result, but got \"", right, "\"");
  }
  return check(right, result);
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

/// Checks that `a` holds square matrices.
static LogicalResult verifySquare(OptionalLocation location, Value a) {
  RankedTensorType type = getTensorType(a);
  int64_t rank = type.getRank();
  if (rank < 2)
    return emitOptionalError(
        location, "expects a of rank 2 at least, but got rank ", rank);
  if (!areCompatibleSizes(type.getDimSize(rank - 2), type.getDimSize(rank - 1)))
    return emitOptionalError(location, "expects square matrices, but got ",
                             shapeToString(type.getShape().take_back(2)));
  return success();
}

LogicalResult xla::hlo::inferCholeskyOp(OptionalLocation location, Value a,
                                        InferredTypes &inferred) {
  if (failed(verifySquare(location, a))) // cholesky_c2, cholesky_c3
    return failure();
  inferred.push_back(a.getType()); // cholesky_c1
  return success();
}

LogicalResult xla::hlo::inferTriangularSolveOp(OptionalLocation location,
                                               Value a, Value b, bool leftSide,
                                               Transpose transposeA,
                                               InferredTypes &inferred) {
  RankedTensorType aType = getTensorType(a), bType = getTensorType(b);
  if (aType.getElementType() != bType.getElementType()) // triangular_solve_c1
    return emitOptionalError(location, "expects one element type, but got ",
                             aType.getElementType(), " and ",
                             bType.getElementType());
  if (aType.getRank() != bType.getRank()) // triangular_solve_c2
    return emitOptionalError(location, "expects operands of one rank, but got ",
                             aType.getRank(), " and ", bType.getRank());
  if (failed(verifySquare(location, a)))
    return failure();
  // triangular_solve_c3
  int64_t rank = aType.getRank();
  int64_t dim = leftSide ? rank - 2 : rank - 1;
  bool agree =
      areCompatibleSizes(aType.getDimSize(rank - 2), bType.getDimSize(dim));
  for (int64_t batch : llvm::seq(rank - 2))
    agree &=
        areCompatibleSizes(aType.getDimSize(batch), bType.getDimSize(batch));
  if (!agree)
    return emitOptionalError(location,
                             "expects shapes that agree in batches and in the "
                             "solved dimension, but got ",
                             shapeToString(aType.getShape()), " and ",
                             shapeToString(bType.getShape()));
  if (transposeA == Transpose::TRANSPOSE_INVALID)
    return emitOptionalError(location,
                             "expects transpose_a to be NO_TRANSPOSE, "
                             "TRANSPOSE or ADJOINT, but got ",
                             stringifyTranspose(transposeA));
  inferred.push_back(bType); // triangular_solve_c4
  return success();
}

//===----------------------------------------------------------------------===//
// Fourier transforms
//===----------------------------------------------------------------------===//

LogicalResult xla::hlo::inferFftOp(OptionalLocation location, Value operand,
                                   FftType fftType, ArrayRef<int64_t> fftLength,
                                   InferredTypes &inferred) {
  RankedTensorType type = getTensorType(operand);
  int64_t rank = type.getRank();
  int64_t count = fftLength.size();
  if (count < 1 || count > 3) // fft_c3
    return emitOptionalError(location, "expects 1 to 3 lengths, but got ",
                             count);
  if (count > rank) // fft_c1
    return emitOptionalError(location, "expects an operand of rank ", count,
                             " at least, but got rank ", rank);
  Type element = type.getElementType();
  bool isReal = fftType == FftType::RFFT;
  if (isReal != isFloatElement(element)) // fft_c2
    return emitOptionalError(location, "expects an operand of ",
                             isReal ? "float" : "complex", " type for ",
                             stringifyFftType(fftType), ", but got ", element);
  if (isReal && !element.isF32() && !element.isF64())
    return emitOptionalError(
        location, "expects an operand of type f32 or f64, but got ", element);
  BoundedShape shape(type);
  ArrayRef<int64_t> sizes = type.getShape().take_back(count);
  for (auto [i, size, length] : llvm::enumerate(sizes, fftLength)) {
    if (length < 0)
      return emitOptionalError(location,
                               "expects lengths that are not negative, but "
                               "got ",
                               length);
    bool isLast = static_cast<int64_t>(i) == count - 1;
    int64_t expected = isLast && fftType == FftType::IRFFT && length > 0
                           ? length / 2 + 1
                           : length;
    if (!areCompatibleSizes(size, expected)) // fft_c4, fft_c5
      return emitOptionalError(location, "expects size ", expected,
                               " of operand dimension ", rank - count + i,
                               ", but got ", size);
  }
  int64_t length = fftLength.back();
  if (isReal) { // fft_c4
    shape.sizes.back() = length == 0 ? 0 : length / 2 + 1;
    element = ComplexType::get(element);
  } else if (fftType == FftType::IRFFT) { // fft_c5
    shape.sizes.back() = length;
    element = cast<ComplexType>(element).getElementType();
  }
  inferred.push_back(shape.getType(element)); // fft_c6
  return success();
}
