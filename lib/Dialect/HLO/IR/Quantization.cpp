//===- Quantization.cpp - What quantized types and ops mean ---------------===//
//
// The parameters of quantized types, and the classes of ops on them.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/Quantization.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Support/ElementKind.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

std::optional<Quantization> Quantization::get(Type type) {
  auto quantized = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(type));
  if (!quantized)
    return std::nullopt;
  auto expressed = dyn_cast<FloatType>(quantized.getExpressedType());
  if (!expressed)
    return std::nullopt;
  Quantization result;
  result.storage = IntegerType::get(
      type.getContext(), quantized.getStorageTypeIntegralWidth(),
      quantized.isSigned() ? IntegerType::Signless : IntegerType::Unsigned);
  result.expressed = expressed;
  result.min = quantized.getStorageTypeMin();
  result.max = quantized.getStorageTypeMax();
  if (auto uniform = dyn_cast<quant::UniformQuantizedType>(quantized)) {
    result.scales = {uniform.getScale()};
    result.zeroPoints = {uniform.getZeroPoint()};
    return result;
  }
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(quantized);
  if (!perAxis)
    return std::nullopt;
  result.scales.assign(perAxis.getScales().begin(), perAxis.getScales().end());
  result.zeroPoints.assign(perAxis.getZeroPoints().begin(),
                           perAxis.getZeroPoints().end());
  result.axis = perAxis.getQuantizedDimension();
  return result;
}

/// True if the lists are equal or one entry stands for all of the other's.
template <typename T> static bool agree(ArrayRef<T> lhs, ArrayRef<T> rhs) {
  if (lhs.size() == rhs.size())
    return lhs == rhs;
  if (lhs.size() != 1)
    std::swap(lhs, rhs);
  return lhs.size() == 1 && llvm::all_equal(rhs) && rhs.front() == lhs.front();
}

double Quantization::getExpressible(int64_t integer) const {
  const llvm::fltSemantics &semantics = expressed.getFloatSemantics();
  auto toDouble = [](APFloat value) {
    bool loses;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
    return value.convertToDouble();
  };
  double most = toDouble(APFloat::getLargest(semantics));
  double least = APFloat::semanticsHasSignedRepr(semantics)
                     ? -most
                     : toDouble(APFloat::getSmallest(semantics));
  // Not by APFloat, which rounds powers of two otherwise than convert does.
  ElementKind kind = *getElementKind(expressed);
  char element[8];
  writeDouble(kind, element, std::clamp(double(integer), least, most));
  return readAsDouble(kind, element);
}

bool Quantization::hasSameNumbers(const Quantization &other) const {
  return storage == other.storage && expressed == other.expressed &&
         min == other.min && max == other.max &&
         agree<double>(scales, other.scales) &&
         agree<int64_t>(zeroPoints, other.zeroPoints);
}

int64_t Quantization::getMaxMagnitude() const {
  int64_t range = int64_t(1) << storage.getWidth();
  int64_t least = storage.isUnsigned() ? 0 : -range / 2;
  int64_t magnitude = 0;
  for (int64_t zeroPoint : zeroPoints)
    magnitude =
        std::max({magnitude, least + range - 1 - zeroPoint, zeroPoint - least});
  return magnitude;
}

/// `type` with the element type that `choose` takes from its parameters.
template <typename Choose>
static Type replaceQuantized(Type type, Choose choose) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<Quantization> quantization =
      tensor ? Quantization::get(tensor) : std::nullopt;
  return quantization ? Type(tensor.clone(choose(*quantization))) : type;
}

Type xla::hlo::getExpressedType(Type type) {
  return replaceQuantized(
      type, [](const Quantization &q) { return Type(q.expressed); });
}

Type xla::hlo::getStorageType(Type type) {
  return replaceQuantized(
      type, [](const Quantization &q) { return Type(q.storage); });
}

bool xla::hlo::hasQuantizedTensor(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    return isQuantizedElement(getElementTypeOrSelf(type));
  });
}

bool xla::hlo::hasKnownStorage(Type type) {
  auto quantized = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(type));
  if (!quantized)
    return true;
  // The quant dialect has storage of any width up to 32 bits, but the
  // specification only that of its integers, which alone have a layout.
  return isa<quant::UniformQuantizedType, quant::UniformQuantizedPerAxisType>(
             quantized) &&
         llvm::is_contained({2u, 4u, 8u, 16u, 32u},
                            quantized.getStorageTypeIntegralWidth()) &&
         isFloatElement(quantized.getExpressedType());
}

