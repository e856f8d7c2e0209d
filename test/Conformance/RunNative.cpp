//===- RunNative.cpp - Conformance programs as machine code ---------------===//
//
// A self-checking program is constants, operations and checks. Compiled whole,
// it would be folded away; so its top-level constants become run-time arguments
// and what it checks becomes its results. The checks, moved to a function of
// their own, are then evaluated by the interpreter on what the machine code
// gave.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/Interpreter/IR/InterpreterOps.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/Executable.h"
#include "xla/JIT/ProcessGroup.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace xla;

/// True for the check dialect and for custom calls that stand for it.
static bool isCheck(Operation &op) {
  if (op.getDialect() && op.getDialect()->getNamespace() == "check")
    return true;
  auto call = dyn_cast<hlo::CustomCallOp>(op);
  return call && call.getCallTargetName().starts_with("check.");
}

/// Moves the checks of `entry` into a new function @xla_checks of their
/// operands, and returns it. `entry` then returns those operands.
static func::FuncOp splitChecks(func::FuncOp entry) {
  Block &body = entry.getBody().front();
  SmallVector<Operation *> checks;
  llvm::SetVector<Value> checked;
  for (Operation &op : body)
    if (isCheck(op)) {
      checks.push_back(&op);
      checked.insert(op.operand_begin(), op.operand_end());
    }
  Operation *terminator = body.getTerminator();
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
  for (Operation *check : checks)
    builder.clone(*check, mapping);
  func::ReturnOp::create(builder, loc);
  for (Operation *check : llvm::reverse(checks)) {
    // The results of custom calls that check are of no use.
    if (!check->use_empty())
      check->dropAllUses();
    check->erase();
  }
  terminator->setOperands(checked.getArrayRef());
  entry.setType(builder.getFunctionType(entry.getArgumentTypes(), types));
  entry.removeResAttrsAttr();
  return function;
}

/// Makes arguments of the top-level constants of `entry`. Returns their values.
static SmallVector<Literal> hideConstants(func::FuncOp entry) {
  SmallVector<Literal> values;
  Block &body = entry.getBody().front();
  for (auto constant :
       llvm::make_early_inc_range(body.getOps<hlo::ConstantOp>())) {
    auto literal = Literal::get(constant.getValue());
    if (!literal) {
      consumeError(literal.takeError());
      continue;
    }
    // Attributes may hold a number of ops that must stay constant, such as the
    // shape operand of a dynamic op.
    if (llvm::any_of(constant->getUsers(),
                     [](Operation *user) {
                       return user->getName().getStringRef().contains(
                                  "dynamic_") ||
                              isa<hlo::WhileOp, hlo::CaseOp, hlo::IfOp>(user);
                     }) &&
        literal->getNumElements() < 16 &&
        literal->getStorage().kind != ElementStorage::Kind::Float)
      continue;
    BlockArgument argument =
        body.addArgument(constant.getType(), constant.getLoc());
    constant.replaceAllUsesWith(argument);
    constant.erase();
    values.push_back(std::move(*literal));
  }
  entry.setType(FunctionType::get(entry.getContext(), body.getArgumentTypes(),
                                  entry.getResultTypes()));
  entry.removeArgAttrsAttr();
  return values;
}

/// Whether machine code has something to do that is no kernel: a call of the
/// host, or a look at where it runs.
static bool callsHost(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return hlo::isCommunication(op) ? WalkResult::interrupt()
                                        : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Runs what `entry` does around its grids of processes in the interpreter, and
/// the processes as machine code on threads.
static conformance::Outcome runGrids(func::FuncOp entry) {
  auto module = entry->getParentOfType<ModuleOp>();
  interpreter::Options options;
  options.runGrid = [&](ArrayRef<func::FuncOp> programs, int64_t numReplicas,
                        int64_t numPartitions,
                        ArrayRef<SmallVector<Literal>> arguments,
                        const interpreter::HostQueues::Queue &infeed)
      -> FailureOr<std::vector<SmallVector<Literal>>> {
    llvm::StringMap<std::unique_ptr<Executable>> compiled;
    SmallVector<const Executable *> executables;
    for (func::FuncOp program : programs) {
      std::unique_ptr<Executable> &executable = compiled[program.getName()];
      if (!executable) {
        OwningOpRef<ModuleOp> clone = module.clone();
        CompileOptions compileOptions;
        compileOptions.entry = program.getName().str();
        auto result = Executable::compileProgram(*clone, compileOptions);
        if (failed(result))
          return failure();
        executable = std::move(*result);
        if (executable->getInfo().num_kernels == 0 && !callsHost(program))
          return program.emitError("no kernel ran");
      }
      executables.push_back(executable.get());
    }
    ProcessGroupOptions groupOptions;
    groupOptions.infeed.assign(infeed.begin(), infeed.end());
    auto results =
        runProcessGroup(executables, numReplicas, numPartitions, arguments,
                        module.getContext(), groupOptions);
    if (!results)
      return module.emitError(llvm::toString(results.takeError()));
    return std::move(*results);
  };
  if (succeeded(interpreter::evaluate(entry, {}, options)))
    return conformance::Outcome::Pass;
  return conformance::Outcome::Refused;
}

conformance::Outcome conformance::runNative(func::FuncOp entry,
                                            std::string &message) {
  auto module = entry->getParentOfType<ModuleOp>();
  std::string name = entry.getName().str();
  Block &block = entry.getBody().front();
  if (!block.getOps<interpreter::RunParallelOp>().empty())
    return runGrids(entry);
  for (auto function : module.getOps<func::FuncOp>())
    function.setVisibility(function == entry
                               ? SymbolTable::Visibility::Public
                               : SymbolTable::Visibility::Private);
  // Inputs and expected values come from functions that return constants.
  PassManager passes(module.getContext());
  // Without canonicalisation, which folds what is computed from constants.
  passes.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  if (failed(passes.run(module)))
    return Outcome::Refused;
  func::FuncOp checks = splitChecks(entry);
  OwningOpRef<ModuleOp> checkModule;
  if (checks) {
    checkModule = ModuleOp::create(entry.getLoc());
    checks->remove();
    checkModule->push_back(checks);
  }
  SmallVector<Literal> arguments = hideConstants(entry);

  CompileOptions options;
  options.entry = name;
  auto executable = Executable::compileProgram(module, options);
  if (failed(executable))
    return Outcome::Refused;
  if ((*executable)->getInfo().num_kernels == 0) {
    message = "no kernel ran";
    return Outcome::Refused;
  }
  auto results = (*executable)->run(arguments, module.getContext());
  if (!results) {
    message = llvm::toString(results.takeError());
    return Outcome::Refused;
  }
  if (!checks)
    return Outcome::Pass;
  return succeeded(interpreter::evaluate(checks, *results)) ? Outcome::Pass
                                                            : Outcome::Wrong;
}
