//===- Reduction.cpp - Evaluation of reduce -------------------------------===//
//
// A reduction folds the elements of each group in row-major order. Rows along
// the innermost dimension are folded at once where that dimension is kept.
// Sums of floats keep a wider accumulator and round once.
//
//===----------------------------------------------------------------------===//

#include "RegionFunction.h"
#include "xla/Interpreter/ScalarArithmetic.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// The rows of an operand and where their elements are accumulated.
struct ReductionSpace {
  Shape shape;
  /// How far the accumulator moves with each input dimension; 0 if reduced.
  Shape resultStrides;
  Shape resultShape;

  ReductionSpace(ArrayRef<int64_t> inputShape, ArrayRef<int64_t> dimensions)
      : shape(inputShape) {
    SmallVector<bool> reduced(shape.size(), false);
    for (int64_t dim : dimensions)
      reduced[dim] = true;
    for (auto [size, isReduced] : llvm::zip(shape, reduced))
      if (!isReduced)
        resultShape.push_back(size);
    Shape strides = getStrides(resultShape);
    unsigned next = 0;
    for (bool isReduced : reduced)
      resultStrides.push_back(isReduced ? 0 : strides[next++]);
    if (shape.empty()) { // A scalar is a row of one element.
      shape.push_back(1);
      resultStrides.push_back(0);
    }
  }

  /// Calls `fold(input offset, result offset, row length, result stride)` for
  /// every row in order.
  template <typename Fn> LogicalResult forEachRow(Fn fold) const {
    if (countElements(shape) == 0)
      return success();
    ArrayRef<int64_t> outer = ArrayRef<int64_t>(shape).drop_back();
    Shape index(outer.size(), 0);
    int64_t inputOffset = 0;
    do {
      int64_t resultOffset = 0;
      for (auto [i, stride] : llvm::zip(index, resultStrides))
        resultOffset += i * stride;
      if (failed(fold(inputOffset, resultOffset, shape.back(),
                      resultStrides.back())))
        return failure();
      inputOffset += shape.back();
    } while (nextIndex(index, outer));
    return success();
  }
};
} // namespace

template <typename T, typename Acc>
static void sumRows(const ReductionSpace &space, const Tensor &input,
                    Tensor &accumulator) {
  const T *in = input.getDataAs<T>();
  Acc *out = reinterpret_cast<Acc *>(accumulator.getMutableData());
  (void)space.forEachRow([&](int64_t inputOffset, int64_t resultOffset,
                             int64_t n, int64_t stride) {
    const T *row = in + inputOffset;
    Acc *sums = out + resultOffset;
    if (stride == 0) {
      Acc sum = *sums;
      for (int64_t i = 0; i < n; ++i)
        sum = scalar::add(sum, Acc(row[i]));
      *sums = sum;
    } else {
      for (int64_t i = 0; i < n; ++i)
        sums[i] = scalar::add(sums[i], Acc(row[i]));
    }
    return success();
  });
}

/// The kind that sums of `kind` are accumulated in.
static ElementKind getSumKind(ElementKind kind) {
  if (isFloat(kind))
    return ElementKind::F64;
  return kind == ElementKind::C64 ? ElementKind::C128 : kind;
}

/// Sums of floats and complex numbers; failure without a diagnostic only if
/// memory is short (then with one).
static LogicalResult
evaluateSum(OpContext &context, const ReductionSpace &space, ElementKind kind) {
  FailureOr<ElementKind> resultKind = context.getResultKind();
  FailureOr<Tensor> init = convertTensor(context, context.getTensor(1), kind);
  if (failed(resultKind) || failed(init))
    return failure();
  ElementKind sumKind = getSumKind(kind);
  FailureOr<Tensor> wideInit = convertTensor(context, *init, sumKind);
  FailureOr<Tensor> sums = context.create(sumKind, space.resultShape);
  // Narrow floats are read as f32, exactly.
  ElementKind readKind = kind < ElementKind::F32 ? ElementKind::F32 : kind;
  FailureOr<Tensor> input =
      convertTensor(context, context.getTensor(0),
                    context.getTensor(0).getKind() == kind ? readKind : kind);
  if (failed(wideInit) || failed(sums) || failed(input))
    return failure();
  fillElements(sums->getMutableData(), wideInit->getData(),
               sums->getElementBytes(), sums->getNumElements());
  if (input->getKind() < ElementKind::F32) { // Promoted to a narrow kind.
    input = convertTensor(context, *input, ElementKind::F32);
    if (failed(input))
      return failure();
  }
  switch (input->getKind()) {
  case ElementKind::F32:
    sumRows<float, double>(space, *input, *sums);
    break;
  case ElementKind::F64:
    sumRows<double, double>(space, *input, *sums);
    break;
  case ElementKind::C64:
    sumRows<std::complex<float>, std::complex<double>>(space, *input, *sums);
    break;
  default:
    sumRows<std::complex<double>, std::complex<double>>(space, *input, *sums);
    break;
  }
  // First to the type that the region accumulates in, then to the result's.
  FailureOr<Tensor> rounded = convertTensor(context, *sums, kind);
  if (failed(rounded))
    return failure();
  return context.addResult(convertTensor(context, *rounded, *resultKind));
}

static LogicalResult evaluateReduce(hlo::ReduceOp op, OpContext &context) {
  RegionFunction body(op.getBody(), context);
  if (failed(body.check()))
    return failure();
  unsigned numInputs = context.operands.size() / 2;
  ReductionSpace space(context.getTensor(0).getShape(), op.getDimensions());
  ElementKind firstKind = body.getArgKind(0);
  if (numInputs == 1 && isa_and_present<hlo::AddOp>(body.getSingleOp()) &&
      (isFloat(firstKind) || isComplex(firstKind)))
    return evaluateSum(context, space, firstKind);

  SmallVector<Tensor> accumulators, inputs;
  if (failed(prepareReduction(context, body, space.resultShape, accumulators,
                              inputs)))
    return failure();
  SmallVector<const char *> ins(2 * numInputs);
  SmallVector<char *> outs(numInputs);
  LogicalResult folded =
      space.forEachRow([&](int64_t inputOffset, int64_t resultOffset, int64_t n,
                           int64_t stride) {
        for (unsigned i = 0; i < numInputs; ++i) {
          outs[i] = accumulators[i].getMutableData() +
                    resultOffset * accumulators[i].getElementBytes();
          ins[i] = outs[i];
          ins[numInputs + i] = inputs[i].getElement(inputOffset);
        }
        if (stride != 0) // A kept dimension: the elements do not meet.
          return body.apply(ins, outs, n);
        for (int64_t k = 0; k < n; ++k) {
          if (failed(body.apply(ins, outs, 1)))
            return failure();
          for (unsigned i = 0; i < numInputs; ++i)
            ins[numInputs + i] += inputs[i].getElementBytes();
        }
        return success();
      });
  if (failed(folded))
    return failure();
  for (unsigned i = 0; i < numInputs; ++i) {
    FailureOr<ElementKind> kind = context.getResultKind(i);
    if (failed(kind) || failed(context.addResult(
                            convertTensor(context, accumulators[i], *kind))))
      return failure();
  }
  return success();
}

namespace xla::interpreter {
void addBatchNormHandlers(HandlerTable &table);
void addScanHandlers(HandlerTable &table);
void addWindowHandlers(HandlerTable &table);
} // namespace xla::interpreter

void xla::interpreter::addReductionHandlers(HandlerTable &table) {
  table.add<hlo::ReduceOp, evaluateReduce>();
  addBatchNormHandlers(table);
  addScanHandlers(table);
  addWindowHandlers(table);
}
