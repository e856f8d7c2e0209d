//===- HLOShapeOps.cpp - Ops that change a tensor's shape -----------------===//
//
// The generated code of the family and what ODS cannot say of its ops; types
// are inferred and checked in TypeInferenceShape.cpp.
//
//===----------------------------------------------------------------------===//

#include "InferTypes.h"
#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

HLO_INFER_TYPES(BroadcastOp,
                inferBroadcastOp(location, adaptor.getOperand(),
                                 adaptor.getBroadcastSizes(), types))
HLO_INFER_TYPES(ConcatenateOp,
                inferConcatenateOp(location, adaptor.getInputs(),
                                   adaptor.getDimension(), types))
HLO_INFER_TYPES(GetDimensionSizeOp,
                inferGetDimensionSizeOp(location, adaptor.getOperand(),
                                        adaptor.getDimension(), types))
HLO_INFER_TYPES(PadOp, inferPadOp(location, adaptor.getOperand(),
                                  adaptor.getPaddingValue(),
                                  adaptor.getEdgePaddingLow(),
                                  adaptor.getEdgePaddingHigh(),
                                  adaptor.getInteriorPadding(), types))
HLO_INFER_TYPES(ReverseOp, inferReverseOp(location, adaptor.getOperand(),
                                          adaptor.getDimensions(), types))
HLO_INFER_TYPES(SetDimensionSizeOp,
                inferSetDimensionSizeOp(location, adaptor.getOperand(),
                                        adaptor.getSize(),
                                        adaptor.getDimension(), types))
HLO_INFER_TYPES(TransposeOp, inferTransposeOp(location, adaptor.getOperand(),
                                              adaptor.getPermutation(), types))

LogicalResult BroadcastInDimOp::verify() {
  return verifyBroadcastInDimOp(getLoc(), getOperand(),
                                getBroadcastDimensions(), getType());
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  return verifyDynamicBroadcastInDimOp(
      getLoc(), getOperand(), getOutputDimensions(), getBroadcastDimensions(),
      getKnownExpandingDimensions(), getKnownNonexpandingDimensions(),
      getType());
}

LogicalResult DynamicIotaOp::verify() {
  return verifyDynamicIotaOp(getLoc(), getOutputShape(), getIotaDimension(),
                             getType());
}

LogicalResult DynamicPadOp::verify() {
  return verifyDynamicPadOp(getLoc(), getOperand(), getPaddingValue(),
                            getEdgePaddingLow(), getEdgePaddingHigh(),
                            getInteriorPadding(), getType());
}

LogicalResult DynamicReshapeOp::verify() {
  return verifyDynamicReshapeOp(getLoc(), getOperand(), getOutputShape(),
                                getType());
}

LogicalResult IotaOp::verify() {
  return verifyIotaOp(getLoc(), getIotaDimension(), getType());
}

LogicalResult ReshapeOp::verify() {
  return verifyReshapeOp(getLoc(), getOperand(), getType());
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

unsigned ConcatenateOp::getNumDataOperands() { return getInputs().size(); }

unsigned PadOp::getNumDataOperands() { return 2; }

unsigned DynamicPadOp::getNumDataOperands() { return 2; }

bool BroadcastInDimOp::isSimpleBroadcast() {
  RankedTensorType operand = getOperand().getType();
  return operand.getRank() == 0 ||
         llvm::all_of(llvm::enumerate(getBroadcastDimensions()), [&](auto it) {
           return operand.getDimSize(it.index()) ==
                  getType().getDimSize(it.value());
         });
}

#define GET_OP_CLASSES
#include "xla/Dialect/HLO/IR/HLOShapeOps.cpp.inc"

void HLODialect::addShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/HLO/IR/HLOShapeOps.cpp.inc"
      >();
}
