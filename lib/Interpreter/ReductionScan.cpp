//===- ReductionScan.cpp - Evaluation of chlo.scan ------------------------===//
//
// The body runs once for each place along the dimension, in order.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// How many places there are, -1 if nothing says it.
static int64_t getSize(chlo::ScanOp op, OpContext &context) {
  if (!op.getInputs().empty())
    return context.getTensor(0).getDim(op.getDimension());
  if (op.getScanDimSize())
    return *op.getScanDimSize();
  if (op.getOutputs().empty())
    return -1;
  auto type = cast<RankedTensorType>(op.getOutputs()[0].getType());
  return type.isDynamicDim(op.getDimension())
             ? -1
             : type.getDimSize(op.getDimension());
}

/// Copies the slice at `index` of `dimension` between `whole` and `slice`.
static void copySlice(Tensor &whole, Tensor &slice, int64_t dimension,
                      int64_t index, bool toSlice) {
  Shape strides = getStrides(whole.getShape());
  int64_t offset = index * strides[dimension] * whole.getElementBytes();
  strides.erase(strides.begin() + dimension);
  Shape own = getStrides(slice.getShape());
  if (toSlice)
    copyStrided(slice.getShape(), slice.getElementBytes(),
                whole.getData() + offset, strides, slice.getMutableData(), own);
  else
    copyStrided(slice.getShape(), slice.getElementBytes(), slice.getData(), own,
                whole.getMutableData() + offset, strides);
}

namespace {
/// One evaluation.
class Scan {
public:
  Scan(chlo::ScanOp op, OpContext &context, int64_t size)
      : op(op), context(context), size(size), dimension(op.getDimension()) {
    size_t numInputs = op.getInputs().size();
    for (size_t i = 0; i < context.operands.size(); ++i)
      (i < numInputs ? inputs : carries).push_back(context.operands[i]);
  }

  LogicalResult run() {
    for (int64_t step = 0; step < size; ++step)
      if (failed(runStep(op.getIsReverse() ? size - 1 - step : step)))
        return failure();
    if (size == 0 && failed(createOutputs({})))
      return failure();
    for (Tensor &output : outputs)
      context.results.push_back(std::move(output));
    llvm::append_range(context.results, carries);
    return success();
  }

private:
  LogicalResult runStep(int64_t index) {
    Values arguments, results;
    for (RuntimeValue &input : inputs) {
      Tensor &whole = input.getTensor();
      Shape shape(whole.getShape());
      shape.erase(shape.begin() + dimension);
      FailureOr<Tensor> slice = context.create(whole.getKind(), shape);
      if (failed(slice))
        return failure();
      copySlice(whole, *slice, dimension, index, /*toSlice=*/true);
      arguments.push_back(std::move(*slice));
    }
    llvm::append_range(arguments, carries);
    carries.clear();
    if (failed(context.evaluator.runRegion(op.getBody(), context.frame,
                                           std::move(arguments), results)))
      return failure();
    size_t numOutputs = op.getOutputs().size();
    if (outputs.empty() &&
        failed(createOutputs(ArrayRef(results).take_front(numOutputs))))
      return failure();
    for (size_t i = 0; i < results.size(); ++i) {
      if (i >= numOutputs)
        carries.push_back(std::move(results[i]));
      else
        copySlice(outputs[i], results[i].getTensor(), dimension, index,
                  /*toSlice=*/false);
    }
    return success();
  }

  /// Makes room for slices like `slices`; without any, as the types say.
  LogicalResult createOutputs(ArrayRef<RuntimeValue> slices) {
    for (auto [i, value] : llvm::enumerate(op.getOutputs())) {
      auto type = cast<RankedTensorType>(value.getType());
      Shape shape(type.getShape());
      if (!slices.empty()) {
        shape = Shape(slices[i].getTensor().getShape());
        shape.insert(shape.begin() + dimension, size);
      }
      FailureOr<ElementKind> kind = context.getResultKind(i);
      if (failed(kind))
        return failure();
      if (llvm::any_of(shape, [](int64_t dim) { return dim < 0; }))
        return context.error() << "expects outputs of static shape where "
                                  "nothing is scanned";
      FailureOr<Tensor> output = context.create(*kind, shape);
      if (failed(output))
        return failure();
      outputs.push_back(std::move(*output));
    }
    return success();
  }

  chlo::ScanOp op;
  OpContext &context;
  int64_t size, dimension;
  Values inputs, carries;
  SmallVector<Tensor> outputs;
};
} // namespace

static LogicalResult evaluateScan(chlo::ScanOp op, OpContext &context) {
  int64_t size = getSize(op, context);
  if (size < 0)
    return context.error() << "expects a known number of places to scan";
  return Scan(op, context, size).run();
}

namespace xla::interpreter {
void addScanHandlers(HandlerTable &table) {
  table.add<chlo::ScanOp, evaluateScan>();
}
} // namespace xla::interpreter
