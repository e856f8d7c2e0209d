//===- VHLOReductionOps.cpp - Reductions ----------------------------------===//
//
// The generated code of the family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOReductionOps.cpp.inc"

void xla::vhlo::VHLODialect::addReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/VHLO/IR/VHLOReductionOps.cpp.inc"
      >();
}
