//===- Shape.cpp - Evaluation of shape ops --------------------------------===//
//
// Moves of whole tensors: every one is a strided copy. Result shapes are
// computed from the operands at hand, so that static and dynamic forms share
// their code.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include "xla/Support/WindowSize.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// The elements of a rank-1 integer tensor.
static Shape getIntegers(const Tensor &tensor) {
  Shape values;
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    values.push_back(tensor.getInteger(i));
  return values;
}

/// The shape of the op's result, of which the type may leave sizes open (they
/// have a bound then): `find` gives the size of such a dimension, negative if
/// it does not follow.
static FailureOr<Shape>
getResultShape(OpContext &context,
               function_ref<int64_t(ArrayRef<int64_t>, int64_t)> find) {
  auto type = cast<RankedTensorType>(context.getOp()->getResult(0).getType());
  Shape shape(type.getShape());
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size)) {
      size = find(type.getShape(), dim);
      if (size < 0)
        return context.error()
               << "expects a result of static shape, but got " << type;
    }
  return shape;
}

/// Copies `operand` into a new tensor of `shape`, reading it with `strides`
/// from element `offset` on.
static LogicalResult addStridedResult(OpContext &context, const Tensor &operand,
                                      ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> strides,
                                      int64_t offset = 0) {
  FailureOr<Tensor> result = context.create(operand.getKind(), shape);
  if (failed(result))
    return failure();
  unsigned bytes = operand.getElementBytes();
  copyStrided(shape, bytes, operand.getData() + offset * bytes, strides,
              result->getMutableData(), getStrides(shape));
  return context.addResult(result);
}

//===----------------------------------------------------------------------===//
// Broadcasts and reshapes
//===----------------------------------------------------------------------===//

static LogicalResult broadcastInDim(OpContext &context, const Tensor &operand,
                                    ArrayRef<int64_t> shape,
                                    ArrayRef<int64_t> dimensions) {
  Shape operandStrides = getStrides(operand.getShape());
  Shape strides(shape.size(), 0);
  for (auto [i, dim] : llvm::enumerate(dimensions)) {
    if (operand.getDim(i) == shape[dim])
      strides[dim] = operandStrides[i];
    else if (operand.getDim(i) != 1)
      return context.error()
             << "cannot broadcast dimension " << i << " from size "
             << operand.getDim(i) << " to " << shape[dim];
  }
  return addStridedResult(context, operand, shape, strides);
}

static LogicalResult evaluateBroadcastInDim(hlo::BroadcastInDimOp op,
                                            OpContext &context) {
  // The operand's dimension that becomes it.
  auto find = [&](ArrayRef<int64_t>, int64_t dim) -> int64_t {
    const auto *from = llvm::find(op.getBroadcastDimensions(), dim);
    return from == op.getBroadcastDimensions().end()
               ? -1
               : context.getTensor(0).getDim(
                     from - op.getBroadcastDimensions().begin());
  };
  FailureOr<Shape> shape = getResultShape(context, find);
  if (failed(shape))
    return failure();
  return broadcastInDim(context, context.getTensor(0), *shape,
                        op.getBroadcastDimensions());
}

static LogicalResult
evaluateDynamicBroadcastInDim(hlo::DynamicBroadcastInDimOp op,
                              OpContext &context) {
  return broadcastInDim(context, context.getTensor(0),
                        getIntegers(context.getTensor(1)),
                        op.getBroadcastDimensions());
}

static LogicalResult evaluateBroadcast(hlo::BroadcastOp op,
                                       OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  Shape shape(op.getBroadcastSizes()), dimensions;
  for (int64_t size : operand.getShape()) {
    dimensions.push_back(shape.size());
    shape.push_back(size);
  }
  return broadcastInDim(context, operand, shape, dimensions);
}

