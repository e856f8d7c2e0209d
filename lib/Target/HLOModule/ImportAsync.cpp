//===- ImportAsync.cpp - Opcodes in two halves ----------------------------===//
//
// What is started runs at its start; the end hands its results on. The tuple
// that a start gives holds the operands, the results and what the device needs
// to know, of which only the results are ever read.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

/// The leaves of element `index` of the operand, which a start gave.
static LogicalResult giveElement(Instruction &inst, int64_t index) {
  auto [first, part] = findPart(inst.getOperandShape(0), {index});
  if (!part)
    return inst.emitError()
           << "'" << inst.getOpcode()
           << "' expects a tuple with the results as element " << index
           << ", but got " << toString(inst.getOperandShape(0));
  return inst.give(
      ArrayRef(inst.getLeaves(0)).slice(first, countLeaves(*part)));
}

template <int64_t index> static LogicalResult importElement(Instruction &inst) {
  return giveElement(inst, index);
}

static LogicalResult importWhole(Instruction &inst) {
  return inst.give(inst.getLeaves(0));
}

/// The results, which stand last where the start gave operands too.
static LogicalResult importAllReduceDone(Instruction &inst) {
  ArrayRef<Value> leaves = inst.getLeaves(0);
  return inst.give(
      leaves.take_back(std::min(leaves.size(), inst.types.size())));
}

/// The results, which are all that some starts give, else the second element.
static LogicalResult importCollectiveDone(Instruction &inst) {
  if (inst.types.size() == inst.getLeaves(0).size())
    return importWhole(inst);
  return giveElement(inst, 1);
}

//===----------------------------------------------------------------------===//
// Computations
//===----------------------------------------------------------------------===//

/// Gives ((operands), results, context).
static LogicalResult importAsyncStart(Instruction &inst) {
  SmallVector<Leaves> arguments;
  for (unsigned number = 0; number < inst.getNumOperands(); ++number)
    arguments.push_back(inst.getLeaves(number));
  FailureOr<Leaves> results =
      inst.importer.inlineComputation(inst.getCallee(0), arguments);
  if (failed(results))
    return failure();
  auto [first, part] = findPart(inst.proto.shape(), {1});
  if (!part)
    return inst.emitError() << "'async-start' expects to give a tuple of "
                               "operands and results, but got "
                            << toString(inst.proto.shape());
  return giveAmongFillers(inst, first, *results);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Gives (copy, original, context).
static LogicalResult importCopyStart(Instruction &inst) {
  return giveAmongFillers(inst, 0, inst.getLeaves(0));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void OpcodeTable::addAsync() {
  constexpr unsigned any = ~0u;
  auto one = [](Handler handler) {
    return Opcode{handler, 1, 1, /*takesArrays=*/false, /*givesArray=*/false};
  };
  add({"async-start"},
      {importAsyncStart, 0, any, false, false, /*minCallees=*/1});
  add({"all-reduce-done"}, one(importAllReduceDone));
  add({"async-update"}, one(importWhole));
  add({"all-gather-done", "collective-permute-done"},
      one(importCollectiveDone));
  add({"async-done"}, one(importElement<1>));
  add({"copy-done"}, one(importElement<0>));
  add({"copy-start"}, one(importCopyStart));
}
