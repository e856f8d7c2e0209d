//===- HLOCollectiveOps.cpp - Communication between processes -------------===//
//
// The generated code of the family. Its verifiers are in
// TypeInferenceCollective.cpp.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"

using namespace mlir;
using namespace xla::hlo;

#define GET_OP_CLASSES
#include "xla/Dialect/HLO/IR/HLOCollectiveOps.cpp.inc"

void HLODialect::addCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/HLO/IR/HLOCollectiveOps.cpp.inc"
      >();
}
