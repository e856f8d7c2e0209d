//===- Import.cpp - hlo programs from classic HLO -------------------------===//
//
// The frame of the import: functions, regions and the common checks of
// instructions. What opcodes mean is in the files of the op families.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

/// Computations within computations: each is a level of recursion here and in
/// whatever walks the program later.
static constexpr unsigned maxDepth = 128;

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

OpcodeTable::OpcodeTable() {
  addElementwise();
  addShape();
  addReduction();
  addContraction();
  addIndexing();
  addControlFlow();
  addAsync();
  addCollective();
  addPermute();
  addTransfer();
  addRandom();
  addCustomCall();
}

const OpcodeTable &OpcodeTable::get() {
  static const OpcodeTable table;
  return table;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Instruction::Instruction(ModuleImporter &importer, Scope &scope, unsigned index)
    : importer(importer), builder(importer.builder), scope(scope), index(index),
      proto(scope.computation.getInstruction(index)),
      loc(importer.locations.get(*scope.computation.proto, proto)) {}

Leaves Instruction::getAllLeaves(unsigned first, unsigned count) const {
  Leaves all;
  for (unsigned number = first; number < getNumOperands(); ++number)
    if (number - first < count)
      llvm::append_range(all, getLeaves(number));
  return all;
}

/// The checks that the table of opcodes stands for.
static LogicalResult checkOperands(Instruction &inst, const Opcode &opcode) {
  unsigned count = inst.getNumOperands();
  if (count < opcode.minOperands || count > opcode.maxOperands) {
    InFlightDiagnostic error = inst.emitError()
                               << "'" << inst.getOpcode() << "' expects ";
    if (opcode.minOperands != opcode.maxOperands)
      error << (count < opcode.minOperands ? "at least " : "at most ");
    return error << (count < opcode.minOperands ? opcode.minOperands
                                                : opcode.maxOperands)
                 << " operands, but got " << count;
  }
  if (inst.getNumCallees() < opcode.minCallees)
    return inst.emitError() << "'" << inst.getOpcode() << "' expects to call "
                            << opcode.minCallees << " computations, but calls "
                            << inst.getNumCallees();
  for (unsigned number = 0; opcode.takesArrays && number < count; ++number)
    if (!isArray(inst.getOperandShape(number)))
      return inst.emitError() << "'" << inst.getOpcode() << "' expects operand "
                              << number << " to be an array, but got "
                              << toString(inst.getOperandShape(number));
  if (opcode.givesArray && !isArray(inst.proto.shape()))
    return inst.emitError()
           << "'" << inst.getOpcode() << "' expects to give an array, but got "
           << toString(inst.proto.shape());
  return success();
}

static LogicalResult checkResults(Instruction &inst) {
  if (areAllCompatible(inst.types, ValueRange(inst.results).getTypes()))
    return success();
  InFlightDiagnostic error = inst.emitError()
                             << "'" << inst.getOpcode() << "' is said to give "
                             << toString(inst.proto.shape()) << ", but gives ";
  llvm::interleaveComma(ValueRange(inst.results).getTypes(), error,
                        [&](Type type) { error << type; });
  return error;
}

FailureOr<SmallVector<Type>>
ModuleImporter::getTypes(const Computation &computation, unsigned index) {
  const proto::HloInstructionProto &proto = computation.getInstruction(index);
  SmallVector<Type> types;
  appendTypes(builder.getContext(), proto.shape(), types);
  if (llvm::all_of(types, [](Type type) { return !!type; }))
    return types;
  return emitError(locations.get(*computation.proto, proto))
         << "expects elements of 1, 2, 4, 8, 16, 32 or 64 bits that tensors "
            "can have, but '"
         << proto.name() << "' is " << toString(proto.shape());
}

LogicalResult ModuleImporter::importInstruction(Scope &scope, unsigned index) {
  Instruction inst(*this, scope, index);
  const Opcode *opcode = OpcodeTable::get().find(inst.getOpcode());
  if (!opcode)
    return inst.emitError()
           << "expects an opcode that can be imported, but '"
           << inst.proto.name() << "' is '" << inst.getOpcode() << "'";
  if (failed(checkOperands(inst, *opcode)))
    return failure();
  FailureOr<SmallVector<Type>> types = getTypes(scope.computation, index);
  if (failed(types))
    return failure();
  inst.types = std::move(*types);
  if (inst.getOpcode() == "parameter")
    inst.results = scope.values[index];
  if (failed(opcode->handler(inst)) || failed(checkResults(inst)))
    return failure();
  attachAnnotations(inst);
  ignored.backendConfigs +=
      !inst.proto.backend_config().empty() && inst.getOpcode() != "custom-call";
  ignored.controlPredecessors += inst.proto.control_predecessor_ids_size() != 0;
  scope.values[index] = std::move(inst.results);
  return success();
}

//===----------------------------------------------------------------------===//
// Computations
//===----------------------------------------------------------------------===//

LogicalResult ModuleImporter::takeFromBudget(const Computation &callee) {
  if (depth > maxDepth)
    return emitError(locations.get(*callee.proto))
           << "expects computations nested at most " << maxDepth
           << " levels deep";
  budget -= callee.proto->instructions_size();
  if (budget >= 0)
    return success();
  return emitError(locations.get(*callee.proto))
         << "expects a module that does not grow beyond measure when its "
            "computations are copied to where they are used";
}

FailureOr<Leaves>
ModuleImporter::inlineComputation(const Computation &callee,
                                  ArrayRef<Leaves> arguments) {
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  if (failed(takeFromBudget(callee)))
    return failure();
  if (arguments.size() != callee.parameters.size())
    return FailureOr<Leaves>(
        emitError(locations.get(*callee.proto))
        << "expects to be called with " << callee.parameters.size()
        << " arguments, one per parameter, but got " << arguments.size());
  Scope scope(callee);
  for (auto [parameter, argument] :
       llvm::zip_equal(callee.parameters, arguments))
    scope.values[parameter] = argument;
  for (int index = 0; index < callee.proto->instructions_size(); ++index)
    if (failed(importInstruction(scope, index)))
      return failure();
  return std::move(scope.values[callee.root]);
}

FailureOr<SmallVector<Leaves>>
ModuleImporter::addArguments(Block &block, const Computation &computation) {
  SmallVector<Leaves> arguments;
  for (unsigned parameter : computation.parameters) {
    FailureOr<SmallVector<Type>> types = getTypes(computation, parameter);
    if (failed(types))
      return failure();
    Location loc = locations.get(*computation.proto,
                                 computation.getInstruction(parameter));
    Leaves &leaves = arguments.emplace_back();
    for (Type type : *types)
      leaves.push_back(block.addArgument(type, loc));
  }
  return arguments;
}

LogicalResult ModuleImporter::buildRegion(Region &region,
                                          const Computation &callee) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&region);
  FailureOr<SmallVector<Leaves>> arguments = addArguments(*block, callee);
  if (failed(arguments))
    return failure();
  FailureOr<Leaves> results = inlineComputation(callee, *arguments);
  if (failed(results))
    return failure();
  ReturnOp::create(builder, locations.get(*callee.proto), *results);
  return success();
}

