//===- Indexing.cpp - Evaluation of slices at run-time positions ----------===//
//
// dynamic_slice, dynamic_update_slice (in place where the operand has no other
// user) and the gathers.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// Start indices, clamped so that a window of `sizes` lies within `shape`.
static Shape getClampedStarts(ArrayRef<RuntimeValue> indices,
                              ArrayRef<int64_t> shape,
                              ArrayRef<int64_t> sizes) {
  Shape starts;
  for (auto [i, index] : llvm::enumerate(indices))
    starts.push_back(
        std::clamp<int64_t>(index.getTensor().getInteger(0), 0,
                            std::max<int64_t>(0, shape[i] - sizes[i])));
  return starts;
}

static int64_t getOffset(ArrayRef<int64_t> index, ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (auto [i, stride] : llvm::zip(index, strides))
    offset += i * stride;
  return offset;
}

static LogicalResult evaluateDynamicSlice(hlo::DynamicSliceOp op,
                                          OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  ArrayRef<int64_t> sizes = op.getSliceSizes();
  Shape starts =
      getClampedStarts(ArrayRef<RuntimeValue>(context.operands).drop_front(),
                       operand.getShape(), sizes);
  FailureOr<Tensor> result = context.create(operand.getKind(), sizes);
  if (failed(result))
    return failure();
  Shape strides = getStrides(operand.getShape());
  copyStrided(sizes, operand.getElementBytes(),
              operand.getElement(getOffset(starts, strides)), strides,
              result->getMutableData(), getStrides(sizes));
  return context.addResult(result);
}

