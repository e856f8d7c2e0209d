//===- ReductionWindow.cpp - Evaluation of windowed reductions ------------===//
//
// reduce_window and select_and_scatter. For the first, padding and the holes of
// a dilated base hold the initial value, which need not be neutral; for the
// second, the padding takes no part.
//
//===----------------------------------------------------------------------===//

#include "RegionFunction.h"
#include "Window.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// The element of `base` under element `k` of the window at place `output`.
static std::optional<int64_t> getBaseOffset(ArrayRef<WindowDim> window,
                                            ArrayRef<int64_t> output,
                                            ArrayRef<int64_t> k,
                                            const Tensor &base,
                                            ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (unsigned i = 0; i < window.size(); ++i) {
    std::optional<int64_t> index =
        window[i].getBaseIndex(output[i], k[i], base.getDim(i));
    if (!index)
      return std::nullopt;
    offset += *index * strides[i];
  }
  return offset;
}

namespace {
/// Folds windows row by row: for one element of the window, all places of the
/// innermost dimension at once.
class WindowFolder {
public:
  /// `inits` are the initial values in the kinds of the inputs.
  WindowFolder(ArrayRef<WindowDim> window, SmallVectorImpl<Tensor> &inputs,
               ArrayRef<Tensor> inits, SmallVectorImpl<Tensor> &accumulators,
               RegionFunction &body)
      : window(window), inputs(inputs), accumulators(accumulators), body(body),
        ins(2 * inputs.size()), outs(inputs.size()), rows(inputs.size()),
        initRows(inputs.size()) {
    int64_t n = accumulators[0].getShape().back();
    for (auto [row, initRow, init] : llvm::zip_equal(rows, initRows, inits)) {
      unsigned bytes = init.getElementBytes();
      initRow.resize(n * bytes + 16);
      fillElements(initRow.data(), init.getData(), bytes, n);
      row = initRow;
    }
  }

  LogicalResult run() {
    Shape windowShape;
    for (const WindowDim &dim : window)
      windowShape.push_back(dim.size);
    ArrayRef<int64_t> outputShape = accumulators[0].getShape();
    Shape k(window.size(), 0), output(window.size(), 0);
    Shape outerShape(outputShape.drop_back());
    outerShape.push_back(1);
    do {
      int64_t row = 0;
      do {
        if (failed(foldRow(k, output, row)))
          return failure();
        row += outputShape.back();
      } while (nextIndex(output, outerShape));
    } while (nextIndex(k, windowShape));
    return success();
  }

private:
  /// Folds window element `k` into the accumulators from `resultOffset` on.
  LogicalResult foldRow(ArrayRef<int64_t> k, ArrayRef<int64_t> output,
                        int64_t resultOffset) {
    const Tensor &base = inputs[0];
    unsigned last = window.size() - 1, numInputs = inputs.size();
    Shape strides = getStrides(base.getShape());
    std::optional<int64_t> offset = getBaseOffset(
        window.drop_back(), output.drop_back(), k.drop_back(), base, strides);
    for (unsigned i = 0; i < numInputs; ++i) {
      outs[i] = accumulators[i].getMutableData() +
                resultOffset * accumulators[i].getElementBytes();
      ins[i] = outs[i];
      ins[numInputs + i] = initRows[i].data();
    }
    if (offset)
      readRow(*offset, k[last]);
    return body.apply(ins, outs, accumulators[0].getShape().back());
  }

  /// Lets `ins` point to the elements under element `k` of the innermost
  /// dimension, whose base elements are from `baseOffset` on.
  void readRow(int64_t baseOffset, int64_t k) {
    const WindowDim &inner = window.back();
    unsigned numInputs = inputs.size();
    int64_t n = accumulators[0].getShape().back();
    int64_t size = inputs[0].getShape().back();
    auto index = [&](int64_t place) {
      return inner.getBaseIndex(place, k, size);
    };
    bool isCopied = false;
    // Places in the row come in runs with neighbouring base elements.
    for (int64_t begin = 0; begin < n;) {
      if (!index(begin)) {
        ++begin;
        continue;
      }
      int64_t end = begin + 1;
      if (inner.baseDilation == 1)
        while (end < n && index(end))
          ++end;
      bool isWhole = end - begin == n && (n == 1 || inner.stride == 1);
      for (unsigned i = 0; i < numInputs; ++i) {
        const char *from = inputs[i].getElement(baseOffset + *index(begin));
        unsigned bytes = inputs[i].getElementBytes();
        if (!isWhole && !isCopied)
          std::memcpy(rows[i].data(), initRows[i].data(), n * bytes);
        if (!isWhole)
          copyStrided(end - begin, bytes, from, inner.stride,
                      rows[i].data() + begin * bytes, 1);
        ins[numInputs + i] = isWhole ? from : rows[i].data();
      }
      isCopied = true;
      begin = end;
    }
  }

