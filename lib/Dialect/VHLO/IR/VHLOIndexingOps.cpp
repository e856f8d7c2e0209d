//===- VHLOIndexingOps.cpp - Ops that read or write by index --------------===//
//
// The generated code of the family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOIndexingOps.cpp.inc"

void xla::vhlo::VHLODialect::addIndexingOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/VHLO/IR/VHLOIndexingOps.cpp.inc"
      >();
}