LogicalResult ModuleImporter::buildBranch(Region &region,
                                          const Computation &callee,
                                          ArrayRef<Leaves> arguments) {
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&region);
  FailureOr<Leaves> results = inlineComputation(callee, arguments);
  if (failed(results))
    return failure();
  ReturnOp::create(builder, locations.get(*callee.proto), *results);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

FlatSymbolRefAttr ModuleImporter::getFunction(const Computation &callee) {
  FlatSymbolRefAttr &function = functions[&callee];
  if (function)
    return function;
  std::string name = callee.proto->name();
  for (unsigned number = 1; !functionNames.insert(name).second; ++number)
    name = callee.proto->name() + "_" + std::to_string(number);
  functionsToBuild.push_back(&callee);
  return function = FlatSymbolRefAttr::get(builder.getContext(), name);
}

LogicalResult ModuleImporter::buildFunction(const Computation &computation,
                                            StringRef name, bool isEntry) {
  FailureOr<SmallVector<Type>> outputs =
      getTypes(computation, computation.root);
  if (failed(outputs))
    return failure();
  builder.setInsertionPointToEnd(result->getBody());
  auto function =
      func::FuncOp::create(builder, locations.get(*computation.proto), name,
                           builder.getFunctionType({}, *outputs));
  if (!isEntry)
    function.setPrivate();
  Block *block = builder.createBlock(&function.getBody());
  FailureOr<SmallVector<Leaves>> arguments = addArguments(*block, computation);
  if (failed(arguments))
    return failure();
  function.setFunctionType(
      builder.getFunctionType(block->getArgumentTypes(), *outputs));
  FailureOr<Leaves> results = inlineComputation(computation, *arguments);
  if (failed(results))
    return failure();
  func::ReturnOp::create(builder, locations.get(*computation.proto), *results);
  return isEntry ? attachEntryAttributes(*this, function) : success();
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static int64_t getBudget(const proto::HloModuleProto &module) {
  int64_t count = 0;
  for (const proto::HloComputationProto &computation : module.computations())
    count += computation.instructions_size();
  return (1 << 16) + 64 * count;
}

ModuleImporter::ModuleImporter(const ResolvedModule &module,
                               Locations &locations,
                               const ImportOptions &options,
                               MLIRContext *context)
    : module(module), locations(locations), options(options), builder(context),
      budget(getBudget(*module.proto)) {}

void ModuleImporter::remarkIgnored() {
  if (ignored.firstElided) {
    InFlightDiagnostic warning = emitWarning(*ignored.firstElided);
    warning << "the elements of this constant were left out, as those of "
            << ignored.elidedConstants - 1 << " others; ";
    if (options.zeroElidedConstants)
      warning << "zeros stand for them";
    else
      warning << "the program cannot run. Print HLO with large constants";
  }
  SmallVector<std::string> what;
  if (module.proto->has_schedule() &&
      module.proto->schedule().sequences_size() != 0)
    what.push_back("the schedule");
  if (ignored.layouts)
    what.push_back("the layouts of the entry's parameters and results, which "
                   "are row-major here");
  if (ignored.backendConfigs)
    what.push_back("backend configs of " +
                   std::to_string(ignored.backendConfigs) + " instructions");
  if (ignored.controlPredecessors)
    what.push_back("control predecessors of " +
                   std::to_string(ignored.controlPredecessors) +
                   " instructions");
  if (module.proto->cross_program_prefetches_size() != 0)
    what.push_back("cross-program prefetches");
  if (what.empty())
    return;
  InFlightDiagnostic remark = emitRemark(locations.getModule())
                              << "ignored, as the values do not depend on it: ";
  llvm::interleave(
      what, [&](const std::string &text) { remark << text; },
      [&] { remark << "; "; });
}

OwningOpRef<ModuleOp> ModuleImporter::run() {
  result = ModuleOp::create(locations.getModule());
  if (!module.proto->name().empty())
    result->setSymName(module.proto->name());
  functionNames.insert("main");
  const Computation &entry = module.computations[module.entry];
  functions[&entry] = FlatSymbolRefAttr::get(builder.getContext(), "main");
  if (failed(attachModuleAttributes(*this, *result)) ||
      failed(buildFunction(entry, "main", /*isEntry=*/true)))
    return nullptr;
  while (!functionsToBuild.empty()) {
    const Computation *next = functionsToBuild.pop_back_val();
    if (failed(buildFunction(*next, functions[next].getValue(),
                             /*isEntry=*/false)))
      return nullptr;
  }
  if (failed(verify(*result)))
    return nullptr;
  locations.finish(*result);
  remarkIgnored();
  return std::move(result);
}

OwningOpRef<ModuleOp> xla::importHLOModule(const proto::HloModuleProto &module,
                                           MLIRContext *context,
                                           const ImportOptions &options) {
  context->loadDialect<chlo::CHLODialect, func::FuncDialect, HLODialect>();
  Locations locations(module, options, context);
  FailureOr<ResolvedModule> resolved = resolveModule(module, locations);
  if (failed(resolved))
    return nullptr;
  return ModuleImporter(*resolved, locations, options, context).run();
}
