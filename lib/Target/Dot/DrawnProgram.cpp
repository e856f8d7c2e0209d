//===- DrawnProgram.cpp - A module as a graph to draw ---------------------===//
//
// Ids are matched by their low 32 bits, as files of several years hold either
// plain ones or ones with the computation's id above. They come from files:
// nothing is assumed of them.
//
//===----------------------------------------------------------------------===//

#include "DrawnProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <unordered_map>

using namespace llvm;
using namespace xla;
using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;

const FamilyStyle &xla::getFamilyStyle(DrawnFamily family) {
  static const FamilyStyle styles[kNumDrawnFamilies] = {
      {"elementwise", "#ffffff", "#000000"},
      {"parameter", "#ffe0b2", "#000000"},
      {"constant", "#eeeeee", "#000000"},
      {"data movement", "#c8e6c9", "#000000"},
      {"broadcast and update", "#fff9c4", "#000000"},
      {"contraction", "#1565c0", "#ffffff"},
      {"reduction and indexing", "#e1bee7", "#000000"},
      {"fusion and map", "#cfd8dc", "#000000"},
      {"communication", "#bcaaa4", "#000000"},
      {"call and control flow", "#2e7d32", "#ffffff"}};
  return styles[static_cast<unsigned>(family)];
}

/// `all-reduce-start` and its like belong where `all-reduce` does.
static StringRef dropAsyncSuffix(StringRef opcode) {
  for (StringRef suffix : {"-start", "-update", "-done"})
    if (opcode.ends_with(suffix))
      return opcode.drop_back(suffix.size());
  return opcode;
}

DrawnFamily xla::getFamily(StringRef opcode) {
  using F = DrawnFamily;
  return StringSwitch<F>(dropAsyncSuffix(opcode))
      .Case("parameter", F::Parameter)
      .Case("constant", F::Constant)
      .Cases({"bitcast", "copy", "tuple", "get-tuple-element", "reshape"},
             F::Movement)
      .Cases({"dynamic-reshape", "transpose", "reverse", "slice",
              "dynamic-slice", "concatenate", "pad", "sort", "topk",
              "opt-barrier", "after-all", "add-dependency"},
             F::Movement)
      .Cases({"broadcast", "dynamic-update-slice"}, F::Expansion)
      .Cases({"dot", "ragged-dot", "scaled-dot", "convolution", "fft",
              "triangular-solve", "cholesky"},
             F::Contraction)
      .Cases({"reduce", "reduce-window", "select-and-scatter", "gather",
              "scatter", "scan", "batch-norm-training", "batch-norm-inference",
              "batch-norm-grad"},
             F::Reduction)
      .Cases({"fusion", "map", "domain", "get-dimension-size",
              "set-dimension-size"},
             F::Fusion)
      .Cases({"all-reduce", "all-gather", "all-to-all", "reduce-scatter",
              "collective-permute", "collective-broadcast", "collective-reduce",
              "ragged-all-to-all"},
             F::Collective)
      .Cases(
          {"infeed", "outfeed", "send", "recv", "partition-id", "replica-id"},
          F::Collective)
      .Cases({"call", "while", "conditional", "custom-call", "async"},
             F::Control)
      .Default(F::Elementwise);
}

DrawnProgram::DrawnProgram(const HloModuleProto &module) : module(module) {
  addComputations();
  for (DrawnComputation &computation : computations)
    resolveIds(computation);
  markMerged();
  findEntry();
}

unsigned DrawnProgram::findComputation(StringRef name) const {
  for (auto [index, computation] : enumerate(computations))
    if (computation.proto->name() == name)
      return index;
  return kNone;
}

void DrawnProgram::addComputations() {
  for (const HloComputationProto &computation : module.computations()) {
    computations.push_back(
        {&computation,
         static_cast<unsigned>(ops.size()),
         static_cast<unsigned>(computation.instructions_size()),
         kNone,
         {}});
    for (const HloInstructionProto &instruction : computation.instructions()) {
      DrawnOp op{};
      op.proto = &instruction;
      op.computation = computations.size() - 1;
      op.family = getFamily(instruction.opcode());
      ops.push_back(std::move(op));
    }
  }
  // Not DenseMap: two integers are its own, and any may stand in a file.
  std::unordered_map<int64_t, unsigned> byId;
  for (auto [index, computation] : enumerate(computations))
    byId.emplace(computation.proto->id(), index);
  for (DrawnOp &op : ops)
    for (int64_t id : op.proto->called_computation_ids())
      if (auto found = byId.find(id); found != byId.end())
        op.calls.push_back(found->second);
}

