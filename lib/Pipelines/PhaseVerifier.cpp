//===- PhaseVerifier.cpp - What the phase verifiers share -----------------===//
//
// Walks that report every offender at its place.
//
//===----------------------------------------------------------------------===//

#include "PhaseVerifier.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace xla;

bool xla::checkOps(Operation *root, Phase phase,
                   function_ref<bool(Operation *)> isAllowed) {
  bool fine = true;
  root->walk([&](Operation *op) {
    if (op == root || isAllowed(op))
      return;
    op->emitOpError() << "expects not to be there after phase "
                      << stringifyPhase(phase);
    fine = false;
  });
  return fine;
}

bool xla::checkTypes(Operation *root, Phase phase,
                     function_ref<bool(Type)> isAllowed) {
  bool fine = true;
  auto check = [&](Operation *op, TypeRange types) {
    for (Type type : types) {
      if (isAllowed(type))
        continue;
      op->emitOpError() << "expects no type " << type << " after phase "
                        << stringifyPhase(phase);
      fine = false;
      return;
    }
  };
  root->walk([&](Operation *op) {
    check(op, op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        check(op, block.getArgumentTypes());
  });
  return fine;
}

bool xla::checkCalls(ModuleOp module) {
  bool fine = true;
  SymbolTable symbols(module);
  module.walk([&](CallKernelOp call) {
    auto kernel =
        dyn_cast_or_null<FunctionOpInterface>(symbols.lookup(call.getCallee()));
    if (!kernel ||
        TypeRange(kernel.getArgumentTypes()) != call.getInputs().getTypes() ||
        TypeRange(kernel.getResultTypes()) != call.getOutputs().getTypes()) {
      call.emitOpError() << "expects exactly the types of kernel "
                         << call.getCalleeAttr();
      fine = false;
    }
  });
  return fine;
}

bool xla::checkEntry(ModuleOp module) {
  unsigned numEntries = 0;
  for (Operation &op : module.getOps())
    numEntries += op.hasAttr(kEntryAttr);
  if (numEntries == 1)
    return true;
  module.emitOpError() << "expects one function with '" << kEntryAttr
                       << "', but has " << numEntries;
  return false;
}

bool xla::isInDialects(Operation *op, ArrayRef<StringRef> names) {
  return llvm::is_contained(names, op->getName().getDialectNamespace());
}

bool xla::isHostOpOnTensors(Operation *op) {
  return isa<func::FuncOp, func::ReturnOp, CallKernelOp, CallHostOp,
             arith::ConstantOp, arith::IndexCastOp, scf::WhileOp, scf::IfOp,
             scf::IndexSwitchOp, scf::ConditionOp, scf::YieldOp,
             tensor::ExtractOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
      op);
}

bool xla::hasSign(Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer && !integer.isSignless();
}
