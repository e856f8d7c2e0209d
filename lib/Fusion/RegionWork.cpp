//===- RegionWork.cpp - What a region may hold, and its size --------------===//
//
// The rules are in the header.
//
//===----------------------------------------------------------------------===//

#include "RegionWork.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Support/RegisterTensors.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace xla;

/// Elements of a vector operation.
static constexpr int64_t lanes = 16;
static constexpr int64_t operationsOfFunction = 50;
/// Most elements, weighed by cost, of an op of a loop that stays in memory.
static constexpr int64_t maxMediumElements = 8192;
/// Operations of a loop nest.
static constexpr int64_t operationsOfNest = 24;

static int64_t getCount(Value value) {
  return cast<ShapedType>(value.getType()).getNumElements();
}

static bool isStaticTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

static bool fit(ValueRange values) {
  return llvm::all_of(values.getTypes(), fitsRegisters);
}

static int64_t getVectors(int64_t elements) {
  return llvm::divideCeil(elements, lanes);
}

/// The operations that an elementwise op takes for each vector.
static int64_t getOperations(Operation *op) {
  int64_t cost = getElementCost(op);
  return cost >= kCostOfFunction ? operationsOfFunction
                                 : std::max<int64_t>(cost, 1);
}

/// Work of an op that is computed in registers.
static std::optional<int64_t> getSmallWork(Operation *op) {
  int64_t results = getVectors(getCount(op->getResult(0)));
  if (isa<hlo::ElementwiseOpInterface>(op)) {
    // A body without a form on vectors is repeated for each element.
    bool vectors = isRegisterElement(getElementTypeOrSelf(op->getOperand(0))) &&
                   isRegisterElement(getElementTypeOrSelf(op->getResult(0)));
    return getOperations(op) * (vectors ? results : getCount(op->getResult(0)));
  }
  if (isLoopOp(op) ||
      isa<hlo::IndexingOpInterface, hlo::DynamicUpdateSliceOp>(op))
    return results;
  if (isReduceOp(op)) {
    auto reduce = cast<hlo::ReductionLikeOpInterface>(op);
    int64_t body = reduce.getCombiner().front().getOperations().size();
    return body * getVectors(getCount(reduce.getReductionInputs()[0]));
  }
  if (auto dot = dyn_cast<hlo::DotGeneralOp>(op)) {
    int64_t depth = 1;
    auto type = cast<ShapedType>(dot.getLhs().getType());
    for (int64_t dim :
         dot.getDotDimensionNumbers().getLhsContractingDimensions())
      depth *= type.getDimSize(dim);
    return 3 * depth * results;
  }
  return std::nullopt;
}

/// Work of an op whose data lies in memory.
static std::optional<int64_t> getMediumWork(Operation *op) {
  if (isa<hlo::DynamicUpdateSliceOp>(op)) {
    int64_t count = getCount(op->getOperand(1));
    return count <= maxMediumElements ? std::optional(operationsOfNest)
                                      : std::nullopt;
  }
  if (!isLoopOp(op) && !isReduceOp(op) && !isa<hlo::IndexingOpInterface>(op))
    return std::nullopt;
  int64_t elements = 0;
  for (Value result : op->getResults())
    elements = std::max(elements, getCount(result));
  if (isReduceOp(op))
    elements = std::max(elements, getCount(op->getOperand(0)));
  int64_t operations = getOperations(op);
  if (elements * operations > maxMediumElements)
    return std::nullopt;
  return operationsOfNest + operations;
}

/// Work of a loop or branch: of all its regions.
static std::optional<int64_t> getControlFlowWork(Operation *op) {
  int64_t work = 1;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block.without_terminator()) {
        std::optional<int64_t> part = getRegionWork(&inner, /*inLoop=*/true);
        if (!part)
          return std::nullopt;
        work += *part;
        if (work > maxRegionWork)
          return work;
      }
  return work;
}

std::optional<int64_t> xla::getRegionWork(Operation *op, bool inLoop) {
  if (!llvm::all_of(op->getOperandTypes(), isStaticTensor) ||
      !llvm::all_of(op->getResultTypes(), isStaticTensor) ||
      op->getNumResults() == 0)
    return std::nullopt;
  // The arms of a branch could not write one large buffer in place.
  if (isa<hlo::WhileOp>(op) ||
      (isa<hlo::IfOp, hlo::CaseOp>(op) && fit(op->getResults())))
    return getControlFlowWork(op);
  if (op->hasTrait<OpTrait::ConstantLike>())
    return inLoop ? std::optional<int64_t>(0) : std::nullopt;
  if (llvm::any_of(op->getResults(),
                   [](Value value) { return getCount(value) == 0; }))
    return std::nullopt;
  if (auto movement = dyn_cast<hlo::IndexingOpInterface>(op);
      movement && fit(op->getResults()) &&
      fit(op->getOperands().drop_front(movement.getNumDataOperands())) &&
      (fit(op->getOperands()) || !movement.isIndexArithmetic()))
    return getSmallWork(op);
  if (fit(op->getOperands()) && fit(op->getResults()))
    if (std::optional<int64_t> work = getSmallWork(op))
      return work;
  if (inLoop)
    return getMediumWork(op);
  return std::nullopt;
}
