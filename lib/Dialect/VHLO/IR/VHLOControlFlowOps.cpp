//===- VHLOControlFlowOps.cpp - Functions, control flow, calls ------------===//
//
// The generated code of the family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOControlFlowOps.cpp.inc"

void xla::vhlo::VHLODialect::addControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/VHLO/IR/VHLOControlFlowOps.cpp.inc"
      >();
}
