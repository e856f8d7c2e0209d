//===- CheckOps.h - The check dialect ---------------------------*- C++ -*-===//

#ifndef XLA_DIALECT_CHECK_IR_CHECKOPS_H
#define XLA_DIALECT_CHECK_IR_CHECKOPS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "xla/Dialect/Check/IR/CheckDialect.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/Check/IR/CheckOps.h.inc"

#endif // XLA_DIALECT_CHECK_IR_CHECKOPS_H
