//===- HostDonation.cpp - Arguments whose buffers results take ------------===//
//
// Who gives what to whom, and from when on it may be overwritten.
//
//===----------------------------------------------------------------------===//

#include "HostDonation.h"
#include "InPlaceCalls.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace xla;

/// The description of the entry, if it fits the function.
static EntryAttr getEntry(func::FuncOp function) {
  auto entry = function->getAttrOfType<EntryAttr>(kEntryAttr);
  return entry && entry.getArguments().size() == function.getNumArguments() &&
                 entry.getResults().size() == function.getNumResults()
             ? entry
             : EntryAttr();
}

HostDonation::HostDonation(func::FuncOp function)
    : function(function), donors(function.getNumResults(), -1) {
  EntryAttr entry = getEntry(function);
  if (!entry)
    return;
  for (auto [index, argument] : llvm::enumerate(entry.getArguments()))
    if (int64_t result = argument.getAlias();
        result >= 0 && result < int64_t(donors.size()) &&
        function.getArgumentTypes()[index] == function.getResultTypes()[result])
      donors[result] = index;
}

void HostDonation::record() {
  EntryAttr entry = getEntry(function);
  if (!entry)
    return;
  SmallVector<EntryValueAttr> arguments(entry.getArguments());
  SmallVector<int64_t> aliases(arguments.size(), -1);
  for (auto [result, donor] : llvm::enumerate(donors))
    if (donor >= 0)
      aliases[donor] = result;
  for (auto [argument, alias] : llvm::zip(arguments, aliases))
    argument =
        EntryValueAttr::get(function.getContext(), argument.getName(),
                            argument.getType(), alias, argument.getDonated());
  function->setAttr(kEntryAttr,
                    EntryAttr::get(function.getContext(), entry.getName(),
                                   arguments, entry.getResults()));
}

SmallVector<int64_t> HostDonation::getFreeDonors(unsigned result) {
  SmallVector<int64_t> free;
  EntryAttr entry = getEntry(function);
  if (!entry)
    return free;
  for (auto [index, argument] : llvm::enumerate(entry.getArguments()))
    if (argument.getDonated() && argument.getAlias() < 0 &&
        argument.getType() == entry.getResults()[result].getType() &&
        function.getArgumentTypes()[index] ==
            function.getResultTypes()[result] &&
        !llvm::is_contained(donors, int64_t(index)))
      free.push_back(index);
  return free;
}

Value xla::skipReshapes(Value value) {
  while (isa_and_present<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

int64_t xla::getOutArgument(Operation *kernel, Operation *call,
                            int64_t result) {
  int64_t number = call->getNumOperands();
  for (int64_t before = 0; before < result; ++before)
    number += getInPlaceArgument(kernel, before) < 0;
  return number;
}

/// Whether the op of `use` copies the tensor before it does anything else: it
/// hands it on as what its result or region begins with.
static bool isCopied(OpOperand &use, const SymbolTable &symbols) {
  Operation *op = use.getOwner();
  if (isa<scf::WhileOp, func::ReturnOp>(op))
    return true;
  if (isa<scf::YieldOp>(op))
    return isa<scf::IfOp, scf::IndexSwitchOp>(op->getParentOp());
  if (!isa<CallKernelOp, CallHostOp>(op))
    return false;
  for (OpResult result : op->getResults())
    if (getInPlaceOperand(op, result.getResultNumber(), symbols) ==
        int64_t(use.getOperandNumber()))
      return true;
  return false;
}

/// Whether the kernel that `use` calls may write what `isInto` tells of over
/// what it reads there.
static bool mayOverwrite(OpOperand &use, const SymbolTable &symbols,
                         function_ref<bool(Value)> isInto) {
  auto call = dyn_cast<CallKernelOp>(use.getOwner());
  Operation *kernel = call ? symbols.lookup(call.getCallee()) : nullptr;
  if (!kernel || getMayAliasPairs(kernel).empty())
    return false;
  bool found = false;
  for (OpResult result : call.getResults()) {
    if (!isInto(result))
      continue;
    int64_t number = result.getResultNumber();
    if (getInPlaceArgument(kernel, number) >= 0 ||
        !mayAlias(kernel, use.getOperandNumber(),
                  getOutArgument(kernel, call, number)))
      return false;
    found = true;
  }
  return found;
}

int64_t HostDonation::getEnd(int64_t argument, const HostLiveness &liveness,
                             const SymbolTable &symbols,
                             function_ref<bool(Value)> isInto) {
  int64_t end = 0;
  Region *home = &function.getBody();
  SmallVector<Value> worklist = {function.getArgument(argument)};
  while (!worklist.empty()) {
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      Operation *op = use.getOwner();
      if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op)) {
        worklist.push_back(op->getResult(0));
        continue;
      }
      bool isFree =
          isCopied(use, symbols) || mayOverwrite(use, symbols, isInto);
      int64_t time = isFree ? liveness.getWrite(op) : liveness.getRead(op);
      while (op->getParentRegion() != home) {
        op = op->getParentOp();
        if (isa<LoopLikeOpInterface>(op))
          time = liveness.getEnd(op) + 1;
      }
      end = std::max(end, time);
    }
  }
  return end;
}
