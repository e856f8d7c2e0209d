//===- HLORandomOps.cpp - Random numbers ----------------------------------===//
//
// The generated code of the family and its verifiers. Tags name the constraint
// of the specification.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace xla::hlo;

LogicalResult RngOp::verify() {
  auto result = cast<RankedTensorType>(getResult().getType());
  for (Value parameter : {getA(), getB()}) {
    auto type = cast<RankedTensorType>(parameter.getType());
    if (type.getElementType() != result.getElementType())
      return emitOpError("expects parameters of the result's element type ")
             << result.getElementType() << ", but got " << type; // rng_c1
  }
  if (getRngDistribution() == RngDistribution::NORMAL &&
      !isFloatElement(result.getElementType()))
    return emitOpError("expects floats for a normal distribution, but got ")
           << result; // rng_c2
  auto shape = cast<RankedTensorType>(getShape().getType());
  if (!shape.isDynamicDim(0) && shape.getDimSize(0) != result.getRank())
    return emitOpError("expects a shape of ")
           << result.getRank() << " entries, but got " << shape;
  DenseIntElementsAttr sizes;
  if (!matchPattern(getShape(), m_Constant(&sizes)))
    return success();
  for (auto [dim, size] : llvm::enumerate(sizes.getValues<APInt>()))
    if (!result.isDynamicDim(dim) &&
        result.getDimSize(dim) != size.getSExtValue())
      return emitOpError("expects dimension ")
             << dim << " of size " << size.getSExtValue() << ", but got "
             << result; // rng_c3
  return success();
}

void RngOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  // Advances a hidden state, so two executions are never the same.
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult RngBitGeneratorOp::verify() {
  if (!isCompatibleType(getInitialState().getType(),
                        getOutputState().getType()))
    return emitOpError("expects an output state of type ")
           << getInitialState().getType() << ", but got "
           << getOutputState().getType(); // rng_bit_generator_c1
  return success();
}

#define GET_OP_CLASSES
#include "xla/Dialect/HLO/IR/HLORandomOps.cpp.inc"

void HLODialect::addRandomOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/HLO/IR/HLORandomOps.cpp.inc"
      >();
}
