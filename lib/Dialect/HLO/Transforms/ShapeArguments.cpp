//===- ShapeArguments.cpp - Where sizes come from -------------------------===//
//
// Follows values backward from the operands that decide shapes, through calls
// and regions, to the arguments of the entry.
//
//===----------------------------------------------------------------------===//

#include "RefineTypes.h"
#include "ShapeConstants.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"
#include "xla/Dialect/HLO/Transforms/RefineShapes.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace xla::hlo;

bool xla::hlo::hasOpenShapes(ModuleOp module) {
  auto isOpenBlock = [](Block &block) {
    return llvm::any_of(block.getArgumentTypes(), isDynamicType);
  };
  WalkResult walk = module.walk([&](Operation *op) {
    bool isOpen = llvm::any_of(op->getResultTypes(), isDynamicType) ||
                  isa<GetDimensionSizeOp>(op) || isShapeAssertion(op) ||
                  !getShapeOperands(op).empty() ||
                  llvm::any_of(op->getRegions(), [&](Region &region) {
                    return llvm::any_of(region, isOpenBlock);
                  });
    return isOpen ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

namespace {
/// Values from which some shape is computed.
class SizeTracer {
public:
  explicit SizeTracer(func::FuncOp entry);

  SmallVector<unsigned> getArguments();

private:
  void visitArgument(BlockArgument argument);
  void visitResult(OpResult result);

  func::FuncOp entry;
  SymbolTable symbols;
  DenseMap<StringAttr, SmallVector<Operation *>> callers;
  llvm::SetVector<Value> values;
};
} // namespace

FlatSymbolRefAttr xla::hlo::getCallee(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr();
  if (auto composite = dyn_cast<CompositeOp>(op))
    return composite.getDecompositionAttr();
  return {};
}

SizeTracer::SizeTracer(func::FuncOp entry)
    : entry(entry), symbols(entry->getParentOfType<ModuleOp>()) {
  symbols.getOp()->walk([&](Operation *op) {
    if (FlatSymbolRefAttr callee = getCallee(op))
      callers[callee.getAttr()].push_back(op);
    for (OpOperand *operand : getShapeOperands(op))
      values.insert(operand->get());
  });
}

void SizeTracer::visitArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (auto function = dyn_cast<func::FuncOp>(parent)) {
    for (Operation *call : callers.lookup(function.getSymNameAttr()))
      if (index < call->getNumOperands())
        values.insert(call->getOperand(index));
    return;
  }
  if (auto loop = dyn_cast<WhileOp>(parent)) {
    values.insert(loop.getOperand()[index]);
    values.insert(loop.getBody().front().getTerminator()->getOperand(index));
    // How often it changes.
    values.insert(loop.getCond().front().getTerminator()->getOperand(0));
    return;
  }
  values.insert(parent->operand_begin(), parent->operand_end());
}

void SizeTracer::visitResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (isa<GetDimensionSizeOp>(op))
    return;
  if (FlatSymbolRefAttr callee = getCallee(op)) {
    auto function = symbols.lookup<func::FuncOp>(callee.getAttr());
    if (function && !function.isExternal())
      values.insert(
          function.getBody().front().getTerminator()->getOperand(index));
    return;
  }
  if (auto loop = dyn_cast<WhileOp>(op)) {
    visitArgument(loop.getBody().getArgument(index));
    return;
  }
  values.insert(op->operand_begin(), op->operand_end());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        for (Value value : block.getTerminator()->getOperands())
          values.insert(value);
}

SmallVector<unsigned> SizeTracer::getArguments() {
  // The set grows while it is walked.
  for (size_t i = 0; i < values.size(); ++i) {
    if (auto argument = dyn_cast<BlockArgument>(values[i]))
      visitArgument(argument);
    else
      visitResult(cast<OpResult>(values[i]));
  }
  SmallVector<unsigned> arguments;
  for (BlockArgument argument : entry.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (values.contains(argument) && type && type.hasStaticShape() &&
        isa<IntegerType>(type.getElementType()) &&
        type.getNumElements() <= kMaxShapeElements)
      arguments.push_back(argument.getArgNumber());
  }
  return arguments;
}

SmallVector<unsigned> xla::hlo::findShapeArguments(func::FuncOp entry) {
  return SizeTracer(entry).getArguments();
}
