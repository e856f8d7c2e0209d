//===- ShapeRefiner.cpp - Static types for a whole program ----------------===//
//
// Assumes verified IR. Changes types in place, folds what shapes are computed
// from, and copies functions for each set of shapes they are called with.
//
//===----------------------------------------------------------------------===//

#include "ShapeRefiner.h"
#include "ControlFlow.h"
#include "RefineTypes.h"
#include "ShapeConstants.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-refine-shapes"
static xla::PassCounter numCopiedFunctions(DEBUG_TYPE, "num-copied-functions");
static xla::PassCounter numFoldedOps(DEBUG_TYPE, "num-folded-ops");
static xla::PassCounter numCheckedAssertions(DEBUG_TYPE,
                                             "num-checked-assertions");

/// Replaces the results of `op` that are known. Results become unused; the op
/// stays.
static void replaceByConstants(Operation *op,
                               ArrayRef<DenseElementsAttr> constants) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (auto [result, constant] : llvm::zip_equal(op->getResults(), constants))
    if (constant && !result.use_empty())
      result.replaceAllUsesWith(
          ConstantOp::create(builder, op->getLoc(), constant));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Erases what has no effect and no use, the last op first: its shape need not
/// follow.
static void eraseDeadOps(func::FuncOp function) {
  function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// Whether a shape is open, or comes from a value, at `op` itself.
static bool beginsOpen(Operation *op) {
  return llvm::any_of(op->getResultTypes(), isDynamicType) ||
         isa<GetDimensionSizeOp>(op) || isShapeAssertion(op) ||
         !getShapeOperands(op).empty();
}

ShapeRefiner::ShapeRefiner(ModuleOp module) : symbols(module) {
  DenseMap<StringAttr, SmallVector<func::FuncOp>> callers;
  SmallVector<func::FuncOp> open;
  for (auto function : module.getOps<func::FuncOp>()) {
    bool isOpen = llvm::any_of(function.getArgumentTypes(), isDynamicType);
    function.walk([&](Operation *op) {
      isOpen |= beginsOpen(op);
      if (FlatSymbolRefAttr callee = getCallee(op))
        callers[callee.getAttr()].push_back(function);
    });
    if (isOpen)
      open.push_back(function);
  }
  while (!open.empty()) {
    func::FuncOp function = open.pop_back_val();
    if (openFunctions.insert(function).second)
      llvm::append_range(open, callers.lookup(function.getSymNameAttr()));
  }
}

LogicalResult ShapeRefiner::refine(func::FuncOp entry,
                                   ArrayRef<KnownArgument> arguments) {
  return refineFunction(entry, entry.getSymNameAttr(), arguments);
}

LogicalResult ShapeRefiner::refineFunction(func::FuncOp function,
                                           StringAttr name,
                                           ArrayRef<KnownArgument> arguments) {
  active.push_back(name);
  llvm::scope_exit leave([&] { active.pop_back(); });
  eraseDeadOps(function);
  Block &body = function.getBody().front();
  auto builder = OpBuilder::atBlockBegin(&body);
  for (auto [argument, known] : llvm::zip(body.getArguments(), arguments)) {
    if (known.type)
      argument.setType(known.type);
    if (known.value)
      argument.replaceAllUsesWith(
          ConstantOp::create(builder, argument.getLoc(), known.value));
  }
  if (failed(refineBlock(body)))
    return failure();
  function.setType(builder.getFunctionType(
      body.getArgumentTypes(), body.getTerminator()->getOperandTypes()));
  return success();
}

LogicalResult ShapeRefiner::checkCall(Operation *call, func::FuncOp function) {
  // Each level is some frames of the stack.
  constexpr size_t maxDepth = 256;
  // Functions that each call the next one twice, with other values, double.
  constexpr size_t maxVersions = 10000;
  // Also with other arguments: nobody knows whether they come to an end.
  if (llvm::is_contained(active, function.getSymNameAttr()))
    return call->emitOpError("expects no recursion in a program with "
                             "dynamic shapes, but @")
           << function.getSymName() << " calls itself";
  if (active.size() >= maxDepth)
    return call->emitOpError("expects at most ")
           << maxDepth
           << " calls inside each other in a program with dynamic shapes";
  if (versions.size() >= maxVersions)
    return call->emitOpError("expects that functions are called with at most ")
           << maxVersions
           << " sets of shapes and sizes in a program with dynamic shapes";
  return success();
}

FailureOr<const ShapeRefiner::Version *>
ShapeRefiner::getVersion(Operation *call, func::FuncOp function) {
  MLIRContext *context = call->getContext();
  SmallVector<KnownArgument> arguments;
  SmallVector<Attribute> key = {function.getSymNameAttr()};
  for (Value operand : call->getOperands()) {
    DenseElementsAttr value = getSmallConstant(operand);
    if (value && !isa<IntegerType>(value.getElementType()))
      value = {};
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    arguments.push_back({type, value});
    key.push_back(TypeAttr::get(operand.getType()));
    key.push_back(value ? Attribute(value) : UnitAttr::get(context));
  }
  auto fullKey = ArrayAttr::get(context, key);
  if (auto found = versions.find(fullKey); found != versions.end())
    return &found->second;
  if (failed(checkCall(call, function)))
    return failure();
  func::FuncOp copy = function.clone();
  copy.setPrivate();
  symbols.insert(copy);
  numCopiedFunctions += 1;
  if (failed(refineFunction(copy, function.getSymNameAttr(), arguments)))
    return failure();
  Version &version = versions[fullKey];
  version.function = copy;
  for (Value value : copy.getBody().front().getTerminator()->getOperands())
    version.constants.push_back(getSmallConstant(value));
  return &version;
}

LogicalResult ShapeRefiner::refineCall(Operation *op,
                                       FlatSymbolRefAttr callee) {
  auto function = symbols.lookup<func::FuncOp>(callee.getAttr());
  if (!function || function.isExternal())
    return success();
  bool open = openFunctions.contains(function);
  bool hasConstants = llvm::any_of(op->getOperands(), getSmallConstant);
  if (!open && !hasConstants)
    return success();
  FailureOr<const Version *> version = getVersion(op, function);
  if (failed(version))
    return failure();
  // A static function stays as it is, unless it computes sizes.
  if (!open && !llvm::any_of((*version)->constants, [](auto c) { return c; }))
    return success();
  func::FuncOp copy = (*version)->function;
  for (auto [result, type] :
       llvm::zip_equal(op->getResults(), copy.getResultTypes()))
    result.setType(type);
  replaceByConstants(op, (*version)->constants);
  auto name = FlatSymbolRefAttr::get(copy.getSymNameAttr());
  if (auto call = dyn_cast<func::CallOp>(op))
    call.setCalleeAttr(name);
  else
    cast<CompositeOp>(op).setDecompositionAttr(name);
  return success();
}

void ShapeRefiner::removeUnused() {
  // What goes may have been the only user of others: go on until nothing does.
  llvm::SetVector<Operation *> candidates;
  for (auto &[key, version] : versions) {
    StringRef name = cast<StringAttr>(cast<ArrayAttr>(key)[0]).getValue();
    if (Operation *original = symbols.lookup(name))
      if (cast<func::FuncOp>(original).isPrivate())
        candidates.insert(original);
    candidates.insert(version.function);
  }
  for (bool changed = true; changed;) {
    changed = false;
    SymbolTableCollection tables;
    SymbolUserMap users(tables, symbols.getOp());
    for (Operation *candidate : llvm::to_vector(candidates)) {
      if (!users.useEmpty(candidate))
        continue;
      candidates.remove(candidate);
      symbols.erase(candidate);
      changed = true;
    }
  }
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult ShapeRefiner::refineBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(refineOp(&op)))
      return failure();
  return success();
}

