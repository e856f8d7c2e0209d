//===- RematerializeKernels.cpp - Cheap values are made again -------------===//
//
// Looks at the call during which most of the arena is needed, and lets values
// that are only kept across it end before and be made again behind, with what
// they are made of where that is not there and as cheap.
//
// Assumes kernels on buffers and a host level on tensors. Guarantees the same
// results; what is over the limit, summed over all calls, only becomes less.
//
//===----------------------------------------------------------------------===//

#include "InPlaceCalls.h"
#include "TemporaryLimit.h"
#include "xla/Codegen/Buffers/BufferReport.h"
#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Dialect/XLA/IR/Recompute.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

namespace xla {
#define GEN_PASS_DEF_XLAREMATERIALIZEKERNELSPASS
#include "xla/Codegen/Buffers/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-rematerialize-kernels"

using namespace mlir;
using namespace xla;

static PassCounter numRepeatedCalls(DEBUG_TYPE, "num-repeated-calls");

/// How often the buffers of a function are assigned to try something.
static constexpr int mostTries = 256;

namespace {
/// How much a program is over its limit, to compare: summed over its calls,
/// then in the arena as it is laid out.
using Excess = std::pair<double, int64_t>;

/// A value that may end and be made again before `user`.
struct Candidate {
  CallKernelOp call;
  /// Calls before that, in order, which make what it reads again.
  SmallVector<CallKernelOp> chain;
  unsigned result;
  Operation *user;
  int64_t bytes;
};

/// The search for one function.
class Rematerializer {
public:
  Rematerializer(func::FuncOp function, SymbolTable &symbols, int64_t most)
      : function(function), symbols(symbols), most(most) {}

  /// Fails where buffers cannot be assigned, after an error.
  LogicalResult run();

private:
  FailureOr<BufferReport> getReport();
  Excess getExcess(const BufferReport &report) const;
  SmallVector<Candidate> findCandidates(Operation *peak);
  std::optional<Candidate> findUse(CallKernelOp call, unsigned result,
                                   Operation *peak);
  bool isThere(Value input, Operation *user);
  bool isCheap(CallKernelOp call);
  bool addChain(CallKernelOp call, Operation *user,
                llvm::SetVector<Operation *> &chain);
  FailureOr<bool> tryOne(const Candidate &candidate, Excess &excess,
                         BufferReport &report);

