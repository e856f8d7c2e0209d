//===- TypeInferenceIndexing.cpp - Result types of slices and sorts -------===//
//
// One function per op computes the result types and checks what they depend
// on; builders and the verifier both call it. Tags name the constraint of the
// specification. Gather and scatter have their own file.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"

using namespace mlir;
using namespace xla::hlo;

/// Reports at `location` unless `actual` is `rank`.
static LogicalResult verifySize(std::optional<Location> location,
                                StringRef name, size_t actual, int64_t rank) {
  if (actual == static_cast<size_t>(rank))
    return success();
  return emitOptionalError(location, "expects ", rank, " entries of ", name,
                           " for an operand of rank ", rank, ", but got ",
                           actual);
}

/// Reports unless all index operands have one type.
static LogicalResult verifySameIndexTypes(std::optional<Location> location,
                                          ValueRange indices) {
  for (Value index : indices.drop_front(indices.empty() ? 0 : 1))
    if (index.getType() != indices.front().getType())
      return emitOptionalError(
          location, "expects start indices of one type, but got ",
          indices.front().getType(), " and ", index.getType());
  return success();
}

/// The largest size dimension `dim` can have, dynamic if unknown.
static int64_t getUpperBound(RankedTensorType type, int64_t dim) {
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  ArrayRef<int64_t> bounds = getTypeBounds(type);
  return bounds.empty() ? ShapedType::kDynamic : bounds[dim];
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  ArrayRef<int64_t> starts = adaptor.getStartIndices();
  ArrayRef<int64_t> limits = adaptor.getLimitIndices();
  ArrayRef<int64_t> strides = adaptor.getStrides();
  int64_t rank = operand.getRank();
  if (failed(verifySize(location, "start_indices", starts.size(), rank)) ||
      failed(verifySize(location, "limit_indices", limits.size(), rank)) ||
      failed(verifySize(location, "strides", strides.size(), rank)))
    return failure(); // slice_c2

  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t start = starts[dim], limit = limits[dim], stride = strides[dim];
    int64_t size = getUpperBound(operand, dim);
    bool isInside = ShapedType::isDynamic(size) || limit <= size;
    if (start < 0 || start > limit || !isInside) { // slice_c3
      std::string sizeText = ShapedType::isDynamic(size)
                                 ? std::string("limit")
                                 : "limit <= " + std::to_string(size);
      return emitOptionalError(location, "expects 0 <= start <= ", sizeText,
                               " in dimension ", dim, ", but got ", start,
                               " and ", limit);
    }
    if (stride <= 0) // slice_c4
      return emitOptionalError(location, "expects positive strides, but got ",
                               stride, " in dimension ", dim);
    // slice_c5, written such that nothing overflows
    shape.push_back((limit - start) / stride +
                    ((limit - start) % stride != 0 ? 1 : 0));
  }
  // slice_c1
  types.push_back(RankedTensorType::get(shape, operand.getElementType()));
  return success();
}

LogicalResult DynamicSliceOp::inferReturnTypes(MLIRContext *,
                                               std::optional<Location> location,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  ArrayRef<int64_t> sizes = adaptor.getSliceSizes();
  int64_t rank = operand.getRank();
  ValueRange starts = adaptor.getStartIndices();
  if (failed(verifySize(location, "start_indices", starts.size(), rank)) ||
      failed(verifySize(location, "slice_sizes", sizes.size(), rank)))
    return failure(); // dynamic_slice_c2
  if (failed(verifySameIndexTypes(location, starts)))
    return failure(); // dynamic_slice_c3
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t bound = getUpperBound(operand, dim);
    if (sizes[dim] < 0 || (!ShapedType::isDynamic(bound) && sizes[dim] > bound))
      return emitOptionalError(location, "expects a slice size from 0 to ",
                               bound, " in dimension ", dim, ", but got ",
                               sizes[dim]); // dynamic_slice_c4
  }
  // dynamic_slice_c1, dynamic_slice_c5
  types.push_back(RankedTensorType::get(sizes, operand.getElementType()));
  return success();
}

