//===- Quantized.cpp - Evaluation of ops on quantized values --------------===//
//
// Quantized tensors are held as the integers they store. An op on them that
// computes is evaluated as the specification says: the operands' numbers, the
// same op on numbers, quantized results. Each step rounds to the expressed
// type. Dot products and convolutions of narrow storage take the sum of
// products exactly and round it once.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "mlir/IR/TypeUtilities.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/Quantization.h"
#include "xla/Interpreter/ScalarArithmetic.h"
#include "xla/Support/FloatFormats.h"
#include <cmath>

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;
using hlo::Quantization;

namespace xla::interpreter {
/// The same op on plain values, which belongs to no program.
struct QuantizedOp {
  Block block;
  PlannedOp planned;
  std::optional<hlo::ExactProduct> product;
};
} // namespace xla::interpreter

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// `value` rounded to `kind`. A double holds a sum, product or quotient of two
/// floats of at most 32 bits so exactly that rounding it again is right.
static double roundTo(ElementKind kind, double value) {
  switch (kind) {
  case ElementKind::F64:
    return value;
  case ElementKind::F32:
    return float(value);
  case ElementKind::F16:
    return halfToFloat(doubleToHalf(value));
  case ElementKind::BF16:
    return bfloat16ToFloat(doubleToBFloat16(value));
  default: {
    const SmallFloatFormat &format = getSmallFloatFormat(kind);
    return format.values[format.encode(value)];
  }
  }
}

namespace {
/// Scales and zero points of one tensor, found by an element's position.
class Parameters {
public:
  Parameters(const Quantization &quantization, ArrayRef<int64_t> shape)
      : quantization(quantization) {
    kind = *getElementKind(quantization.expressed);
    for (double scale : quantization.scales)
      scales.push_back(roundTo(kind, scale));
    if (quantization.axis)
      inner = getStrides(shape)[*quantization.axis];
  }

  double getNumber(int64_t stored, int64_t position) const {
    int64_t slice = getSlice(position);
    double difference =
        roundTo(kind, double(stored - quantization.zeroPoints[slice]));
    return roundTo(kind, difference * scales[slice]);
  }

  int64_t getStored(double number, int64_t position) const {
    int64_t slice = getSlice(position);
    double zeroPoint =
        quantization.getExpressible(quantization.zeroPoints[slice]);
    double scaled = roundTo(kind, number / scales[slice]);
    double value = roundTo(kind, scaled + zeroPoint);
    // A NaN passes; as an integer it is 0.
    double low = quantization.getExpressible(quantization.min);
    double high = quantization.getExpressible(quantization.max);
    value = value < low ? low : value > high ? high : value;
    int64_t integer = scalar::floatToInteger<int64_t>(
        roundTo(kind, std::nearbyint(value)), 64);
    // The bound itself may have been rounded up.
    return std::clamp(integer, getLeast(), getGreatest());
  }

  int64_t getZeroPoint(int64_t position) const {
    return quantization.zeroPoints[getSlice(position)];
  }

private:
  int64_t getSlice(int64_t position) const {
    return quantization.axis ? position / inner % int64_t(scales.size()) : 0;
  }
  int64_t getLeast() const {
    unsigned width = quantization.storage.getWidth();
    return quantization.storage.isUnsigned() ? 0 : -(int64_t(1) << (width - 1));
  }
  int64_t getGreatest() const {
    unsigned width = quantization.storage.getWidth();
    return quantization.storage.isUnsigned() ? (int64_t(1) << width) - 1
                                             : (int64_t(1) << (width - 1)) - 1;
  }

  const Quantization &quantization;
  ElementKind kind;
  SmallVector<double, 1> scales;
  int64_t inner = 1;
};
} // namespace

/// A diagnostic where per-axis parameters do not fit `shape`.
static LogicalResult checkShape(OpContext &context,
                                const Quantization &quantization,
                                ArrayRef<int64_t> shape) {
  if (!quantization.axis)
    return success();
  int64_t axis = *quantization.axis, size = quantization.scales.size();
  if (axis < int64_t(shape.size()) && shape[axis] == size)
    return success();
  return context.error() << "expects dimension " << axis << " of size " << size
                         << " for values with that many scales";
}

