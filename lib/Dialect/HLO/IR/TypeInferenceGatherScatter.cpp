//===- TypeInferenceGatherScatter.cpp - Types of gather and scatter -------===//
//
// One function per op computes the result types and checks what they depend
// on; builders and the verifier both call it. Both ops describe the same
// picture, gather read from left to right and scatter from right to left, so
// they share the checks of their dimension numbers. Tags name the constraint of
// the specification, gather's first.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace xla::hlo;

namespace {
/// A list of dimensions by the name that errors give it.
struct NamedDims {
  StringRef name;
  ArrayRef<int64_t> dims;
};

/// What gather and scatter have in common: a tensor from which (into which)
/// windows are taken (put), and a tensor of index vectors.
struct IndexedWindows {
  std::optional<Location> location;
  RankedTensorType operand;
  RankedTensorType indices;
  NamedDims windowDims;          // offset_dims, update_window_dims
  NamedDims droppedDims;         // collapsed_slice_dims, inserted_window_dims
  NamedDims operandBatchingDims; // operand_batching_dims, input_batching_dims
  NamedDims indicesBatchingDims;
  NamedDims indexMap; // start_index_map, scatter_dims_to_operand_dims
  int64_t indexVectorDim;

  LogicalResult verify() const;

  /// Sizes of the index tensor without the dimension of index vectors.
  SmallVector<int64_t> getBatchSizes() const;

private:
  LogicalResult verifyUnique(NamedDims first, NamedDims second = {}) const;
  LogicalResult verifySorted(NamedDims list) const;
  LogicalResult verifyRange(NamedDims list, StringRef of, int64_t rank) const;
  LogicalResult verifyBatching() const;
  LogicalResult verifyIndexVector() const;
};
} // namespace

LogicalResult IndexedWindows::verifyUnique(NamedDims first,
                                           NamedDims second) const {
  llvm::SmallSet<int64_t, 16> seen;
  for (NamedDims list : {first, second})
    for (int64_t dim : list.dims)
      if (!seen.insert(dim).second) {
        if (second.name.empty())
          return emitOptionalError(location, "expects ", first.name,
                                   " without duplicates, but got ", dim,
                                   " twice");
        return emitOptionalError(location, "expects ", first.name, " and ",
                                 second.name,
                                 " without common or duplicate entries, but "
                                 "got ",
                                 dim, " twice");
      }
  return success();
}

LogicalResult IndexedWindows::verifySorted(NamedDims list) const {
  if (llvm::is_sorted(list.dims))
    return success();
  return emitOptionalError(location, "expects sorted ", list.name,
                           ", but got [", list.dims, "]");
}

LogicalResult IndexedWindows::verifyRange(NamedDims list, StringRef of,
                                          int64_t rank) const {
  for (int64_t dim : list.dims)
    if (dim < 0 || dim >= rank)
      return emitOptionalError(location, "expects ", list.name,
                               " to be dimensions of ", of, " of rank ", rank,
                               ", but got ", dim);
  return success();
}

LogicalResult IndexedWindows::verifyIndexVector() const {
  if (indexVectorDim < 0 || indexVectorDim > indices.getRank())
    return emitOptionalError(location, "expects index_vector_dim from 0 to ",
                             indices.getRank(), ", but got ",
                             indexVectorDim); // gather_c2, scatter_c22
  int64_t vectorSize = indexVectorDim < indices.getRank()
                           ? indices.getDimSize(indexVectorDim)
                           : 1;
  if (!ShapedType::isDynamic(vectorSize) &&
      vectorSize != static_cast<int64_t>(indexMap.dims.size()))
    return emitOptionalError(location, "expects ", vectorSize, " entries of ",
                             indexMap.name,
                             ", the size of an index vector, "
                             "but got ",
                             indexMap.dims.size()); // gather_c3, scatter_c19
  return success();
}

