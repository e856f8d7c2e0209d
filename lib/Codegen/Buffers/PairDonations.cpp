//===- PairDonations.cpp - Kernels that write over what they read ---------===//
//
// Finds the kernel that makes the result to which an argument is donated. If it
// reads the argument too, but each element only before it writes that of the
// result, the kernel is told that the two may be one buffer. If others read the
// argument later, the call is moved behind them where nobody needs it sooner,
// or they are moved before it where what they read is there. What a loop
// carries is given by each iteration to the next, likewise.
//
//===----------------------------------------------------------------------===//

#include "HostDonation.h"
#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

namespace xla {
#define GEN_PASS_DEF_XLAPAIRDONATIONSPASS
#include "xla/Codegen/Buffers/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-pair-donations"

using namespace mlir;
using namespace xla;

static PassCounter numPairs(DEBUG_TYPE, "num-pairs");
static PassCounter numMovedCalls(DEBUG_TYPE, "num-moved-calls");

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Collects the uses of `buffer` and of views of it under other shapes.
static void collectUses(Value buffer, SmallVectorImpl<OpOperand *> &uses) {
  for (OpOperand &use : buffer.getUses()) {
    if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(use.getOwner()))
      collectUses(use.getOwner()->getResult(0), uses);
    else
      uses.push_back(&use);
  }
}

/// Whether `kernel` reads each element of its argument `in` for the last time
/// before it writes the same element of its argument `out`: one op reads the
/// one and writes the other, at the same place in each iteration.
static bool readsBeforeWriting(func::FuncOp kernel, int64_t in, int64_t out) {
  SmallVector<OpOperand *> reads, writes;
  collectUses(kernel.getArgument(in), reads);
  collectUses(kernel.getArgument(out), writes);
  if (writes.size() != 1)
    return false;
  OpOperand &write = *writes.front();
  auto op = dyn_cast<linalg::GenericOp>(write.getOwner());
  if (!op || op.getNumReductionLoops() != 0 || !op.isDpsInit(&write) ||
      op.payloadUsesValueFromOperand(&write))
    return false;
  auto type = cast<MemRefType>(write.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&write);
  if (!map.isPermutation() || !type.getLayout().isIdentity())
    return false;
  return llvm::all_of(reads, [&](OpOperand *read) {
    return read->getOwner() == op && op.isDpsInput(read) &&
           read->get().getType() == type &&
           op.getMatchingIndexingMap(read) == map;
  });
}