/// Storage and per-axis parameters of `type`, of an operand or result of `op`.
static LogicalResult verifyShape(Operation *op, Type type) {
  if (!hasKnownStorage(type))
    return op->emitOpError("expects quantized values that store integers of 2, "
                           "4, 8, 16 or 32 bits, but got ")
           << type;
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<Quantization> q =
      tensor ? Quantization::get(tensor) : std::nullopt;
  if (!q)
    return success();
  for (int64_t zeroPoint : q->zeroPoints)
    if (zeroPoint < q->min || zeroPoint > q->max)
      return op->emitOpError("expects a zero point from ")
             << q->min << " to " << q->max << ", the integers that " << type
             << " stores, but got " << zeroPoint;
  if (!q->axis)
    return success();
  if (*q->axis >= tensor.getRank())
    return op->emitOpError("expects a quantization dimension below the rank ")
           << tensor.getRank() << ", but got " << *q->axis;
  int64_t size = tensor.getDimSize(*q->axis);
  if (!ShapedType::isDynamic(size) && size != int64_t(q->scales.size()))
    return op->emitOpError("expects ")
           << size << " scales, one for each slice, but got "
           << q->scales.size();
  return success();
}

/// Values that are handed on as they are.
static LogicalResult verifyHandedOn(Operation *op, TypeRange from,
                                    TypeRange to) {
  for (auto [given, taken] : llvm::zip(from, to)) {
    std::optional<Quantization> lhs = Quantization::get(given);
    std::optional<Quantization> rhs = Quantization::get(taken);
    if (lhs && rhs && !lhs->hasSameNumbers(*rhs))
      return op->emitOpError("expects a value of type ")
             << taken << ", but got " << given
             << "; uniform_quantize converts it";
  }
  return success();
}

std::optional<RegionTypes> xla::hlo::getRegionTypes(Operation *op) {
  if (!isa<ReductionLikeOpInterface, ScatterOp, SelectAndScatterOp>(op))
    return std::nullopt;
  RegionTypes types;
  types.operands.resize(op->getNumOperands());
  if (auto scatter = dyn_cast<SelectAndScatterOp>(op)) {
    Region &combiner = scatter.getScatter();
    types.operands = {scatter.getSelect().getArgument(0).getType(),
                      combiner.getArgument(1).getType(),
                      combiner.getArgument(0).getType()};
    types.results.assign(1, getReturnedTypes(combiner).front());
    return types;
  }
  SmallVector<OpOperand *> combined;
  auto reduction = dyn_cast<ReductionLikeOpInterface>(op);
  auto scatter = dyn_cast<ScatterOp>(op);
  // Not by value: an input or update may be the same as the indices.
  for (OpOperand &operand : op->getOpOperands())
    if (!scatter || &operand != &scatter.getScatterIndicesMutable())
      combined.push_back(&operand);
  Region &combiner =
      reduction ? reduction.getCombiner() : scatter.getUpdateComputation();
  for (auto [operand, argument] :
       llvm::zip_equal(combined, combiner.getArguments()))
    types.operands[operand->getOperandNumber()] = argument.getType();
  llvm::append_range(types.results, getReturnedTypes(combiner));
  return types;
}

bool xla::hlo::haveSameNumbers(Type lhs, Type rhs) {
  std::optional<Quantization> one = Quantization::get(lhs);
  std::optional<Quantization> other = Quantization::get(rhs);
  return !one || !other || one->hasSameNumbers(*other);
}

/// A region that combines elements takes what it returns: its integers come
/// back as accumulators, and as elements where partial results are combined.
static LogicalResult verifyCombiner(Operation *op, Region &combiner) {
  TypeRange returned = getReturnedTypes(combiner);
  SmallVector<Type> arguments(combiner.getArgumentTypes());
  for (auto [index, type] : llvm::enumerate(arguments))
    if (failed(verifyHandedOn(op, returned[index % returned.size()], type)))
      return failure();
  return success();
}

static LogicalResult verifyRegionsOf(Operation *op) {
  if (auto reduction = dyn_cast<ReductionLikeOpInterface>(op))
    return verifyCombiner(op, reduction.getCombiner());
  if (auto scatter = dyn_cast<ScatterOp>(op))
    return verifyCombiner(op, scatter.getUpdateComputation());
  if (auto scatter = dyn_cast<SelectAndScatterOp>(op)) {
    TypeRange compared(scatter.getSelect().getArgumentTypes());
    if (failed(verifyHandedOn(op, compared.front(), compared.back())))
      return failure();
    return verifyCombiner(op, scatter.getScatter());
  }
  return success();
}