static LogicalResult reshape(OpContext &context, ArrayRef<int64_t> shape) {
  const Tensor &operand = context.getTensor(0);
  if (countElements(shape) != operand.getNumElements()) {
    InFlightDiagnostic diagnostic = context.error();
    diagnostic << "cannot reshape " << operand.getNumElements()
               << " elements to [";
    llvm::interleaveComma(shape, diagnostic);
    return diagnostic << "]";
  }
  Tensor result = operand.withShape(shape);
  context.operands.clear(); // The buffer may have no other user.
  context.results.push_back(std::move(result));
  return success();
}

static LogicalResult evaluateReshape(hlo::ReshapeOp op, OpContext &context) {
  // What the other dimensions leave of the elements.
  auto find = [&](ArrayRef<int64_t> sizes, int64_t dim) -> int64_t {
    Shape others(sizes);
    others[dim] = 1;
    if (llvm::is_contained(others, ShapedType::kDynamic))
      return -1;
    std::optional<int64_t> count = countElements(others);
    int64_t all = context.getTensor(0).getNumElements();
    return !count || *count == 0 || all % *count != 0 ? -1 : all / *count;
  };
  FailureOr<Shape> shape = getResultShape(context, find);
  return failed(shape) ? failure() : reshape(context, *shape);
}

static LogicalResult evaluateDynamicReshape(hlo::DynamicReshapeOp op,
                                            OpContext &context) {
  return reshape(context, getIntegers(context.getTensor(1)));
}

static LogicalResult evaluateTranspose(hlo::TransposeOp op,
                                       OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  Shape operandStrides = getStrides(operand.getShape()), shape, strides;
  for (int64_t dim : op.getPermutation()) {
    shape.push_back(operand.getDim(dim));
    strides.push_back(operandStrides[dim]);
  }
  return addStridedResult(context, operand, shape, strides);
}

static LogicalResult evaluateReverse(hlo::ReverseOp op, OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  Shape strides = getStrides(operand.getShape());
  int64_t offset = 0;
  for (int64_t dim : op.getDimensions()) {
    offset += strides[dim] * (operand.getDim(dim) - 1);
    strides[dim] = -strides[dim];
  }
  return addStridedResult(context, operand, operand.getShape(), strides,
                          operand.getNumElements() ? offset : 0);
}

//===----------------------------------------------------------------------===//
// Slices, pads, concatenations
//===----------------------------------------------------------------------===//

static LogicalResult slice(OpContext &context, ArrayRef<int64_t> starts,
                           ArrayRef<int64_t> limits, ArrayRef<int64_t> steps,
                           ArrayRef<int64_t> declared) {
  const Tensor &operand = context.getTensor(0);
  Shape strides = getStrides(operand.getShape()), shape;
  int64_t offset = 0;
  for (unsigned i = 0; i < strides.size(); ++i) {
    if (starts[i] < 0 || starts[i] > limits[i] ||
        limits[i] > operand.getDim(i) || steps[i] <= 0)
      return context.error()
             << "expects a slice within dimension " << i << " of size "
             << operand.getDim(i) << ", but got " << starts[i] << " to "
             << limits[i] << " by " << steps[i];
    shape.push_back(llvm::divideCeilSigned(limits[i] - starts[i], steps[i]));
    if (!ShapedType::isDynamic(declared[i]) && declared[i] != shape.back())
      return context.error()
             << "expects " << declared[i] << " elements within dimension " << i
             << " of size " << operand.getDim(i) << ", but got " << starts[i]
             << " to " << limits[i] << " by " << steps[i];
    offset += starts[i] * strides[i];
    // One element has no next, however far away it would be.
    if (shape.back() > 1)
      strides[i] *= steps[i];
  }
  return addStridedResult(context, operand, shape, strides, offset);
}

static LogicalResult evaluateSlice(hlo::SliceOp op, OpContext &context) {
  return slice(context, op.getStartIndices(), op.getLimitIndices(),
               op.getStrides(), op.getType().getShape());
}

static LogicalResult evaluateRealDynamicSlice(hlo::RealDynamicSliceOp op,
                                              OpContext &context) {
  return slice(context, getIntegers(context.getTensor(1)),
               getIntegers(context.getTensor(2)),
               getIntegers(context.getTensor(3)), op.getType().getShape());
}