  ArrayRef<WindowDim> window;
  SmallVectorImpl<Tensor> &inputs, &accumulators;
  RegionFunction &body;
  SmallVector<const char *> ins;
  SmallVector<char *> outs;
  std::vector<std::vector<char>> rows, initRows;
};
} // namespace

static LogicalResult evaluateReduceWindow(hlo::ReduceWindowOp op,
                                          OpContext &context) {
  RegionFunction body(op.getBody(), context);
  if (failed(body.check()))
    return failure();
  unsigned numInputs = context.operands.size() / 2;
  auto window = getWindow(op.getWindowDimensions(), op.getWindowStrides(),
                          op.getPadding(), op.getBaseDilations(),
                          op.getWindowDilations());
  ArrayRef<int64_t> baseShape = context.getTensor(0).getShape();
  FailureOr<Shape> places = getOutputShape(window, baseShape, context);
  if (failed(places))
    return failure();
  const Shape &shape = *places;

  SmallVector<Tensor> accumulators, inputs;
  if (failed(prepareReduction(context, body, shape, accumulators, inputs)))
    return failure();
  // A scalar is a line of one element.
  if (shape.empty())
    for (SmallVector<Tensor> *list : {&accumulators, &inputs})
      for (Tensor &tensor : *list)
        tensor = tensor.withShape(1);
  if (window.empty())
    window.emplace_back();
  SmallVector<Tensor> inits;
  for (unsigned i = 0; i < numInputs; ++i) {
    FailureOr<Tensor> init =
        convertTensor(context, context.getTensor(numInputs + i),
                      body.getArgKind(numInputs + i));
    if (failed(init))
      return failure();
    inits.push_back(std::move(*init));
  }
  if (accumulators[0].getNumElements() > 0 &&
      failed(WindowFolder(window, inputs, inits, accumulators, body).run()))
    return failure();
  for (unsigned i = 0; i < numInputs; ++i) {
    FailureOr<ElementKind> kind = context.getResultKind(i);
    if (failed(kind) || failed(context.addResult(convertTensor(
                            context, accumulators[i].withShape(shape), *kind))))
      return failure();
  }
  return success();
}

/// Every window of the operand selects one element, which the source's element
/// for that window is scattered to.
static LogicalResult evaluateSelectAndScatter(hlo::SelectAndScatterOp op,
                                              OpContext &context) {
  RegionFunction select(op.getSelect(), context);
  RegionFunction scatter(op.getScatter(), context);
  if (failed(select.check()) || failed(scatter.check()))
    return failure();
  const Tensor &operand = context.getTensor(0);
  ElementKind kind = scatter.getArgKind(0);
  FailureOr<ElementKind> resultKind = context.getResultKind();
  FailureOr<Tensor> source =
      convertTensor(context, context.getTensor(1), scatter.getArgKind(1));
  FailureOr<Tensor> init = convertTensor(context, context.getTensor(2), kind);
  FailureOr<Tensor> result = context.create(kind, operand.getShape());
  FailureOr<Tensor> compared =
      convertTensor(context, operand, select.getArgKind(0));
  if (failed(resultKind) || failed(source) || failed(init) || failed(result) ||
      failed(compared))
    return failure();
  fillElements(result->getMutableData(), init->getData(),
               init->getElementBytes(), result->getNumElements());
  Shape sizes(operand.getRank(), 1);
  if (std::optional<ArrayRef<int64_t>> given = op.getWindowDimensions())
    sizes.assign(given->begin(), given->end());
  auto window = getWindow(sizes, op.getWindowStrides(), op.getPadding());
  Shape strides = getStrides(operand.getShape());
  Shape place(sizes.size(), 0);
  if (source->getNumElements() == 0 || operand.getNumElements() == 0 ||
      countElements(sizes) == 0)
    return context.addResult(convertTensor(context, *result, *resultKind));
  int64_t sourceIndex = 0;
  do {
    std::optional<int64_t> selected;
    Shape k(sizes.size(), 0);
    do {
      std::optional<int64_t> candidate =
          getBaseOffset(window, place, k, operand, strides);
      if (!candidate)
        continue;
      bool keep = false;
      if (selected && failed(select.apply({compared->getElement(*selected),
                                           compared->getElement(*candidate)},
                                          reinterpret_cast<char *>(&keep), 1)))
        return failure();
      if (!keep)
        selected = candidate;
    } while (nextIndex(k, sizes));
    if (selected) {
      char *target =
          result->getMutableData() + *selected * result->getElementBytes();
      if (failed(scatter.apply({target, source->getElement(sourceIndex)},
                               target, 1)))
        return failure();
    }
    ++sourceIndex;
  } while (nextIndex(place, source->getShape()));
  return context.addResult(convertTensor(context, *result, *resultKind));
}

namespace xla::interpreter {
void addWindowHandlers(HandlerTable &table) {
  table.add<hlo::ReduceWindowOp, evaluateReduceWindow>();
  table.add<hlo::SelectAndScatterOp, evaluateSelectAndScatter>();
}
} // namespace xla::interpreter
