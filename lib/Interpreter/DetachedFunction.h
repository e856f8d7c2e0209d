//===- DetachedFunction.h - Ops that stand for other ops -------*- C++ -*-===//
//
// A function outside the program, of the ops that an op stands for on the
// shapes it is evaluated with. It is evaluated once and thrown away.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_INTERPRETER_DETACHEDFUNCTION_H
#define XLA_LIB_INTERPRETER_DETACHEDFUNCTION_H

#include "Evaluator.h"

namespace xla::interpreter {

class DetachedFunction {
public:
  /// The arguments have the types and shapes of the context's operands, which
  /// must be tensors.
  explicit DetachedFunction(OpContext &context);

  /// Makes the function return `results`, verifies what was built, and
  /// evaluates it on the context's operands into the context's results, which
  /// have to be what the context's op declares.
  mlir::LogicalResult evaluate(mlir::ValueRange results);

  mlir::ValueRange getArguments() { return function->getArguments(); }
  mlir::RankedTensorType getType(unsigned i) {
    return mlir::cast<mlir::RankedTensorType>(function->getArgumentTypes()[i]);
  }

  OpContext &context;
  mlir::OpBuilder builder;
  mlir::Location loc;

private:
  mlir::OwningOpRef<mlir::func::FuncOp> function;
};

/// Fails after an error unless the context's results are values of the types
/// that its op declares.
mlir::LogicalResult checkResultTypes(OpContext &context);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_DETACHEDFUNCTION_H
