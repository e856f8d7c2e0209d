//===- InterpreterOps.h - The interpreter dialect ---------------*- C++ -*-===//

#ifndef XLA_DIALECT_INTERPRETER_IR_INTERPRETEROPS_H
#define XLA_DIALECT_INTERPRETER_IR_INTERPRETEROPS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "xla/Dialect/Interpreter/IR/InterpreterDialect.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/Interpreter/IR/InterpreterOps.h.inc"

#endif // XLA_DIALECT_INTERPRETER_IR_INTERPRETEROPS_H
