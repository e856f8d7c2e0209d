//===- ReductionBatchNorm.cpp - Evaluation of batch normalisation ---------===//
//
// The three ops by their defining formulas in double, rounded at the end.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// The operand as [outer, features, inner], all in double.
class Batch {
public:
  Batch(OpContext &context, int64_t featureIndex) : context(context) {
    ArrayRef<int64_t> shape = context.getTensor(0).getShape();
    for (auto [i, size] : llvm::enumerate(shape)) {
      if (int64_t(i) < featureIndex)
        outer *= size;
      else if (int64_t(i) == featureIndex)
        features = size;
      else
        inner *= size;
    }
  }

  /// Operand `i` in double; false after a diagnostic.
  bool read(unsigned i, const double *&data) {
    FailureOr<Tensor> tensor =
        convertTensor(context, context.getTensor(i), ElementKind::F64);
    if (failed(tensor))
      return false;
    inputs.push_back(*tensor);
    data = inputs.back().getDataAs<double>();
    return true;
  }

  /// Zeros to be result `i`, of the shape of operand `like`.
  bool create(unsigned like, double *&data) {
    FailureOr<Tensor> tensor =
        context.create(ElementKind::F64, context.getTensor(like).getShape());
    if (failed(tensor))
      return false;
    std::memset(tensor->getMutableData(), 0, tensor->getBytes());
    outputs.push_back(std::move(*tensor));
    data = reinterpret_cast<double *>(outputs.back().getMutableData());
    return true;
  }

  /// Calls `fn(element, feature)` for every element.
  template <typename Fn> void forEach(Fn fn) const {
    for (int64_t o = 0, e = 0; o < outer; ++o)
      for (int64_t f = 0; f < features; ++f)
        for (int64_t i = 0; i < inner; ++i)
          fn(e++, f);
  }

  /// What each feature has.
  double getCount() const { return double(outer * inner); }

  /// Rounds the results to their types.
  LogicalResult finish() {
    for (auto [i, tensor] : llvm::enumerate(outputs)) {
      FailureOr<ElementKind> kind = context.getResultKind(i);
      if (failed(kind) ||
          failed(context.addResult(convertTensor(context, tensor, *kind))))
        return failure();
    }
    return success();
  }

  int64_t outer = 1, features = 1, inner = 1;

private:
  OpContext &context;
  SmallVector<Tensor, 6> inputs;
  SmallVector<Tensor, 3> outputs;
};
} // namespace

static LogicalResult evaluateInference(hlo::BatchNormInferenceOp op,
                                       OpContext &context) {
  Batch batch(context, op.getFeatureIndex());
  double epsilon = op.getEpsilon().convertToDouble();
  const double *x, *scale, *offset, *mean, *variance;
  double *y;
  if (!batch.read(0, x) || !batch.read(1, scale) || !batch.read(2, offset) ||
      !batch.read(3, mean) || !batch.read(4, variance) || !batch.create(0, y))
    return failure();
  batch.forEach([&](int64_t i, int64_t f) {
    y[i] = (x[i] - mean[f]) / std::sqrt(variance[f] + epsilon) * scale[f] +
           offset[f];
  });
  return batch.finish();
}

static LogicalResult evaluateTraining(hlo::BatchNormTrainingOp op,
                                      OpContext &context) {
  Batch batch(context, op.getFeatureIndex());
  double epsilon = op.getEpsilon().convertToDouble(), n = batch.getCount();
  const double *x, *scale, *offset;
  double *y, *mean, *variance;
  if (!batch.read(0, x) || !batch.read(1, scale) || !batch.read(2, offset) ||
      !batch.create(0, y) || !batch.create(1, mean) ||
      !batch.create(1, variance))
    return failure();
  batch.forEach([&](int64_t i, int64_t f) { mean[f] += x[i] / n; });
  batch.forEach([&](int64_t i, int64_t f) {
    variance[f] += (x[i] - mean[f]) * (x[i] - mean[f]) / n;
  });
  if (n == 0) // Zero divided by zero.
    for (int64_t f = 0; f < batch.features; ++f)
      mean[f] = variance[f] = std::numeric_limits<double>::quiet_NaN();
  batch.forEach([&](int64_t i, int64_t f) {
    y[i] = (x[i] - mean[f]) / std::sqrt(variance[f] + epsilon) * scale[f] +
           offset[f];
  });
  return batch.finish();
}

static LogicalResult evaluateGrad(hlo::BatchNormGradOp op, OpContext &context) {
  Batch batch(context, op.getFeatureIndex());
  double epsilon = op.getEpsilon().convertToDouble(), n = batch.getCount();
  const double *x, *scale, *mean, *variance, *dy;
  double *dx, *dScale, *dOffset;
  if (!batch.read(0, x) || !batch.read(1, scale) || !batch.read(2, mean) ||
      !batch.read(3, variance) || !batch.read(4, dy) || !batch.create(0, dx) ||
      !batch.create(1, dScale) || !batch.create(1, dOffset))
    return failure();
  auto deviation = [&](int64_t f) { return std::sqrt(variance[f] + epsilon); };
  batch.forEach([&](int64_t i, int64_t f) {
    dOffset[f] += dy[i];
    dScale[f] += dy[i] * (x[i] - mean[f]) / deviation(f);
  });
  batch.forEach([&](int64_t i, int64_t f) {
    double centred = (x[i] - mean[f]) / deviation(f);
    dx[i] = scale[f] / deviation(f) / n *
            (n * dy[i] - dOffset[f] - dScale[f] * centred);
  });
  return batch.finish();
}

namespace xla::interpreter {
void addBatchNormHandlers(HandlerTable &table) {
  table.add<hlo::BatchNormInferenceOp, evaluateInference>();
  table.add<hlo::BatchNormTrainingOp, evaluateTraining>();
  table.add<hlo::BatchNormGradOp, evaluateGrad>();
}
} // namespace xla::interpreter
