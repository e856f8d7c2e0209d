//===- HLOIndexingOps.cpp - Ops that read or write by index ---------------===//
//
// The generated code of the family and what ODS cannot say of its ops.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"

using namespace mlir;
using namespace xla::hlo;

#define GET_OP_CLASSES
#include "xla/Dialect/HLO/IR/HLOIndexingOps.cpp.inc"

void HLODialect::addIndexingOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/HLO/IR/HLOIndexingOps.cpp.inc"
      >();
}
