//===- CheckDialect.cpp - The check dialect -------------------------------===//
//
// The generated code; the ops need no other.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/Check/IR/CheckOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla::check;

#include "xla/Dialect/Check/IR/CheckDialect.cpp.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/Check/IR/CheckOps.cpp.inc"

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/Check/IR/CheckOps.cpp.inc"
      >();
}
