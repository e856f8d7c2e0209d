//===- MergeElementwise.cpp - Many elementwise ops become one -------------===//
//
// Merges linalg ops of one iteration space that pass values element by element
// into one op with as many results as are needed outside. Linear in the ops:
// pairwise fusion computes a value again for each of its users, which explodes
// on recurrences and on unrolled generators. Assumes a kernel on tensors and
// leaves its elements bit-identical.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Common/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace xla {
#define GEN_PASS_DEF_XLAMERGEELEMENTWISEPASS
#include "xla/Codegen/Common/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-merge-elementwise"

using namespace mlir;

static xla::PassCounter numMergedOps(DEBUG_TYPE, "num-merged-ops");

/// Groups with fewer ops are left to pairwise fusion, which may compute cheap
/// values twice rather than store them, unless all must be stored.
static constexpr size_t minMembers = 12;

namespace {
/// Ops that become one, in block order.
struct Group {
  SmallVector<linalg::GenericOp> members;
};

/// What a group reads: a value through a map.
using Input = std::pair<Value, AffineMap>;

/// What crosses the border of a group.
struct Border {
  /// What comes in, each once, and its number.
  SmallVector<Input> inputs;
  DenseMap<Input, unsigned> inputIndex;
  /// Results that are used elsewhere, and their inits.
  SmallVector<Value> outputs, inits;
};

class Merger {
public:
  explicit Merger(Block &block) : block(block) {}
  /// Finds the groups, then merges them.
  void run();

private:
  void visit(Operation &op);
  bool isMember(Value value, Group *group) const {
    auto it = groupOf.find(value.getDefiningOp());
    return it != groupOf.end() && it->second == group;
  }
  bool canJoin(linalg::GenericOp op, Group *group) const;
  bool isUsedOutside(Value value, Group *group) const;
  bool makesResultsOnly(Group &group) const;
  Border findBorder(Group &group) const;
  void cloneMember(OpBuilder &builder, linalg::GenericOp member,
                   const Border &border, ValueRange arguments,
                   IRMapping &elements) const;
  void merge(Group &group);

  Block &block;
  std::vector<std::unique_ptr<Group>> groups;
  /// The group of each iteration space that may still grow.
  SmallVector<std::pair<SmallVector<int64_t>, Group *>> open;
  DenseMap<Operation *, Group *> groupOf;
};
} // namespace

/// True if `op` computes each element of its results on its own and from
/// nothing that its results held before.
static bool isElementwise(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops())
    return false;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isIdentity() ||
        !op.getMatchingBlockArgument(&init).use_empty())
      return false;
  return llvm::none_of(op.getStaticLoopRanges(), ShapedType::isDynamic);
}

/// Calls `visit` for each value from outside that `op` or its regions use.
static void forEachUse(Operation *op,
                       llvm::function_ref<void(OpOperand &)> visit) {
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands())
      visit(operand);
  });
}

/// True if `use`, inside or at `op`, reads exactly the element that `op` is
/// computing: through an identity map, or of a tensor without dimensions.
static bool readsOwnElement(linalg::GenericOp op, OpOperand &use) {
  if (use.getOwner() == op)
    return op.getMatchingIndexingMap(&use).isIdentity();
  // A clone of the body replaces only what stands in it directly.
  return op.getNumLoops() == 0 && isa<tensor::ExtractOp>(use.getOwner()) &&
         use.getOwner()->getBlock() == op.getBody();
}

bool Merger::canJoin(linalg::GenericOp op, Group *group) const {
  // An init only gives a shape, but must exist before the merged op.
  bool can = llvm::none_of(op.getDpsInits(),
                           [&](Value init) { return isMember(init, group); });
  forEachUse(op, [&](OpOperand &use) {
    if (isMember(use.get(), group) && !readsOwnElement(op, use))
      can = false;
  });
  return can;
}

void Merger::visit(Operation &op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  bool elementwise = generic && isElementwise(generic);
  SmallVector<int64_t> space;
  if (elementwise)
    space = generic.getStaticLoopRanges();
  Group *joined = nullptr;
  if (elementwise)
    for (auto &[ranges, group] : open)
      if (ranges == space && canJoin(generic, group))
        joined = group;
  // The merged op stands where its last member does: a group that another op
  // reads is complete.
  forEachUse(&op, [&](OpOperand &use) {
    auto it = groupOf.find(use.get().getDefiningOp());
    if (it == groupOf.end() || it->second == joined)
      return;
    llvm::erase_if(open,
                   [&](auto &entry) { return entry.second == it->second; });
  });
  if (!elementwise)
    return;
  if (!joined) {
    llvm::erase_if(open, [&](auto &entry) { return entry.first == space; });
    groups.push_back(std::make_unique<Group>());
    joined = groups.back().get();
    open.push_back({space, joined});
  }
  joined->members.push_back(generic);
  groupOf[generic] = joined;
}