static LogicalResult pad(OpContext &context, ArrayRef<int64_t> low,
                         ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  const Tensor &operand = context.getTensor(0);
  const Tensor &padding = context.getTensor(1);
  Shape shape, count, srcStrides = getStrides(operand.getShape());
  int64_t srcOffset = 0;
  Shape first; // Where the first operand element kept goes.
  for (unsigned i = 0; i < srcStrides.size(); ++i) {
    int64_t size = operand.getDim(i);
    if (interior[i] < 0)
      return context.error() << "expects interior padding of at least 0, but "
                                "got "
                             << interior[i];
    std::optional<int64_t> all =
        PaddedDim{size, low[i], high[i], interior[i]}.getPaddedSize();
    if (!all)
      return context.error()
             << "expects padding of at most 2^47 elements and a padded size "
                "that fits in 63 bits, but got low "
             << low[i] << ", high " << high[i] << " and interior "
             << interior[i] << " for " << size << " elements";
    int64_t padded = *all, step = interior[i] + 1;
    if (padded < 0)
      return context.error()
             << "pads dimension " << i << " to the size " << padded;
    shape.push_back(padded);
    // Negative padding cuts off: element k goes to low + k * step.
    int64_t begin = low[i] < 0 ? (-low[i] + step - 1) / step : 0;
    int64_t end = padded - low[i] > 0
                      ? std::min(size, (padded - low[i] - 1) / step + 1)
                      : 0;
    first.push_back(low[i] + begin * step);
    count.push_back(std::max<int64_t>(0, end - begin));
    srcOffset += begin * srcStrides[i];
  }
  FailureOr<Tensor> result = context.create(operand.getKind(), shape);
  if (failed(result))
    return failure();
  unsigned bytes = operand.getElementBytes();
  fillElements(result->getMutableData(), padding.getData(), bytes,
               result->getNumElements());
  if (countElements(count) != 0) {
    Shape dstStrides = getStrides(shape);
    int64_t dstOffset = 0;
    for (unsigned i = 0; i < shape.size(); ++i) {
      dstOffset += first[i] * dstStrides[i];
      if (count[i] > 1)
        dstStrides[i] *= interior[i] + 1;
    }
    copyStrided(count, bytes, operand.getData() + srcOffset * bytes, srcStrides,
                result->getMutableData() + dstOffset * bytes, dstStrides);
  }
  return context.addResult(result);
}

static LogicalResult evaluatePad(hlo::PadOp op, OpContext &context) {
  return pad(context, op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
             op.getInteriorPadding());
}

static LogicalResult evaluateDynamicPad(hlo::DynamicPadOp op,
                                        OpContext &context) {
  return pad(context, getIntegers(context.getTensor(2)),
             getIntegers(context.getTensor(3)),
             getIntegers(context.getTensor(4)));
}

static LogicalResult evaluateConcatenate(hlo::ConcatenateOp op,
                                         OpContext &context) {
  int64_t dim = op.getDimension();
  Shape shape(context.getTensor(0).getShape());
  shape[dim] = 0;
  for (RuntimeValue &operand : context.operands)
    shape[dim] += operand.getTensor().getDim(dim);
  FailureOr<Tensor> result =
      context.create(context.getTensor(0).getKind(), shape);
  if (failed(result))
    return failure();
  Shape dstStrides = getStrides(shape);
  char *out = result->getMutableData();
  for (RuntimeValue &operand : context.operands) {
    const Tensor &part = operand.getTensor();
    copyStrided(part.getShape(), part.getElementBytes(), part.getData(),
                getStrides(part.getShape()), out, dstStrides);
    out += part.getDim(dim) * dstStrides[dim] * part.getElementBytes();
  }
  return context.addResult(result);
}

//===----------------------------------------------------------------------===//
// Iota and sizes
//===----------------------------------------------------------------------===//

