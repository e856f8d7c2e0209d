//===- ControlFlow.cpp - Evaluation of calls, branches and loops ----------===//
//
// Ops that run regions or functions, and those that only pass values on.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

static LogicalResult callFunction(OpContext &context, FlatSymbolRefAttr name) {
  auto function =
      context.evaluator.getSymbols().lookupNearestSymbolFrom<func::FuncOp>(
          context.getOp(), name);
  if (!function)
    return context.error() << "calls " << name << ", which is no function";
  return context.evaluator.call(function, std::move(context.operands),
                                context.results, context.getOp());
}

static LogicalResult evaluateCall(func::CallOp op, OpContext &context) {
  return callFunction(context, op.getCalleeAttr());
}

/// A program after phase fusion calls kernels, which are functions of hlo
/// still.
static LogicalResult evaluateKernelCall(OpContext &context) {
  auto callee = context.getOp()->getAttrOfType<FlatSymbolRefAttr>("callee");
  if (!callee)
    return context.error() << "expects a callee";
  return callFunction(context, callee);
}

static LogicalResult evaluateComposite(hlo::CompositeOp op,
                                       OpContext &context) {
  return callFunction(context, op.getDecompositionAttr());
}

static LogicalResult evaluateIf(hlo::IfOp op, OpContext &context) {
  bool pred = context.getTensor(0).getInteger(0);
  return context.evaluator.runRegion(pred ? op.getTrueBranch()
                                          : op.getFalseBranch(),
                                     context.frame, {}, context.results);
}

/// An index out of range takes the last branch.
static LogicalResult evaluateCase(hlo::CaseOp op, OpContext &context) {
  int64_t index = context.getTensor(0).getInteger(0);
  int64_t numBranches = op.getBranches().size();
  if (numBranches == 0)
    return context.error() << "expects at least one branch";
  if (index < 0 || index >= numBranches)
    index = numBranches - 1;
  return context.evaluator.runRegion(op.getBranches()[index], context.frame, {},
                                     context.results);
}

static LogicalResult evaluateWhile(hlo::WhileOp op, OpContext &context) {
  Values state = std::move(context.operands);
  context.operands.clear();
  while (true) {
    Values condition;
    if (failed(context.evaluator.runRegion(op.getCond(), context.frame, state,
                                           condition)))
      return failure();
    if (!condition[0].getTensor().getInteger(0))
      break;
    // The values move into the body, which may then update them in place.
    Values next;
    if (failed(context.evaluator.runRegion(op.getBody(), context.frame,
                                           std::move(state), next)))
      return failure();
    state = std::move(next);
  }
  context.results = std::move(state);
  return success();
}

/// A fusion's region takes its operands and gives its results.
static LogicalResult evaluateFusion(OpContext &context) {
  return context.evaluator.runRegion(context.getOp()->getRegion(0),
                                     context.frame, std::move(context.operands),
                                     context.results);
}

static LogicalResult evaluateForward(OpContext &context) {
  context.results = std::move(context.operands);
  return success();
}

static LogicalResult evaluateToken(OpContext &context) {
  context.results.push_back(RuntimeValue::token());
  return success();
}

static LogicalResult evaluateTuple(hlo::TupleOp op, OpContext &context) {
  std::vector<RuntimeValue> elements(
      std::make_move_iterator(context.operands.begin()),
      std::make_move_iterator(context.operands.end()));
  context.results.push_back(RuntimeValue::tuple(std::move(elements)));
  return success();
}

static LogicalResult evaluateGetTupleElement(hlo::GetTupleElementOp op,
                                             OpContext &context) {
  context.results.push_back(context.operands[0].getElements()[op.getIndex()]);
  return success();
}

void xla::interpreter::addControlFlowHandlers(HandlerTable &table) {
  table.add<func::CallOp, evaluateCall>();
  table.add<hlo::CompositeOp, evaluateComposite>();
  table.add<hlo::IfOp, evaluateIf>();
  table.add<hlo::CaseOp, evaluateCase>();
  table.add<hlo::WhileOp, evaluateWhile>();
  table.add("hlo.fusion", evaluateFusion);
  table.add("xla.call_kernel", evaluateKernelCall);
  table.add(hlo::OptimizationBarrierOp::getOperationName(), evaluateForward);
  table.add(hlo::AfterAllOp::getOperationName(), evaluateToken);
  table.add(hlo::CreateTokenOp::getOperationName(), evaluateToken);
  table.add<hlo::TupleOp, evaluateTuple>();
  table.add<hlo::GetTupleElementOp, evaluateGetTupleElement>();
}
