//===- SelfCheck.cpp - A program and its own checks -----------------------===//
//
// A self-checking program calls functions that return constants, computes, and
// compares. This takes it apart, so that what is computed can be evaluated in
// more than one way.
//
//===----------------------------------------------------------------------===//

#include "SelfCheck.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/RefineShapes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace xla;

func::FuncOp conformance::findEntry(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic())
      return function;
  return nullptr;
}

LogicalResult conformance::inlineCalls(func::FuncOp entry) {
  auto module = entry->getParentOfType<ModuleOp>();
  for (auto function : module.getOps<func::FuncOp>())
    function.setVisibility(function == entry
                               ? SymbolTable::Visibility::Public
                               : SymbolTable::Visibility::Private);
  // Inputs and expected values come from functions that return constants.
  PassManager passes(module.getContext());
  // Without canonicalisation, which folds what is computed from constants.
  passes.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  return passes.run(module);
}

/// True for the check dialect and for custom calls that stand for it.
static bool isCheck(Operation &op) {
  if (op.getDialect() && op.getDialect()->getNamespace() == "check")
    return true;
  auto call = dyn_cast<hlo::CustomCallOp>(op);
  return call && call.getCallTargetName().starts_with("check.");
}

/// A constant that `operand` of a check compares with, or null.
static hlo::ConstantOp getExpected(OpOperand &operand) {
  return operand.getOperandNumber() == 0
             ? nullptr
             : operand.get().getDefiningOp<hlo::ConstantOp>();
}

func::FuncOp conformance::splitChecks(func::FuncOp entry) {
  Block &body = entry.getBody().front();
  SmallVector<Operation *> checks;
  llvm::SetVector<Value> checked;
  for (Operation &op : body)
    if (isCheck(op)) {
      checks.push_back(&op);
      for (OpOperand &operand : op.getOpOperands())
        if (!getExpected(operand))
          checked.insert(operand.get());
    }
  // A program without checks shows what it returns.
  if (checks.empty())
    return nullptr;
  OpBuilder builder(entry);
  Location loc = entry.getLoc();
  SmallVector<Type> types = llvm::to_vector(
      llvm::map_range(checked, [](Value value) { return value.getType(); }));
  auto function = func::FuncOp::create(
      builder, loc, "xla_checks", builder.getFunctionType(types, TypeRange()));
  Block *block = function.addEntryBlock();
  IRMapping mapping;
  for (auto [value, argument] : llvm::zip(checked, block->getArguments()))
    mapping.map(value, argument);
  builder.setInsertionPointToEnd(block);
  for (Operation *check : checks) {
    Operation *clone = builder.clone(*check, mapping);
    for (OpOperand &operand : check->getOpOperands())
      if (hlo::ConstantOp expected = getExpected(operand)) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(clone);
        clone->setOperand(operand.getOperandNumber(),
                          builder.clone(*expected)->getResult(0));
      }
  }
  func::ReturnOp::create(builder, loc);
  for (Operation *check : llvm::reverse(checks)) {
    // The results of custom calls that check are of no use.
    if (!check->use_empty())
      check->dropAllUses();
    check->erase();
  }
  body.getTerminator()->setOperands(checked.getArrayRef());
  entry.setType(builder.getFunctionType(entry.getArgumentTypes(), types));
  entry.removeResAttrsAttr();
  return function;
}

SmallVector<Literal> conformance::hideConstants(func::FuncOp entry) {
  SmallVector<Literal> values;
  SmallVector<Attribute> attributes;
  Block &body = entry.getBody().front();
  for (auto constant :
       llvm::make_early_inc_range(body.getOps<hlo::ConstantOp>())) {
    if (constant->use_empty()) {
      constant.erase();
      continue;
    }
    auto literal = Literal::get(constant.getValue());
    if (!literal) {
      consumeError(literal.takeError());
      continue;
    }
    BlockArgument argument =
        body.addArgument(constant.getType(), constant.getLoc());
    constant.replaceAllUsesWith(argument);
    attributes.push_back(constant.getValue());
    constant.erase();
    values.push_back(std::move(*literal));
  }
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (unsigned index : llvm::reverse(hlo::findShapeArguments(entry))) {
    BlockArgument argument = body.getArgument(index);
    argument.replaceAllUsesWith(hlo::ConstantOp::create(
        builder, argument.getLoc(), cast<ElementsAttr>(attributes[index])));
    body.eraseArgument(index);
    values.erase(values.begin() + index);
  }
  entry.setType(FunctionType::get(entry.getContext(), body.getArgumentTypes(),
                                  entry.getResultTypes()));
  entry.removeArgAttrsAttr();
  return values;
}
