//===- ShareRows.cpp - One loop over the rows of several ops --------------===//
//
// Ops of a kernel that follow each other and work row by row (reductions along
// rows, and what computes on their results) become one loop over blocks of
// rows: what one op reads or leaves is still in the cache for the next, and a
// buffer that only they use shrinks to a block.
//
// A loop of each op is its row loop. Ops may share one where every buffer that
// one of them writes has the row as the same, whole dimension in all of them,
// and where a row lies in one piece. Blocks depend on shapes alone, so that
// results do not depend on threads.
//
//===----------------------------------------------------------------------===//

#include "LoopParts.h"
#include "VectorNest.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"
#include "xla/Support/RowBytes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUSHAREROWSPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-share-rows"

using namespace mlir;
using namespace xla;

static PassCounter numSharedLoops(DEBUG_TYPE, "num-shared-loops");
static PassCounter numShrunkBuffers(DEBUG_TYPE, "num-shrunk-buffers");

/// What a block of rows may take of the caches next to the processor.
static constexpr int64_t blockBytes = 64 * 1024;
/// More rows to a block gain nothing: ops on one number per row fill vectors.
static constexpr int64_t mostBlockRows = 64;

namespace {
/// How the ops of a group use one buffer.
struct Use {
  /// The view that all of them use, null where they use several.
  Value buffer;
  /// Its dimension that is the row; none where rows share elements.
  std::optional<unsigned> dim;
  bool written = false;
  unsigned numOps = 1;
};

/// Ops that can share a loop, in their order.
class RowGroup {
public:
  /// Adds `op` if it can share the loop; the first op decides on the rows.
  bool add(linalg::LinalgOp op) {
    if (op->hasAttr(kScheduleAttr) || !op.hasPureBufferSemantics())
      return false;
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    for (unsigned loop = 0; loop < extents.size(); ++loop)
      if (extents[loop] > 1 && (members.empty() || extents[loop] == rows) &&
          canSplit(op, loop) && addAlong(op, loop)) {
        rows = extents[loop];
        return true;
      }
    return false;
  }

  /// How the rows are cut: blocks of `block` rows, of which each of `tasks`
  /// takes `blocksOfTask`. Rows that make no whole block come last.
  struct Cut {
    int64_t block, blocks, tasks, blocksOfTask;
  };
  /// None where ops are better taken one by one.
  std::optional<Cut> chooseCut(const CompileOptions &options) const;