/// The numbers that a quantized tensor stands for, in its expressed type.
static FailureOr<Tensor> dequantize(OpContext &context, const Tensor &stored,
                                    const Quantization &quantization) {
  if (failed(checkShape(context, quantization, stored.getShape())))
    return failure();
  FailureOr<Tensor> numbers =
      context.create(ElementKind::F64, stored.getShape());
  if (failed(numbers))
    return failure();
  Parameters parameters(quantization, stored.getShape());
  double *out = reinterpret_cast<double *>(numbers->getMutableData());
  for (int64_t i = 0, e = stored.getNumElements(); i < e; ++i)
    out[i] = parameters.getNumber(stored.getInteger(i), i);
  return convertTensor(context, *numbers,
                       *getElementKind(quantization.expressed));
}

static FailureOr<Tensor> quantize(OpContext &context, const Tensor &numbers,
                                  const Quantization &quantization) {
  FailureOr<Tensor> wide = convertTensor(context, numbers, ElementKind::F64);
  if (failed(wide) ||
      failed(checkShape(context, quantization, numbers.getShape())))
    return failure();
  FailureOr<Tensor> stored =
      context.create(ElementKind::S64, numbers.getShape());
  if (failed(stored))
    return failure();
  Parameters parameters(quantization, numbers.getShape());
  const double *in = wide->getDataAs<double>();
  int64_t *out = reinterpret_cast<int64_t *>(stored->getMutableData());
  for (int64_t i = 0, e = numbers.getNumElements(); i < e; ++i)
    out[i] = parameters.getStored(in[i], i);
  return convertTensor(context, *stored, *getElementKind(quantization.storage));
}

