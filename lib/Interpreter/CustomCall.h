//===- CustomCall.h - Custom calls that the interpreter knows --*- C++ -*-===//

#ifndef XLA_LIB_INTERPRETER_CUSTOMCALL_H
#define XLA_LIB_INTERPRETER_CUSTOMCALL_H

#include "Evaluator.h"
#include "xla/Runtime/xla_runtime.h"

namespace xla::interpreter {

/// Evaluates a call of one of the targets that a handler is for.
using CallHandler = mlir::LogicalResult (*)(hlo::CustomCallOp, OpContext &);

/// Adds the handler of custom_call.
void addCustomCallHandlers(HandlerTable &table);

/// Evaluates a call of one of the targets `check.*`.
mlir::LogicalResult evaluateCheckCall(hlo::CustomCallOp op, OpContext &context);

/// The handler of a target that stands for ops (CustomCallOps.cpp), or null.
CallHandler findOpCallHandler(hlo::CustomCallOp op);

/// Adds the handlers of ops that XLA's own dialects leave in programs.
void addForeignHandlers(HandlerTable &table);

/// Calls a function of the default host with a frame for `op`.
mlir::LogicalResult evaluateHostCall(hlo::CustomCallOp op, OpContext &context,
                                     xla_custom_call_fn function,
                                     void *functionContext);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_CUSTOMCALL_H
