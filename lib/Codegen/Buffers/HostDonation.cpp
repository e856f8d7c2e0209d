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
    : function(function), entry(getEntry(function)),
      donors(function.getNumResults(), -1), isFree(function.getNumArguments()) {
  if (!entry)
    return;
  for (auto [index, argument] : llvm::enumerate(entry.getArguments()))
    if (int64_t result = argument.getAlias();
        result >= 0 && result < int64_t(donors.size()) &&
        function.getArgumentTypes()[index] == function.getResultTypes()[result])
      donors[result] = index;
    else if (argument.getDonated() && argument.getAlias() < 0) {
      freeDonors[getArgumentTypes(index)].push_back(index);
      isFree.set(index);
    }
}

HostDonation::Types HostDonation::getArgumentTypes(int64_t argument) {
  return {entry.getArguments()[argument].getType(),
          function.getArgumentTypes()[argument]};
}

HostDonation::Types HostDonation::getResultTypes(unsigned result) {
  return {entry.getResults()[result].getType(),
          function.getResultTypes()[result]};
}

void HostDonation::record() {
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

ArrayRef<int64_t> HostDonation::getFreeDonors(unsigned result) {
  if (!entry)
    return {};
  auto found = freeDonors.find(getResultTypes(result));
  return found == freeDonors.end() ? ArrayRef<int64_t>() : found->second;
}

bool HostDonation::isFreeDonor(unsigned result, int64_t argument) {
  return isFree[argument] &&
         getArgumentTypes(argument) == getResultTypes(result);
}

void HostDonation::setDonor(unsigned result, int64_t argument) {
  donors[result] = argument;
  if (argument < 0 || !isFree[argument])
    return;
  isFree.reset(argument);
  llvm::erase(freeDonors[getArgumentTypes(argument)], argument);
}

Value xla::skipReshapes(Value value) {
  while (isa_and_present<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

int64_t xla::getOutArgument(Operation *kernel, Operation *call,
                            int64_t result) {
  int64_t number = call->getNumOperands() + result;
  ArrayRef<int64_t> pairs = getInPlacePairs(kernel);
  for (size_t i = 1; i < pairs.size(); i += 2)
    number -= pairs[i] < result;
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
  if (auto call = dyn_cast<CallKernelOp>(op)) {
    Operation *kernel = symbols.lookup(call.getCallee());
    return kernel && getInPlaceResult(kernel, use.getOperandNumber()) >= 0;
  }
  if (!isa<CallHostOp>(op))
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
                             IsFree isFree) {
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
      int64_t time = isFree(use) ? liveness.getWrite(op) : liveness.getRead(op);
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

bool HostDonation::isAfterEnd(int64_t start, int64_t argument,
                              const HostLiveness &liveness,
                              const SymbolTable &symbols,
                              function_ref<bool(Value)> isInto) {
  auto [found, isNew] = ends.try_emplace(argument);
  if (isNew) {
    auto mayBeFree = [&](OpOperand &use) {
      auto call = dyn_cast<CallKernelOp>(use.getOwner());
      Operation *kernel = call ? symbols.lookup(call.getCallee()) : nullptr;
      return (kernel && mayAlias(kernel, use.getOperandNumber())) ||
             isCopied(use, symbols);
    };
    auto isAlwaysFree = [&](OpOperand &use) { return isCopied(use, symbols); };
    found->second = {getEnd(argument, liveness, mayBeFree),
                     getEnd(argument, liveness, isAlwaysFree)};
  }
  auto [earliest, latest] = found->second;
  if (start < earliest || start >= latest)
    return start >= latest;
  return start >= getEnd(argument, liveness, [&](OpOperand &use) {
           return isCopied(use, symbols) || mayOverwrite(use, symbols, isInto);
         });
}