  void emit(const Cut &cut);

private:
  static Use getUse(linalg::LinalgOp op, OpOperand &operand, unsigned loop) {
    Use use;
    use.buffer = operand.get();
    use.written = op.isDpsInit(&operand);
    AffineExpr row = getAffineDimExpr(loop, op.getContext());
    unsigned numMoved = 0;
    for (auto [i, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      numMoved += expr.isFunctionOfDim(loop);
      if (expr == row)
        use.dim = i;
    }
    if (numMoved != 1)
      use.dim.reset();
    return use;
  }

  /// Whether what a row has of the buffer lies in one piece.
  static bool isWholeRow(const Use &use) {
    auto shape = cast<MemRefType>(use.buffer.getType()).getShape();
    return !use.dim || llvm::all_of(shape.take_front(*use.dim),
                                    [](int64_t size) { return size == 1; });
  }

  /// Whether rows of `a` and of `b`, uses of one buffer, are the same.
  static bool agree(const Use &a, const Use &b) {
    return (!a.written && !b.written) ||
           (a.buffer && a.buffer == b.buffer && a.dim && a.dim == b.dim);
  }

  bool addAlong(linalg::LinalgOp op, unsigned loop) {
    llvm::SmallMapVector<Value, Use, 8> own;
    bool fits = true;
    auto record = [&](Value buffer, Use use) {
      Value root = memref::skipViewLikeOps(cast<MemrefValue>(buffer));
      auto found = uses.find(root);
      fits &= found == uses.end() || agree(found->second, use);
      auto [entry, isNew] = own.try_emplace(root, use);
      if (isNew)
        return;
      fits &= agree(entry->second, use);
      entry->second = merge(entry->second, use);
    };
    for (OpOperand &operand : op->getOpOperands())
      if (isa<MemRefType>(operand.get().getType())) {
        Use use = getUse(op, operand, loop);
        fits &= isWholeRow(use);
        record(operand.get(), use);
      }
    // What the body loads it may load from anywhere.
    op->walk([&](memref::LoadOp load) { record(load.getMemRef(), Use()); });
    if (!fits)
      return false;
    members.push_back({op, loop});
    for (auto &[root, use] : own) {
      auto [entry, isNew] = uses.try_emplace(root, use);
      if (isNew)
        continue;
      unsigned numOps = entry->second.numOps + 1;
      entry->second = merge(entry->second, use);
      entry->second.numOps = numOps;
    }
    return true;
  }

  static Use merge(const Use &a, const Use &b) {
    Use use;
    use.buffer = a.buffer == b.buffer ? a.buffer : Value();
    use.dim = a.dim == b.dim ? a.dim : std::nullopt;
    use.written = a.written || b.written;
    return use;
  }

  int64_t chooseBlock(int64_t most) const;
  void note(Location loc, const Cut &cut) const;

  /// Creates the ops for `size` rows from `start` on; `temporaries` has the
  /// buffers of such a block.
  void emitBlock(ImplicitLocOpBuilder &b, Value start, int64_t size,
                 const IRMapping &temporaries) {
    for (auto [op, loop] : members)
      createPart(b, op, loop, start, size, temporaries);
  }

  IRMapping createTemporaries(ImplicitLocOpBuilder &b, int64_t size);
  IRMapping emitBlocks(ImplicitLocOpBuilder &b, const Cut &cut);

  int64_t rows = 0;
  SmallVector<std::pair<linalg::LinalgOp, unsigned>> members;
  llvm::MapVector<Value, Use> uses;
};
} // namespace

/// Whether `alloc` serves nothing but `members`.
static bool
isTemporary(memref::AllocOp alloc,
            ArrayRef<std::pair<linalg::LinalgOp, unsigned>> members) {
  return llvm::all_of(alloc->getUsers(), [&](Operation *user) {
    return llvm::any_of(members,
                        [&](auto &member) { return member.first == user; });
  });
}

/// Buffers of `size` rows for what only the group uses.
IRMapping RowGroup::createTemporaries(ImplicitLocOpBuilder &b, int64_t size) {
  IRMapping temporaries;
  for (const auto &[root, use] : uses) {
    auto alloc = root.getDefiningOp<memref::AllocOp>();
    if (!alloc || !use.dim || use.buffer != root ||
        !isTemporary(alloc, members))
      continue;
    SmallVector<int64_t> shape(alloc.getType().getShape());
    shape[*use.dim] = size;
    temporaries.map(
        root, memref::AllocOp::create(
                  b, MemRefType::get(shape, alloc.getType().getElementType()),
                  alloc.getAlignmentAttr()));
  }
  return temporaries;
}

/// Rows of a block, of which there are at most `most`: without a rest, which
/// would be a second copy of the code, if possible.
int64_t RowGroup::chooseBlock(int64_t most) const {
  for (int64_t block = most; 2 * block >= most; --block)
    if (rows % block == 0)
      return block;
  return int64_t(1) << llvm::Log2_64(most);
}

std::optional<RowGroup::Cut>
RowGroup::chooseCut(const CompileOptions &options) const {
  int64_t shared = 0, rowBytes = 1;
  for (const auto &[root, use] : uses) {
    if (!use.dim)
      continue;
    int64_t bytes = getDenseByteSize(root.getType()).value_or(0);
    rowBytes += bytes / rows;
    if (use.numOps > 1)
      shared += bytes;
  }
  if (members.size() < 2 || shared <= blockBytes || rowBytes > kMaxRowBytes)
    return std::nullopt;

  double time = 0;
  for (auto [op, ignored] : members)
    time += estimateTime(op);
  int64_t wanted = 1;
  if (options.parallel)
    wanted = std::clamp<int64_t>(
        std::min<double>(mostTasks, time / double(options.taskNanoseconds)), 1,
        mostTasks);
  Cut cut;
  cut.block = chooseBlock(std::clamp<int64_t>(
      std::min(blockBytes / rowBytes, rows / wanted), 1, mostBlockRows));
  cut.blocks = rows / cut.block;
  // One by one, ops may be split along other loops too: not for less than what
  // counts as enough tasks there.
  if (cut.blocks < 2 || cut.blocks <= wanted / 2)
    return std::nullopt;
  cut.blocksOfTask = llvm::divideCeil(cut.blocks, std::min(wanted, cut.blocks));
  cut.tasks = llvm::divideCeil(cut.blocks, cut.blocksOfTask);
  return cut;
}

void RowGroup::note(Location loc, const Cut &cut) const {
  auto kernel = members.front().first->getParentOfType<func::FuncOp>();
  remark::passed(loc, remark::RemarkOpts::name("share-rows")
                          .category("parallel")
                          .function(kernel.getSymName()))
      << remark::add("{0} ops take {1} rows at a time, in {2} tasks: what one "
                     "leaves is in the cache for the next",
                     int64_t(members.size()), cut.block, cut.tasks)
      << remark::metric("Tasks", cut.tasks)
      << remark::metric("RowsOfBlock", cut.block);
}

/// Creates the loop over whole blocks; returns its temporaries.
IRMapping RowGroup::emitBlocks(ImplicitLocOpBuilder &b, const Cut &cut) {
  Value from = arith::ConstantIndexOp::create(b, 0);
  Value to = arith::ConstantIndexOp::create(b, cut.blocks);
  Value one = arith::ConstantIndexOp::create(b, 1);
  if (cut.tasks > 1) {
    auto forall = scf::ForallOp::create(
        b, ArrayRef<OpFoldResult>{b.getIndexAttr(cut.tasks)}, ValueRange(),
        /*mapping=*/std::nullopt);
    b.setInsertionPointToStart(forall.getBody());
    AffineExpr task = b.getAffineDimExpr(0);
    Value index = forall.getInductionVar(0);
    from = affine::AffineApplyOp::create(
        b, AffineMap::get(1, 0, task * cut.blocksOfTask), ValueRange{index});
    AffineMap ends = AffineMap::get(
        1, 0,
        {(task + 1) * cut.blocksOfTask, b.getAffineConstantExpr(cut.blocks)},
        b.getContext());
    to = affine::AffineMinOp::create(b, ends, ValueRange{index});
  }
  IRMapping temporaries = createTemporaries(b, cut.block);
  auto loop = scf::ForOp::create(b, from, to, one);
  b.setInsertionPointToStart(loop.getBody());
  Value start = affine::AffineApplyOp::create(
      b, AffineMap::get(1, 0, b.getAffineDimExpr(0) * cut.block),
      ValueRange{loop.getInductionVar()});
  emitBlock(b, start, cut.block, temporaries);
  return temporaries;
}

void RowGroup::emit(const Cut &cut) {
  SmallVector<Location> locations;
  for (auto [op, ignored] : members)
    locations.push_back(op.getLoc());
  Operation *last = members.back().first;
  ImplicitLocOpBuilder b(FusedLoc::get(last->getContext(), locations), last);
  note(b.getLoc(), cut);
  IRMapping temporaries = emitBlocks(b, cut);
  b.setInsertionPoint(last);
  if (int64_t rest = rows % cut.block)
    emitBlock(b, arith::ConstantIndexOp::create(b, rows - rest), rest,
              createTemporaries(b, rest));
  for (auto [op, ignored] : llvm::reverse(members))
    op->erase();
  for (auto [root, replacement] : temporaries.getValueMap()) {
    root.getDefiningOp()->erase();
    numShrunkBuffers += 1;
  }
  numSharedLoops += 1;
}

namespace {
struct XLACPUShareRowsPass
    : xla::impl::XLACPUShareRowsPassBase<XLACPUShareRowsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    FailureOr<CompileOptions> options = CompileOptions::of(kernel);
    if (failed(options))
      return signalPassFailure();
    if (options->isForGPU())
      return;
    SmallVector<RowGroup> groups(1);
    for (Operation &op : kernel.getBody().front()) {
      auto structured = dyn_cast<linalg::LinalgOp>(op);
      if (structured && groups.back().add(structured))
        continue;
      if (!structured && (isPure(&op) || isa<memref::AllocOp>(op)))
        continue;
      // An op that does not fit in begins the next group, or stands between.
      groups.emplace_back();
      if (structured && !groups.back().add(structured))
        groups.emplace_back();
    }
    for (RowGroup &group : groups)
      if (std::optional<RowGroup::Cut> cut = group.chooseCut(*options))
        group.emit(*cut);
  }
};
} // namespace
