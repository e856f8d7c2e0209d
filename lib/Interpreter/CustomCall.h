//===- CustomCall.h - Custom calls that the interpreter knows --*- C++ -*-===//

#ifndef XLA_LIB_INTERPRETER_CUSTOMCALL_H
#define XLA_LIB_INTERPRETER_CUSTOMCALL_H

#include "Evaluator.h"

namespace xla::interpreter {

/// Adds the handler of custom_call.
void addCustomCallHandlers(HandlerTable &table);

/// Evaluates a call of one of the targets `check.*`.
mlir::LogicalResult evaluateCheckCall(hlo::CustomCallOp op, OpContext &context);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_CUSTOMCALL_H
