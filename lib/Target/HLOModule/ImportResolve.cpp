//===- ImportResolve.cpp - References within a module ---------------------===//
//
// Turns ids into positions and checks what concerns more than one instruction.
// Ids count by their low 32 bits: new files put the computation's id above.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;
using proto::HloComputationProto;
using proto::HloInstructionProto;

using IdTable = llvm::DenseMap<int64_t, unsigned>;

static int64_t getKey(int64_t id) { return static_cast<uint32_t>(id); }

namespace {
class Resolver {
public:
  Resolver(const proto::HloModuleProto &proto, Locations &locations)
      : locations(locations) {
    module.proto = &proto;
  }

  FailureOr<ResolvedModule> run() {
    if (failed(collectComputations()))
      return failure();
    for (Computation &computation : module.computations)
      if (failed(resolve(computation)))
        return failure();
    if (failed(findEntry()) || failed(checkCalls()))
      return failure();
    return std::move(module);
  }

private:
  LogicalResult collectComputations();
  LogicalResult findEntry();
  LogicalResult resolve(Computation &computation);
  LogicalResult resolveInstruction(Computation &computation, unsigned index);
  LogicalResult addParameter(Computation &computation, unsigned index);
  LogicalResult checkCalls();

  InFlightDiagnostic error(const Computation &computation) {
    return emitError(locations.get(*computation.proto));
  }
  InFlightDiagnostic error(const Computation &computation, unsigned index) {
    return emitError(
        locations.get(*computation.proto, computation.getInstruction(index)));
  }

  Locations &locations;
  ResolvedModule module;
  IdTable computationIds;
  /// Of the computation that is being resolved, up to the current instruction.
  IdTable instructionIds;
};
} // namespace

LogicalResult Resolver::collectComputations() {
  if (module.proto->computations_size() == 0)
    return emitError(locations.getModule())
           << "expects a module with computations, but '"
           << module.proto->name() << "' has none";
  for (const HloComputationProto &proto : module.proto->computations()) {
    Computation computation;
    computation.proto = &proto;
    unsigned position = module.computations.size();
    auto [other, isNew] =
        computationIds.try_emplace(getKey(proto.id()), position);
    if (!isNew)
      return error(computation)
             << "expects an id of its own, but computation '"
             << module.computations[other->second].proto->name()
             << "' has the id " << proto.id() << " too";
    module.computations.push_back(std::move(computation));
  }
  return success();
}

LogicalResult Resolver::findEntry() {
  auto it = computationIds.find(getKey(module.proto->entry_computation_id()));
  if (it != computationIds.end()) {
    module.entry = it->second;
    return success();
  }
  for (auto [position, computation] : llvm::enumerate(module.computations))
    if (computation.proto->name() == module.proto->entry_computation_name()) {
      module.entry = position;
      return success();
    }
  return emitError(locations.getModule())
         << "expects an entry computation, but there is none with the id "
         << module.proto->entry_computation_id() << " or the name '"
         << module.proto->entry_computation_name() << "'";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

LogicalResult Resolver::addParameter(Computation &computation, unsigned index) {
  constexpr unsigned none = ~0u;
  int64_t number = computation.getInstruction(index).parameter_number();
  // No computation has more parameters than instructions.
  if (number < 0 || number >= computation.proto->instructions_size())
    return error(computation, index)
           << "expects parameters numbered from 0, but got parameter "
           << number;
  if (number >= static_cast<int64_t>(computation.parameters.size()))
    computation.parameters.resize(number + 1, none);
  if (computation.parameters[number] != none)
    return error(computation, index)
           << "expects one parameter " << number << ", but got two";
  computation.parameters[number] = index;
  return success();
}

LogicalResult Resolver::resolveInstruction(Computation &computation,
                                           unsigned index) {
  const HloInstructionProto &proto = computation.getInstruction(index);
  if (!proto.has_shape())
    return error(computation, index) << "expects a shape";
  if (failed(
          checkShape(proto.shape(), [&] { return error(computation, index); })))
    return failure();
  for (int64_t id : proto.operand_ids()) {
    auto it = instructionIds.find(getKey(id));
    if (it == instructionIds.end())
      return error(computation, index)
             << "expects operands that come before it, but there is no "
                "instruction with the id "
             << id << " among the " << index << " before";
    computation.operands[index].push_back(it->second);
  }
  for (int64_t id : proto.called_computation_ids()) {
    auto it = computationIds.find(getKey(id));
    if (it == computationIds.end())
      return error(computation, index)
             << "expects to call computations of the module, but none has the "
                "id "
             << id;
    computation.callees[index].push_back(it->second);
  }
  if (proto.opcode() == "parameter" && failed(addParameter(computation, index)))
    return failure();
  auto [other, isNew] = instructionIds.try_emplace(getKey(proto.id()), index);
  if (isNew)
    return success();
  return error(computation, index)
         << "expects an id of its own, but '"
         << computation.getInstruction(other->second).name() << "' has the id "
         << proto.id() << " too";
}

LogicalResult Resolver::resolve(Computation &computation) {
  instructionIds.clear();
  unsigned count = computation.proto->instructions_size();
  computation.operands.resize(count);
  computation.callees.resize(count);
  for (unsigned index = 0; index < count; ++index)
    if (failed(resolveInstruction(computation, index)))
      return failure();
  auto missing = llvm::find(computation.parameters, ~0u);
  if (missing != computation.parameters.end())
    return error(computation)
           << "expects parameters numbered from 0 without a gap, but parameter "
           << missing - computation.parameters.begin() << " is missing";
  auto root = instructionIds.find(getKey(computation.proto->root_id()));
  if (root == instructionIds.end())
    return error(computation)
           << "expects a root, but no instruction has the id "
           << computation.proto->root_id();
  computation.root = root->second;
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Depth first without recursion: the stack would be the module's to choose.
LogicalResult Resolver::checkCalls() {
  struct Visit {
    unsigned computation;
    SmallVector<unsigned> callees;
  };
  enum State : char { New, Open, Done };
  std::vector<State> states(module.computations.size(), New);
  SmallVector<Visit> open;
  auto enter = [&](unsigned position) {
    states[position] = Open;
    open.push_back({position, {}});
    for (ArrayRef<unsigned> callees : module.computations[position].callees)
      llvm::append_range(open.back().callees, callees);
  };
  for (unsigned start = 0; start < states.size(); ++start) {
    if (states[start] != New)
      continue;
    enter(start);
    while (!open.empty()) {
      if (open.back().callees.empty()) {
        states[open.pop_back_val().computation] = Done;
        continue;
      }
      unsigned callee = open.back().callees.pop_back_val();
      if (states[callee] == Open)
        return error(module.computations[callee])
               << "expects computations that do not call themselves, but '"
               << module.computations[callee].proto->name() << "' does";
      if (states[callee] == New)
        enter(callee);
    }
  }
  return success();
}

FailureOr<ResolvedModule>
importer::resolveModule(const proto::HloModuleProto &module,
                        Locations &locations) {
  return Resolver(module, locations).run();
}