void Merger::run() {
  for (Operation &op : block)
    visit(op);
  for (auto &group : groups)
    if (group->members.size() >= minMembers || makesResultsOnly(*group))
      merge(*group);
}

/// Whether what others use of `group` are several results of the kernel: one
/// loop that makes them all reads once what they have in common, and may write
/// one of them over what the others read.
bool Merger::makesResultsOnly(Group &group) const {
  SmallVector<Value> outputs = findBorder(group).outputs;
  return outputs.size() > 1 && llvm::all_of(outputs, [&](Value output) {
           return llvm::all_of(output.getUsers(), [&](Operation *user) {
             return user == block.getTerminator() ||
                    groupOf.lookup(user) == &group;
           });
         });
}

bool Merger::isUsedOutside(Value value, Group *group) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    while (user->getBlock() != &block)
      user = user->getParentOp();
    auto it = groupOf.find(user);
    return it == groupOf.end() || it->second != group;
  });
}

Border Merger::findBorder(Group &group) const {
  Border border;
  for (linalg::GenericOp member : group.members) {
    for (OpOperand *operand : member.getDpsInputOperands()) {
      Input input(operand->get(), member.getMatchingIndexingMap(operand));
      if (!isMember(input.first, &group) &&
          border.inputIndex.try_emplace(input, border.inputs.size()).second)
        border.inputs.push_back(input);
    }
    for (OpResult result : member->getResults()) {
      if (!isUsedOutside(result, &group))
        continue;
      border.outputs.push_back(result);
      border.inits.push_back(
          member.getDpsInitOperand(result.getResultNumber())->get());
    }
  }
  return border;
}

/// Clones the body of `member` into the merged one, whose arguments are
/// `arguments`. `elements` maps each member's results to their elements.
void Merger::cloneMember(OpBuilder &builder, linalg::GenericOp member,
                         const Border &border, ValueRange arguments,
                         IRMapping &elements) const {
  Group *group = groupOf.lookup(member);
  for (OpOperand *operand : member.getDpsInputOperands()) {
    Input input(operand->get(), member.getMatchingIndexingMap(operand));
    elements.map(member.getMatchingBlockArgument(operand),
                 isMember(input.first, group)
                     ? elements.lookup(input.first)
                     : arguments[border.inputIndex.lookup(input)]);
  }
  for (Operation &op : member.getBody()->without_terminator()) {
    auto extract = dyn_cast<tensor::ExtractOp>(op);
    if (extract && isMember(extract.getTensor(), group))
      elements.map(extract.getResult(), elements.lookup(extract.getTensor()));
    else
      builder.clone(op, elements);
  }
  for (auto [result, yielded] :
       llvm::zip(member->getResults(),
                 member.getBody()->getTerminator()->getOperands()))
    elements.map(result, elements.lookupOrDefault(yielded));
}

void Merger::merge(Group &group) {
  linalg::GenericOp last = group.members.back();
  OpBuilder builder(last);
  Border border = findBorder(group);
  SmallVector<Location> locations;
  for (linalg::GenericOp member : group.members)
    locations.push_back(member.getLoc());
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (auto &[value, map] : border.inputs) {
    inputs.push_back(value);
    maps.push_back(map);
  }
  maps.append(border.outputs.size(),
              builder.getMultiDimIdentityMap(last.getNumLoops()));
  SmallVector<utils::IteratorType> iterators(last.getNumLoops(),
                                             utils::IteratorType::parallel);
  auto merged = linalg::GenericOp::create(
      builder, builder.getFusedLoc(locations),
      ValueRange(border.outputs).getTypes(), inputs, border.inits, maps,
      iterators, [&](OpBuilder &inner, Location, ValueRange arguments) {
        IRMapping elements;
        for (linalg::GenericOp member : group.members)
          cloneMember(inner, member, border, arguments, elements);
        SmallVector<Value> yields;
        for (Value output : border.outputs)
          yields.push_back(elements.lookup(output));
        linalg::YieldOp::create(inner, last.getLoc(), yields);
      });
  for (auto [output, result] : llvm::zip(border.outputs, merged->getResults()))
    output.replaceAllUsesWith(result);
  numMergedOps += group.members.size();
  for (linalg::GenericOp member : llvm::reverse(group.members)) {
    groupOf.erase(member);
    member->erase();
  }
}

namespace {
struct XLAMergeElementwisePass
    : xla::impl::XLAMergeElementwisePassBase<XLAMergeElementwisePass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (xla::isKernel(kernel))
      Merger(kernel.getBody().front()).run();
  }
};
} // namespace
