//===- VHLOContractionOps.cpp - Dots and linear algebra -------------------===//
//
// The generated code of the family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOContractionOps.cpp.inc"

void xla::vhlo::VHLODialect::addContractionOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/VHLO/IR/VHLOContractionOps.cpp.inc"
      >();
}