/// What `stored` of type `from` is in type `to`; itself if it stands for the
/// same numbers there or is not quantized.
static FailureOr<Tensor> requantize(OpContext &context, Tensor stored,
                                    Type from, Type to) {
  std::optional<Quantization> before = Quantization::get(from);
  std::optional<Quantization> after = Quantization::get(to);
  if (!before || !after || before->hasSameNumbers(*after))
    return stored;
  FailureOr<Tensor> numbers = dequantize(context, stored, *before);
  if (failed(numbers))
    return failure();
  return quantize(context, *numbers, *after);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Operands and results to numbers and back around the op on numbers.
static LogicalResult evaluateOnNumbers(OpContext &context) {
  Operation *op = context.getOp();
  OpContext inner(context.evaluator, context.frame,
                  context.planned.quantized->planned);
  for (auto [value, type] :
       llvm::zip(context.operands, op->getOperandTypes())) {
    std::optional<Quantization> quantization = Quantization::get(type);
    if (!quantization) {
      inner.operands.push_back(std::move(value));
      continue;
    }
    FailureOr<Tensor> numbers =
        dequantize(context, value.getTensor(), *quantization);
    if (failed(numbers))
      return failure();
    inner.operands.push_back(std::move(*numbers));
  }
  if (failed(evaluatePlanned(inner)))
    return failure();
  for (auto [value, type] : llvm::zip(inner.results, op->getResultTypes())) {
    std::optional<Quantization> quantization = Quantization::get(type);
    if (!quantization)
      context.results.push_back(std::move(value));
    else if (failed(context.addResult(
                 quantize(context, value.getTensor(), *quantization))))
      return failure();
  }
  return success();
}

/// stored - zero point, as the kind that sums are taken in.
static FailureOr<Tensor> getDifferences(OpContext &context,
                                        const Tensor &stored,
                                        const Quantization &quantization) {
  if (failed(checkShape(context, quantization, stored.getShape())))
    return failure();
  FailureOr<Tensor> result =
      context.create(ElementKind::S64, stored.getShape());
  if (failed(result))
    return failure();
  Parameters parameters(quantization, stored.getShape());
  int64_t *out = reinterpret_cast<int64_t *>(result->getMutableData());
  for (int64_t i = 0, e = stored.getNumElements(); i < e; ++i)
    out[i] = stored.getInteger(i) - parameters.getZeroPoint(i);
  return result;
}

/// The op on differences, then times the product of the scales.
static LogicalResult evaluateExactProduct(OpContext &context) {
  QuantizedOp &quantized = *context.planned.quantized;
  const hlo::ExactProduct &product = *quantized.product;
  OpContext inner(context.evaluator, context.frame, quantized.planned);
  for (unsigned i = 0; i < context.operands.size(); ++i) {
    // Behind the factors come integers, as the padding of a dynamic_conv.
    FailureOr<Tensor> differences =
        i > 1 ? convertTensor(context, context.getTensor(i), ElementKind::S64)
              : getDifferences(context, context.getTensor(i),
                               i ? product.rhs : product.lhs);
    if (failed(differences))
      return failure();
    inner.operands.push_back(std::move(*differences));
  }
  if (failed(evaluatePlanned(inner)))
    return failure();
  const Tensor &sums = inner.results[0].getTensor();
  FailureOr<Tensor> numbers = context.create(ElementKind::F64, sums.getShape());
  if (failed(numbers))
    return failure();
  ElementKind kind = *getElementKind(product.lhs.expressed);
  double lhsScale = roundTo(kind, product.lhs.scales[0]);
  SmallVector<double> scales;
  for (double scale : product.rhs.scales)
    scales.push_back(roundTo(kind, lhsScale * roundTo(kind, scale)));
  int64_t stride =
      product.scaleAxis ? getStrides(sums.getShape())[*product.scaleAxis] : 1;
  const int64_t *in = sums.getDataAs<int64_t>();
  double *out = reinterpret_cast<double *>(numbers->getMutableData());
  for (int64_t i = 0, e = sums.getNumElements(); i < e; ++i) {
    double scale =
        scales[product.scaleAxis ? i / stride % int64_t(scales.size()) : 0];
    // 24 bits of storage: far below what a double holds exactly.
    out[i] = roundTo(kind, roundTo(kind, double(in[i])) * scale);
  }
  std::optional<Quantization> result =
      Quantization::get(context.getOp()->getResult(0).getType());
  return context.addResult(result ? quantize(context, *numbers, *result)
                                  : convertTensor(context, *numbers, kind));
}

static LogicalResult evaluateUniformDequantize(hlo::UniformDequantizeOp op,
                                               OpContext &context) {
  return context.addResult(
      dequantize(context, context.getTensor(0),
                 *Quantization::get(op.getOperand().getType())));
}

/// Of numbers, or of a quantized tensor's numbers.
static LogicalResult evaluateUniformQuantize(hlo::UniformQuantizeOp op,
                                             OpContext &context) {
  FailureOr<Tensor> numbers = context.getTensor(0);
  if (auto from = Quantization::get(op.getOperand().getType()))
    numbers = dequantize(context, *numbers, *from);
  if (failed(numbers))
    return failure();
  return context.addResult(
      quantize(context, *numbers, *Quantization::get(op.getType())));
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// The op on the integers that are stored.
static LogicalResult evaluateOnStorage(OpContext &context) {
  OpContext inner(context.evaluator, context.frame,
                  context.planned.quantized->planned);
  inner.operands = std::move(context.operands);
  if (failed(evaluatePlanned(inner)))
    return failure();
  context.results = std::move(inner.results);
  return success();
}

/// Of values that have no layout.
static LogicalResult refuseStorage(OpContext &context) {
  (void)hlo::verifyQuantization(context.getOp());
  return failure();
}

/// Control flow hands values on as they are: checks that it may.
static LogicalResult evaluateControlFlow(OpContext &context) {
  if (failed(hlo::verifyQuantization(context.getOp())))
    return failure();
  return context.planned.quantized->planned.handler(context);
}

/// Reductions and scatters may combine in a type with other parameters than the
/// operands' and results'.
static LogicalResult evaluatePromoted(OpContext &context) {
  Operation *op = context.getOp();
  if (failed(hlo::verifyQuantization(op)))
    return failure();
  hlo::RegionTypes types = *hlo::getRegionTypes(op);
  for (auto [i, from, to] :
       llvm::enumerate(op->getOperandTypes(), types.operands)) {
    if (!to)
      continue;
    FailureOr<Tensor> stored =
        requantize(context, context.getTensor(i), from, to);
    if (failed(stored))
      return failure();
    context.operands[i] = std::move(*stored);
  }
  // The results of the regions, which may be wider than the op's.
  context.resultTypes = types.results;
  if (failed(context.planned.quantized->planned.handler(context)))
    return failure();
  for (auto [result, from, to] :
       llvm::zip(context.results, types.results, op->getResultTypes())) {
    FailureOr<Tensor> stored =
        requantize(context, result.getTensor(), from, to);
    if (failed(stored))
      return failure();
    result = std::move(*stored);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// Fills `quantized` with `op` on plain types that `replace` gives.
static void cloneOnPlainTypes(Operation *op, QuantizedOp &quantized,
                              function_ref<Type(Type)> replace) {
  SmallVector<Type> types;
  for (Type type : op->getOperandTypes())
    quantized.block.addArgument(replace(type), op->getLoc());
  for (Type type : op->getResultTypes())
    types.push_back(replace(type));
  // Not by cloning, which would for a moment use the program's values: other
  // threads may read it.
  Operation *clone = Operation::create(
      op->getLoc(), op->getName(), types, quantized.block.getArguments(),
      NamedAttrList(op->getDiscardableAttrDictionary()),
      op->getPropertiesStorage());
  quantized.block.push_back(clone);
  quantized.planned.op = clone;
  planEvaluation(quantized.planned);
}

/// True if `op`, which has no region, means the same op on numbers.
static bool computesOnNumbers(Operation *op) {
  if (isa<chlo::RaggedDotOp, chlo::SquareOp>(op))
    return hlo::hasQuantizedTensor(op->getOperandTypes());
  return hlo::computesOnNumbers(op);
}

bool xla::interpreter::planQuantized(PlannedOp &planned) {
  Operation *op = planned.op;
  bool hasQuantized = hlo::hasQuantizedTensor(op->getOperandTypes()) ||
                      hlo::hasQuantizedTensor(op->getResultTypes());
  auto isUnknown = [](Type type) { return !hlo::hasKnownStorage(type); };
  if (llvm::any_of(op->getOperandTypes(), isUnknown) ||
      llvm::any_of(op->getResultTypes(), isUnknown)) {
    planned.handler = refuseStorage;
    return true;
  }
  bool combines = hasQuantized && hlo::getRegionTypes(op).has_value();
  bool branches = hasQuantized && isa<hlo::IfOp, hlo::CaseOp, hlo::WhileOp>(op);
  // Elementwise ops that only choose among elements.
  bool chooses =
      hasQuantized && !computesOnNumbers(op) && isa<hlo::SelectOp>(op);
  if (!combines && !branches && !chooses && !computesOnNumbers(op))
    return false;
  auto quantized = std::make_shared<QuantizedOp>();
  if (chooses) {
    cloneOnPlainTypes(op, *quantized, hlo::getStorageType);
    planned.handler = evaluateOnStorage;
  } else if (combines || branches) {
    auto handler = getHandlers().find(op->getName().getStringRef());
    if (handler == getHandlers().end())
      return false;
    quantized->planned.handler = handler->second;
    planned.handler = combines ? evaluatePromoted : evaluateControlFlow;
  } else if ((quantized->product = hlo::getExactProduct(op))) {
    Type sum = IntegerType::get(op->getContext(), 64);
    cloneOnPlainTypes(op, *quantized, [&](Type type) -> Type {
      return cast<RankedTensorType>(type).clone(sum);
    });
    planned.handler = evaluateExactProduct;
  } else {
    cloneOnPlainTypes(op, *quantized, hlo::getExpressedType);
    planned.handler = evaluateOnNumbers;
  }
  planned.quantized = std::move(quantized);
  return true;
}

void xla::interpreter::addQuantizedHandlers(HandlerTable &table) {
  table.add<hlo::UniformDequantizeOp, evaluateUniformDequantize>();
  table.add<hlo::UniformQuantizeOp, evaluateUniformQuantize>();
}
