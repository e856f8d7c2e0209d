//===- RunNative.cpp - Conformance programs as machine code ---------------===//
//
// A self-checking program is constants, operations and checks. Compiled whole,
// it would be folded away; so its top-level constants become run-time arguments
// and what it checks becomes its results.
//
//===----------------------------------------------------------------------===//

#include "SelfCheck.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/Interpreter/IR/InterpreterOps.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/Executable.h"
#include "xla/JIT/ProcessGroup.h"
#include <cstring>

using namespace mlir;
using namespace xla;
using llvm::Error;

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

/// Runs `executable` with results that hold no values before.
static FailureOr<SmallVector<Literal>> runOnPoison(const Executable &executable,
                                                   ArrayRef<Literal> arguments,
                                                   MLIRContext *context,
                                                   std::string &message) {
  auto results = executable.createResults(context);
  if (!results) {
    message = llvm::toString(results.takeError());
    return failure();
  }
  SmallVector<void *> inputs, outputs;
  for (const Literal &literal : arguments)
    inputs.push_back(literal.getBytes());
  for (const Literal &literal : *results) {
    std::memset(literal.getBytes(), 0xA5, literal.getByteSize());
    outputs.push_back(literal.getBytes());
  }
  if (Error error = executable.run(inputs, outputs)) {
    message = llvm::toString(std::move(error));
    return failure();
  }
  return std::move(*results);
}

FailureOr<SmallVector<Literal>>
conformance::runNative(func::FuncOp entry, const RunnerOptions &runner,
                       std::string &message) {
  auto module = entry->getParentOfType<ModuleOp>();
  SmallVector<Literal> arguments = hideConstants(entry);
  CompileOptions options;
  options.entry = entry.getName().str();
  options.optLevel = runner.optLevel;
  auto executable = Executable::compileProgram(module, options);
  if (failed(executable))
    return failure();
  FailureOr<SmallVector<Literal>> results =
      runOnPoison(**executable, arguments, module.getContext(), message);
  if (failed(results))
    return failure();
  // To copy an argument into a result is all that some programs do, and nothing
  // is what there is to do for results without elements.
  const xla_info &info = (*executable)->getInfo();
  bool empty = llvm::all_of(*results, [](const Literal &literal) {
    return literal.getNumElements() == 0;
  });
  if (info.num_kernels == 0 && info.num_copies == 0 && !empty) {
    message = "no kernel ran";
    return failure();
  }
  return results;
}

conformance::Outcome conformance::runGrids(func::FuncOp entry,
                                           const RunnerOptions &runner) {
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
        compileOptions.optLevel = runner.optLevel;
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
  bool failedCheck = false;
  options.failedCheck = &failedCheck;
  if (succeeded(interpreter::evaluate(entry, {}, options)))
    return Outcome::Pass;
  return failedCheck ? Outcome::Wrong : Outcome::Refused;
}
