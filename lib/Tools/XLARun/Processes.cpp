//===- Processes.cpp - A program as a grid of processes -------------------===//
//
// All processes run the program at the same time, each with arguments of its
// own: those of process 0 come first, then those of process 1, and results
// likewise.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Backend.h"

#include "xla/JIT/ProcessGroup.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace xla;

namespace {
class ProcessesBackend : public run::Backend {
public:
  ProcessesBackend(const run::ProcessOptions &grid, int64_t memoryLimit)
      : replicas(grid.replicas), partitions(grid.partitions),
        memoryLimit(memoryLimit) {}

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
    auto results = runProcesses(split, arguments);
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
  /// `arguments` for each process, `all` one after the other.
  virtual llvm::Expected<Lists>
  runProcesses(ArrayRef<SmallVector<Literal>> arguments,
               ArrayRef<Literal> all) = 0;

  int replicas, partitions;
  int64_t memoryLimit;
};

class NativeProcesses : public ProcessesBackend {
public:
  NativeProcesses(std::unique_ptr<Executable> executable, MLIRContext *context,
                  const run::ProcessOptions &grid, int64_t memoryLimit)
      : ProcessesBackend(grid, memoryLimit), executable(std::move(executable)),
        context(context) {
    options.threadLimit = grid.threads;
  }

  llvm::Error prepare(ArrayRef<Literal>) override {
    return run::checkMemory(*executable, memoryLimit, replicas * partitions);
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

  llvm::Expected<Lists> runProcesses(ArrayRef<SmallVector<Literal>> arguments,
                                     ArrayRef<Literal>) override {
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
  InterpreterProcesses(func::FuncOp function, const run::ProcessOptions &grid,
                       int64_t memoryLimit)
      : ProcessesBackend(grid, memoryLimit), function(function) {}

protected:
  llvm::Expected<SmallVector<RankedTensorType>>
  getProcessArgumentTypes() override {
    return run::flattenTypes(function.getArgumentTypes());
  }

  llvm::Expected<Lists> runProcesses(ArrayRef<SmallVector<Literal>> arguments,
                                     ArrayRef<Literal> all) override {
    auto results = run::interpret<SmallVector<SmallVector<Literal>>>(
        memoryLimit, all, [&](const interpreter::Options &options) {
          return interpreter::evaluateParallel(function, replicas, partitions,
                                               arguments, options);
        });
    if (!results)
      return results.takeError();
    return Lists(results->begin(), results->end());
  }

private:
  func::FuncOp function;
};
} // namespace

FailureOr<std::unique_ptr<run::Backend>>
run::createProcessesBackend(ModuleOp module, const CompileOptions &options,
                            const CompileControl &control,
                            const ProcessOptions &grid, bool isNative) {
  if (!isNative) {
    if (failed(checkArguments(module, options.entry)))
      return failure();
    auto function = module.lookupSymbol<func::FuncOp>(options.entry);
    return std::unique_ptr<Backend>(std::make_unique<InterpreterProcesses>(
        function, grid, options.memoryLimitBytes));
  }
  auto executable = Executable::compileProgram(module, options, control);
  if (failed(executable))
    return failure();
  return std::unique_ptr<Backend>(std::make_unique<NativeProcesses>(
      std::move(*executable), module.getContext(), grid,
      options.memoryLimitBytes));
}
