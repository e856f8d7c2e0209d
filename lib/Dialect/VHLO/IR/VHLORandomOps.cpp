//===- VHLORandomOps.cpp - Random numbers ---------------------------------===//
//
// The generated code of the family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLORandomOps.cpp.inc"

void xla::vhlo::VHLODialect::addRandomOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/VHLO/IR/VHLORandomOps.cpp.inc"
      >();
}
