//===- DetachedFunction.cpp - Ops that stand for other ops ----------------===//
//
// Builds and evaluates the function; its plan goes with it.
//
//===----------------------------------------------------------------------===//

#include "DetachedFunction.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

DetachedFunction::DetachedFunction(OpContext &context)
    : context(context), builder(context.getOp()->getContext()),
      loc(context.getOp()->getLoc()) {
  // A program that names no op of chlo has not loaded it.
  builder.getContext()->loadDialect<chlo::CHLODialect>();
  SmallVector<Type> types;
  for (auto [operand, value] :
       llvm::zip(context.getOp()->getOperands(), context.operands)) {
    auto type = cast<RankedTensorType>(operand.getType());
    types.push_back(RankedTensorType::get(value.getTensor().getShape(),
                                          type.getElementType()));
  }
  function =
      func::FuncOp::create(loc, "detached", builder.getFunctionType(types, {}));
  builder.setInsertionPointToStart(function->addEntryBlock());
}

LogicalResult DetachedFunction::evaluate(ValueRange results) {
  func::ReturnOp::create(builder, loc, results);
  function->setFunctionType(builder.getFunctionType(
      function->getArgumentTypes(), results.getTypes()));
  LogicalResult evaluated = context.evaluator.call(
      *function, std::move(context.operands), context.results, context.getOp());
  context.evaluator.forget(*function);
  return evaluated;
}
