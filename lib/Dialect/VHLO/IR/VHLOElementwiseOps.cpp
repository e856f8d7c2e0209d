//===- VHLOElementwiseOps.cpp - Elementwise ops ---------------------------===//
//
// The generated code of the family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOElementwiseOps.cpp.inc"

void xla::vhlo::VHLODialect::addElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/VHLO/IR/VHLOElementwiseOps.cpp.inc"
      >();
}
