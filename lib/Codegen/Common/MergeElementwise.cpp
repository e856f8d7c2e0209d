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
/// values twice rather than store them.
static constexpr size_t minMembers = 12;

namespace {
/// Ops that become one, in block order.
struct Group {
  SmallVector<linalg::GenericOp> members;
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
  return op.getNumLoops() == 0 && isa<tensor::ExtractOp>(use.getOwner());
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
    if (group->members.size() >= minMembers)
      merge(*group);
}

void Merger::merge(Group &group) {
  linalg::GenericOp last = group.members.back();
  OpBuilder builder(last);
  auto isInside = [&](Value value) { return isMember(value, &group); };

  // What comes in, each value and map once; what is used elsewhere goes out.
  SmallVector<std::pair<Value, AffineMap>> inputs;
  DenseMap<std::pair<Value, AffineMap>, unsigned> inputIndex;
  SmallVector<Value> outputs, inits;
  SmallVector<Location> locations;
  for (linalg::GenericOp member : group.members) {
    locations.push_back(member.getLoc());
    for (OpOperand *operand : member.getDpsInputOperands()) {
      std::pair<Value, AffineMap> input(operand->get(),
                                        member.getMatchingIndexingMap(operand));
      if (!isInside(input.first) &&
          inputIndex.try_emplace(input, inputs.size()).second)
        inputs.push_back(input);
    }
    for (OpResult result : member->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            while (user->getBlock() != &block)
              user = user->getParentOp();
            auto it = groupOf.find(user);
            return it == groupOf.end() || it->second != &group;
          })) {
        outputs.push_back(result);
        inits.push_back(
            member.getDpsInitOperand(result.getResultNumber())->get());
      }
  }
  SmallVector<Value> inputValues;
  SmallVector<AffineMap> maps;
  for (auto &[value, map] : inputs) {
    inputValues.push_back(value);
    maps.push_back(map);
  }
  maps.append(outputs.size(),
              builder.getMultiDimIdentityMap(last.getNumLoops()));

  auto body = [&](OpBuilder &inner, Location, ValueRange arguments) {
    IRMapping mapping;
    // The element of each member's result.
    for (linalg::GenericOp member : group.members) {
      for (OpOperand *operand : member.getDpsInputOperands()) {
        std::pair<Value, AffineMap> input(
            operand->get(), member.getMatchingIndexingMap(operand));
        mapping.map(member.getMatchingBlockArgument(operand),
                    isInside(input.first)
                        ? mapping.lookup(input.first)
                        : arguments[inputIndex.lookup(input)]);
      }
      for (Operation &op : member.getBody()->without_terminator()) {
        auto extract = dyn_cast<tensor::ExtractOp>(op);
        if (extract && isInside(extract.getTensor()))
          mapping.map(extract.getResult(), mapping.lookup(extract.getTensor()));
        else
          inner.clone(op, mapping);
      }
      for (auto [result, yielded] :
           llvm::zip(member->getResults(),
                     member.getBody()->getTerminator()->getOperands()))
        mapping.map(result, mapping.lookupOrDefault(yielded));
    }
    SmallVector<Value> yields;
    for (Value output : outputs)
      yields.push_back(mapping.lookup(output));
    linalg::YieldOp::create(inner, last.getLoc(), yields);
  };
  SmallVector<utils::IteratorType> iterators(last.getNumLoops(),
                                             utils::IteratorType::parallel);
  auto merged = linalg::GenericOp::create(
      builder, builder.getFusedLoc(locations), ValueRange(outputs).getTypes(),
      inputValues, inits, maps, iterators, body);
  for (auto [output, result] : llvm::zip(outputs, merged->getResults()))
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
