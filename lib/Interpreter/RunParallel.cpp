//===- RunParallel.cpp - Evaluation of grids of processes -----------------===//
//
// Runs functions as the processes of a grid, on threads of the interpreter or
// by whoever is to run them instead.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "xla/Dialect/Interpreter/IR/InterpreterOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// Threads that one evaluation may have.
static constexpr int64_t maxProcesses = 1024;

FailureOr<std::vector<Values>>
xla::interpreter::runGrid(Evaluator &parent, ProcessGrid &grid,
                          ArrayRef<func::FuncOp> programs,
                          std::vector<Values> arguments, Operation *caller) {
  if (grid.getNumProcesses() > maxProcesses)
    return caller->emitOpError()
           << "expects at most " << maxProcesses << " processes, but got "
           << grid.getNumProcesses();
  std::vector<Values> results(programs.size());
  LogicalResult done = grid.run(caller, [&](int64_t process) {
    Evaluator evaluator(parent.getSession(), grid, process);
    return evaluator.call(programs[process], std::move(arguments[process]),
                          results[process], caller);
  });
  if (failed(done))
    return failure();
  return results;
}

/// The same by another runner, which knows literals only.
static FailureOr<std::vector<Values>>
runElsewhere(OpContext &context, const GridRunner &runner,
             const ProcessGrid &grid, ArrayRef<func::FuncOp> programs,
             const std::vector<Values> &arguments,
             ArrayRef<func::FuncOp> infeed) {
  std::vector<SmallVector<Literal>> literals;
  for (size_t i = 0; i < programs.size(); ++i) {
    func::FuncOp program = programs[i];
    literals.push_back(toLiterals(program.getArgumentTypes(), arguments[i]));
  }
  HostQueues::Queue queue;
  for (size_t i = 0; i < infeed.size(); ++i) {
    func::FuncOp function = infeed[i];
    queue.push_back(toLiterals(function.getResultTypes(), grid.infeed[i]));
  }
  auto given = runner(programs, grid.getNumReplicas(), grid.getNumPartitions(),
                      literals, queue);
  if (failed(given))
    return failure();
  std::vector<Values> results;
  for (size_t i = 0; i < programs.size(); ++i) {
    func::FuncOp program = programs[i];
    FailureOr<Values> values =
        toValues(program.getResultTypes(), (*given)[i], program,
                 &context.evaluator.getBudget());
    if (failed(values))
      return failure();
    results.push_back(std::move(*values));
  }
  return results;
}

static LogicalResult evaluateRunParallel(RunParallelOp op, OpContext &context) {
  auto lookUp = [&](Attribute name) {
    return context.evaluator.getSymbols().lookupNearestSymbolFrom<func::FuncOp>(
        op, cast<FlatSymbolRefAttr>(name));
  };
  ProcessGrid grid(op.getPrograms().size(),
                   cast<ArrayAttr>(op.getPrograms()[0]).size());
  SmallVector<func::FuncOp> programs, infeed;
  std::vector<Values> arguments;
  auto *next = context.operands.begin();
  for (Attribute replica : op.getPrograms())
    for (Attribute name : cast<ArrayAttr>(replica)) {
      func::FuncOp program = lookUp(name);
      if (!program)
        return context.error() << "expects a func.func named " << name;
      programs.push_back(program);
      auto *end = next + program.getNumArguments();
      arguments.emplace_back(next, end);
      next = end;
    }
  if (std::optional<ArrayAttr> names = op.getInfeed())
    for (Attribute name : *names) {
      func::FuncOp function = lookUp(name);
      if (!function || function.getNumArguments() != 0)
        return context.error()
               << "expects a function without arguments named " << name;
      infeed.push_back(function);
      if (failed(context.evaluator.call(function, {},
                                        grid.infeed.emplace_back(), op)))
        return failure();
    }
  const GridRunner &runner = context.evaluator.getSession()->options.runGrid;
  FailureOr<std::vector<Values>> results =
      runner ? runElsewhere(context, runner, grid, programs, arguments, infeed)
             : runGrid(context.evaluator, grid, programs, std::move(arguments),
                       op);
  if (failed(results))
    return failure();
  for (const Values &values : *results)
    llvm::append_range(context.results, values);
  return success();
}

void xla::interpreter::addRunParallelHandlers(HandlerTable &table) {
  table.add<RunParallelOp, evaluateRunParallel>();
}
