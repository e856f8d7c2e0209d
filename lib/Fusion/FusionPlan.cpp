//===- FusionPlan.cpp - Which ops become one kernel -----------------------===//
//
// The rules are in FusionPlan.h. Here: where each op goes, and the sweep.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"
#include "xla/Support/ByteSize.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace xla;

static constexpr size_t maxCopies = 4;

void Planner::addMember(Operation *op, unsigned id) {
  Kernel &kernel = kernels[id];
  int64_t evaluations = getNumElements(op);
  if (!isReduceOp(op)) {
    kernel.extraCost += getExtraCost(op, kernel);
    evaluations = std::max<int64_t>(countEvaluations(op, kernel), 1);
  }
  kernel.hasReduction |= isReduceOp(op);
  kernel.numFunctions += isFunction(op);
  if (isFunction(op) || leadsToFunctions(op, kernel))
    kernel.argumentsOfFunctions.insert(op);
  kernel.members.insert(op);
  kernel.evaluations[op] = evaluations;
  kernelsOf[op].push_back(id);
}

void Planner::startKernel(Operation *op) {
  Kernel kernel;
  kernel.parent = kernels.size();
  kernel.position = positions.lookup(op);
  kernel.members.insert(op);
  kernel.outputs.insert(op);
  kernel.evaluations[op] = getNumElements(op);
  kernel.hasReduction = isReduceOp(op);
  kernel.hasPlacing = isPlacingOp(op);
  kernel.numFunctions = isFunction(op);
  if (isFunction(op))
    kernel.argumentsOfFunctions.insert(op);
  kernelsOf[op].push_back(kernel.parent);
  kernels.push_back(std::move(kernel));
}

/// Makes one kernel of several that loop over the same space.
bool Planner::tryMerge(ArrayRef<unsigned> ids) {
  unsigned last = ids.front();
  size_t numMembers = 0, numOutputs = 0, numFunctions = 0;
  for (unsigned id : ids) {
    if (kernels[id].position > kernels[last].position)
      last = id;
    numMembers += kernels[id].members.size();
    numOutputs += kernels[id].outputs.size();
    numFunctions += kernels[id].numFunctions;
  }
  if (numMembers > kMaxKernelMembers || numOutputs > kMaxKernelOutputs ||
      numFunctions > kMaxKernelFunctions)
    return false;
  ArrayRef<int64_t> shape =
      getResultType(kernels[last].outputs.front()).getShape();
  for (unsigned id : ids) {
    if (kernels[id].hasReduction || kernels[id].hasPlacing ||
        getResultType(kernels[id].outputs.front()).getShape() != shape)
      return false;
    if (id == last)
      continue;
    for (Operation *output : kernels[id].outputs)
      if (!areUsersBehind(output, kernels[last].position, ids))
        return false;
  }
  for (unsigned id : ids) {
    if (id == last)
      continue;
    Kernel &from = kernels[id], &to = kernels[last];
    to.members.insert(from.members.begin(), from.members.end());
    to.outputs.insert(from.outputs.begin(), from.outputs.end());
    for (auto [op, count] : from.evaluations)
      to.evaluations[op] = std::max(to.evaluations[op], count);
    to.extraCost += from.extraCost;
    to.numFunctions += from.numFunctions;
    to.argumentsOfFunctions.insert(from.argumentsOfFunctions.begin(),
                                   from.argumentsOfFunctions.end());
    from.parent = last;
  }
  return true;
}

/// Makes `op`, which must be in memory, a further result of a kernel that
/// reads it.
bool Planner::tryFurtherOutput(Operation *op, ArrayRef<unsigned> ids) {
  if (isReduceOp(op))
    return false;
  for (unsigned id : ids) {
    Kernel &kernel = kernels[id];
    if (kernel.hasReduction || kernel.hasPlacing ||
        kernel.outputs.size() >= kMaxKernelOutputs ||
        getResultType(kernel.outputs.front()).getShape() !=
            getResultType(op).getShape() ||
        !hasOnlyUsersAtOwnIndex(op, kernel) || whyNotJoin(op, id) ||
        !areUsersBehind(op, kernel.position, id))
      continue;
    addMember(op, id);
    kernel.outputs.insert(op);
    return true;
  }
  return false;
}

/// A reshape of what is in memory needs no code. It joins the kernels of its
/// users only where it leads on to ops that fuse.
void Planner::placeReshape(Operation *op, const Users &users) {
  Operation *producer = op->getOperand(0).getDefiningOp();
  bool leadsOn = producer && producer->getBlock() == &block &&
                 (isLoopOp(producer) || isSliceAtPlace(producer)) &&
                 producer->hasOneUse();
  if (users.needMemory || !leadsOn)
    return;
  for (unsigned id : users.kernels)
    if (whyNotJoin(op, id))
      return;
  for (unsigned id : users.kernels)
    addMember(op, id);
}

