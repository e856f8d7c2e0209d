//===- ReorderKernels.cpp - An order of calls that needs less memory ------===//
//
// Tries orders of the calls of each block, and keeps the one for which the
// arena, as xla-bufferize-host would lay it out, is smallest.
//
// Assumes kernels on buffers and a host level on tensors. Guarantees the same
// calls; the arena never grows.
//
//===----------------------------------------------------------------------===//

#include "KernelOrder.h"
#include "TemporaryLimit.h"
#include "xla/Codegen/Buffers/HostBuffers.h"
#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/Remarks.h"

namespace xla {
#define GEN_PASS_DEF_XLAREORDERKERNELSPASS
#include "xla/Codegen/Buffers/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-reorder-kernels"

using namespace mlir;
using namespace xla;

static PassCounter numReorderedBlocks(DEBUG_TYPE, "num-reordered-blocks");

/// Blocks that are looked at: each takes some assignments of all buffers.
static constexpr size_t mostBlocks = 64;

static void applyOrder(Block &block, ArrayRef<Operation *> order) {
  for (Operation *op : order)
    op->moveBefore(block.getTerminator());
}

namespace {
/// The search for one function.
class Reorderer {
public:
  Reorderer(func::FuncOp function, SymbolTable &symbols, int64_t most)
      : function(function), symbols(symbols), most(most) {}

  /// Fails where buffers cannot be assigned, after an error.
  LogicalResult run();

private:
  FailureOr<int64_t> getArenaBytes() {
    auto assignment = HostBufferAssignment::compute(function, symbols);
    if (failed(assignment))
      return failure();
    return assignment->getArenaBytes();
  }
  LogicalResult improve(Block &block);

  func::FuncOp function;
  SymbolTable &symbols;
  int64_t most, bytes = 0;
};
} // namespace

LogicalResult Reorderer::improve(Block &block) {
  std::vector<Operation *> original, best;
  for (Operation &op : block.without_terminator())
    original.push_back(&op);
  best = original;
  KernelOrder order(block, symbols);
  auto inSequence = llvm::to_vector(llvm::seq<unsigned>(0, order.size()));
  std::vector<unsigned> depthFirst = order.getDepthFirst();
  constexpr int64_t never = std::numeric_limits<int64_t>::max();
  std::pair<ArrayRef<unsigned>, int64_t> tries[] = {{inSequence, most},
                                                    {inSequence, 0},
                                                    {depthFirst, never},
                                                    {depthFirst, most}};
  int64_t before = bytes;
  for (auto [wanted, threshold] : tries) {
    if (bytes <= most)
      break;
    std::vector<Operation *> tried = order.schedule(wanted, threshold);
    applyOrder(block, tried);
    FailureOr<int64_t> needed = getArenaBytes();
    if (failed(needed))
      return failure();
    if (*needed < bytes) {
      bytes = *needed;
      best = std::move(tried);
    }
  }
  applyOrder(block, best);
  if (bytes == before)
    return success();
  numReorderedBlocks += 1;
  remark::passed(block.getParentOp()->getLoc(),
                 remark::RemarkOpts::name("reorder-kernels").category("memory"))
      << remark::add("calls in another order: the arena takes {0} bytes "
                     "instead of {1}",
                     bytes, before)
      << remark::metric("Bytes", bytes)
      << remark::metric("BytesBefore", before);
  return success();
}

LogicalResult Reorderer::run() {
  FailureOr<int64_t> needed = getArenaBytes();
  if (failed(needed))
    return failure();
  bytes = *needed;
  SmallVector<Block *> blocks;
  function.walk<WalkOrder::PreOrder>([&](Block *block) {
    // An order takes three.
    if (std::distance(block->begin(), block->end()) > 3)
      blocks.push_back(block);
  });
  for (Block *block : ArrayRef(blocks).take_front(mostBlocks))
    if (bytes > most && failed(improve(*block)))
      return failure();
  return success();
}

namespace {
struct XLAReorderKernelsPass
    : xla::impl::XLAReorderKernelsPassBase<XLAReorderKernelsPass> {
  void runOnOperation() override {
    auto keep = [](func::FuncOp function, SymbolTable &symbols, int64_t most) {
      return Reorderer(function, symbols, most).run();
    };
    if (failed(keepTemporaryLimit(getOperation(), keep)))
      signalPassFailure();
  }
};
} // namespace
