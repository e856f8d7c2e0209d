//===- IndexingSort.cpp - Evaluation of sort ------------------------------===//
//
// A merge sort of positions: stable, and safe with comparators that are no
// order at all.
//
//===----------------------------------------------------------------------===//

#include "RegionFunction.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// Sorts lines of one or several tensors by a comparator.
class LineSorter {
public:
  LineSorter(ArrayRef<Tensor> inputs, RegionFunction &comparator,
             int64_t lineSize, int64_t stride)
      : inputs(inputs), comparator(comparator), stride(stride), order(lineSize),
        scratch(lineSize), ins(2 * inputs.size()) {}

  /// Finds the order of the line that begins at element `offset`.
  FailureOr<ArrayRef<int64_t>> sort(int64_t offset) {
    lineOffset = offset;
    int64_t size = order.size();
    for (int64_t i = 0; i < size; ++i)
      order[i] = i;
    for (int64_t width = 1; width < size; width *= 2) {
      for (int64_t begin = 0; begin < size; begin += 2 * width)
        if (failed(merge(begin, std::min(begin + width, size),
                         std::min(begin + 2 * width, size))))
          return failure();
      std::swap(order, scratch);
    }
    return ArrayRef<int64_t>(order);
  }

private:
  LogicalResult merge(int64_t begin, int64_t middle, int64_t end) {
    int64_t left = begin, right = middle;
    for (int64_t out = begin; out < end; ++out) {
      bool takeRight = left == middle;
      // The left one goes first unless the right one is before it.
      if (left < middle && right < end &&
          failed(isLess(order[right], order[left], takeRight)))
        return failure();
      scratch[out] = takeRight ? order[right++] : order[left++];
    }
    return success();
  }

  LogicalResult isLess(int64_t lhs, int64_t rhs, bool &result) {
    for (auto [i, input] : llvm::enumerate(inputs)) {
      ins[2 * i] = input.getElement(lineOffset + lhs * stride);
      ins[2 * i + 1] = input.getElement(lineOffset + rhs * stride);
    }
    return comparator.apply(ins, reinterpret_cast<char *>(&result), 1);
  }

  ArrayRef<Tensor> inputs;
  RegionFunction &comparator;
  int64_t stride, lineOffset = 0;
  std::vector<int64_t> order, scratch;
  SmallVector<const char *> ins;
};
} // namespace

static LogicalResult evaluateSort(hlo::SortOp op, OpContext &context) {
  RegionFunction comparator(op.getComparator(), context);
  if (failed(comparator.check()))
    return failure();
  SmallVector<Tensor> inputs, results;
  for (RuntimeValue &operand : context.operands) {
    inputs.push_back(operand.getTensor());
    FailureOr<Tensor> result =
        context.create(inputs.back().getKind(), inputs.back().getShape());
    if (failed(result))
      return failure();
    results.push_back(std::move(*result));
  }
  ArrayRef<int64_t> shape = inputs[0].getShape();
  int64_t dim = op.getDimension();
  if (dim < 0)
    dim += shape.size();
  int64_t size = shape.empty() ? 1 : shape[dim];
  int64_t stride = shape.empty() ? 1 : getStrides(shape)[dim];
  LineSorter sorter(inputs, comparator, size, stride);
  int64_t numLines = size ? inputs[0].getNumElements() / size : 0;
  for (int64_t line = 0; line < numLines; ++line) {
    // Lines start at each position of the inner dimensions in each of the
    // outer ones.
    int64_t offset = line / stride * stride * size + line % stride;
    FailureOr<ArrayRef<int64_t>> order = sorter.sort(offset);
    if (failed(order))
      return failure();
    for (auto [input, result] : llvm::zip(inputs, results)) {
      unsigned bytes = input.getElementBytes();
      for (int64_t i = 0; i < size; ++i)
        std::memcpy(result.getMutableData() + (offset + i * stride) * bytes,
                    input.getElement(offset + (*order)[i] * stride), bytes);
    }
  }
  for (Tensor &result : results)
    context.results.push_back(std::move(result));
  return success();
}

namespace xla::interpreter {
void addSortHandlers(HandlerTable &table) {
  table.add<hlo::SortOp, evaluateSort>();
}
} // namespace xla::interpreter
