//===- Evaluator.cpp - The evaluation's machinery -------------------------===//
//
// Plans functions and runs blocks. What single ops do is in the files of the op
// families.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "Perturb.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

namespace {
/// Numbers the values of a function and finds their last uses.
class Planner {
public:
  explicit Planner(FunctionPlan &plan) : plan(plan) {}

  void planRegions(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        planBlock(block);
  }

private:
  unsigned addSlot(Value value) {
    plan.slots[value] = plan.numSlots;
    return plan.numSlots++;
  }

  void planBlock(Block &block);
  PlannedOp planOp(Operation &op, Block &block);

  FunctionPlan &plan;
  /// For each value of the block at hand and the blocks around it: the op of
  /// the value's own block that uses it last, itself or in its regions.
  DenseMap<Value, Operation *> lastUsers;
};
} // namespace

static Operation *findLastUser(Value value, Block &block) {
  Operation *last = nullptr;
  for (Operation *user : value.getUsers()) {
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    if (ancestor && (!last || last->isBeforeInBlock(ancestor)))
      last = ancestor;
  }
  return last;
}

void Planner::planBlock(Block &block) {
  auto blockPlan = std::make_unique<BlockPlan>();
  for (BlockArgument arg : block.getArguments()) {
    blockPlan->args.push_back(addSlot(arg));
    if (Operation *last = findLastUser(arg, block))
      lastUsers[arg] = last;
    else
      blockPlan->unusedArgs.push_back(plan.slots[arg]);
  }
  for (Operation &op : block)
    for (Value result : op.getResults()) {
      addSlot(result);
      if (Operation *last = findLastUser(result, block))
        lastUsers[result] = last;
    }
  // What each op is the last user of.
  DenseMap<Operation *, SmallVector<Value, 2>> dyingAt;
  auto note = [&](Value value) {
    if (Operation *last = lastUsers.lookup(value))
      dyingAt[last].push_back(value);
  };
  for (BlockArgument arg : block.getArguments())
    note(arg);
  for (Operation &op : block)
    for (Value result : op.getResults())
      note(result);

  blockPlan->ops.reserve(block.getOperations().size());
  for (Operation &op : block) {
    PlannedOp planned = planOp(op, block);
    // An operand that is not read inside the op's regions moves into it.
    auto dying = dyingAt.find(&op);
    if (dying != dyingAt.end())
      for (Value value : dying->second) {
        bool usedInside = llvm::any_of(value.getUsers(), [&](Operation *user) {
          return user->getBlock() != &block;
        });
        SlotUse *last = nullptr;
        if (!usedInside)
          for (auto [use, operand] :
               llvm::zip(planned.operands, op.getOperands()))
            if (operand == value)
              last = &use;
        if (last)
          last->isLast = true;
        else
          planned.dying.push_back(plan.slots[value]);
      }
    for (Value result : op.getResults())
      if (result.use_empty())
        planned.dying.push_back(plan.slots[result]);
    blockPlan->ops.push_back(std::move(planned));
  }
  plan.blocks[&block] = std::move(blockPlan);
  for (Operation &op : block)
    planRegions(&op);
}

PlannedOp Planner::planOp(Operation &op, Block &block) {
  PlannedOp planned;
  planned.op = &op;
  for (Value operand : op.getOperands())
    planned.operands.push_back({plan.slots.lookup(operand), false});
  for (Value result : op.getResults())
    planned.results.push_back(plan.slots[result]);
  planEvaluation(planned);
  return planned;
}