LogicalResult IndexedWindows::verifyBatching() const {
  if (llvm::is_contained(indicesBatchingDims.dims, indexVectorDim))
    return emitOptionalError(location, "expects ", indicesBatchingDims.name,
                             " without index_vector_dim ",
                             indexVectorDim); // gather_c15, scatter_c16
  if (operandBatchingDims.dims.size() != indicesBatchingDims.dims.size())
    return emitOptionalError(
        location, "expects as many ", operandBatchingDims.name, " as ",
        indicesBatchingDims.name, ", but got ", operandBatchingDims.dims.size(),
        " and ", indicesBatchingDims.dims.size()); // gather_c16, scatter_c17
  for (auto [operandDim, indicesDim] :
       llvm::zip(operandBatchingDims.dims, indicesBatchingDims.dims)) {
    int64_t operandSize = operand.getDimSize(operandDim);
    int64_t indicesSize = indices.getDimSize(indicesDim);
    if (!ShapedType::isDynamic(operandSize) &&
        !ShapedType::isDynamic(indicesSize) && operandSize != indicesSize)
      return emitOptionalError(
          location, "expects batching dimensions of one size, but got ",
          operandSize, " for ", operandBatchingDims.name, " ", operandDim,
          " and ", indicesSize, " for ", indicesBatchingDims.name, " ",
          indicesDim); // gather_c17, scatter_c18
  }
  return success();
}

LogicalResult IndexedWindows::verify() const {
  int64_t operandRank = operand.getRank();
  size_t given = windowDims.dims.size() + droppedDims.dims.size() +
                 operandBatchingDims.dims.size();
  if (given != static_cast<size_t>(operandRank))
    return emitOptionalError(location, "expects ", operandRank, " entries of ",
                             windowDims.name, ", ", droppedDims.name, " and ",
                             operandBatchingDims.name,
                             " together, the rank of the operand, but got ",
                             given); // gather_c1, scatter_c2
  if (failed(verifyIndexVector()))
    return failure();
  if (failed(verifyUnique(windowDims)) || failed(verifySorted(windowDims)))
    return failure(); // gather_c4, scatter_c7
  if (failed(verifyUnique(droppedDims, operandBatchingDims)))
    return failure(); // gather_c6, scatter_c9
  if (failed(verifySorted(droppedDims)))
    return failure(); // gather_c7, scatter_c10
  if (failed(verifyRange(droppedDims, "an operand", operandRank)))
    return failure(); // gather_c8, scatter_c11
  if (failed(verifySorted(operandBatchingDims)))
    return failure(); // gather_c10, scatter_c12
  if (failed(verifyRange(operandBatchingDims, "an operand", operandRank)))
    return failure(); // gather_c11, scatter_c13
  if (failed(verifyUnique(indicesBatchingDims)))
    return failure(); // gather_c13, scatter_c14
  if (failed(verifyRange(indicesBatchingDims, "indices", indices.getRank())))
    return failure(); // gather_c14, scatter_c15
  if (failed(verifyBatching()))
    return failure();
  if (failed(verifyUnique(indexMap, operandBatchingDims)))
    return failure(); // gather_c18, scatter_c20
  return verifyRange(indexMap, "an operand",
                     operandRank); // gather_c19, scatter_c21
}

