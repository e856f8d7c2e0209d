//===- VHLOShapeOps.cpp - Ops that change a shape -------------------------===//
//
// The generated code of the family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOShapeOps.cpp.inc"

void xla::vhlo::VHLODialect::addShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/VHLO/IR/VHLOShapeOps.cpp.inc"
      >();
}