/// Says what became of `op`.
static void note(Operation *op, bool fused, const Twine &why,
                 const Obstacle &cost = {}) {
  if (!op->getContext()->getRemarkEngine())
    return;
  remark::RemarkOpts options =
      remark::RemarkOpts::name("form-fusions").category("fusion");
  std::string name = op->getName().getStringRef().str(), reason = why.str();
  std::optional<int64_t> bytes = getDenseByteSize(op->getResultTypes()[0]);
  remark::detail::InFlightRemark entry =
      fused ? remark::passed(op->getLoc(), options)
            : remark::missed(op->getLoc(), options);
  entry << remark::add(fused ? "fuse {0}: {1}" : "do not fuse {0}: {1}", name,
                       reason);
  if (cost.allowed)
    entry << remark::metric("ExtraWork", cost.cost)
          << remark::metric("AllowedWork", cost.allowed);
  if (bytes)
    entry << remark::metric(fused ? "SavedBytes" : "BufferBytes", *bytes);
}

/// What needs `op` in memory.
std::string Planner::getReader(Operation *op) const {
  for (Operation *user : op->getUsers())
    if (user->getBlock() != &block || !kernelsOf.contains(user)) {
      Operation *reader = block.findAncestorOpInBlock(*user);
      if (!reader)
        reader = user;
      return reader->hasTrait<OpTrait::IsTerminator>()
                 ? "it is a result of this function or body"
                 : ("an op that is a kernel of its own reads it (" +
                    reader->getName().getStringRef() + ")")
                       .str();
    }
  return "nothing reads it";
}

void Planner::place(Operation *op) {
  Users users = findUsers(op);
  if (isa<hlo::ReshapeOp>(op))
    return placeReshape(op, users);

  if (users.kernels.empty()) {
    note(op, false, getReader(op));
    return startKernel(op);
  }
  if (users.needMemory) {
    if (tryFurtherOutput(op, users.kernels))
      return note(op, true, "a further result of the kernel that reads it");
    note(op, false, getReader(op));
    startKernel(op);
    // Data movement is repeated where it is used: it reads less than it makes.
    if (isReduceOp(op) || getElementCost(op) > 0)
      return;
    for (unsigned id : users.kernels)
      if (!whyNotJoin(op, id))
        addMember(op, id);
    return;
  }

  std::optional<Obstacle> obstacle;
  for (unsigned id : users.kernels)
    if (std::optional<Obstacle> found = whyNotJoin(op, id))
      obstacle = found;
  if (obstacle) {
    note(op, false, obstacle->reason, *obstacle);
    return startKernel(op);
  }
  if (users.kernels.size() == 1) {
    note(op, true, "its users are in one kernel");
    return addMember(op, users.kernels.front());
  }
  if (isCheapToCopy(op) && users.kernels.size() <= maxCopies) {
    int64_t depth = 0;
    for (Operation *user : op->getUsers())
      depth = std::max(depth, copyDepth.lookup(user));
    copyDepth[op] = depth + (getElementCost(op) > 0);
    for (unsigned id : users.kernels)
      addMember(op, id);
    return note(op, true, "cheap enough to be in several kernels");
  }
  if (!isReduceOp(op) && tryMerge(users.kernels)) {
    addMember(op, find(users.kernels.front()));
    return note(op, true, "its users became one kernel");
  }
  // What puts it into its own result may read it from memory.
  if (llvm::any_of(users.kernels,
                   [&](unsigned id) { return kernels[id].hasPlacing; }) &&
      tryFurtherOutput(op, users.kernels))
    return note(op, true, "a further result of the kernel that reads it");
  note(op, false, "several kernels read it");
  startKernel(op);
}

SmallVector<PlannedKernel> Planner::plan() {
  int64_t position = 0;
  for (Operation &op : block)
    positions[&op] = position++;
  for (Operation &op : llvm::reverse(block)) {
    if (isPlacingOp(&op)) {
      if (!op.use_empty())
        startKernel(&op);
      continue;
    }
    if (!isLoopOp(&op) && !isReduceOp(&op) && !isSliceAtPlace(&op)) {
      if (!isHostOp(&op) && !isa<hlo::FusionOp>(op) &&
          !op.hasTrait<OpTrait::ConstantLike>() && op.getNumResults() != 0)
        note(&op, false,
             "it is a kernel of its own: neither elementwise, nor data "
             "movement, nor a reduction of whole dimensions");
      continue;
    }
    // Nobody reads it: what it was for is gone.
    if (op.use_empty())
      continue;
    place(&op);
  }

  SmallVector<unsigned> order;
  for (unsigned id = 0; id < kernels.size(); ++id)
    if (find(id) == id)
      order.push_back(id);
  auto isEarlier = [&](Operation *lhs, Operation *rhs) {
    return positions.lookup(lhs) < positions.lookup(rhs);
  };
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    return kernels[lhs].position < kernels[rhs].position;
  });
  SmallVector<PlannedKernel> planned;
  for (unsigned id : order) {
    PlannedKernel &kernel = planned.emplace_back();
    kernel.members = llvm::to_vector(kernels[id].members);
    kernel.outputs = llvm::to_vector(kernels[id].outputs);
    kernel.hasReduction = kernels[id].hasReduction;
    kernel.numFunctions = kernels[id].numFunctions;
    llvm::sort(kernel.members, isEarlier);
    llvm::sort(kernel.outputs, isEarlier);
  }
  return planned;
}

SmallVector<PlannedKernel> xla::planFusions(Block &block) {
  return Planner(block).plan();
}