static LogicalResult iota(OpContext &context, ArrayRef<int64_t> shape,
                          int64_t dim) {
  FailureOr<ElementKind> kind = context.getResultKind();
  if (failed(kind))
    return failure();
  // Count in int64 along the dimension, convert, then spread.
  FailureOr<Tensor> counter = context.create(ElementKind::S64, shape[dim]);
  if (failed(counter))
    return failure();
  int64_t *values = reinterpret_cast<int64_t *>(counter->getMutableData());
  for (int64_t i = 0; i < shape[dim]; ++i)
    values[i] = i;
  FailureOr<Tensor> line = convertTensor(context, *counter, *kind);
  if (failed(line))
    return failure();
  Shape strides(shape.size(), 0);
  strides[dim] = 1;
  return addStridedResult(context, *line, shape, strides);
}

static LogicalResult evaluateIota(hlo::IotaOp op, OpContext &context) {
  FailureOr<Shape> shape = getResultShape(
      context, [](ArrayRef<int64_t>, int64_t) -> int64_t { return -1; });
  if (failed(shape))
    return failure();
  return iota(context, *shape, op.getIotaDimension());
}

static LogicalResult evaluateDynamicIota(hlo::DynamicIotaOp op,
                                         OpContext &context) {
  Shape shape = getIntegers(context.getTensor(0));
  for (int64_t size : shape)
    if (size < 0)
      return context.error()
             << "expects sizes that are not negative, but got " << size;
  return iota(context, shape, op.getIotaDimension());
}

static LogicalResult evaluateGetDimensionSize(hlo::GetDimensionSizeOp op,
                                              OpContext &context) {
  int64_t size = context.getTensor(0).getDim(op.getDimension());
  FailureOr<ElementKind> kind = context.getResultKind();
  if (failed(kind))
    return failure();
  FailureOr<Tensor> result = context.create(ElementKind::S64, {});
  if (failed(result))
    return failure();
  std::memcpy(result->getMutableData(), &size, sizeof(size));
  return context.addResult(convertTensor(context, *result, *kind));
}

/// The dimension is cut to its new size.
static LogicalResult evaluateSetDimensionSize(hlo::SetDimensionSizeOp op,
                                              OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  int64_t size = context.getTensor(1).getInteger(0);
  int64_t most = operand.getDim(op.getDimension());
  if (size < 0 || size > most)
    return context.error() << "expects a size from 0 to " << most
                           << " of dimension " << op.getDimension()
                           << ", but got " << size;
  Shape starts(operand.getRank(), 0), limits(operand.getShape()),
      steps(operand.getRank(), 1);
  limits[op.getDimension()] = size;
  return slice(context, starts, limits, steps, op.getType().getShape());
}

void xla::interpreter::addShapeHandlers(HandlerTable &table) {
  table.add<hlo::BroadcastInDimOp, evaluateBroadcastInDim>();
  table.add<hlo::DynamicBroadcastInDimOp, evaluateDynamicBroadcastInDim>();
  table.add<hlo::BroadcastOp, evaluateBroadcast>();
  table.add<hlo::ReshapeOp, evaluateReshape>();
  table.add<hlo::DynamicReshapeOp, evaluateDynamicReshape>();
  table.add<hlo::TransposeOp, evaluateTranspose>();
  table.add<hlo::ReverseOp, evaluateReverse>();
  table.add<hlo::SliceOp, evaluateSlice>();
  table.add<hlo::RealDynamicSliceOp, evaluateRealDynamicSlice>();
  table.add<hlo::PadOp, evaluatePad>();
  table.add<hlo::DynamicPadOp, evaluateDynamicPad>();
  table.add<hlo::ConcatenateOp, evaluateConcatenate>();
  table.add<hlo::IotaOp, evaluateIota>();
  table.add<hlo::DynamicIotaOp, evaluateDynamicIota>();
  table.add<hlo::GetDimensionSizeOp, evaluateGetDimensionSize>();
  table.add<hlo::SetDimensionSizeOp, evaluateSetDimensionSize>();
}
