//===- HLOContractionOps.cpp - Dot products and linear algebra ------------===//
//
// The generated code of the family and what ODS cannot say of its ops; types
// are inferred and checked in TypeInferenceContraction.cpp and, for
// convolutions, TypeInferenceConvolution.cpp.
//
//===----------------------------------------------------------------------===//

#include "InferTypes.h"
#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla::hlo;

HLO_INFER_TYPES(CholeskyOp, inferCholeskyOp(location, adaptor.getA(), types))
HLO_INFER_TYPES(FftOp,
                inferFftOp(location, adaptor.getOperand(), adaptor.getFftType(),
                           adaptor.getFftLength(), types))
HLO_INFER_TYPES(TriangularSolveOp,
                inferTriangularSolveOp(location, adaptor.getA(), adaptor.getB(),
                                       adaptor.getLeftSide(),
                                       adaptor.getTransposeA(), types))

LogicalResult ConvolutionOp::verify() {
  return verifyConvolutionOp(getLoc(), getLhs(), getRhs(), getWindowStrides(),
                             getPadding(), getLhsDilation(), getRhsDilation(),
                             getWindowReversal(), getDimensionNumbers(),
                             getFeatureGroupCount(), getBatchGroupCount(),
                             getPrecisionConfig(), getType());
}

LogicalResult DynamicConvOp::verify() {
  return verifyDynamicConvOp(
      getLoc(), getLhs(), getRhs(), getPadding(), getWindowStrides(),
      getLhsDilation(), getRhsDilation(), getWindowReversal(),
      getDimensionNumbers(), getFeatureGroupCount(), getBatchGroupCount(),
      getPrecisionConfig(), getType());
}

LogicalResult DotOp::verify() {
  return verifyDotOp(getLoc(), getLhs(), getRhs(), getPrecisionConfig(),
                     getType());
}

LogicalResult DotGeneralOp::verify() {
  return verifyDotGeneralOp(getLoc(), getLhs(), getRhs(),
                            getDotDimensionNumbers(), getPrecisionConfig(),
                            getType());
}

LogicalResult EinsumOp::verify() {
  return verifyEinsumOp(getLoc(), {getLhs(), getRhs()}, getEinsumConfig(),
                        getType());
}

LogicalResult UnaryEinsumOp::verify() {
  return verifyEinsumOp(getLoc(), {getOperand()}, getEinsumConfig(), getType());
}

#define GET_OP_CLASSES
#include "xla/Dialect/HLO/IR/HLOContractionOps.cpp.inc"

void HLODialect::addContractionOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/HLO/IR/HLOContractionOps.cpp.inc"
      >();
}
