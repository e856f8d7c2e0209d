//===- KernelOrder.cpp - What orders the calls of a block -----------------===//

#include "KernelOrder.h"
#include "InPlaceCalls.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;
using namespace xla;

static int64_t getArenaBytes(Type type) {
  return int64_t(
      llvm::alignTo(getDenseByteSize(type).value_or(0), XLA_BUFFER_ALIGNMENT));
}

/// Whether `op` is, or holds, a call of the host, which may have effects.
static bool callsHost(Operation *op) {
  return op->walk([](CallHostOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Making it
//===----------------------------------------------------------------------===//

/// The buffer of `value`. What comes from outside of the block or is a constant
/// takes nothing here.
unsigned KernelOrder::getBuffer(Value value) {
  auto [it, isNew] = bufferOf.try_emplace(value, bytes.size());
  if (isNew) {
    bytes.push_back(0);
    accesses.emplace_back();
  }
  return it->second;
}

/// Notes that the op `number` makes `value` or takes it over.
void KernelOrder::addBuffer(unsigned number, Value value, bool isNew) {
  unsigned buffer = getBuffer(value);
  accesses[buffer].emplace_back(number, /*writes=*/true);
  if (!isNew)
    return;
  bytes[buffer] = getArenaBytes(value.getType());
  ops[number].madeBytes += bytes[buffer];
}

/// The operand whose buffer result `index` of `op` takes over; null if none.
static Value getTakenOver(Operation *op, unsigned index,
                          const SymbolTable &symbols) {
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return op->getOperand(0);
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    // As it mostly is: what a loop ends with is what it carries.
    Value passed = loop.getConditionOp().getArgs()[index];
    auto argument = dyn_cast<BlockArgument>(passed);
    return argument && argument.getOwner() == loop.getBeforeBody()
               ? loop.getInits()[argument.getArgNumber()]
               : Value();
  }
  if (!isa<CallKernelOp, CallHostOp>(op))
    return nullptr;
  int64_t operand = getInPlaceOperand(op, index, symbols);
  return operand < 0 ? Value() : op->getOperand(operand);
}

void KernelOrder::addOp(Operation &op, const SymbolTable &symbols) {
  unsigned number = ops.size();
  ops.emplace_back().op = &op;
  llvm::SetVector<Value> reads(op.operand_begin(), op.operand_end());
  getUsedValuesDefinedAbove(op.getRegions(), reads);
  for (Value value : reads)
    accesses[getBuffer(value)].emplace_back(number, /*writes=*/false);
  for (OpResult result : op.getResults()) {
    Value from = getTakenOver(&op, result.getResultNumber(), symbols);
    // What is the caller's or a constant is copied first.
    bool isOwn = from && bytes[getBuffer(from)] != 0;
    if (isOwn)
      bufferOf[result] = getBuffer(from);
    bool isView = isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
    if (isView) {
      bufferOf[result] = getBuffer(from);
      continue;
    }
    // It may lie in a buffer of the loop around it, and be written there.
    if (from && !isOwn)
      accesses[getBuffer(from)].emplace_back(number, /*writes=*/true);
    bool isTensor = isa<TensorType>(result.getType()) &&
                    !op.hasTrait<OpTrait::ConstantLike>();
    addBuffer(number, result, /*isNew=*/isTensor && !isOwn);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    for (Value init : loop.getInits())
      accesses[getBuffer(init)].emplace_back(number, /*writes=*/true);
  if (auto call = dyn_cast<CallKernelOp>(op))
    if (Operation *kernel = symbols.lookup(call.getCallee()))
      if (auto scratch = kernel->getAttrOfType<IntegerAttr>(kScratchBytesAttr))
        ops[number].scratchBytes = scratch.getInt();
}

/// From accesses to the order that they force: a write waits for all before
/// it, a read for the last write.
void KernelOrder::addOrder() {
  std::set<std::pair<unsigned, unsigned>> edges;
  for (const auto &list : accesses) {
    std::optional<unsigned> writer;
    SmallVector<unsigned> readers;
    for (auto [number, writes] : list) {
      if (writer && *writer != number)
        edges.insert({*writer, number});
      if (!writes) {
        readers.push_back(number);
        continue;
      }
      for (unsigned reader : readers)
        if (reader != number)
          edges.insert({reader, number});
      readers.clear();
      writer = number;
    }
  }
  for (auto [before, after] : edges) {
    ops[before].followers.push_back(after);
    ++ops[after].numWaits;
  }
}

KernelOrder::KernelOrder(Block &block, const SymbolTable &symbols) {
  for (Operation &op : block.without_terminator())
    addOp(op, symbols);
  numUsers.assign(bytes.size(), 0);
  for (auto [buffer, list] : llvm::enumerate(accesses)) {
    llvm::SmallSetVector<unsigned, 8> users;
    for (auto [number, writes] : list)
      users.insert(number);
    numUsers[buffer] = users.size();
    for (unsigned user : users)
      ops[user].buffers.push_back(buffer);
  }
  Operation *terminator = block.getTerminator();
  for (Value value : terminator->getOperands()) {
    auto found = bufferOf.find(value);
    if (found == bufferOf.end())
      continue;
    ++numUsers[found->second];
    // A result of the entry is in the caller's buffer.
    if (Operation *maker = value.getDefiningOp();
        maker && isa<func::ReturnOp>(terminator)) {
      auto first = accesses[found->second].front();
      ops[first.first].madeBytes -= std::exchange(bytes[found->second], 0);
    }
  }
  accesses.emplace_back();
  for (auto [number, ordered] : llvm::enumerate(ops))
    if (callsHost(ordered.op))
      accesses.back().emplace_back(number, /*writes=*/true);
  addOrder();
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

/// Finds what memory each op needs with all that leads to it, as if nothing was
/// shared, and in which sequence what leads to it needs least.
void KernelOrder::findNeeds(
    std::vector<int64_t> &need,
    std::vector<std::vector<unsigned>> &producers) const {
  need.assign(ops.size(), 0);
  producers.assign(ops.size(), {});
  for (auto [number, ordered] : llvm::enumerate(ops))
    for (unsigned follower : ordered.followers)
      producers[follower].push_back(number);
  for (unsigned number = 0; number < ops.size(); ++number) {
    std::vector<unsigned> &list = producers[number];
    // What needs most beyond what it leaves goes first.
    llvm::stable_sort(list, [&](unsigned a, unsigned b) {
      return need[a] - ops[a].madeBytes > need[b] - ops[b].madeBytes;
    });
    int64_t kept = 0;
    for (unsigned producer : list) {
      need[number] = std::max(need[number], kept + need[producer]);
      kept += ops[producer].madeBytes;
    }
    int64_t own = ops[number].madeBytes + ops[number].scratchBytes;
    need[number] = std::max(need[number], kept + own);
  }
}

std::vector<unsigned> KernelOrder::getDepthFirst() const {
  std::vector<int64_t> need;
  std::vector<std::vector<unsigned>> producers;
  findNeeds(need, producers);
  std::vector<unsigned> roots, order;
  for (unsigned number = 0; number < ops.size(); ++number)
    if (ops[number].followers.empty())
      roots.push_back(number);
  llvm::stable_sort(roots, [&](unsigned a, unsigned b) {
    return need[a] - ops[a].madeBytes > need[b] - ops[b].madeBytes;
  });
  std::vector<bool> seen(ops.size());
  // An op, and how many of its producers are done: no recursion.
  std::vector<std::pair<unsigned, size_t>> stack;
  for (unsigned root : roots) {
    stack.emplace_back(root, 0);
    seen[root] = true;
    while (!stack.empty()) {
      auto &[number, done] = stack.back();
      if (done == producers[number].size()) {
        order.push_back(number);
        stack.pop_back();
        continue;
      }
      unsigned next = producers[number][done++];
      if (!seen[next]) {
        seen[next] = true;
        stack.emplace_back(next, 0);
      }
    }
  }
  return order;
}

namespace {
/// A list schedule under way.
struct ListState {
  std::vector<unsigned> waits, users;
  /// Ops that may run, by their place in the wanted sequence.
  std::set<std::pair<unsigned, unsigned>> ready;
  int64_t live = 0;
};
} // namespace

std::vector<Operation *> KernelOrder::schedule(ArrayRef<unsigned> wanted,
                                               int64_t threshold) const {
  // More are not looked through for the best.
  constexpr unsigned most = 256;
  ListState state;
  std::vector<unsigned> place(ops.size());
  for (auto [index, number] : llvm::enumerate(wanted))
    place[number] = index;
  state.users = numUsers;
  for (auto [number, ordered] : llvm::enumerate(ops)) {
    state.waits.push_back(ordered.numWaits);
    if (ordered.numWaits == 0)
      state.ready.insert({place[number], number});
  }
  auto getFreed = [&](unsigned number) {
    int64_t freed = 0;
    for (unsigned buffer : ops[number].buffers)
      freed += state.users[buffer] == 1 ? bytes[buffer] : 0;
    return freed;
  };
  std::vector<Operation *> result;
  while (!state.ready.empty()) {
    auto best = state.ready.begin();
    const OrderedOp &first = ops[best->second];
    if (state.live + first.madeBytes + first.scratchBytes > threshold) {
      int64_t least = std::numeric_limits<int64_t>::max();
      unsigned looked = 0;
      for (auto it = state.ready.begin();
           it != state.ready.end() && looked != most; ++it, ++looked) {
        int64_t growth = ops[it->second].madeBytes - getFreed(it->second);
        if (growth < least) {
          least = growth;
          best = it;
        }
      }
    }
    unsigned number = best->second;
    state.ready.erase(best);
    result.push_back(ops[number].op);
    state.live += ops[number].madeBytes - getFreed(number);
    for (unsigned buffer : ops[number].buffers)
      --state.users[buffer];
    for (unsigned follower : ops[number].followers)
      if (--state.waits[follower] == 0)
        state.ready.insert({place[follower], follower});
  }
  return result;
}
