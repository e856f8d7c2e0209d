//===- VHLOCollectiveOps.cpp - Communication ------------------------------===//
//
// The generated code of the family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOCollectiveOps.cpp.inc"

void xla::vhlo::VHLODialect::addCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/VHLO/IR/VHLOCollectiveOps.cpp.inc"
      >();
}
