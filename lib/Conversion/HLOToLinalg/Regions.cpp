//===- Regions.cpp - Regions of 0-d tensors as scalar code ----------------===//
//
// Reducers, combiners and comparators arrive as regions over 0-d tensors. They
// leave as plain scalar code at the builder's place.
//
//===----------------------------------------------------------------------===//

#include "xla/Conversion/HLOToLinalg/ScalarMapping.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace xla;

/// The scalar of a constant with one element, or null.
static Value createScalarConstant(OpBuilder &b, hlo::ConstantOp op) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements || elements.getNumElements() != 1)
    return nullptr;
  Type type = getScalarType(elements.getElementType());
  if (!type)
    return nullptr;
  Attribute value = *elements.getValues<Attribute>().begin();
  if (auto complexType = dyn_cast<ComplexType>(type))
    return complex::ConstantOp::create(b, op.getLoc(), complexType,
                                       cast<ArrayAttr>(value));
  if (auto integer = dyn_cast<IntegerAttr>(value))
    value = IntegerAttr::get(type, integer.getValue());
  return arith::ConstantOp::create(b, op.getLoc(), cast<TypedAttr>(value));
}

/// Whether `op` moves its only element unchanged.
static bool isScalarMove(Operation *op) {
  return isa<hlo::ReshapeOp, hlo::BroadcastInDimOp, hlo::TransposeOp,
             hlo::ReverseOp, hlo::OptimizationBarrierOp>(op);
}

FailureOr<SmallVector<Value>>
xla::mapRegionToScalars(OpBuilder &builder, Block &body, IRMapping &map) {
  auto isScalar = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && tensor.getNumElements() == 1;
  };
  for (Operation &op : body.without_terminator()) {
    if (!llvm::all_of(op.getResultTypes(), isScalar))
      return failure();
    SmallVector<Value> operands;
    for (Value operand : op.getOperands()) {
      operands.push_back(map.lookupOrNull(operand));
      if (!operands.back())
        return failure();
    }
    if (isScalarMove(&op)) {
      map.map(op.getResults(), operands);
      continue;
    }
    auto constant = dyn_cast<hlo::ConstantOp>(op);
    Value result =
        constant ? createScalarConstant(builder, constant)
                 : mapElementwiseToScalar(builder, op.getLoc(), &op, operands);
    if (!result)
      return failure();
    map.map(op.getResult(0), result);
  }
  SmallVector<Value> results;
  for (Value operand : body.getTerminator()->getOperands()) {
    results.push_back(map.lookupOrNull(operand));
    if (!results.back())
      return failure();
  }
  return results;
}
