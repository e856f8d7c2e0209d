//===- DetachedFunction.cpp - Ops that stand for other ops ----------------===//
//
// Builds and evaluates the function; its plan goes with it.
//
//===----------------------------------------------------------------------===//

#include "DetachedFunction.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"

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
  // What an op has not checked may not fit the op that it stands for.
  if (failed(verify(*function)))
    return failure();
  LogicalResult evaluated = context.evaluator.call(
      *function, std::move(context.operands), context.results, context.getOp());
  context.evaluator.forget(*function);
  return failed(evaluated) ? failure() : checkResultTypes(context);
}

LogicalResult xla::interpreter::checkResultTypes(OpContext &context) {
  Operation *op = context.getOp();
  if (context.results.size() != op->getNumResults())
    return context.error() << "was evaluated to " << context.results.size()
                           << " results, but has " << op->getNumResults();
  for (auto [i, value] : llvm::enumerate(context.results)) {
    auto type = dyn_cast<RankedTensorType>(op->getResult(i).getType());
    if (!type || !value.isTensor())
      continue;
    FailureOr<ElementKind> kind = context.getResultKind(i);
    if (failed(kind))
      return failure();
    const Tensor &tensor = value.getTensor();
    if (*kind == tensor.getKind() &&
        succeeded(verifyCompatibleShape(type.getShape(), tensor.getShape())))
      continue;
    InFlightDiagnostic diagnostic = context.error();
    diagnostic << "expects a result " << i << " of type " << type
               << ", but was evaluated to "
               << stringifyElementKind(tensor.getKind()) << "[";
    llvm::interleaveComma(tensor.getShape(), diagnostic);
    return diagnostic << "]";
  }
  return success();
}