/// Adds the pair to what `kernel` bears.
static void addPair(func::FuncOp kernel, int64_t in, int64_t out) {
  if (mayAlias(kernel, in, out))
    return;
  SmallVector<int64_t> pairs(getMayAliasPairs(kernel));
  pairs.append({in, out});
  kernel->setAttr(kMayAliasAttr,
                  DenseI64ArrayAttr::get(kernel.getContext(), pairs));
  numPairs += 1;
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

static bool isReshape(Operation *op) {
  return isa_and_present<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

/// Whether `call` has `value` as an operand, under whatever shape.
static bool isRead(Value value, CallKernelOp call) {
  return llvm::any_of(call->getOperands(), [&](Value operand) {
    return skipReshapes(operand) == value;
  });
}

/// The free donors of `result` that `call` reads and may write over, as far as
/// one operand tells, in their order.
static SmallVector<int64_t> getReadDonors(CallKernelOp call, OpResult value,
                                          unsigned result,
                                          HostDonation &donation,
                                          SymbolTable &symbols) {
  SmallVector<int64_t> read;
  auto kernel = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!kernel || kernel.isExternal())
    return read;
  int64_t number = value.getResultNumber();
  int64_t out = getInPlaceArgument(kernel, number) < 0
                    ? getOutArgument(kernel, call, number)
                    : -1;
  for (OpOperand &operand : call->getOpOperands())
    if (auto argument = dyn_cast<BlockArgument>(skipReshapes(operand.get())))
      if (donation.isFreeDonor(result, argument.getArgNumber()) &&
          (out < 0 ||
           readsBeforeWriting(kernel, operand.getOperandNumber(), out)))
        read.push_back(argument.getArgNumber());
  llvm::sort(read);
  read.erase(llvm::unique(read), read.end());
  return read;
}

/// The last op of the entry's block, but for its end, that reads `value`.
static Operation *getLastReader(Value value, Block &block) {
  Operation *last = nullptr;
  for (Operation *user : value.getUsers()) {
    Operation *reader = block.findAncestorOpInBlock(*user);
    if (isReshape(user))
      reader = getLastReader(user->getResult(0), block);
    if (!reader || reader->hasTrait<OpTrait::IsTerminator>())
      continue;
    if (!last || last->isBeforeInBlock(reader))
      last = reader;
  }
  return last;
}

/// Moves `call`, with what only reshapes its results, behind `reader` if
/// nobody uses them before.
static void moveBehind(CallKernelOp call, Operation *reader) {
  SmallVector<Operation *> moved = {call};
  for (size_t i = 0; i < moved.size(); ++i)
    for (Operation *user : moved[i]->getUsers()) {
      if (isReshape(user) && user->getBlock() == reader->getBlock() &&
          user->isBeforeInBlock(reader)) {
        moved.push_back(user);
        continue;
      }
      Operation *op = call->getBlock()->findAncestorOpInBlock(*user);
      if (op == reader || op->isBeforeInBlock(reader))
        return;
    }
  for (Operation *op : moved) {
    op->moveAfter(reader);
    reader = op;
  }
  numMovedCalls += 1;
}

/// Moves kernel calls that read `argument` behind `maker` before it, with
/// reshapes, where all that they read is there then.
static void moveReadersBefore(Value argument, Operation *maker) {
  // In the order of the block, so that what a reader gets from another is moved
  // before it is asked for.
  SmallVector<Operation *> readers;
  SmallVector<Value> views = {argument};
  llvm::SmallDenseSet<Operation *> seen;
  for (size_t i = 0; i < views.size(); ++i)
    for (Operation *user : views[i].getUsers()) {
      if ((!isa<CallKernelOp>(user) && !isReshape(user)) ||
          !seen.insert(user).second)
        continue;
      if (isReshape(user))
        views.push_back(user->getResult(0));
      if (user->getBlock() == maker->getBlock() && maker->isBeforeInBlock(user))
        readers.push_back(user);
    }
  llvm::sort(readers, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  // Asked before anything moves, as that makes the block's order anew.
  llvm::SmallDenseSet<Operation *> moved;
  SmallVector<Operation *> order;
  auto isThere = [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    return !op || moved.contains(op) || op->getBlock() != maker->getBlock() ||
           op->isBeforeInBlock(maker);
  };
  for (Operation *reader : readers)
    if (llvm::all_of(reader->getOperands(), isThere)) {
      moved.insert(reader);
      order.push_back(reader);
    }
  for (Operation *reader : order)
    reader->moveBefore(maker);
  numMovedCalls += order.size();
}

namespace {
struct XLAPairDonationsPass
    : xla::impl::XLAPairDonationsPassBase<XLAPairDonationsPass> {
  void runOnOperation() override {
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    if (options->isForGPU())
      return;
    SymbolTable symbols(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!isKernel(function) && !function.isExternal() &&
          llvm::hasSingleElement(function.getBody()))
        pairDonations(function, symbols);
  }

  static void pairDonations(func::FuncOp function, SymbolTable &symbols) {
    HostDonation donation(function);
    Operation *end = function.getBody().front().getTerminator();
    for (auto [result, value] : llvm::enumerate(end->getOperands())) {
      auto source = dyn_cast<OpResult>(skipReshapes(value));
      if (!source || source.getOwner()->getBlock() != end->getBlock())
        continue;
      int64_t donor = donation.getDonor(result);
      auto call = dyn_cast<CallKernelOp>(source.getOwner());
      if (!call) {
        // A loop that begins with the argument, say.
        for (Value operand : source.getOwner()->getOperands())
          if (auto argument = dyn_cast<BlockArgument>(skipReshapes(operand)))
            if (donor == argument.getArgNumber() ||
                donation.isFreeDonor(result, argument.getArgNumber()))
              moveReadersBefore(argument, source.getOwner());
        continue;
      }
      if (donor >= 0) {
        pairCall(call, source, function.getArgument(donor), symbols);
        continue;
      }
      for (int64_t argument :
           getReadDonors(call, source, result, donation, symbols))
        if (pairCall(call, source, function.getArgument(argument), symbols)) {
          donation.setDonor(result, argument);
          break;
        }
    }
    donation.record();
    function.walk([&](scf::WhileOp loop) { pairCarried(loop, symbols); });
  }

  /// What the body of `loop` makes of a value that it gets goes where that was.
  static void pairCarried(scf::WhileOp loop, SymbolTable &symbols) {
    ValueRange passed = loop.getConditionOp().getArgs();
    for (auto [index, value] :
         llvm::enumerate(loop.getYieldOp().getOperands())) {
      auto source = dyn_cast<OpResult>(skipReshapes(value));
      auto call = source ? dyn_cast<CallKernelOp>(source.getOwner()) : nullptr;
      if (!call || call->getBlock() != loop.getAfterBody() ||
          index >= passed.size() ||
          passed[index] != loop.getBeforeArguments()[index])
        continue;
      Value argument = loop.getAfterArguments()[index];
      if (isRead(argument, call))
        pairCall(call, source, argument, symbols);
    }
  }

  /// Lets `call` write `result` over `argument`, which it reads; returns
  /// whether it may. Moves it behind what else reads the argument.
  static bool pairCall(CallKernelOp call, OpResult result, Value argument,
                       SymbolTable &symbols) {
    auto kernel = symbols.lookup<func::FuncOp>(call.getCallee());
    Block &block = *call->getBlock();
    if (!kernel || kernel.isExternal())
      return false;
    Operation *last = getLastReader(argument, block);
    if (last && call->isBeforeInBlock(last)) {
      moveBehind(call, last);
      moveReadersBefore(argument, call);
    }
    if (getLastReader(argument, block) != call ||
        getInPlaceArgument(kernel, result.getResultNumber()) >= 0)
      return false;
    int64_t out = getOutArgument(kernel, call, result.getResultNumber());
    SmallVector<int64_t> operands;
    for (OpOperand &operand : call->getOpOperands())
      if (skipReshapes(operand.get()) == argument)
        operands.push_back(operand.getOperandNumber());
    if (!llvm::all_of(operands, [&](int64_t in) {
          return readsBeforeWriting(kernel, in, out);
        }))
      return false;
    for (int64_t in : operands)
      addPair(kernel, in, out);
    remark::passed(call.getLoc(), remark::RemarkOpts::name("pair-donations")
                                      .category("buffers")
                                      .function(call.getCallee()))
        << remark::add("what argument {0} of the {1} holds may be overwritten "
                       "while it is read, element by element",
                       cast<BlockArgument>(argument).getArgNumber(),
                       isa<func::FuncOp>(block.getParentOp()) ? "entry"
                                                              : "loop");
    return true;
  }
};
} // namespace
