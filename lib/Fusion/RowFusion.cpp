//===- RowFusion.cpp - Kernels that share their rows ----------------------===//
//
// Joins kernels of a plan that go through the same rows and hand whole rows to
// each other or read the same ones: the reductions of a softmax or a norm and
// what is computed with them. Code generation then takes them block of rows by
// block of rows (xla-cpu-share-rows), and large values never reach memory.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/RowBytes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace xla;

/// Bytes that kernels must have in common to become one: less is found in the
/// second-level cache all the same.
static constexpr int64_t leastSharedBytes = 1024 * 1024;
/// Fewer rows make fewer tasks than large ops are otherwise split into.
static constexpr int64_t leastRows = 16;

static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Whether `value` has its `rows` rows along its first dimension.
static bool hasRows(Value value, int64_t rows) {
  ArrayRef<int64_t> shape = getShape(value);
  return !shape.empty() && shape.front() == rows;
}

/// Whether a row of `op` comes from the same row of its operands, or from
/// operands that have none.
static bool worksByRows(Operation *op, int64_t rows) {
  Value result = op->getResult(0);
  if (!hasRows(result, rows))
    return false;
  if (isReduceOp(op)) {
    auto reduce = dyn_cast<hlo::ReduceOp>(op);
    Value input = reduce ? reduce.getInputs().front() : Value();
    if (!reduce || !hasRows(input, rows))
      return false;
    // The last dimensions: each row is reduced by itself, along memory.
    int64_t kept = getShape(result).size();
    return llvm::all_of(reduce.getDimensions(),
                        [&](int64_t dim) { return dim >= kept; });
  }
  if (auto broadcast = dyn_cast<hlo::BroadcastInDimOp>(op)) {
    ArrayRef<int64_t> dims = broadcast.getBroadcastDimensions();
    auto row = llvm::find(dims, 0);
    return row == dims.end() ||
           (row == dims.begin() && hasRows(broadcast.getOperand(), rows));
  }
  if (isa<hlo::ReshapeOp>(op))
    return hasRows(op->getOperand(0), rows);
  return isElementwise(op) || isa<hlo::IotaOp>(op);
}

namespace {
/// Joins the kernels of one plan.
class RowJoiner {
public:
  explicit RowJoiner(ArrayRef<PlannedKernel> plan) : plan(plan) {
    for (auto [index, kernel] : llvm::enumerate(plan))
      for (Operation *member : kernel.members)
        kernelsOf[member].push_back(index);
  }

  SmallVector<PlannedKernel> run();

private:
  using Values = llvm::SmallSetVector<Value, 8>;
  /// Kernels of the plan that become one, in order.
  struct Group {
    int64_t rows = 0;
    SmallVector<unsigned> kernels;
    llvm::SetVector<Operation *> members;
    size_t numOutputs = 0, numFunctions = 0;
    /// What is in memory of its rows, and its bytes.
    llvm::SmallDenseSet<Value> values;
    int64_t bytes = 0;
    /// What its kernels have in common.
    int64_t sharedBytes = 0;
  };

  static int64_t getRows(const PlannedKernel &kernel);
  static Values getValues(const PlannedKernel &kernel, int64_t rows);
  static std::pair<int64_t, int64_t> countBytes(const Group &group,
                                                const Values &values);
  bool mayAdd(const Group &group, unsigned index, int64_t bytes) const;
  bool areOtherUsersBehind(const Group &group, unsigned last) const;
  PlannedKernel join(const Group &group) const;

  ArrayRef<PlannedKernel> plan;
  DenseMap<Operation *, SmallVector<unsigned, 1>> kernelsOf;
};
} // namespace

/// The rows that all members of `kernel` go through; 0 where they do not.
int64_t RowJoiner::getRows(const PlannedKernel &kernel) {
  ArrayRef<int64_t> shape = getShape(kernel.getRoot()->getResult(0));
  if (shape.empty())
    return 0;
  bool all = llvm::all_of(kernel.members, [&](Operation *member) {
    return worksByRows(member, shape.front());
  });
  return all ? shape.front() : 0;
}

/// What `kernel` reads from memory or leaves there that has `rows` rows.
RowJoiner::Values RowJoiner::getValues(const PlannedKernel &kernel,
                                       int64_t rows) {
  llvm::SmallPtrSet<Operation *, 8> members(kernel.members.begin(),
                                            kernel.members.end());
  Values values;
  for (Operation *output : kernel.outputs)
    values.insert(output->result_begin(), output->result_end());
  for (Operation *member : kernel.members)
    for (Value operand : member->getOperands())
      if (!members.contains(operand.getDefiningOp()))
        values.insert(operand);
  values.remove_if([&](Value value) {
    Operation *producer = value.getDefiningOp();
    return !hasRows(value, rows) ||
           (producer && isSmallConstant(producer, /*bytes=*/0));
  });
  return values;
}

/// Bytes of those of `values` that `group` has in memory too, and of the
/// others.
std::pair<int64_t, int64_t> RowJoiner::countBytes(const Group &group,
                                                  const Values &values) {
  int64_t shared = 0, added = 0;
  for (Value value : values)
    (group.values.contains(value) ? shared : added) +=
        getDenseByteSize(value.getType()).value_or(0);
  return {shared, added};
}

