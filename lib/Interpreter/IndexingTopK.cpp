//===- IndexingTopK.cpp - Evaluation of top_k -----------------------------===//
//
// The largest elements of each line, largest first, equal ones in order. Floats
// are in their total order, in which NaN is above infinity.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Interpreter/ScalarArithmetic.h"
#include <algorithm>

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// A number that orders the real elements of any kind; unsigned.
static uint64_t getRank(ElementKind kind, const char *element) {
  constexpr uint64_t top = uint64_t(1) << 63;
  if (kind == ElementKind::F64) {
    double value;
    std::memcpy(&value, element, sizeof(value));
    return uint64_t(scalar::totalOrder(value)) ^ top;
  }
  if (isFloat(kind))
    return uint64_t(int64_t(
               scalar::totalOrder(float(readAsDouble(kind, element))))) ^
           top;
  uint64_t bits = readBits(kind, element);
  if (!isSignedInteger(kind))
    return bits;
  unsigned unused = 64 - getBitWidth(kind);
  return uint64_t(int64_t(bits << unused) >> unused) ^ top;
}

static LogicalResult evaluateTopK(chlo::TopKOp op, OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  ElementKind kind = operand.getKind();
  int64_t k = op.getK();
  if (operand.getRank() == 0 || isComplex(kind))
    return context.error() << "expects lines of real elements";
  int64_t size = operand.getShape().back();
  if (k > size)
    return context.error() << "expects k of at most " << size << ", but got "
                           << k;
  Shape shape(operand.getShape());
  shape.back() = k;
  FailureOr<ElementKind> indexKind = context.getResultKind(1);
  if (failed(indexKind))
    return failure();
  FailureOr<Tensor> values = context.create(kind, shape);
  FailureOr<Tensor> indices = context.create(ElementKind::S64, shape);
  if (failed(values) || failed(indices))
    return failure();
  unsigned bytes = operand.getElementBytes();
  std::vector<std::pair<uint64_t, int64_t>> order(size);
  int64_t numLines = size ? operand.getNumElements() / size : 0;
  char *out = values->getMutableData();
  int64_t *places = reinterpret_cast<int64_t *>(indices->getMutableData());
  for (int64_t line = 0; line < numLines; ++line) {
    for (int64_t i = 0; i < size; ++i) {
      // Ascending by the complement is descending, then by index.
      uint64_t rank = getRank(kind, operand.getElement(line * size + i));
      order[i] = {~rank, i};
    }
    std::partial_sort(order.begin(), order.begin() + k, order.end());
    for (int64_t i = 0; i < k; ++i, out += bytes) {
      std::memcpy(out, operand.getElement(line * size + order[i].second),
                  bytes);
      *places++ = order[i].second;
    }
  }
  if (failed(context.addResult(values)))
    return failure();
  return context.addResult(convertTensor(context, *indices, *indexKind));
}

namespace xla::interpreter {
void addTopKHandlers(HandlerTable &table) {
  table.add<chlo::TopKOp, evaluateTopK>();
}
} // namespace xla::interpreter
