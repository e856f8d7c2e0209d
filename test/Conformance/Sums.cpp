//===- Sums.cpp - Operations that add up terms ----------------------------===//
//
// Sums may be taken in any order. By how much they may differ follows from the
// number of their terms and from the sum of their magnitudes.
//
//===----------------------------------------------------------------------===//

#include "Sums.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace xla;

/// True if the region adds its arguments and does nothing else.
static bool isSum(Region &region) {
  Operation *first = &region.front().front();
  return isa<hlo::AddOp>(first) && isa<hlo::ReturnOp>(first->getNextNode()) &&
         llvm::is_contained(first->getNextNode()->getOperands(),
                            first->getResult(0));
}

static int64_t product(ArrayRef<int64_t> sizes) {
  int64_t result = 1;
  for (int64_t size : sizes)
    result *= size;
  return result;
}

std::optional<int64_t> conformance::countTerms(Operation *op) {
  if (auto reduce = dyn_cast<hlo::ReduceOp>(op)) {
    if (!isSum(reduce.getBody()))
      return std::nullopt;
    auto type = cast<RankedTensorType>(reduce.getInputs()[0].getType());
    int64_t count = 1;
    for (int64_t dim : reduce.getDimensions())
      count *= type.getDimSize(dim);
    return count + 1;
  }
  if (auto window = dyn_cast<hlo::ReduceWindowOp>(op))
    return isSum(window.getBody())
               ? std::optional(product(window.getWindowDimensions()) + 1)
               : std::nullopt;
  if (auto dot = dyn_cast<hlo::DotGeneralOp>(op)) {
    auto type = cast<RankedTensorType>(dot.getLhs().getType());
    int64_t count = 1;
    for (int64_t dim :
         dot.getDotDimensionNumbers().getLhsContractingDimensions())
      count *= type.getDimSize(dim);
    return count;
  }
  if (auto convolution = dyn_cast<hlo::ConvolutionOp>(op)) {
    auto type = cast<RankedTensorType>(convolution.getRhs().getType());
    return type.getNumElements() /
           std::max<int64_t>(
               1, type.getDimSize(convolution.getDimensionNumbers()
                                      .getKernelOutputFeatureDimension()));
  }
  return std::nullopt;
}

/// The magnitudes of the elements of `value`, in f64, with 0 for what is not
/// finite: of a complex number the other part counts.
static Value createMagnitude(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto getFinite = [&](Value real) -> Value {
    Value zero = hlo::createSplatConstant(
        builder, loc, cast<RankedTensorType>(real.getType()), 0);
    Value finite = hlo::IsFiniteOp::create(builder, loc, real);
    return hlo::SelectOp::create(builder, loc, finite, real, zero);
  };
  Value finite;
  if (isa<ComplexType>(type.getElementType()))
    finite = hlo::ComplexOp::create(
        builder, loc, getFinite(hlo::RealOp::create(builder, loc, value)),
        getFinite(hlo::ImagOp::create(builder, loc, value)));
  else
    finite = getFinite(value);
  return hlo::ConvertOp::create(builder, loc,
                                hlo::AbsOp::create(builder, loc, finite),
                                builder.getF64Type());
}

Value conformance::createMagnitudes(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Type f64 = builder.getF64Type();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, createMagnitude(builder, loc, operand));
  Operation *clone = builder.cloneWithoutRegions(*op, mapping);
  for (Value result : clone->getResults())
    result.setType(cast<RankedTensorType>(result.getType()).clone(f64));
  for (Region &region : clone->getRegions())
    hlo::createCombiner<hlo::AddOp>(builder, loc, region, f64);
  return clone->getResult(0);
}