/// Whether the kernel of `group` and `index`, which adds `bytes` to what is in
/// memory, would stay within the limits and behind all it reads.
bool RowJoiner::mayAdd(const Group &group, unsigned index,
                       int64_t bytes) const {
  const PlannedKernel &kernel = plan[index];
  return group.numOutputs + kernel.outputs.size() <= kMaxKernelOutputs &&
         group.members.size() + kernel.members.size() <= kMaxKernelMembers &&
         group.numFunctions + kernel.numFunctions <= kMaxKernelFunctions &&
         (group.bytes + bytes) / group.rows <= kMaxRowBytes &&
         areOtherUsersBehind(group, index);
}

/// Whether what uses results of `group` beside its kernels and `last` stands
/// behind `last`, where the joined kernel would be.
bool RowJoiner::areOtherUsersBehind(const Group &group, unsigned last) const {
  Operation *place = plan[last].getRoot();
  auto isBehind = [&](unsigned kernel) {
    return kernel == last || llvm::is_contained(group.kernels, kernel) ||
           place->isBeforeInBlock(plan[kernel].getRoot());
  };
  for (unsigned index : group.kernels)
    for (Operation *output : plan[index].outputs)
      for (Operation *user : output->getUsers()) {
        Operation *ancestor = place->getBlock()->findAncestorOpInBlock(*user);
        auto found = kernelsOf.find(user);
        bool behind = found == kernelsOf.end()
                          ? ancestor && place->isBeforeInBlock(ancestor)
                          : llvm::all_of(found->second, isBehind);
        if (!behind)
          return false;
      }
  return true;
}

PlannedKernel RowJoiner::join(const Group &group) const {
  PlannedKernel joined;
  joined.numJoined = group.kernels.size();
  llvm::SetVector<Operation *> outputs;
  for (unsigned index : group.kernels) {
    joined.hasReduction |= plan[index].hasReduction;
    joined.numFunctions += plan[index].numFunctions;
    outputs.insert(plan[index].outputs.begin(), plan[index].outputs.end());
  }
  joined.members = llvm::to_vector(group.members);
  auto isEarlier = [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  };
  llvm::sort(joined.members, isEarlier);
  for (Operation *output : outputs) {
    // Needed where somebody else reads it: an op of no kernel, or one that is
    // in a kernel outside the group.
    bool needed = llvm::any_of(output->getUsers(), [&](Operation *user) {
      auto found = kernelsOf.find(user);
      return found == kernelsOf.end() ||
             llvm::any_of(found->second, [&](unsigned index) {
               return !llvm::is_contained(group.kernels, index);
             });
    });
    if (needed)
      joined.outputs.push_back(output);
  }
  llvm::sort(joined.outputs, isEarlier);
  remark::passed(joined.getRoot()->getLoc(),
                 remark::RemarkOpts::name("join-rows").category("fusion"))
      << remark::add("{0} kernels became one that goes through {1} rows: what "
                     "they have in common stays in the cache",
                     int64_t(group.kernels.size()), group.rows)
      << remark::metric("SharedBytes", group.sharedBytes);
  return joined;
}

SmallVector<PlannedKernel> RowJoiner::run() {
  // Few are open at a time: a plan has many kernels.
  constexpr size_t maxOpen = 4;
  SmallVector<Group> groups;
  for (auto [index, kernel] : llvm::enumerate(plan)) {
    int64_t rows = getRows(kernel);
    Values values = rows < leastRows ? Values() : getValues(kernel, rows);
    Group *joined = nullptr;
    int64_t joinedBytes = 0;
    for (Group &group : MutableArrayRef(groups).take_back(maxOpen)) {
      if (rows < leastRows || group.rows != rows)
        continue;
      auto [shared, added] = countBytes(group, values);
      // Few bytes do too: what follows may share the rest with the group.
      if (shared > joinedBytes && mayAdd(group, index, added)) {
        joined = &group;
        joinedBytes = shared;
      }
    }
    if (!joined) {
      joined = &groups.emplace_back();
      joined->rows = rows;
    }
    joined->sharedBytes += joinedBytes;
    joined->bytes += countBytes(*joined, values).second;
    joined->values.insert_range(values);
    joined->kernels.push_back(index);
    joined->members.insert(kernel.members.begin(), kernel.members.end());
    joined->numOutputs += kernel.outputs.size();
    joined->numFunctions += kernel.numFunctions;
  }
  SmallVector<PlannedKernel> result;
  for (const Group &group : groups) {
    if (group.kernels.size() > 1 && group.sharedBytes >= leastSharedBytes) {
      result.push_back(join(group));
      continue;
    }
    if (group.kernels.size() > 1)
      remark::missed(plan[group.kernels.back()].getRoot()->getLoc(),
                     remark::RemarkOpts::name("join-rows").category("fusion"))
          << remark::add("do not join {0} kernels that go through {1} rows: "
                         "they have less in common than pays",
                         int64_t(group.kernels.size()), group.rows)
          << remark::metric("SharedBytes", group.sharedBytes)
          << remark::metric("LeastBytes", leastSharedBytes);
    for (unsigned index : group.kernels)
      result.push_back(plan[index]);
  }
  llvm::sort(result, [](const PlannedKernel &a, const PlannedKernel &b) {
    return a.getRoot()->isBeforeInBlock(b.getRoot());
  });
  return result;
}

SmallVector<PlannedKernel> xla::joinRowKernels(ArrayRef<PlannedKernel> plan) {
  return RowJoiner(plan).run();
}
