//===- FusionPlan.cpp - Which ops become one kernel -----------------------===//
//
// The rules are in the header. Here: kernels under construction, the questions
// that the rules ask of them, and the sweep.
//
//===----------------------------------------------------------------------===//

#include "xla/Fusion/FusionPlan.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Support/ByteSize.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace xla;

static constexpr int64_t costOfBufferElement = 8;
static constexpr int64_t costOfKernel = 4096;
static constexpr size_t maxCopies = 4;
static constexpr int64_t maxCopyDepth = 3;
/// From this cost on an op becomes a formula of dozens of instructions.
static constexpr int64_t costOfFunction = 16;

static ShapedType getResultType(Operation *op) {
  return cast<ShapedType>(op->getResult(0).getType());
}

static bool isFunction(Operation *op) {
  return getElementCost(op) >= costOfFunction;
}

static int64_t getNumElements(Operation *op) {
  return getResultType(op).getNumElements();
}

/// Elements that a reduction reads of each input.
static int64_t getNumReduced(Operation *op) {
  auto reduce = cast<hlo::ReductionLikeOpInterface>(op);
  return cast<ShapedType>(reduce.getReductionInputs()[0].getType())
      .getNumElements();
}

namespace {
/// A kernel under construction.
struct Kernel {
  /// Kernel that this one became part of, or itself.
  unsigned parent;
  /// Place of its last op in the block.
  int64_t position;
  /// Members in the order in which they came: from the last to the first.
  llvm::SetVector<Operation *> members;
  llvm::SetVector<Operation *> outputs;
  /// How often a member is evaluated.
  DenseMap<Operation *, int64_t> evaluations;
  int64_t extraCost = 0;
  bool hasReduction = false;
  size_t numFunctions = 0;
  /// Functions, and members that only lead to them.
  llvm::SmallPtrSet<Operation *, 8> argumentsOfFunctions;
};

/// Why an op does not join a kernel, and what that would cost at least.
struct Obstacle {
  const char *reason;
  int64_t cost = 0, allowed = 0;
};

class Planner {
public:
  explicit Planner(Block &block) : block(block) {}
  SmallVector<PlannedKernel> plan();

private:
  unsigned find(unsigned id) {
    while (kernels[id].parent != id)
      id = kernels[id].parent = kernels[kernels[id].parent].parent;
    return id;
  }

  /// Where the users of an op are.
  struct Users {
    SmallVector<unsigned, 4> kernels;
    bool needMemory = false;
  };
  Users findUsers(Operation *op);

  std::string getReader(Operation *op) const;
  void place(Operation *op);
  void placeReshape(Operation *op, const Users &users);
  void startKernel(Operation *op);
  void addMember(Operation *op, unsigned id);

  int64_t countEvaluations(Operation *op, const Kernel &kernel);
  int64_t getExtraCost(Operation *op, const Kernel &kernel);
  bool hasOnlyUsersAtOwnIndex(Operation *op, const Kernel &kernel);
  bool leadsToFunctions(Operation *op, const Kernel &kernel);
  std::optional<Obstacle> whyNotJoin(Operation *op, unsigned id);
  bool isCheapToCopy(Operation *op);
  bool tryMerge(ArrayRef<unsigned> ids);
  bool tryFurtherOutput(Operation *op, ArrayRef<unsigned> ids);
  bool areUsersBehind(Operation *op, int64_t position,
                      ArrayRef<unsigned> inside);

  Block &block;
  std::vector<Kernel> kernels;
  DenseMap<Operation *, int64_t> positions;
  DenseMap<Operation *, SmallVector<unsigned, 1>> kernelsOf;
  /// Length of the chain of ops that several kernels repeat.
  DenseMap<Operation *, int64_t> copyDepth;
};
} // namespace

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

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
    if (kernels[id].hasReduction ||
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
    if (kernel.hasReduction || kernel.outputs.size() >= kMaxKernelOutputs ||
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
                 isLoopOp(producer) && producer->hasOneUse();
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
  note(op, false, "several kernels read it");
  startKernel(op);
}

SmallVector<PlannedKernel> Planner::plan() {
  int64_t position = 0;
  for (Operation &op : block)
    positions[&op] = position++;
  for (Operation &op : llvm::reverse(block)) {
    if (!isLoopOp(&op) && !isReduceOp(&op)) {
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