SmallVector<int64_t> IndexedWindows::getBatchSizes() const {
  SmallVector<int64_t> sizes(indices.getShape());
  if (indexVectorDim < indices.getRank())
    sizes.erase(sizes.begin() + indexVectorDim);
  return sizes;
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static IndexedWindows getWindows(std::optional<Location> location, Type operand,
                                 Type indices,
                                 GatherDimensionNumbersAttr numbers) {
  return {
      location,
      cast<RankedTensorType>(operand),
      cast<RankedTensorType>(indices),
      {"offset_dims", numbers.getOffsetDims()},
      {"collapsed_slice_dims", numbers.getCollapsedSliceDims()},
      {"operand_batching_dims", numbers.getOperandBatchingDims()},
      {"start_indices_batching_dims", numbers.getStartIndicesBatchingDims()},
      {"start_index_map", numbers.getStartIndexMap()},
      numbers.getIndexVectorDim()};
}

/// Batch sizes and the slice sizes that are kept, placed by `offset_dims`.
static FailureOr<RankedTensorType>
inferGatherType(const IndexedWindows &windows, ArrayRef<int64_t> sliceSizes) {
  SmallVector<int64_t> kept;
  for (auto [dim, size] : llvm::enumerate(sliceSizes)) {
    int64_t index = dim;
    if (!llvm::is_contained(windows.droppedDims.dims, index) &&
        !llvm::is_contained(windows.operandBatchingDims.dims, index))
      kept.push_back(size);
  }
  SmallVector<int64_t> batch = windows.getBatchSizes();
  int64_t rank = kept.size() + batch.size();
  for (int64_t dim : windows.windowDims.dims)
    if (dim < 0 || dim >= rank) {
      return emitOptionalError(
          windows.location,
          "expects offset_dims to be dimensions of a result "
          "of rank ",
          rank, ", but got ", dim); // gather_c5
    }
  SmallVector<int64_t> shape; // gather_c22
  auto nextKept = kept.begin(), nextBatch = batch.begin();
  for (int64_t dim = 0; dim < rank; ++dim)
    shape.push_back(llvm::is_contained(windows.windowDims.dims, dim)
                        ? *nextKept++
                        : *nextBatch++);
  return RankedTensorType::get(shape,
                               windows.operand.getElementType()); // gather_c23
}

/// Checks that windows of `sizes` have an element to give wherever the result
/// has one: those of no elements leave nothing to read.
static LogicalResult verifyDroppedSizes(const IndexedWindows &windows,
                                        ArrayRef<int64_t> sizes,
                                        RankedTensorType result) {
  bool isFull =
      result.hasStaticShape() && !llvm::is_contained(result.getShape(), 0);
  for (const NamedDims &list :
       {windows.droppedDims, windows.operandBatchingDims})
    for (int64_t dim : list.dims) {
      if (sizes[dim] > 1)
        return emitOptionalError(windows.location,
                                 "expects slice size 0 or 1 for ", list.name,
                                 " ", dim, ", but got ",
                                 sizes[dim]); // gather_c9, gather_c12
      if (sizes[dim] == 0 && isFull)
        return emitOptionalError(windows.location, "expects slice size 1 for ",
                                 list.name, " ", dim,
                                 " of a result with elements, but got 0");
    }
  return success();
}

/// The windows of a gather with `numSizes` slice sizes, checked.
template <typename Adaptor>
static FailureOr<IndexedWindows>
getGatherWindows(std::optional<Location> location, Adaptor adaptor,
                 int64_t numSizes) {
  IndexedWindows windows = getWindows(location, adaptor.getOperand().getType(),
                                      adaptor.getStartIndices().getType(),
                                      adaptor.getDimensionNumbers());
  if (failed(windows.verify()))
    return failure();
  int64_t rank = windows.operand.getRank();
  if (!areCompatibleSizes(numSizes, rank)) // gather_c20, dynamic_gather_c8
    return emitOptionalError(location, "expects ", rank,
                             " slice sizes, the rank of the operand, but got ",
                             numSizes);
  return windows;
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  ArrayRef<int64_t> sizes = adaptor.getSliceSizes();
  FailureOr<IndexedWindows> windows =
      getGatherWindows(location, adaptor, sizes.size());
  if (failed(windows))
    return failure();
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    int64_t bound = windows->operand.getDimSize(dim);
    if (sizes[dim] < 0 || (!ShapedType::isDynamic(bound) && sizes[dim] > bound))
      return emitOptionalError(location, "expects a slice size from 0 to ",
                               bound, " in dimension ", dim, ", but got ",
                               sizes[dim]); // gather_c21
  }
  FailureOr<RankedTensorType> type = inferGatherType(*windows, sizes);
  if (failed(type) || failed(verifyDroppedSizes(*windows, sizes, *type)))
    return failure();
  types.push_back(*type);
  return success();
}