  func::FuncOp function;
  SymbolTable &symbols;
  int64_t most;
  int triesLeft = mostTries;
};
} // namespace

FailureOr<BufferReport> Rematerializer::getReport() {
  auto assignment = HostBufferAssignment::compute(function, symbols);
  if (failed(assignment))
    return failure();
  return BufferReport::get(function, symbols, *assignment);
}

Excess Rematerializer::getExcess(const BufferReport &report) const {
  double sum = 0;
  for (int64_t live : report.live)
    sum += double(std::max<int64_t>(live - most, 0));
  return {sum, report.arenaBytes};
}

/// The op of the block of `value` that `user` is, or is in; null if it is in
/// another.
static Operation *getUserInBlock(Value value, Operation *user) {
  return value.getParentBlock()->findAncestorOpInBlock(*user);
}

/// Whether `input` still has its content before `user`, and would be kept until
/// there without being read there.
bool Rematerializer::isThere(Value input, Operation *user) {
  bool isKept = isa<BlockArgument>(input) &&
                input.getParentBlock() == &function.getBody().front();
  if (isKept || input.getDefiningOp<arith::ConstantOp>())
    return true;
  if (input.getParentBlock() != user->getBlock() || isa<BlockArgument>(input))
    return false;
  for (Operation *reader : input.getUsers()) {
    Operation *op = getUserInBlock(input, reader);
    if (op == nullptr)
      return false;
    isKept |= op == user || user->isBeforeInBlock(op);
    // What is written in place, or seen under another shape, may be gone.
    auto call = dyn_cast<CallKernelOp>(reader);
    Operation *kernel = call ? symbols.lookup(call.getCallee()) : nullptr;
    if (!kernel || !getInPlacePairs(kernel).empty())
      return false;
  }
  return isKept;
}

/// Whether the kernel that is called is one to call again.
bool Rematerializer::isCheap(CallKernelOp call) {
  Operation *kernel = symbols.lookup(call.getCallee());
  return kernel && kernel->hasAttr(kRecomputeAttr);
}

/// Adds to `chain` the calls that have to be made again before `user` so that
/// all is there that `call` reads. False if some cannot be, or if they are too
/// many: they should cost less than to keep and read a value.
bool Rematerializer::addChain(CallKernelOp call, Operation *user,
                              llvm::SetVector<Operation *> &chain) {
  constexpr size_t mostCalls = 8;
  for (Value input : call.getInputs()) {
    if (isThere(input, user))
      continue;
    auto maker = input.getDefiningOp<CallKernelOp>();
    if (!maker || !isCheap(maker) || maker->getBlock() != user->getBlock())
      return false;
    if (chain.contains(maker))
      continue;
    if (chain.size() == mostCalls || !addChain(maker, user, chain))
      return false;
    chain.insert(maker);
  }
  return chain.size() <= mostCalls;
}

/// Where the result of `call` is used behind `peak`, if it is worth a try.
std::optional<Candidate>
Rematerializer::findUse(CallKernelOp call, unsigned result, Operation *peak) {
  Value value = call.getResult(result);
  Operation *first = nullptr;
  for (Operation *reader : value.getUsers()) {
    Operation *op = getUserInBlock(value, reader);
    // Views of it live on, and results lie elsewhere.
    if (op == peak || !op || op->hasTrait<OpTrait::IsTerminator>() ||
        !isa<CallKernelOp>(op))
      return std::nullopt;
    if (peak->isBeforeInBlock(op) && (!first || op->isBeforeInBlock(first)))
      first = op;
  }
  llvm::SetVector<Operation *> chain;
  if (!first || !addChain(call, first, chain))
    return std::nullopt;
  return Candidate{call, llvm::map_to_vector(chain, llvm::CastTo<CallKernelOp>),
                   result, first,
                   getDenseByteSize(value.getType()).value_or(0)};
}

/// What may be made again behind `peak`, largest first.
SmallVector<Candidate> Rematerializer::findCandidates(Operation *peak) {
  SmallVector<Candidate> found;
  for (Operation *around = peak; around != function;
       around = around->getParentOp())
    for (auto call : around->getBlock()->getOps<CallKernelOp>()) {
      if (!call->isBeforeInBlock(around) || !isCheap(call))
        continue;
      for (unsigned result = 0; result < call.getNumResults(); ++result)
        if (auto candidate = findUse(call, result, around))
          found.push_back(*candidate);
    }
  llvm::stable_sort(found, [](const Candidate &a, const Candidate &b) {
    return a.bytes > b.bytes;
  });
  return found;
}

/// Makes a value again, and keeps it so if there is less over the limit.
FailureOr<bool> Rematerializer::tryOne(const Candidate &candidate,
                                       Excess &excess, BufferReport &report) {
  CallKernelOp call = candidate.call;
  OpBuilder builder(candidate.user);
  IRMapping made;
  SmallVector<Operation *> clones;
  for (CallKernelOp before : candidate.chain)
    clones.push_back(builder.clone(*before, made));
  auto again = cast<CallKernelOp>(builder.clone(*call, made));
  Value before = call.getResult(candidate.result);
  Value after = again.getResult(candidate.result);
  before.replaceUsesWithIf(after, [&](OpOperand &use) {
    Operation *op = getUserInBlock(before, use.getOwner());
    return op == candidate.user || candidate.user->isBeforeInBlock(op);
  });
  FailureOr<BufferReport> tried = getReport();
  if (failed(tried))
    return failure();
  Excess left = getExcess(*tried);
  if (left < excess) {
    remark::passed(call.getLoc(),
                   remark::RemarkOpts::name("rematerialize-kernels")
                       .category("memory")
                       .function(call.getCallee()))
        << remark::add("called again before its value is used: {0} bytes are "
                       "not kept",
                       candidate.bytes)
        << remark::metric("Bytes", tried->arenaBytes)
        << remark::metric("BytesBefore", report.arenaBytes);
    numRepeatedCalls += 1 + clones.size();
    excess = left;
    report = std::move(*tried);
    return true;
  }
  after.replaceAllUsesWith(before);
  again.erase();
  for (Operation *clone : llvm::reverse(clones))
    clone->erase();
  return false;
}

LogicalResult Rematerializer::run() {
  FailureOr<BufferReport> report = getReport();
  if (failed(report))
    return failure();
  Excess excess = getExcess(*report);
  bool changed = true;
  while (changed && report->arenaBytes > most && report->liveCall >= 0) {
    changed = false;
    // By number, as the report counts them.
    SmallVector<Operation *> calls;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<CallKernelOp, CallHostOp>(op))
        calls.push_back(op);
    });
    for (const Candidate &candidate : findCandidates(calls[report->liveCall])) {
      if (triesLeft-- <= 0)
        return success();
      FailureOr<bool> kept = tryOne(candidate, excess, *report);
      if (failed(kept))
        return failure();
      if (*kept) {
        changed = true;
        break;
      }
    }
  }
  return success();
}

namespace {
struct XLARematerializeKernelsPass
    : xla::impl::XLARematerializeKernelsPassBase<XLARematerializeKernelsPass> {
  void runOnOperation() override {
    auto keep = [](func::FuncOp function, SymbolTable &symbols, int64_t most) {
      return Rematerializer(function, symbols, most).run();
    };
    if (failed(keepTemporaryLimit(getOperation(), keep)))
      signalPassFailure();
  }
};
} // namespace
