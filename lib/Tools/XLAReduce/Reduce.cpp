//===- Reduce.cpp - Shrink a module that shows something ------------------===//
//
// Every step is made on a copy and taken if the copy verifies and still shows
// the fault. Ops are named by their place in a walk, which a copy shares.
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace {
/// What takes the place of an op's results.
enum class Replacement { Operand, Zero };

class Reducer {
public:
  Reducer(OwningOpRef<ModuleOp> &best, function_ref<bool(ModuleOp)> shows)
      : best(best), shows(shows) {}
  void run();

private:
  /// Makes `step` on a copy, and keeps that if it is a smaller program that
  /// shows the fault. `step` says whether it changed anything.
  bool attempt(function_ref<bool(ModuleOp)> step);
  /// Tries `remove(module, begin, end)` on ranges of `count(best)` things, from
  /// all of them down to one at a time.
  bool tryRanges(function_ref<size_t(ModuleOp)> count,
                 function_ref<bool(ModuleOp, size_t, size_t)> remove);

  OwningOpRef<ModuleOp> &best;
  function_ref<bool(ModuleOp)> shows;
};
} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// All ops that could go by themselves, users before what they use.
static SmallVector<Operation *> getOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (op != module && !isa<FunctionOpInterface>(op) &&
        !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  std::reverse(ops.begin(), ops.end());
  return ops;
}

/// A zero of `type`, as the dialect of `op` or arith writes it; null if there
/// is none.
static Value createZero(OpBuilder &builder, Operation *op, Type type) {
  Type element = getElementTypeOrSelf(type);
  auto shaped = dyn_cast<ShapedType>(type);
  bool isTensor = isa<RankedTensorType, VectorType>(type);
  if ((shaped && (!isTensor || !shaped.hasStaticShape())) ||
      !isa<IntegerType, FloatType, IndexType>(element))
    return {};
  TypedAttr zero = builder.getZeroAttr(element);
  if (isTensor)
    zero = DenseElementsAttr::get(shaped, Attribute(zero));
  if (Dialect *dialect = op->getDialect())
    if (Operation *constant =
            dialect->materializeConstant(builder, zero, type, op->getLoc()))
      return constant->getResult(0);
  auto integer = dyn_cast<IntegerType>(element);
  if (integer && !integer.isSignless())
    return {};
  return arith::ConstantOp::create(builder, op->getLoc(), type, zero);
}

/// Replaces all results of `op` and erases it; false if that cannot be.
static bool removeOp(Operation *op, Replacement replacement) {
  if (op->hasTrait<OpTrait::ConstantLike>() && !op->use_empty())
    return false;
  OpBuilder builder(op);
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value other;
    if (replacement == Replacement::Operand) {
      auto operand = llvm::find_if(op->getOperands(), [&](Value operand) {
        return operand.getType() == result.getType();
      });
      if (operand != op->getOperands().end())
        other = *operand;
    } else {
      other = createZero(builder, op, result.getType());
    }
    if (!other)
      return false;
    result.replaceAllUsesWith(other);
  }
  op->erase();
  return true;
}

static SmallVector<FunctionOpInterface> getFunctions(ModuleOp module) {
  return llvm::to_vector(module.getOps<FunctionOpInterface>());
}

static bool isUsed(FunctionOpInterface function) {
  return !SymbolTable::symbolKnownUseEmpty(function, function->getParentOp());
}

static bool removeFunctions(ModuleOp module, size_t begin, size_t end) {
  bool changed = false;
  SmallVector<FunctionOpInterface> functions = getFunctions(module);
  for (FunctionOpInterface function :
       ArrayRef(functions).slice(begin, end - begin)) {
    if (isUsed(function))
      continue;
    function.erase();
    changed = true;
  }
  return changed;
}

static bool removeOps(ModuleOp module, size_t begin, size_t end,
                      Replacement replacement) {
  bool changed = false;
  SmallVector<Operation *> ops = getOps(module);
  // What lies in an op that goes goes with it: outer ops come first here, so
  // inner ones are looked at no more.
  llvm::SmallPtrSet<Operation *, 16> gone;
  for (Operation *op : ArrayRef(ops).slice(begin, end - begin)) {
    if (gone.contains(op))
      continue;
    SmallVector<Operation *> inner;
    op->walk([&](Operation *nested) { inner.push_back(nested); });
    if (!removeOp(op, replacement))
      continue;
    gone.insert(inner.begin(), inner.end());
    changed = true;
  }
  return changed;
}

/// The function that nobody calls and whose results can be fewer: the first of
/// one block.
static FunctionOpInterface getEntry(ModuleOp module) {
  for (FunctionOpInterface function : getFunctions(module))
    if (llvm::hasSingleElement(function.getFunctionBody()) && !isUsed(function))
      return function;
  return {};
}

static size_t countResults(ModuleOp module) {
  FunctionOpInterface entry = getEntry(module);
  if (!entry)
    return 0;
  Operation *end = entry.getFunctionBody().front().getTerminator();
  return end->getNumOperands() == entry.getNumResults() ? entry.getNumResults()
                                                        : 0;
}

static bool removeResults(ModuleOp module, size_t begin, size_t end) {
  FunctionOpInterface entry = getEntry(module);
  llvm::BitVector which(entry.getNumResults());
  which.set(begin, end);
  entry.getFunctionBody().front().getTerminator()->eraseOperands(which);
  return succeeded(entry.eraseResults(which));
}

static bool removeUnusedArguments(ModuleOp module) {
  FunctionOpInterface entry = getEntry(module);
  if (!entry)
    return false;
  llvm::BitVector which(entry.getNumArguments());
  for (BlockArgument argument : entry.getArguments())
    if (argument.use_empty())
      which.set(argument.getArgNumber());
  return which.any() && succeeded(entry.eraseArguments(which));
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

bool Reducer::attempt(function_ref<bool(ModuleOp)> step) {
  OwningOpRef<ModuleOp> candidate = best->clone();
  // A copy that is no program is no news.
  ScopedDiagnosticHandler silent(best->getContext(), [](Diagnostic &) {});
  if (!step(*candidate) || failed(verify(*candidate)) || !shows(*candidate))
    return false;
  best = std::move(candidate);
  return true;
}

bool Reducer::tryRanges(function_ref<size_t(ModuleOp)> count,
                        function_ref<bool(ModuleOp, size_t, size_t)> remove) {
  bool progress = false;
  for (size_t length = count(*best); length > 0; length /= 2)
    for (size_t begin = 0; begin < count(*best);) {
      size_t end = std::min(begin + length, count(*best));
      size_t before = count(*best);
      bool taken =
          attempt([&](ModuleOp module) { return remove(module, begin, end); });
      progress |= taken;
      // Where things went, others have their place now.
      if (!taken || count(*best) >= before)
        begin = end;
    }
  return progress;
}

void Reducer::run() {
  auto countFunctions = [](ModuleOp module) {
    return getFunctions(module).size();
  };
  auto countOps = [](ModuleOp module) { return getOps(module).size(); };
  bool progress = true;
  while (progress) {
    progress = tryRanges(countFunctions, removeFunctions);
    progress |= tryRanges(countResults, removeResults);
    for (Replacement replacement : {Replacement::Operand, Replacement::Zero})
      progress |=
          tryRanges(countOps, [&](ModuleOp module, size_t begin, size_t end) {
            return removeOps(module, begin, end, replacement);
          });
    progress |= attempt(removeUnusedArguments);
  }
}

void xla::reduceModule(OwningOpRef<ModuleOp> &module,
                       function_ref<bool(ModuleOp)> shows) {
  Reducer(module, shows).run();
}