void xla::interpreter::planEvaluation(PlannedOp &planned) {
  if (planQuantized(planned))
    return;
  auto handler = getHandlers().find(planned.op->getName().getStringRef());
  if (handler != getHandlers().end())
    planned.handler = handler->second;
  else
    planned.kernel = ElementwiseKernel::get(planned.op);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Evaluator::Evaluator(const Options &options)
    : session(std::make_shared<Session>(options)),
      ownGrid(std::make_unique<ProcessGrid>(1, 1)), grid(ownGrid.get()),
      process(0) {}

Evaluator::Evaluator(std::shared_ptr<Session> session, ProcessGrid &grid,
                     int64_t process)
    : session(std::move(session)), grid(&grid), process(process) {}

Evaluator::~Evaluator() = default;

FunctionPlan &Evaluator::getPlan(func::FuncOp function) {
  std::unique_ptr<FunctionPlan> &plan = plans[function];
  if (!plan) {
    plan = std::make_unique<FunctionPlan>();
    Planner(*plan).planRegions(function);
  }
  return *plan;
}

LogicalResult Evaluator::countStep(Operation *op) {
  const Options &options = session->options;
  int64_t numSteps = ++session->numSteps;
  if (options.maxSteps && numSteps > options.maxSteps)
    return op->emitOpError("exceeds the limit of ")
           << options.maxSteps << " evaluated ops";
  if (options.maxSeconds && numSteps % 64 == 0) {
    std::chrono::duration<double> elapsed =
        std::chrono::steady_clock::now() - session->start;
    if (elapsed.count() > options.maxSeconds)
      return op->emitOpError("exceeds the limit of ")
             << options.maxSeconds << " seconds";
  }
  return success();
}

LogicalResult Evaluator::call(func::FuncOp function, Values args,
                              Values &results, Operation *caller) {
  if (function.isExternal())
    return caller->emitOpError("calls '")
           << function.getName() << "', which has no body to evaluate";
  Frame frame(getPlan(function));
  return runRegion(function.getBody(), frame, std::move(args), results);
}

LogicalResult Evaluator::runRegion(Region &region, Frame &frame, Values args,
                                   Values &results) {
  Operation *parent = region.getParentOp();
  if (!region.hasOneBlock())
    return parent->emitOpError("expects regions of one block to be evaluated");
  int maxDepth = session->options.maxDepth;
  if (depth >= maxDepth)
    return parent->emitOpError("exceeds the limit of ")
           << maxDepth << " nested calls and regions";
  BlockPlan &block = *frame.plan.blocks.find(&region.front())->second;
  if (args.size() != block.args.size())
    return parent->emitOpError("expects ")
           << block.args.size() << " values for a region, but got "
           << args.size();
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  for (auto [slot, value] : llvm::zip(block.args, args))
    frame.slots[slot] = std::move(value);
  for (unsigned slot : block.unusedArgs)
    frame.slots[slot] = RuntimeValue();
  for (PlannedOp &planned : block.ops) {
    if (planned.op->hasTrait<OpTrait::IsTerminator>()) {
      results.clear();
      for (SlotUse use : planned.operands)
        results.push_back(use.isLast ? std::move(frame.slots[use.slot])
                                     : frame.slots[use.slot]);
      // A moved-from value still names its buffer's kind; make it none.
      for (SlotUse use : planned.operands)
        if (use.isLast)
          frame.slots[use.slot] = RuntimeValue();
      return success();
    }
    if (failed(runOp(planned, frame)))
      return failure();
  }
  return parent->emitOpError("expects a region that ends in a terminator");
}

LogicalResult xla::interpreter::evaluatePlanned(OpContext &context) {
  const PlannedOp &planned = context.planned;
  if (planned.handler)
    return planned.handler(context);
  if (planned.kernel)
    return evaluateKernel(*planned.kernel, context);
  InFlightDiagnostic diagnostic = context.error()
                                  << "is not supported by the interpreter";
  if (planned.op->getNumOperands())
    diagnostic << " on operands of type " << planned.op->getOperandTypes();
  return diagnostic;
}

LogicalResult Evaluator::runOp(PlannedOp &planned, Frame &frame) {
  if (failed(countStep(planned.op)))
    return failure();
  OpContext context(*this, frame, planned);
  context.operands.reserve(planned.operands.size());
  for (SlotUse use : planned.operands)
    context.operands.push_back(use.isLast ? std::move(frame.slots[use.slot])
                                          : frame.slots[use.slot]);
  Perturbation *perturbation = session->options.perturbation;
  if (perturbation && failed(perturbOperands(context, *perturbation)))
    return failure();
  if (failed(evaluatePlanned(context)))
    return failure();
  if (perturbation && failed(perturbResults(context, *perturbation)))
    return failure();
  if (context.results.size() != planned.results.size())
    return context.error() << "was evaluated to " << context.results.size()
                           << " results, but has " << planned.results.size();
  for (auto [slot, value] : llvm::zip(planned.results, context.results))
    frame.slots[slot] = std::move(value);
  for (unsigned slot : planned.dying)
    frame.slots[slot] = RuntimeValue();
  return success();
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

const llvm::StringMap<Handler> &xla::interpreter::getHandlers() {
  static const llvm::StringMap<Handler> handlers = [] {
    llvm::StringMap<Handler> map;
    HandlerTable table(map);
    addElementwiseHandlers(table);
    addShapeHandlers(table);
    addReductionHandlers(table);
    addContractionHandlers(table);
    addIndexingHandlers(table);
    addControlFlowHandlers(table);
    addCollectiveHandlers(table);
    addTransferHandlers(table);
    addRunParallelHandlers(table);
    addRandomHandlers(table);
    addQuantizedHandlers(table);
    addProbeHandlers(table);
    addCheckHandlers(table);
    return map;
  }();
  return handlers;
}

FailureOr<ElementKind> OpContext::getResultKind(unsigned i) {
  Type type =
      resultTypes.empty() ? getOp()->getResult(i).getType() : resultTypes[i];
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    if (std::optional<ElementKind> kind =
            getStorageKind(tensor.getElementType()))
      return *kind;
  return error() << "has a result of type " << type
                 << ", which the interpreter does not support";
}

FailureOr<Tensor> OpContext::create(ElementKind kind, ArrayRef<int64_t> shape) {
  Tensor tensor = Tensor::create(kind, shape, &evaluator.getBudget());
  if (!tensor) {
    InFlightDiagnostic diagnostic = error();
    diagnostic << "needs a tensor of " << stringifyElementKind(kind) << "[";
    llvm::interleaveComma(shape, diagnostic);
    return diagnostic << "], which exceeds the memory limit of "
                      << evaluator.getBudget().limit << " bytes";
  }
  return tensor;
}

FailureOr<Tensor> OpContext::takeOrCopy(Tensor tensor) {
  if (tensor.isUnique())
    return tensor;
  FailureOr<Tensor> copy = create(tensor.getKind(), tensor.getShape());
  if (succeeded(copy))
    std::memcpy(copy->getMutableData(), tensor.getData(), tensor.getBytes());
  return copy;
}