static LogicalResult evaluateDynamicUpdateSlice(hlo::DynamicUpdateSliceOp op,
                                                OpContext &context) {
  Tensor update = context.getTensor(1);
  Shape starts =
      getClampedStarts(ArrayRef<RuntimeValue>(context.operands).drop_front(2),
                       context.getTensor(0).getShape(), update.getShape());
  FailureOr<Tensor> result =
      context.takeOrCopy(std::move(context.getTensor(0)));
  if (failed(result))
    return failure();
  Shape strides = getStrides(result->getShape());
  unsigned bytes = result->getElementBytes();
  copyStrided(
      update.getShape(), bytes, update.getData(), getStrides(update.getShape()),
      result->getMutableData() + getOffset(starts, strides) * bytes, strides);
  return context.addResult(result);
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

namespace {
/// Shapes and strides, in elements, of what a gather copies.
struct GatherLayout {
  /// The window without the dimensions that do not appear in the result.
  Shape windowShape, windowStrides, windowResultStrides;
  /// The dimensions of the indices that enumerate windows.
  Shape batchShape, batchStrides, batchResultStrides;
  /// The result's.
  Shape shape;
  /// Which batch dimension gives the index of each operand batching dimension.
  Shape batchingPosition;
};
} // namespace

static FailureOr<GatherLayout>
getGatherLayout(OpContext &context, hlo::GatherDimensionNumbersAttr dims,
                ArrayRef<int64_t> sliceSizes) {
  const Tensor &operand = context.getTensor(0);
  const Tensor &indices = context.getTensor(1);
  GatherLayout layout;
  Shape operandStrides = getStrides(operand.getShape());
  for (int64_t i = 0, rank = operand.getRank(); i < rank; ++i) {
    if (sliceSizes[i] < 0 || sliceSizes[i] > operand.getDim(i))
      return context.error()
             << "expects a slice size of at most " << operand.getDim(i)
             << " in dimension " << i << ", but got " << sliceSizes[i];
    if (llvm::is_contained(dims.getCollapsedSliceDims(), i) ||
        llvm::is_contained(dims.getOperandBatchingDims(), i)) {
      if (sliceSizes[i] > 1)
        return context.error()
               << "expects a slice size of at most 1 in "
                  "dimension "
               << i << ", which the result lacks, but got " << sliceSizes[i];
      continue;
    }
    layout.windowShape.push_back(sliceSizes[i]);
    layout.windowStrides.push_back(operandStrides[i]);
  }
  Shape indexStrides = getStrides(indices.getShape());
  for (int64_t i = 0; i < indices.getRank(); ++i) {
    if (i == dims.getIndexVectorDim())
      continue;
    layout.batchShape.push_back(indices.getDim(i));
    layout.batchStrides.push_back(indexStrides[i]);
  }
  int64_t rank = layout.batchShape.size() + layout.windowShape.size();
  unsigned nextBatch = 0, nextWindow = 0;
  for (int64_t i = 0; i < rank; ++i)
    layout.shape.push_back(llvm::is_contained(dims.getOffsetDims(), i)
                               ? layout.windowShape[nextWindow++]
                               : layout.batchShape[nextBatch++]);
  for (auto [i, stride] : llvm::enumerate(getStrides(layout.shape)))
    (llvm::is_contained(dims.getOffsetDims(), int64_t(i))
         ? layout.windowResultStrides
         : layout.batchResultStrides)
        .push_back(stride);
  for (int64_t dim : dims.getStartIndicesBatchingDims())
    layout.batchingPosition.push_back(dim - (dim > dims.getIndexVectorDim()));
  return layout;
}

static LogicalResult gather(OpContext &context,
                            hlo::GatherDimensionNumbersAttr dims,
                            ArrayRef<int64_t> sliceSizes) {
  const Tensor &operand = context.getTensor(0);
  const Tensor &indices = context.getTensor(1);
  FailureOr<GatherLayout> layout = getGatherLayout(context, dims, sliceSizes);
  if (failed(layout))
    return failure();
  FailureOr<Tensor> result = context.create(operand.getKind(), layout->shape);
  if (failed(result))
    return failure();
  if (result->getNumElements() == 0)
    return context.addResult(result);
  if (llvm::is_contained(sliceSizes, 0))
    return context.error() << "expects slices of elements for a result that "
                              "has some, but got a slice size of 0";
  int64_t vectorDim = dims.getIndexVectorDim();
  int64_t vectorStride = vectorDim < indices.getRank()
                             ? getStrides(indices.getShape())[vectorDim]
                             : 0;
  Shape operandStrides = getStrides(operand.getShape());
  unsigned bytes = operand.getElementBytes();
  Shape batch(layout->batchShape.size(), 0);
  do {
    int64_t indexOffset = getOffset(batch, layout->batchStrides), offset = 0;
    for (auto [k, dim] : llvm::enumerate(dims.getStartIndexMap())) {
      int64_t start = indices.getInteger(indexOffset + k * vectorStride);
      offset +=
          operandStrides[dim] *
          std::clamp<int64_t>(start, 0, operand.getDim(dim) - sliceSizes[dim]);
    }
    for (auto [dim, position] :
         llvm::zip(dims.getOperandBatchingDims(), layout->batchingPosition))
      offset += operandStrides[dim] * batch[position];
    copyStrided(layout->windowShape, bytes, operand.getElement(offset),
                layout->windowStrides,
                result->getMutableData() +
                    getOffset(batch, layout->batchResultStrides) * bytes,
                layout->windowResultStrides);
  } while (nextIndex(batch, layout->batchShape));
  return context.addResult(result);
}

static LogicalResult evaluateGather(hlo::GatherOp op, OpContext &context) {
  return gather(context, op.getDimensionNumbers(), op.getSliceSizes());
}

static LogicalResult evaluateDynamicGather(hlo::DynamicGatherOp op,
                                           OpContext &context) {
  Shape sizes;
  const Tensor &given = context.getTensor(2);
  for (int64_t i = 0, e = given.getNumElements(); i < e; ++i)
    sizes.push_back(given.getInteger(i));
  return gather(context, op.getDimensionNumbers(), sizes);
}

/// result[batch, outer, index..., inner] = operand[batch, outer, i, inner].
static LogicalResult evaluateTorchIndexSelect(hlo::TorchIndexSelectOp op,
                                              OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  const Tensor &index = context.getTensor(1);
  int64_t dim = op.getDim(), batchDims = op.getBatchDims();
  Shape shape(operand.getShape().take_front(dim));
  llvm::append_range(shape, index.getShape().drop_front(batchDims));
  llvm::append_range(shape, operand.getShape().drop_front(dim + 1));
  FailureOr<Tensor> result = context.create(operand.getKind(), shape);
  if (failed(result))
    return failure();
  auto product = [](ArrayRef<int64_t> sizes) {
    return countElements(sizes).value_or(0);
  };
  int64_t batches = product(operand.getShape().take_front(batchDims));
  int64_t outer = product(operand.getShape().slice(batchDims, dim - batchDims));
  int64_t inner = product(operand.getShape().drop_front(dim + 1));
  int64_t count = product(index.getShape().drop_front(batchDims));
  int64_t size = operand.getDim(dim),
          rowBytes = inner * operand.getElementBytes();
  if (size == 0 && result->getNumElements() != 0)
    return context.error() << "expects elements in dimension " << dim
                           << " of the operand to select from, but got none";
  char *out = result->getMutableData();
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < count; ++i, out += rowBytes) {
        int64_t from = std::clamp<int64_t>(index.getInteger(b * count + i), 0,
                                           std::max<int64_t>(0, size - 1));
        std::memcpy(out,
                    operand.getElement(((b * outer + o) * size + from) * inner),
                    rowBytes);
      }
  return context.addResult(result);
}

namespace xla::interpreter {
void addScatterHandlers(HandlerTable &table);
void addSortHandlers(HandlerTable &table);
void addTopKHandlers(HandlerTable &table);
} // namespace xla::interpreter

void xla::interpreter::addIndexingHandlers(HandlerTable &table) {
  table.add<hlo::DynamicSliceOp, evaluateDynamicSlice>();
  table.add<hlo::DynamicUpdateSliceOp, evaluateDynamicUpdateSlice>();
  table.add<hlo::GatherOp, evaluateGather>();
  table.add<hlo::DynamicGatherOp, evaluateDynamicGather>();
  table.add<hlo::TorchIndexSelectOp, evaluateTorchIndexSelect>();
  addScatterHandlers(table);
  addSortHandlers(table);
  addTopKHandlers(table);
}