LogicalResult ShapeRefiner::refineOp(Operation *op) {
  // What is returned has its type; the function's own comes last.
  if (isa<ConstantOp>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return success();
  // These replace their op.
  if (isShapeAssertion(op))
    return checkAssertion(cast<CustomCallOp>(op));
  if (isa<IfOp, CaseOp>(op))
    if (DenseElementsAttr selector = getSmallConstant(op->getOperand(0)))
      return takeBranch(op, selector.getSplatValue<APInt>().getSExtValue());
  LogicalResult result =
      TypeSwitch<Operation *, LogicalResult>(op)
          .Case([&](func::CallOp call) {
            return refineCall(op, call.getCalleeAttr());
          })
          .Case([&](CompositeOp composite) {
            return refineCall(op, composite.getDecompositionAttr());
          })
          .Case([&](WhileOp loop) { return refineWhile(loop); })
          .Case<IfOp, CaseOp>([&](auto) { return refineBranches(op); })
          .Default([](Operation *op) { return refineResultTypes(op); });
  if (failed(result))
    return failure();
  SmallVector<DenseElementsAttr> constants = evaluateShapeOp(op);
  if (constants.empty())
    return success();
  replaceByConstants(op, constants);
  numFoldedOps += 1;
  if (isOpTriviallyDead(op))
    op->erase();
  return success();
}

/// Replaces what the loop carries without changing it by its first value.
static void replaceInvariants(WhileOp op) {
  Block &cond = op.getCond().front(), &body = op.getBody().front();
  for (auto [init, next, inCond, inBody] :
       llvm::zip_equal(op.getOperand(), body.getTerminator()->getOperands(),
                       cond.getArguments(), body.getArguments()))
    if (next == inBody && getSmallConstant(init)) {
      inCond.replaceAllUsesWith(init);
      // The terminator still says that the value is invariant.
      inBody.replaceAllUsesExcept(init, body.getTerminator());
      op.getResult(inBody.getArgNumber()).replaceAllUsesWith(init);
    }
}

LogicalResult ShapeRefiner::refineWhile(WhileOp op) {
  llvm::SaveAndRestore conditional(isConditional, true);
  replaceInvariants(op);
  SmallVector<Type> carried(op.getOperandTypes());
  OwningOpRef<Operation *> original(op->clone());
  while (true) {
    for (Region *region : {&op.getCond(), &op.getBody()}) {
      for (auto [argument, type] :
           llvm::zip_equal(region->getArguments(), carried))
        argument.setType(type);
      if (failed(refineBlock(region->front())))
        return failure();
    }
    SmallVector<Type> joined;
    TypeRange next = op.getBody().front().getTerminator()->getOperandTypes();
    for (auto [type, nextType] : llvm::zip_equal(carried, next))
      joined.push_back(joinTypes(type, nextType));
    if (joined == carried)
      break;
    // A size changes from round to round: it stays open.
    carried = joined;
    for (auto [region, pristine] :
         llvm::zip_equal(op->getRegions(), (*original)->getRegions())) {
      region.getBlocks().clear();
      IRMapping mapping;
      pristine.cloneInto(&region, mapping);
    }
  }
  for (auto [result, type] : llvm::zip_equal(op.getResults(), carried))
    result.setType(type);
  return success();
}

LogicalResult ShapeRefiner::takeBranch(Operation *op, int64_t selector) {
  Region &branch = getSelectedBranch(op, selector);
  if (failed(refineBlock(branch.front())))
    return failure();
  IRRewriter rewriter(op->getContext());
  inlineBranch(op, branch, rewriter);
  return success();
}

LogicalResult ShapeRefiner::refineBranches(Operation *op) {
  llvm::SaveAndRestore conditional(isConditional, true);
  for (Region &region : op->getRegions())
    if (failed(refineBlock(region.front())))
      return failure();
  SmallVector<Type> types(
      op->getRegion(0).front().getTerminator()->getOperandTypes());
  for (Region &region : op->getRegions())
    for (auto [type, other] : llvm::zip_equal(
             types, region.front().getTerminator()->getOperandTypes()))
      type = joinTypes(type, other);
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    result.setType(type);
  return success();
}

LogicalResult ShapeRefiner::checkAssertion(CustomCallOp op) {
  auto condition = getConstantInts(op.getInputs().front());
  // What depends on data is left to run time; so is a failure that the program
  // may not come to.
  if (!condition || (condition->front() == 0 && isConditional))
    return success();
  if (condition->front() == 0) {
    SmallVector<std::optional<int64_t>> values;
    for (Value value : op.getInputs().drop_front()) {
      auto known = getConstantInts(value);
      values.push_back(known ? std::optional(known->front()) : std::nullopt);
    }
    return op.emitError(formatShapeAssertion(op, values));
  }
  numCheckedAssertions += 1;
  op.erase();
  return success();
}