LogicalResult xla::hlo::verifyQuantization(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (failed(verifyShape(op, type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(verifyShape(op, type)))
      return failure();
  if (!isa<IfOp, CaseOp, WhileOp>(op))
    return verifyRegionsOf(op);
  for (Region &region : op->getRegions()) {
    // Branches take no arguments.
    TypeRange arguments(region.getArgumentTypes());
    if (!arguments.empty() &&
        failed(verifyHandedOn(op, op->getOperandTypes(), arguments)))
      return failure();
    // A loop's condition returns no value of the loop's.
    if (failed(
            verifyHandedOn(op, getReturnedTypes(region), op->getResultTypes())))
      return failure();
  }
  return success();
}

/// True if all quantized operands and results stand for the same numbers.
static bool haveOneQuantization(Operation *op) {
  std::optional<Quantization> first;
  auto agrees = [&](Type type) {
    std::optional<Quantization> q = Quantization::get(type);
    if (!q)
      return true;
    if (!first)
      first = q;
    return first->hasSameNumbers(*q);
  };
  return llvm::all_of(op->getOperandTypes(), agrees) &&
         llvm::all_of(op->getResultTypes(), agrees);
}

bool xla::hlo::computesOnNumbers(Operation *op) {
  if (op->getNumRegions() != 0 || !(hasQuantizedTensor(op->getOperandTypes()) ||
                                    hasQuantizedTensor(op->getResultTypes())))
    return false;
  // What only moves elements need not look at them.
  if (isa<SelectOp, IndexingOpInterface, InPlaceOpInterface>(op))
    return !haveOneQuantization(op);
  if (isa<UniformQuantizeOp, UniformDequantizeOp>(op))
    return false;
  return isa<ElementwiseOpInterface, DotGeneralOp, DotOp, EinsumOp,
             UnaryEinsumOp, ConvolutionOp, DynamicConvOp, BatchNormGradOp,
             BatchNormInferenceOp, BatchNormTrainingOp, CholeskyOp, IotaOp,
             DynamicIotaOp>(op);
}

/// The dimension of the product's result that runs with dimension `axis` of
/// rhs; nothing if that is summed over.
static std::optional<int64_t> getResultAxis(Operation *op, int64_t axis) {
  auto find = [](ArrayRef<int64_t> dims,
                 int64_t dim) -> std::optional<int64_t> {
    const auto *found = llvm::find(dims, dim);
    if (found == dims.end())
      return std::nullopt;
    return found - dims.begin();
  };
  if (auto dot = dyn_cast<DotGeneralOp>(op)) {
    DotDimensionNumbersAttr dims = dot.getDotDimensionNumbers();
    if (std::optional<int64_t> batch =
            find(dims.getRhsBatchingDimensions(), axis))
      return batch;
    if (find(dims.getRhsContractingDimensions(), axis))
      return std::nullopt;
    // Batch dimensions, those of lhs, those of rhs.
    int64_t position = dot.getLhs().getType().getRank() -
                       dims.getLhsContractingDimensions().size();
    for (int64_t dim = 0; dim < axis; ++dim)
      position += !find(dims.getRhsBatchingDimensions(), dim) &&
                  !find(dims.getRhsContractingDimensions(), dim);
    return position;
  }
  if (auto dot = dyn_cast<DotOp>(op)) {
    if (axis == 0)
      return std::nullopt;
    return dot.getType().getRank() - 1;
  }
  auto getFeature =
      [&](ConvDimensionNumbersAttr dims) -> std::optional<int64_t> {
    if (axis != dims.getKernelOutputFeatureDimension())
      return std::nullopt;
    return dims.getOutputFeatureDimension();
  };
  if (auto convolution = dyn_cast<ConvolutionOp>(op))
    return getFeature(convolution.getDimensionNumbers());
  return getFeature(cast<DynamicConvOp>(op).getDimensionNumbers());
}

std::optional<ExactProduct> xla::hlo::getExactProduct(Operation *op) {
  if (!isa<DotGeneralOp, DotOp, ConvolutionOp, DynamicConvOp>(op))
    return std::nullopt;
  std::optional<Quantization> lhs = Quantization::get(op->getOperandTypes()[0]);
  std::optional<Quantization> rhs = Quantization::get(op->getOperandTypes()[1]);
  if (!lhs || !rhs || lhs->axis || lhs->expressed != rhs->expressed ||
      lhs->storage.getWidth() + rhs->storage.getWidth() > 24)
    return std::nullopt;
  ExactProduct product{*lhs, *rhs, std::nullopt};
  if (rhs->axis) {
    product.scaleAxis = getResultAxis(op, *rhs->axis);
    if (!product.scaleAxis)
      return std::nullopt;
  }
  return product;
}
