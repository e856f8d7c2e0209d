//===- Processes.cpp - A program as a grid of processes -------------------===//
//
// All processes run the program at the same time, each with arguments of its
// own: those of process 0 come first, then those of process 1, and results
// likewise.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Backend.h"

#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/ProcessGroup.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace xla;

namespace {
class ProcessesBackend : public run::Backend {
public:
  ProcessesBackend(int replicas, int partitions)
      : replicas(replicas), partitions(partitions) {}

  llvm::Expected<SmallVector<RankedTensorType>> getArgumentTypes() override {
    auto types = getProcessArgumentTypes();
    if (!types)
      return types.takeError();
    SmallVector<RankedTensorType> all;
    for (int i = 0; i < replicas * partitions; ++i)
      llvm::append_range(all, *types);
    return all;
  }

  llvm::Expected<SmallVector<Literal>>
  run(ArrayRef<Literal> arguments) override {
    std::vector<SmallVector<Literal>> split;
    size_t count = arguments.size() / (replicas * partitions);
    for (int i = 0; i < replicas * partitions; ++i)
      split.emplace_back(arguments.slice(i * count, count));
    auto results = runProcesses(split);
    if (!results)
      return results.takeError();
    SmallVector<Literal> all;
    for (ArrayRef<Literal> one : *results)
      llvm::append_range(all, one);
    return all;
  }

protected:
  using Lists = std::vector<SmallVector<Literal>>;
  virtual llvm::Expected<SmallVector<RankedTensorType>>
  getProcessArgumentTypes() = 0;
  virtual llvm::Expected<Lists>
  runProcesses(ArrayRef<SmallVector<Literal>> arguments) = 0;

  int replicas, partitions;
};

class NativeProcesses : public ProcessesBackend {
public:
  NativeProcesses(std::unique_ptr<Executable> executable, MLIRContext *context,
                  const run::ProcessOptions &grid)
      : ProcessesBackend(grid.replicas, grid.partitions),
        executable(std::move(executable)), context(context) {
    options.threadLimit = grid.threads;
  }

protected:
  llvm::Expected<SmallVector<RankedTensorType>>
  getProcessArgumentTypes() override {
    SmallVector<RankedTensorType> types;
    for (int32_t i = 0; i < executable->getInfo().num_arguments; ++i) {
      types.push_back(getTensorType(executable->getArgument(i), context));
      if (!types.back())
        return llvm::createStringError("expected a known type of argument %d",
                                       i);
    }
    return types;
  }

  llvm::Expected<Lists>
  runProcesses(ArrayRef<SmallVector<Literal>> arguments) override {
    SmallVector<const Executable *> programs(arguments.size(),
                                             executable.get());
    return runProcessGroup(programs, replicas, partitions, arguments, context,
                           options);
  }

private:
  std::unique_ptr<Executable> executable;
  MLIRContext *context;
  ProcessGroupOptions options;
};

class InterpreterProcesses : public ProcessesBackend {
public:
  InterpreterProcesses(func::FuncOp function, const run::ProcessOptions &grid)
      : ProcessesBackend(grid.replicas, grid.partitions), function(function) {}

protected:
  llvm::Expected<SmallVector<RankedTensorType>>
  getProcessArgumentTypes() override {
    return run::flattenTypes(function.getArgumentTypes());
  }

  llvm::Expected<Lists>
  runProcesses(ArrayRef<SmallVector<Literal>> arguments) override {
    auto results = interpreter::evaluateParallel(function, replicas, partitions,
                                                 arguments);
    if (failed(results))
      return llvm::createStringError("the interpreter stopped");
    return Lists(results->begin(), results->end());
  }

private:
  func::FuncOp function;
};
} // namespace

FailureOr<std::unique_ptr<run::Backend>>
run::createProcessesBackend(ModuleOp module, const CompileOptions &options,
                            const ProcessOptions &grid, bool isNative) {
  if (!isNative) {
    auto function = module.lookupSymbol<func::FuncOp>(options.entry);
    if (!function)
      return module.emitError("expected @")
             << options.entry << " to be a func.func";
    return std::unique_ptr<Backend>(
        std::make_unique<InterpreterProcesses>(function, grid));
  }
  auto executable = Executable::compileProgram(module, options);
  if (failed(executable))
    return failure();
  return std::unique_ptr<Backend>(std::make_unique<NativeProcesses>(
      std::move(*executable), module.getContext(), grid));
}
