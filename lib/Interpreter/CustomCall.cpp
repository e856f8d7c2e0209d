//===- CustomCall.cpp - Evaluation of custom calls ------------------------===//
//
// What a target means: a check, an assertion, an annotation that one device
// does not need, ops (CustomCallOps.cpp), or a function that the run time's
// default host has.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "DetachedFunction.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"
#include "xla/Support/KnownCalls.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// Fails with the call's own message unless its first operand is true.
static LogicalResult evaluateShapeAssertion(hlo::CustomCallOp op,
                                            OpContext &context) {
  if (context.getTensor(0).getInteger(0))
    return success();
  SmallVector<std::optional<int64_t>> values;
  for (size_t i = 1; i < context.operands.size(); ++i) {
    const Tensor &value = context.getTensor(i);
    // As an integer, a ui64 would be cut to 63 bits.
    values.push_back(
        value.getKind() == ElementKind::U64
            ? int64_t(readBits(ElementKind::U64, value.getElement(0)))
            : value.getInteger(0));
  }
  return context.error() << hlo::formatShapeAssertion(op, values);
}

/// Annotations pass their operand on.
static LogicalResult evaluateAnnotation(hlo::CustomCallOp op,
                                        OpContext &context) {
  if (op.getInputs().size() != 1 ||
      op->getResultTypes() != op.getInputs().getTypes())
    return context.error() << "calls '" << op.getCallTargetName()
                           << "', which expects one operand and a result of "
                              "its type on one device";
  context.results = std::move(context.operands);
  return success();
}

/// What the interpreter does for a target by itself, or null.
static CallHandler findCallHandler(hlo::CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  if (target.starts_with("check."))
    return evaluateCheckCall;
  if (target == "shape_assertion")
    return evaluateShapeAssertion;
  if (hlo::isAnnotationTarget(target))
    return evaluateAnnotation;
  return findOpCallHandler(op);
}

/// The default host's function for a target, or null.
static xla_custom_call_fn findFunction(hlo::CustomCallOp op, void **context) {
  const xla_host *host = xla_default_host();
  return host->find_custom_call(host->context,
                                op.getCallTargetName().str().c_str(), context);
}

static LogicalResult evaluateCustomCall(hlo::CustomCallOp op,
                                        OpContext &context) {
  // Targets that have a meaning keep it, as in compiled code.
  if (CallHandler handler = findCallHandler(op))
    return failure(failed(handler(op, context)) ||
                   failed(checkResultTypes(context)));
  void *functionContext = nullptr;
  if (xla_custom_call_fn function = findFunction(op, &functionContext))
    return evaluateHostCall(op, context, function, functionContext);
  if (op.getCallTargetName() == kElidedConstant)
    return context.error() << explainMissingFunction(kElidedConstant);
  return context.error() << "calls '" << op.getCallTargetName()
                         << "', which the interpreter does not have and nobody "
                            "has registered";
}

void xla::interpreter::addCustomCallHandlers(HandlerTable &table) {
  table.add<hlo::CustomCallOp, evaluateCustomCall>();
  addForeignHandlers(table);
}

//===----------------------------------------------------------------------===//
// What cannot be evaluated
//===----------------------------------------------------------------------===//

/// Why `op` cannot be evaluated, "" if it may be.
static std::string findObstacle(Operation *op) {
  void *unused;
  if (auto call = dyn_cast<hlo::CustomCallOp>(op)) {
    if (!findCallHandler(call) && !findFunction(call, &unused)) {
      if (call.getCallTargetName() == kElidedConstant)
        return explainMissingFunction(kElidedConstant);
      return "calls '" + call.getCallTargetName().str() +
             "', which the interpreter does not have and nobody has registered";
    }
    return "";
  }
  if (op->hasTrait<OpTrait::IsTerminator>() || isa<func::FuncOp>(op) ||
      getHandlers().contains(op->getName().getStringRef()) ||
      ElementwiseKernel::get(op))
    return "";
  return "is not supported by the interpreter";
}

void xla::interpreter::forEachUnsupported(
    func::FuncOp function,
    function_ref<void(Operation *, const std::string &)> report) {
  llvm::SetVector<Operation *> functions;
  functions.insert(function);
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]->walk([&](Operation *op) {
      if (std::string obstacle = findObstacle(op); !obstacle.empty())
        report(op, obstacle);
      // Whatever an op names it may call.
      op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
        if (auto callee =
                SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, symbol))
          functions.insert(callee);
      });
    });
}
