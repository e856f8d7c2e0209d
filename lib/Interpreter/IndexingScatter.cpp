//===- IndexingScatter.cpp - Evaluation of scatter ------------------------===//
//
// Updates are applied one after the other in row-major order of the updates;
// those whose place is outside of the operand are left out.
//
//===----------------------------------------------------------------------===//

#include "RegionFunction.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// Where the elements of the updates go.
class ScatterMap {
public:
  ScatterMap(hlo::ScatterDimensionNumbersAttr dims, ArrayRef<int64_t> shape,
             const Tensor &indices, ArrayRef<int64_t> updatesShape)
      : dims(dims), shape(shape), indices(indices), start(shape.size(), 0),
        strides(getStrides(shape)),
        indexStrides(getStrides(indices.getShape())) {
    int64_t vectorDim = dims.getIndexVectorDim();
    hasVector = vectorDim < indices.getRank();
    for (int64_t i = 0; i < int64_t(updatesShape.size()); ++i)
      if (!llvm::is_contained(dims.getUpdateWindowDims(), i))
        scatterDims.push_back(i);
    for (int64_t i = 0; i < indices.getRank(); ++i)
      if (i != vectorDim)
        batchStrides.push_back(indexStrides[i]);
    for (int64_t i = 0; i < int64_t(shape.size()); ++i)
      if (!llvm::is_contained(dims.getInsertedWindowDims(), i) &&
          !llvm::is_contained(dims.getInputBatchingDims(), i))
        windowDims.push_back(i);
    for (int64_t dim : dims.getScatterIndicesBatchingDims())
      batchingPosition.push_back(dim - (dim > vectorDim));
  }

  /// The operand element that the update at `index` goes to; nothing if it is
  /// outside.
  std::optional<int64_t> getOffset(ArrayRef<int64_t> index) {
    int64_t indexOffset = 0;
    for (auto [dim, stride] : llvm::zip(scatterDims, batchStrides))
      indexOffset += index[dim] * stride;
    std::fill(start.begin(), start.end(), 0);
    for (auto [k, dim] : llvm::enumerate(dims.getScatterDimsToOperandDims()))
      start[dim] = indices.getInteger(
          indexOffset +
          (hasVector ? k * indexStrides[dims.getIndexVectorDim()] : 0));
    for (auto [dim, position] :
         llvm::zip(dims.getInputBatchingDims(), batchingPosition))
      start[dim] = index[scatterDims[position]];
    for (auto [dim, updateDim] :
         llvm::zip(windowDims, dims.getUpdateWindowDims()))
      if (start[dim] >= 0 && start[dim] < shape[dim]) // No overflow then.
        start[dim] += index[updateDim];
      else if (start[dim] < 0 && start[dim] >= -index[updateDim])
        start[dim] += index[updateDim];
    int64_t offset = 0;
    for (auto [position, size, stride] : llvm::zip(start, shape, strides)) {
      if (position < 0 || position >= size)
        return std::nullopt;
      offset += position * stride;
    }
    return offset;
  }

private:
  hlo::ScatterDimensionNumbersAttr dims;
  Shape shape;
  const Tensor &indices;
  Shape start, strides, indexStrides;
  Shape scatterDims, batchStrides, windowDims, batchingPosition;
  bool hasVector;
};
} // namespace

static LogicalResult evaluateScatter(hlo::ScatterOp op, OpContext &context) {
  RegionFunction body(op.getUpdateComputation(), context);
  if (failed(body.check()))
    return failure();
  unsigned numInputs = context.operands.size() / 2;
  Tensor indices = context.getTensor(numInputs);
  SmallVector<Tensor> updates, targets;
  for (unsigned i = 0; i < numInputs; ++i) {
    FailureOr<Tensor> update =
        convertTensor(context, context.getTensor(numInputs + 1 + i),
                      body.getArgKind(numInputs + i));
    Tensor input = std::move(context.getTensor(i));
    FailureOr<Tensor> target =
        input.getKind() == body.getArgKind(i)
            ? context.takeOrCopy(std::move(input))
            : convertTensor(context, input, body.getArgKind(i));
    if (failed(update) || failed(target))
      return failure();
    updates.push_back(std::move(*update));
    targets.push_back(std::move(*target));
  }
  ArrayRef<int64_t> updatesShape = updates[0].getShape();
  ScatterMap map(op.getScatterDimensionNumbers(), targets[0].getShape(),
                 indices, updatesShape);
  if (updates[0].getNumElements() > 0) {
    SmallVector<const char *> ins(2 * numInputs);
    SmallVector<char *> outs(numInputs);
    Shape index(updatesShape.size(), 0);
    int64_t updateOffset = -1;
    do {
      ++updateOffset;
      std::optional<int64_t> offset = map.getOffset(index);
      if (!offset)
        continue;
      for (unsigned i = 0; i < numInputs; ++i) {
        outs[i] = targets[i].getMutableData() +
                  *offset * targets[i].getElementBytes();
        ins[i] = outs[i];
        ins[numInputs + i] = updates[i].getElement(updateOffset);
      }
      if (failed(body.apply(ins, outs, 1)))
        return failure();
    } while (nextIndex(index, updatesShape));
  }
  for (unsigned i = 0; i < numInputs; ++i) {
    FailureOr<ElementKind> kind = context.getResultKind(i);
    if (failed(kind) ||
        failed(context.addResult(convertTensor(context, targets[i], *kind))))
      return failure();
  }
  return success();
}

namespace xla::interpreter {
void addScatterHandlers(HandlerTable &table) {
  table.add<hlo::ScatterOp, evaluateScatter>();
}
} // namespace xla::interpreter