LogicalResult DynamicGatherOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  auto sizes = cast<RankedTensorType>(adaptor.getSliceSizes().getType());
  FailureOr<IndexedWindows> windows =
      getGatherWindows(location, adaptor, sizes.getDimSize(0));
  if (failed(windows))
    return failure();
  SmallVector<int64_t> unknown(windows->operand.getRank(),
                               ShapedType::kDynamic);
  FailureOr<RankedTensorType> type = inferGatherType(*windows, unknown);
  if (failed(type))
    return failure();
  types.push_back(*type);
  return success();
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// Checks the shape that all updates share against the windows.
static LogicalResult verifyUpdates(const IndexedWindows &windows,
                                   RankedTensorType updates) {
  SmallVector<int64_t> batch = windows.getBatchSizes();
  ArrayRef<int64_t> windowDims = windows.windowDims.dims;
  int64_t rank = batch.size() + windowDims.size();
  if (updates.getRank() != rank)
    return emitOptionalError(windows.location, "expects updates of rank ", rank,
                             ", but got ", updates); // scatter_c4
  for (int64_t dim : windowDims)
    if (dim < 0 || dim >= rank)
      return emitOptionalError(windows.location,
                               "expects update_window_dims to be dimensions of "
                               "updates of rank ",
                               rank, ", but got ", dim); // scatter_c8
  SmallVector<int64_t> windowBounds;
  for (int64_t dim = 0; dim < windows.operand.getRank(); ++dim)
    if (!llvm::is_contained(windows.droppedDims.dims, dim) &&
        !llvm::is_contained(windows.operandBatchingDims.dims, dim))
      windowBounds.push_back(windows.operand.getDimSize(dim));
  auto nextBound = windowBounds.begin(), nextBatch = batch.begin();
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isWindow = llvm::is_contained(windowDims, dim);
    int64_t expected = isWindow ? *nextBound++ : *nextBatch++;
    int64_t actual = updates.getDimSize(dim);
    if (ShapedType::isDynamic(expected) || ShapedType::isDynamic(actual))
      continue;
    if (isWindow ? actual > expected : actual != expected)
      return emitOptionalError(windows.location, "expects update dimension ",
                               dim, " of size ", isWindow ? "at most " : "",
                               expected, ", but got ", actual); // scatter_c4
  }
  return success();
}

LogicalResult ScatterOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  ValueRange inputs = adaptor.getInputs();
  ValueRange updates = adaptor.getUpdates();
  if (inputs.empty() || inputs.size() != updates.size())
    return emitOptionalError(location,
                             "expects 1 or more inputs and as many updates, "
                             "but got ",
                             inputs.size(), " and ",
                             updates.size()); // scatter_c5
  ScatterDimensionNumbersAttr numbers = adaptor.getScatterDimensionNumbers();
  auto operand = cast<RankedTensorType>(inputs.front().getType());
  auto update = cast<RankedTensorType>(updates.front().getType());
  IndexedWindows windows = {
      location,
      operand,
      cast<RankedTensorType>(adaptor.getScatterIndices().getType()),
      {"update_window_dims", numbers.getUpdateWindowDims()},
      {"inserted_window_dims", numbers.getInsertedWindowDims()},
      {"input_batching_dims", numbers.getInputBatchingDims()},
      {"scatter_indices_batching_dims",
       numbers.getScatterIndicesBatchingDims()},
      {"scatter_dims_to_operand_dims", numbers.getScatterDimsToOperandDims()},
      numbers.getIndexVectorDim()};
  for (auto [inputType, updateType] :
       llvm::zip(inputs.getTypes(), updates.getTypes())) {
    auto inputTensor = cast<RankedTensorType>(inputType);
    auto updateTensor = cast<RankedTensorType>(updateType);
    if (failed(verifyCompatibleShape(inputTensor, operand))) // scatter_c1
      return emitOptionalError(location,
                               "expects inputs of one shape, but got ", operand,
                               " and ", inputTensor);
    if (failed(verifyCompatibleShape(updateTensor, update))) // scatter_c3
      return emitOptionalError(location,
                               "expects updates of one shape, but got ", update,
                               " and ", updateTensor);
    if (!isCompatibleElementType(inputTensor.getElementType(),
                                 updateTensor.getElementType())) // scatter_c6
      return emitOptionalError(
          location, "expects inputs and updates of one element type, but got ",
          inputTensor, " and ", updateTensor);
  }
  if (failed(windows.verify()) || failed(verifyUpdates(windows, update)))
    return failure();

  // The combiner may accumulate in a wider type than the inputs have.
  TypeRange accumulators =
      adaptor.getRegions().empty()
          ? TypeRange()
          : getReturnedTypes(adaptor.getUpdateComputation());
  for (auto [index, inputType] : llvm::enumerate(inputs.getTypes())) {
    auto input = cast<RankedTensorType>(inputType);
    Type elementType = input.getElementType();
    if (index < accumulators.size())
      if (auto scalar = dyn_cast<ShapedType>(accumulators[index]))
        elementType = scalar.getElementType();
    types.push_back(input.clone(elementType)); // scatter_c24, scatter_c25
  }
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  SmallVector<Type> elementTypes;
  for (Type type : getInputs().getTypes())
    elementTypes.push_back(cast<ShapedType>(type).getElementType());
  return verifyCombiner(*this, getUpdateComputation(), "the update computation",
                        elementTypes); // scatter_c23
}