/// What a computation of the form `op(parameter 0, parameter 1)` on scalars
/// does; empty if it has another form.
static std::string matchTrivialOp(const DrawnProgram &program,
                                  const DrawnComputation &computation) {
  if (computation.numOps != 3 || computation.root == kNone)
    return {};
  const DrawnOp &root = program.getOps()[computation.root];
  if (root.operands.size() != 2 || root.proto->shape().dimensions_size() != 0 ||
      is_contained(root.operands, kNone))
    return {};
  const HloInstructionProto *sides[2];
  for (unsigned side : {0, 1}) {
    sides[side] = program.getOps()[root.operands[side]].proto;
    if (sides[side]->opcode() != "parameter" ||
        sides[side]->shape().dimensions_size() != 0)
      return {};
  }
  bool isSwapped = sides[0]->parameter_number() == 1;
  if (sides[1]->parameter_number() != (isSwapped ? 0 : 1) ||
      sides[0]->parameter_number() != (isSwapped ? 1 : 0))
    return {};
  if (root.proto->opcode() == "compare")
    return StringSwitch<std::string>(root.proto->comparison_direction())
        .Case("EQ", "equal-to")
        .Case("NE", "not-equal-to")
        .Case("GT", isSwapped ? "less-than" : "greater-than")
        .Case("GE",
              isSwapped ? "less-than-or-equal-to" : "greater-than-or-equal-to")
        .Case("LT", isSwapped ? "greater-than" : "less-than")
        .Case("LE",
              isSwapped ? "greater-than-or-equal-to" : "less-than-or-equal-to")
        .Default("");
  bool isTrivial = StringSwitch<bool>(root.proto->opcode())
                       .Cases({"add", "multiply", "minimum", "maximum"}, true)
                       .Cases({"and", "or", "xor"}, true)
                       .Default(false);
  return isTrivial ? root.proto->opcode() : std::string();
}

void DrawnProgram::resolveIds(DrawnComputation &computation) {
  std::unordered_map<uint32_t, unsigned> byId;
  for (unsigned i = 0; i < computation.numOps; ++i) {
    unsigned index = computation.firstOp + i;
    byId.emplace(static_cast<uint32_t>(ops[index].proto->id()), index);
  }
  auto find = [&](int64_t id) {
    auto found = byId.find(static_cast<uint32_t>(id));
    return found == byId.end() ? kNone : found->second;
  };
  for (unsigned i = 0; i < computation.numOps; ++i) {
    unsigned index = computation.firstOp + i;
    for (int64_t id : ops[index].proto->operand_ids()) {
      unsigned operand = find(id);
      ops[index].operands.push_back(operand);
      // The users of one op come in order: an equal one is the last.
      if (operand != kNone &&
          (ops[operand].users.empty() || ops[operand].users.back() != index))
        ops[operand].users.push_back(index);
    }
    for (int64_t id : ops[index].proto->control_predecessor_ids())
      if (unsigned operand = find(id); operand != kNone)
        ops[index].controlPredecessors.push_back(operand);
  }
  computation.root = find(computation.proto->root_id());
  if (computation.root == kNone && computation.numOps)
    computation.root = computation.firstOp + computation.numOps - 1;
  computation.trivialOp = matchTrivialOp(*this, computation);
}

void DrawnProgram::markMerged() {
  // A tuple of parameters that only comes apart, in several places.
  constexpr size_t minBusyUsers = 4;
  for (unsigned index = 0; index < ops.size(); ++index) {
    DrawnOp &op = ops[index];
    unsigned root = computations[op.computation].root;
    if (op.users.empty() || root == index)
      continue;
    StringRef opcode = op.proto->opcode();
    bool isElement = opcode == "get-tuple-element" && op.operands.size() == 1 &&
                     op.operands[0] != kNone;
    bool isBusyTuple =
        opcode == "parameter" && op.users.size() >= minBusyUsers &&
        op.proto->shape().element_type() == proto::TUPLE &&
        all_of(op.users, [&](unsigned user) {
          return ops[user].proto->opcode() == "get-tuple-element" &&
                 user != root;
        });
    op.isMerged = opcode == "constant" || isElement || isBusyTuple;
  }
}

void DrawnProgram::findEntry() {
  for (auto [index, computation] : enumerate(computations))
    if (computation.proto->id() == module.entry_computation_id() &&
        (computation.proto->name() == module.entry_computation_name() ||
         entry == kNone))
      entry = index;
  if (entry == kNone)
    entry = findComputation(module.entry_computation_name());
  if (entry == kNone && !computations.empty())
    entry = computations.size() - 1;
}