LogicalResult DynamicUpdateSliceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  auto update = cast<RankedTensorType>(adaptor.getUpdate().getType());
  int64_t rank = operand.getRank();
  if (!isCompatibleElementType(operand.getElementType(),
                               update.getElementType()))
    return emitOptionalError(location, "expects an update of element type ",
                             operand.getElementType(), ", but got ",
                             update); // dynamic_update_slice_c2
  if (update.getRank() != rank)
    return emitOptionalError(location, "expects an update of rank ", rank,
                             ", but got ", update); // dynamic_update_slice_c3
  ValueRange starts = adaptor.getStartIndices();
  if (failed(verifySize(location, "start_indices", starts.size(), rank)))
    return failure(); // dynamic_update_slice_c4
  if (failed(verifySameIndexTypes(location, starts)))
    return failure(); // dynamic_update_slice_c5
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t bound = getUpperBound(operand, dim);
    int64_t size = update.getDimSize(dim);
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(bound) &&
        size > bound)
      return emitOptionalError(location, "expects an update size from 0 to ",
                               bound, " in dimension ", dim, ", but got ",
                               size); // dynamic_update_slice_c6
  }
  types.push_back(operand); // dynamic_update_slice_c1
  return success();
}

LogicalResult RealDynamicSliceOp::verify() {
  auto operand = cast<RankedTensorType>(getOperand().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (operand.getElementType() != result.getElementType() ||
      operand.getRank() != result.getRank())
    return emitOpError("expects a result of rank ")
           << operand.getRank() << " and element type "
           << operand.getElementType() << ", but got " << result;
  for (Value bounds : {getStartIndices(), getLimitIndices(), getStrides()}) {
    auto type = cast<RankedTensorType>(bounds.getType());
    if (!type.isDynamicDim(0) && type.getDimSize(0) != operand.getRank())
      return emitOpError("expects start_indices, limit_indices and strides of ")
             << operand.getRank() << " entries, but got " << type;
    if (type != getStartIndices().getType())
      return emitOpError("expects start_indices, limit_indices and strides of "
                         "one type, but got ")
             << getStartIndices().getType() << " and " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Sort, index select
//===----------------------------------------------------------------------===//

LogicalResult SortOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  ValueRange inputs = adaptor.getInputs();
  if (inputs.empty()) // sort_c1
    return emitOptionalError(location, "expects 1 or more inputs, but got 0");
  auto first = cast<RankedTensorType>(inputs.front().getType());
  for (Type type : inputs.getTypes()) {
    auto shape = RankedTensorType::get(cast<RankedTensorType>(type).getShape(),
                                       first.getElementType());
    if (!isCompatibleType(shape, RankedTensorType::get(first.getShape(),
                                                       first.getElementType())))
      return emitOptionalError(location,
                               "expects inputs of one shape, but got ", first,
                               " and ", type); // sort_c3
  }
  int64_t rank = first.getRank();
  int64_t dimension = adaptor.getDimension();
  if (dimension < -rank || dimension >= rank) // sort_c4
    return emitOptionalError(location, "expects a dimension from ", -rank,
                             " to ", rank - 1, ", but got ", dimension);
  llvm::append_range(types, inputs.getTypes()); // sort_c2
  return success();
}

LogicalResult SortOp::verifyRegions() {
  SmallVector<Type> arguments;
  for (Type type : getInputs().getTypes()) {
    auto scalar = RankedTensorType::get(
        {}, cast<RankedTensorType>(type).getElementType());
    arguments.append(2, scalar);
  }
  auto predicate = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  return verifyRegionTypes(*this, getComparator(), "the comparator", arguments,
                           predicate); // sort_c5
}

LogicalResult TorchIndexSelectOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  auto index = cast<RankedTensorType>(adaptor.getIndex().getType());
  int64_t rank = operand.getRank();
  int64_t dim = adaptor.getDim();
  int64_t batchDims = adaptor.getBatchDims();
  if (dim < 0 || dim >= rank)
    return emitOptionalError(location, "expects dim from 0 to ", rank - 1,
                             ", but got ", dim);
  if (batchDims < 0 || batchDims > dim || batchDims > index.getRank())
    return emitOptionalError(location, "expects batch_dims from 0 to ",
                             std::min(dim, index.getRank()), ", but got ",
                             batchDims);
  for (int64_t batch = 0; batch < batchDims; ++batch)
    if (!operand.isDynamicDim(batch) && !index.isDynamicDim(batch) &&
        operand.getDimSize(batch) != index.getDimSize(batch))
      return emitOptionalError(location, "expects batch dimension ", batch,
                               " of one size, but got ", operand, " and ",
                               index);
  SmallVector<int64_t> shape(operand.getShape().take_front(dim));
  llvm::append_range(shape, index.getShape().drop_front(batchDims));
  llvm::append_range(shape, operand.getShape().drop_front(dim + 1));
  bool isFull =
      !ShapedType::isDynamicShape(shape) && !llvm::is_contained(shape, 0);
  if (operand.getDimSize(dim) == 0 && isFull)
    return emitOptionalError(location, "expects elements in dimension ", dim,
                             " of the operand to select from, but got ",
                             operand);
  types.push_back(RankedTensorType::get(shape, operand.getElementType()));
  return success();
}
