//===- ReduceCase.cpp - Shrinks a random program that shows a fault -------===//
//
// Keeps as few results as show the fault, then removes ops: an op goes when its
// results can be arguments (with the values that the interpreter found for
// them), operands of the op, or zeros in a region.
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"
#include "GeneratorImpl.h"
#include "Oracle.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

static constexpr const char *kId = "fuzz.id";

namespace {
class Reducer {
public:
  Reducer(FuzzCase &best, llvm::function_ref<bool(const FuzzCase &)> fails)
      : best(best), fails(fails) {}
  void run();

private:
  void recordValues();
  bool accept(FuzzCase candidate);
  bool tryResults();
  bool tryOp(unsigned index);
  bool replaceByArguments(FuzzCase &candidate, Operation *op);
  bool replaceByValue(FuzzCase &candidate, Operation *op, bool zero);

  FuzzCase &best;
  llvm::function_ref<bool(const FuzzCase &)> fails;
  /// Of the top-level ops by their id, and of each process.
  std::vector<std::vector<SmallVector<Literal>>> values;
};
} // namespace

/// All ops but terminators and the function, outer ones first. Not those of
/// combiners and comparators: others would not mean one thing.
static SmallVector<Operation *> getOps(const FuzzCase &fuzzCase) {
  SmallVector<Operation *> ops;
  fuzzCase.getMain().getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
    return isa<hlo::IfOp, hlo::CaseOp, hlo::WhileOp>(op) ? WalkResult::advance()
                                                         : WalkResult::skip();
  });
  return ops;
}

/// Removes ops and arguments that nobody reads, and functions without a call.
static void clean(FuzzCase &fuzzCase) {
  func::FuncOp main = fuzzCase.getMain();
  SmallVector<Operation *> ops = getOps(fuzzCase);
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      op->erase();
  Block &block = main.getBody().front();
  for (int64_t i = int64_t(block.getNumArguments()) - 1; i >= 0; --i)
    if (block.getArgument(i).use_empty()) {
      block.eraseArgument(i);
      for (SmallVector<Literal> &arguments : fuzzCase.given.values)
        arguments.erase(arguments.begin() + i);
    }
  main.setType(FunctionType::get(main.getContext(), block.getArgumentTypes(),
                                 block.getTerminator()->getOperandTypes()));
  // Called ones stand before their callers' results are gone: from the end.
  SmallVector<func::FuncOp> functions(fuzzCase.module->getOps<func::FuncOp>());
  for (func::FuncOp function : llvm::reverse(functions))
    if (function != main &&
        SymbolTable::symbolKnownUseEmpty(function, fuzzCase.module.get()))
      function.erase();
}

static void dropIds(FuzzCase &fuzzCase) {
  for (Operation *op : getOps(fuzzCase))
    op->removeAttr(kId);
}

/// Evaluates a copy of the program that returns every value.
void Reducer::recordValues() {
  FuzzCase all = best.clone();
  func::FuncOp main = all.getMain();
  Block &block = main.getBody().front();
  SmallVector<Value> results;
  for (Operation &op : block.without_terminator())
    for (Value value : op.getResults())
      if (isPlain(value.getType()))
        results.push_back(value);
  block.getTerminator()->setOperands(results);
  main.setType(FunctionType::get(main.getContext(), block.getArgumentTypes(),
                                 ValueRange(results).getTypes()));
  auto evaluated = interpretProcesses(main, Grid::of(*all.module), all.given);
  if (failed(evaluated))
    return;
  size_t next = 0;
  OpBuilder builder(main);
  for (Operation &op : best.getMain().getBody().front().without_terminator()) {
    op.setAttr(kId, builder.getI64IntegerAttr(values.size()));
    size_t first = next;
    next += llvm::count_if(
        op.getResults(), [](Value value) { return isPlain(value.getType()); });
    std::vector<SmallVector<Literal>> &own = values.emplace_back();
    for (ArrayRef<Literal> process : evaluated->values)
      own.emplace_back(process.slice(first, next - first));
  }
}

/// Takes the candidate if it is valid and still shows the fault.
bool Reducer::accept(FuzzCase candidate) {
  clean(candidate);
  FuzzCase plain = candidate.clone();
  dropIds(plain);
  if (failed(verify(*plain.module)) || !fails(plain))
    return false;
  best = std::move(candidate);
  return true;
}

/// One result alone, or all but one.
bool Reducer::tryResults() {
  auto keep = [&](llvm::function_ref<bool(unsigned)> wanted) {
    FuzzCase candidate = best.clone();
    Operation *terminator =
        candidate.getMain().getBody().front().getTerminator();
    SmallVector<Value> results;
    for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
      if (wanted(i))
        results.push_back(value);
    terminator->setOperands(results);
    return accept(std::move(candidate));
  };
  unsigned count = best.getMain().getNumResults();
  if (count < 2)
    return false;
  for (unsigned i = 0; i < count; ++i)
    if (keep([&](unsigned other) { return other == i; }))
      return true;
  for (unsigned i = count; i-- > 0 && count > 2;)
    if (keep([&](unsigned other) { return other != i; }))
      return true;
  return false;
}

bool Reducer::replaceByArguments(FuzzCase &candidate, Operation *op) {
  auto id = op->getAttrOfType<IntegerAttr>(kId);
  if (!id)
    return false;
  const std::vector<SmallVector<Literal>> &literals = values[id.getInt()];
  if (literals[0].size() != op->getNumResults())
    return false;
  Block *block = op->getBlock();
  for (Value value : op->getResults())
    value.replaceAllUsesWith(
        block->addArgument(value.getType(), value.getLoc()));
  for (auto [arguments, own] :
       llvm::zip_equal(candidate.given.values, literals))
    llvm::append_range(arguments, own);
  return true;
}

bool Reducer::replaceByValue(FuzzCase &candidate, Operation *op, bool zero) {
  OpBuilder builder(op);
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    Value other;
    for (Value operand : op->getOperands())
      if (operand.getType() == type)
        other = operand;
    if (zero)
      other = type && isPlain(type) && !isa<hlo::ConstantOp>(op)
                  ? hlo::createSplatConstant(builder, op->getLoc(), type, 0)
                  : Value();
    if (!other)
      return false;
    result.replaceAllUsesWith(other);
  }
  return true;
}

bool Reducer::tryOp(unsigned index) {
  for (int way = 0; way < 3; ++way) {
    FuzzCase candidate = best.clone();
    Operation *op = getOps(candidate)[index];
    bool topLevel = isa<func::FuncOp>(op->getParentOp());
    bool changed = way == 0 ? replaceByArguments(candidate, op)
                   : way == 1
                       ? replaceByValue(candidate, op, false)
                       : !topLevel && replaceByValue(candidate, op, true);
    if (changed && accept(std::move(candidate)))
      return true;
  }
  return false;
}

void Reducer::run() {
  // They are results when the program runs: then they can be the only ones.
  exposeInexactValues(best.getMain());
  recordValues();
  bool progress = true;
  while (progress) {
    progress = false;
    while (tryResults())
      progress = true;
    for (unsigned i = getOps(best).size(); i-- > 0;)
      if (i < getOps(best).size() && tryOp(i))
        progress = true;
  }
  dropIds(best);
}

void xla::fuzz::reduceCase(FuzzCase &fuzzCase,
                           llvm::function_ref<bool(const FuzzCase &)> fails) {
  Reducer(fuzzCase, fails).run();
}
