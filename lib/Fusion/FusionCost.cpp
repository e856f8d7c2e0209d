//===- FusionCost.cpp - What ops fuse and what they cost ------------------===//
//
// Knowledge about single ops that the plan needs. Interfaces answer first; the
// lists here are of ops that one interface covers but that differ in cost, or
// in whether one index of the result tells the indices of the operands.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace xla;

/// Whether every operand and result is a tensor of known size: the plan counts
/// elements.
static bool isStatic(Operation *op) {
  auto isStaticType = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStaticType) &&
         llvm::all_of(op->getResultTypes(), isStaticType);
}

bool xla::isElementwise(Operation *op) {
  if (auto cast = dyn_cast<hlo::BitcastConvertOp>(op))
    return cast.getOperand().getType().getShape() ==
               cast.getResult().getType().getShape() &&
           isStatic(op);
  return isa<hlo::ElementwiseOpInterface>(op);
}

bool xla::isLoopOp(Operation *op) {
  if (!isStatic(op))
    return false;
  auto movement = dyn_cast<hlo::IndexingOpInterface>(op);
  return (movement && movement.isIndexArithmetic()) || isa<hlo::IotaOp>(op) ||
         isElementwise(op);
}

bool xla::isSliceAtPlace(Operation *op) {
  return isa<hlo::DynamicSliceOp>(op) && isStatic(op);
}

bool xla::isReduceOp(Operation *op) {
  auto reduction = dyn_cast<hlo::ReductionLikeOpInterface>(op);
  return reduction && reduction.reducesWholeDimensions() && isStatic(op);
}

bool xla::isPlacingOp(Operation *op) {
  return isa<hlo::ConcatenateOp, hlo::PadOp, hlo::DynamicUpdateSliceOp>(op) &&
         isStatic(op);
}

bool xla::isHostOp(Operation *op) {
  return isa<hlo::WhileOp, hlo::IfOp, hlo::CaseOp, hlo::CustomCallOp,
             CallKernelOp, hlo::ReshapeOp, hlo::ConstantOp, hlo::AfterAllOp,
             hlo::ReturnOp, func::ReturnOp>(op) ||
         hlo::isCommunication(op);
}

int64_t xla::getElementCost(Operation *op) {
  if (auto elementwise = dyn_cast<hlo::ElementwiseOpInterface>(op))
    return elementwise.getArithmeticCost();
  return isReduceOp(op) ? 1 : 0;
}

bool xla::isSmallConstant(Operation *op, int64_t bytes) {
  DenseElementsAttr value;
  if (!op->hasTrait<OpTrait::ConstantLike>() || op->getNumResults() != 1)
    return false;
  if (matchPattern(op, m_Constant(&value)) && value.isSplat())
    return true;
  std::optional<int64_t> size = getDenseByteSize(op->getResult(0).getType());
  return size && *size <= bytes;
}
