//===- Elementwise.cpp - Evaluation of elementwise ops --------------------===//
//
// Kernels over whole tensors, and the elementwise ops that are more than a
// kernel: constant, bitcast_convert, map.
//
//===----------------------------------------------------------------------===//

#include "RegionFunction.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// Operands of rank 0 among others of higher rank stand for a tensor of equal
/// elements (clamp, select).
static FailureOr<Tensor> broadcastScalar(OpContext &context,
                                         const Tensor &scalar,
                                         ArrayRef<int64_t> shape) {
  FailureOr<Tensor> result = context.create(scalar.getKind(), shape);
  if (succeeded(result))
    fillElements(result->getMutableData(), scalar.getData(),
                 scalar.getElementBytes(), result->getNumElements());
  return result;
}

LogicalResult xla::interpreter::evaluateKernel(const ElementwiseKernel &kernel,
                                               OpContext &context) {
  Shape shape;
  for (RuntimeValue &operand : context.operands)
    if (operand.getTensor().getRank() > int64_t(shape.size()))
      shape.assign(operand.getTensor().getShape().begin(),
                   operand.getTensor().getShape().end());
  for (auto [i, operand] : llvm::enumerate(context.operands)) {
    Tensor &tensor = operand.getTensor();
    if (tensor.getRank() == 0 && !shape.empty()) {
      FailureOr<Tensor> broadcast = broadcastScalar(context, tensor, shape);
      if (failed(broadcast))
        return failure();
      tensor = std::move(*broadcast);
    }
    if (tensor.getShape() != ArrayRef<int64_t>(shape)) {
      InFlightDiagnostic diagnostic = context.error();
      diagnostic << "expects operands of equal shape, but operand " << i
                 << " has [";
      llvm::interleaveComma(tensor.getShape(), diagnostic);
      diagnostic << "] and not [";
      llvm::interleaveComma(shape, diagnostic);
      return diagnostic << "]";
    }
  }

  SmallVector<const char *, 3> ins;
  for (RuntimeValue &operand : context.operands)
    ins.push_back(operand.getTensor().getData());
  // The result may lie over an operand that dies here.
  unsigned bytes = getUnpackedBytes(kernel.getResultKind());
  Tensor result;
  for (RuntimeValue &operand : context.operands)
    if (!result && operand.getTensor().isUnique() &&
        operand.getTensor().getElementBytes() == bytes)
      result = operand.getTensor().withKind(kernel.getResultKind());
  if (!result) {
    FailureOr<Tensor> created = context.create(kernel.getResultKind(), shape);
    if (failed(created))
      return failure();
    result = std::move(*created);
  }
  kernel.run(ins, result.getMutableData(), result.getNumElements());
  context.results.push_back(std::move(result));
  return success();
}

FailureOr<Tensor> xla::interpreter::convertTensor(OpContext &context,
                                                  const Tensor &tensor,
                                                  ElementKind kind) {
  if (tensor.getKind() == kind)
    return tensor;
  FailureOr<Tensor> result = context.create(kind, tensor.getShape());
  if (succeeded(result))
    ElementwiseKernel::getConvert(tensor.getKind(), kind)
        .run(tensor.getData(), result->getMutableData(),
             tensor.getNumElements());
  return result;
}

template <typename OpT>
static LogicalResult evaluateConstant(OpT op, OpContext &context) {
  RuntimeValue &cached = context.planned.constant;
  if (!cached.isTensor()) {
    // A splat is larger than its attribute: ask before writing it out.
    const MemoryBudget &budget = context.evaluator.getBudget();
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto bytes = type ? getTensorByteSize(type) : std::nullopt;
    if (bytes && *bytes > budget.limit - budget.live)
      return context.error() << "needs a constant of type " << op.getType()
                             << ", which exceeds the memory limit of "
                             << budget.limit << " bytes";
    llvm::Expected<Literal> literal = Literal::get(op.getValue());
    if (!literal)
      return context.error() << llvm::toString(literal.takeError());
    FailureOr<Tensor> tensor =
        literalToTensor(*literal, op, &context.evaluator.getBudget());
    if (failed(tensor))
      return failure();
    cached = std::move(*tensor);
  }
  context.results.push_back(cached);
  return success();
}

/// Copies bits [from, from + n) of one little-endian bit string to another.
static void copyBits(const char *src, int64_t from, char *dst, int64_t to,
                     unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    int64_t in = from + i, out = to + i;
    unsigned bit = uint8_t(src[in / 8]) >> (in % 8) & 1;
    dst[out / 8] |= char(bit << (out % 8));
  }
}

/// Both shapes have the same bits in the same order, low end first.
static LogicalResult evaluateBitcastConvert(hlo::BitcastConvertOp op,
                                            OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  FailureOr<ElementKind> kind = context.getResultKind();
  if (failed(kind))
    return failure();
  int64_t from = getBitWidth(operand.getKind()), to = getBitWidth(*kind);
  Shape shape(operand.getShape());
  if (from > to)
    shape.push_back(from / to);
  else if (from < to)
    shape.pop_back();
  FailureOr<Tensor> result = context.create(*kind, shape);
  if (failed(result))
    return failure();
  char *out = result->getMutableData();
  if (from == to || (from >= 8 && to >= 8)) {
    std::memcpy(out, operand.getData(), result->getBytes());
  } else {
    std::memset(out, 0, result->getBytes());
    int64_t numBits = operand.getNumElements() * from;
    int64_t inBytes = operand.getElementBytes(),
            outBytes = result->getElementBytes();
    unsigned step = std::min(from, to);
    for (int64_t bit = 0; bit < numBits; bit += step)
      copyBits(operand.getData(), bit / from * inBytes * 8 + bit % from, out,
               bit / to * outBytes * 8 + bit % to, step);
  }
  if (isSignedInteger(*kind) && to < 8) // Unpacked: with the sign extended.
    for (int64_t i = 0, e = result->getNumElements(); i < e; ++i)
      out[i] = char(int8_t(uint8_t(out[i]) << (8 - to)) >> (8 - to));
  else if (to < 8)
    for (int64_t i = 0, e = result->getNumElements(); i < e; ++i)
      out[i] = char(uint8_t(out[i]) & ((1 << to) - 1));
  return context.addResult(result);
}

static LogicalResult evaluateMap(hlo::MapOp op, OpContext &context) {
  RegionFunction function(op.getComputation(), context);
  if (failed(function.check()))
    return failure();
  SmallVector<const char *> ins;
  for (RuntimeValue &operand : context.operands)
    ins.push_back(operand.getTensor().getData());
  const Tensor &first = context.getTensor(0);
  FailureOr<Tensor> result =
      context.create(function.getResultKind(0), first.getShape());
  if (failed(result) || failed(function.apply(ins, result->getMutableData(),
                                              first.getNumElements())))
    return failure();
  return context.addResult(result);
}

namespace xla::interpreter {
void addBroadcastHandlers(HandlerTable &table);
} // namespace xla::interpreter

void xla::interpreter::addElementwiseHandlers(HandlerTable &table) {
  // All others are found by ElementwiseKernel::get.
  table.add<hlo::ConstantOp, evaluateConstant<hlo::ConstantOp>>();
  table.add<chlo::ConstantOp, evaluateConstant<chlo::ConstantOp>>();
  table.add<hlo::BitcastConvertOp, evaluateBitcastConvert>();
  table.add<hlo::MapOp, evaluateMap>();
  addBroadcastHandlers(table);
}
