//===- FusionQuestions.cpp - What the rules of fusion ask -----------------===//
//
// How often a kernel would evaluate an op, and why an op may not join it.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"

using namespace mlir;
using namespace xla;

static constexpr int64_t costOfBufferElement = 8;
static constexpr int64_t costOfKernel = 4096;
static constexpr int64_t maxCopyDepth = 3;
/// Ops that are looked at to see that none reads what an update overwrites.
static constexpr size_t mostOpsBefore = 64;

/// Elements that a reduction reads of each input.
static int64_t getNumReduced(Operation *op) {
  auto reduce = cast<hlo::ReductionLikeOpInterface>(op);
  return cast<ShapedType>(reduce.getReductionInputs()[0].getType())
      .getNumElements();
}

Planner::Users Planner::findUsers(Operation *op) {
  Users users;
  llvm::SmallSetVector<unsigned, 4> ids;
  for (Operation *user : op->getUsers()) {
    auto found = kernelsOf.find(user);
    if (user->getBlock() != &block || found == kernelsOf.end()) {
      users.needMemory = true;
      continue;
    }
    for (unsigned id : found->second)
      ids.insert(find(id));
  }
  users.kernels = ids.takeVector();
  return users;
}

/// How often `kernel` would evaluate `op` for the users that it has in it.
/// Users at the same index share an evaluation.
int64_t Planner::countEvaluations(Operation *op, const Kernel &kernel) {
  int64_t shared = 0, others = 0;
  llvm::SmallPtrSet<Operation *, 4> seen;
  for (Operation *user : op->getUsers()) {
    auto found = kernel.evaluations.find(user);
    if (found == kernel.evaluations.end() || !seen.insert(user).second)
      continue;
    if (isReduceOp(user))
      shared = std::max(shared, getNumReduced(user));
    else if (isPlacingOp(user) || isSliceAtPlace(user))
      shared = std::max(shared, getNumElements(op));
    else if (isElementwise(user))
      shared = std::max(shared, found->second);
    else
      others += found->second;
  }
  return shared + others;
}

int64_t Planner::getExtraCost(Operation *op, const Kernel &kernel) {
  int64_t extra = countEvaluations(op, kernel) - getNumElements(op);
  return std::max<int64_t>(extra, 0) * getElementCost(op);
}

/// Whether all users in `kernel` read `op` at their own index and are computed
/// once per element of the kernel's results.
bool Planner::hasOnlyUsersAtOwnIndex(Operation *op, const Kernel &kernel) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    if (!kernel.evaluations.contains(user))
      return true;
    return isElementwise(user) &&
           getResultType(user).getShape() == getResultType(op).getShape();
  });
}

/// Whether a member of `kernel` reads a part of what `op` makes.
bool Planner::isSlicedAtPlace(Operation *op, const Kernel &kernel) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isSliceAtPlace(user) && kernel.members.contains(user) &&
           user->getOperand(0).getDefiningOp() == op;
  });
}

/// Whether the root of `kernel` updates in place what `op`, or an op that could
/// join with it, makes or reads: made in a buffer of its own, or read from what
/// is overwritten, it would be copied.
bool Planner::touchesUpdated(Operation *op, const Kernel &kernel) {
  auto update = dyn_cast<hlo::DynamicUpdateSliceOp>(kernel.members.front());
  if (!update)
    return false;
  Value target = update.getOperand();
  llvm::SetVector<Operation *> before;
  before.insert(op);
  for (size_t next = 0; next < before.size(); ++next) {
    Operation *reader = before[next];
    if (reader == target.getDefiningOp() ||
        llvm::is_contained(reader->getOperands(), target) ||
        before.size() > mostOpsBefore)
      return true;
    for (Value operand : reader->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        if (producer->getBlock() == &block &&
            (isLoopOp(producer) || isSliceAtPlace(producer)))
          before.insert(producer);
  }
  return false;
}

/// Whether all users in `kernel` are functions or lead to such.
bool Planner::leadsToFunctions(Operation *op, const Kernel &kernel) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    return !kernel.members.contains(user) ||
           kernel.argumentsOfFunctions.contains(user);
  });
}

/// Nothing if `op` may become a member of the kernel, else the reason.
std::optional<Obstacle> Planner::whyNotJoin(Operation *op, unsigned id) {
  const Kernel &kernel = kernels[id];
  if (kernel.members.size() >= kMaxKernelMembers)
    return Obstacle{"the kernel is as large as allowed"};
  // What functions of a full kernel compute on still joins; the others begin
  // the next one, which has room for functions again.
  if (kernel.numFunctions >= kMaxKernelFunctions &&
      (isFunction(op) || !leadsToFunctions(op, kernel)))
    return Obstacle{"the kernel has as many functions as allowed"};
  if (isSlicedAtPlace(op, kernel))
    return Obstacle{"a slice is read from a computed place of it"};
  if (touchesUpdated(op, kernel))
    return Obstacle{"it makes or reads what is updated in place"};
  if (isReduceOp(op)) {
    if (kernel.hasReduction)
      return Obstacle{"the kernel has a reduction already"};
    // Anything but a chain of elementwise ops would repeat the reduction.
    bool isEpilogue = llvm::all_of(kernel.members, [&](Operation *member) {
      return isElementwise(member) &&
             getResultType(member).getShape() == getResultType(op).getShape();
    });
    if (!isEpilogue || !hasOnlyUsersAtOwnIndex(op, kernel))
      return Obstacle{"it would repeat the reduction"};
    return std::nullopt;
  }
  int64_t extra = getExtraCost(op, kernel);
  int64_t elements = getNumElements(op);
  int64_t buffer = costOfBufferElement * elements + costOfKernel;
  if (extra > buffer)
    return Obstacle{"computing it again costs more than a buffer", extra,
                    buffer};
  int64_t allowed =
      2 * costOfKernel + costOfBufferElement * countEvaluations(op, kernel);
  if (kernel.extraCost + extra > allowed)
    return Obstacle{"the kernel repeats as much as allowed",
                    kernel.extraCost + extra, allowed};
  return std::nullopt;
}

bool Planner::isCheapToCopy(Operation *op) {
  if (isReduceOp(op) || getElementCost(op) > 1)
    return false;
  int64_t depth = 0;
  for (Operation *user : op->getUsers())
    depth = std::max(depth, copyDepth.lookup(user));
  return getElementCost(op) == 0 || depth < maxCopyDepth;
}

/// Whether every use of `op` outside the kernels `inside` stands behind
/// `position`.
bool Planner::areUsersBehind(Operation *op, int64_t position,
                             ArrayRef<unsigned> inside) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    auto found = kernelsOf.find(user);
    if (ancestor != user || found == kernelsOf.end())
      return ancestor && positions.lookup(ancestor) > position;
    return llvm::all_of(found->second, [&](unsigned id) {
      return llvm::is_contained(inside, find(id)) ||
             kernels[find(id)].position > position;
    });
  });
}
