//===- DistributeLoops.cpp - Parallel loops over large ops ----------------===//
//
// Splits the large structured ops of a kernel along one parallel loop into
// tasks of a size that the compile options state, and loops whose iterations
// are known to be independent. How an op is split depends on its shape alone,
// so that results do not depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#include "LoopParts.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Dialect/XLA/IR/Parts.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUDISTRIBUTELOOPSPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-distribute-loops"

using namespace mlir;
using namespace xla;

static PassCounter numDistributedOps(DEBUG_TYPE, "num-distributed-ops");

namespace {
/// A loop cut into `tasks` of `chunk` iterations; what is left comes after.
struct Split {
  unsigned loop;
  int64_t chunk, tasks;
};
} // namespace

/// Whether `loop` steps through some result of an elementwise op element by
/// element.
static bool isInnermost(linalg::GenericOp op, unsigned loop) {
  return op.getNumReductionLoops() == 0 &&
         llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
           AffineMap map = op.getMatchingIndexingMap(&init);
           return map.getNumResults() != 0 &&
                  map.getResults().back() ==
                      getAffineDimExpr(loop, op.getContext());
         });
}

/// Elements of a row that a task reads before it goes on to the next row: fewer
/// leave each page of memory too soon.
static constexpr int64_t columnElements = 1024;

/// Whether `op` reduces one input along other loops than `loop`, and that is
/// contiguous along `loop`.
static bool isAlongColumnSums(linalg::GenericOp op, unsigned loop) {
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  return op.getNumReductionLoops() != 0 && op.getNumDpsInputs() == 1 &&
         llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
           return map.getNumResults() != 0 && map.getResults().back() == dim;
         });
}

static std::optional<Split> chooseSplit(linalg::GenericOp op, int64_t wanted) {
  auto schedule = op->getAttrOfType<ScheduleAttr>(kScheduleAttr);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  std::optional<Split> best;
  for (unsigned loop = 0; loop < extents.size(); ++loop) {
    if (extents[loop] < 2 || !canSplit(op, loop))
      continue;
    // Register tiles stay whole, and so do lines of memory: no two tasks write
    // into one, and vectors of all tasks lie alike.
    int64_t tile = 1;
    if (schedule && schedule.getTileSizes()[loop] > 0) {
      tile = schedule.getTileSizes()[loop];
      if (isAlongColumnSums(op, loop) && extents[loop] >= 4 * columnElements)
        tile = llvm::alignTo(columnElements, tile);
    } else if (isInnermost(op, loop) && extents[loop] >= wanted * lineElements)
      tile = lineElements;
    int64_t chunk = std::max(tile, extents[loop] / wanted / tile * tile);
    if (extents[loop] / chunk > wanted)
      chunk = llvm::alignTo(llvm::divideCeil(extents[loop], wanted), tile);
    // Without a rest, which would be a second copy of the code, if possible.
    for (int64_t parts = wanted; parts > wanted / 2; --parts)
      if (extents[loop] % (parts * tile) == 0) {
        chunk = extents[loop] / parts;
        break;
      }
    int64_t tasks = extents[loop] / chunk;
    // The outermost loop that makes enough of them, else the one with most.
    if (tasks >= 2 &&
        (!best || (best->tasks <= wanted / 2 && tasks > best->tasks)))
      best = Split{loop, chunk, tasks};
  }
  return best;
}

static void distribute(linalg::GenericOp op, const Split &split) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto forall = scf::ForallOp::create(
      b, ArrayRef<OpFoldResult>{b.getIndexAttr(split.tasks)}, ValueRange(),
      /*mapping=*/std::nullopt);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forall.getBody());
    Value start = affine::AffineApplyOp::create(
        b, AffineMap::get(1, 0, b.getAffineDimExpr(0) * split.chunk),
        ValueRange{forall.getInductionVar(0)});
    createPart(b, op, split.loop, start, split.chunk);
  }
  int64_t done = split.tasks * split.chunk;
  int64_t extent = op.getStaticLoopRanges()[split.loop];
  if (done != extent)
    createPart(b, op, split.loop, arith::ConstantIndexOp::create(b, done),
               extent - done);
  op.erase();
  numDistributedOps += 1;
}

static remark::RemarkOpts getRemarkOptions(Operation *op) {
  return remark::RemarkOpts::name("run-in-parallel")
      .category("parallel")
      .function(op->getParentOfType<func::FuncOp>().getSymName());
}

static int64_t toMicroseconds(double nanoseconds) {
  return int64_t(std::min(nanoseconds / 1000, 1e15));
}

static void noteTooShort(Operation *op, double time, double taskNanoseconds) {
  remark::missed(op->getLoc(), getRemarkOptions(op))
      << remark::add("not in parallel: an estimated {0} us are less than two "
                     "tasks of {1} us",
                     toMicroseconds(time), int64_t(taskNanoseconds / 1000))
      << remark::metric("Microseconds", toMicroseconds(time));
}

static void noteTasks(Operation *op, int64_t tasks, int64_t chunk,
                      double time) {
  remark::passed(op->getLoc(), getRemarkOptions(op))
      << remark::add("in parallel: {0} tasks of {1} iterations, an estimated "
                     "{2} us on one thread",
                     tasks, chunk, toMicroseconds(time))
      << remark::metric("Tasks", tasks)
      << remark::metric("Microseconds", toMicroseconds(time))
      << remark::metric("EstimatedGain", tasks);
}

/// Splits `op` where that pays, and says so or why not.
static void distributeIfLarge(linalg::GenericOp op, double taskNanoseconds) {
  double time = estimateTime(op);
  int64_t wanted = std::min<double>(mostTasks, time / taskNanoseconds);
  if (wanted < 2) {
    noteTooShort(op, time, taskNanoseconds);
    return;
  }
  std::optional<Split> split = chooseSplit(op, wanted);
  if (!split) {
    remark::missed(op.getLoc(), getRemarkOptions(op))
        << remark::add("not in parallel: no loop of this op writes different "
                       "elements in each iteration; an estimated {0} us stay "
                       "on one thread",
                       toMicroseconds(time))
        << remark::metric("Microseconds", toMicroseconds(time));
    return;
  }
  noteTasks(op, split->tasks, split->chunk, time);
  distribute(op, *split);
}

//===----------------------------------------------------------------------===//
// Loops of independent iterations
//===----------------------------------------------------------------------===//

/// The iterations of a loop from 0 to a constant in steps of one, or 0.
static int64_t getTripCount(scf::ForOp loop) {
  std::optional<int64_t> low = getConstantIntValue(loop.getLowerBound()),
                         high = getConstantIntValue(loop.getUpperBound()),
                         step = getConstantIntValue(loop.getStep());
  return low == 0 && step == 1 ? high.value_or(0) : 0;
}

/// Adds `maker`, which makes a buffer, and the views of it in the block of
/// `loop` to `room`, in order, if nothing but `loop` uses them.
static void addRoom(scf::ForOp loop, Operation *maker,
                    SmallVectorImpl<Operation *> &room) {
  bool isUsed = false;
  SmallVector<Operation *> makers = {maker};
  for (size_t next = 0; next < makers.size(); ++next)
    for (Operation *user : makers[next]->getUsers()) {
      if (loop->isProperAncestor(user)) {
        isUsed = true;
        continue;
      }
      if (!isa<ViewLikeOpInterface>(user) ||
          user->getBlock() != loop->getBlock())
        return;
      makers.push_back(user);
    }
  if (isUsed)
    llvm::append_range(room, makers);
}

/// The temporaries of `loop`'s block that nothing outside `loop` uses, and
/// their views: each task needs its own.
static SmallVector<Operation *> findRoom(scf::ForOp loop) {
  SmallVector<Operation *> room;
  for (auto alloc : loop->getBlock()->getOps<memref::AllocOp>())
    addRoom(loop, alloc, room);
  return room;
}

/// Makes `tasks` tasks of `loop`, of `chunk` iterations each but the last.
static void distribute(scf::ForOp loop, int64_t tasks, int64_t chunk) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  SmallVector<Operation *> room = findRoom(loop);
  auto forall = scf::ForallOp::create(
      b, ArrayRef<OpFoldResult>{b.getIndexAttr(tasks)}, ValueRange(),
      /*mapping=*/std::nullopt);
  b.setInsertionPointToStart(forall.getBody());
  for (Operation *maker : room)
    maker->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
  AffineExpr task = b.getAffineDimExpr(0);
  Value first =
      affine::AffineApplyOp::create(b, AffineMap::get(1, 0, task * chunk),
                                    ValueRange{forall.getInductionVar(0)});
  Value end = affine::AffineMinOp::create(
      b,
      AffineMap::get(
          1, 0,
          {(task + 1) * chunk, b.getAffineConstantExpr(getTripCount(loop))},
          b.getContext()),
      ValueRange{forall.getInductionVar(0)});
  loop->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
  loop.setLowerBound(first);
  loop.setUpperBound(end);
  loop->removeAttr(kIndependentAttr);
  numDistributedOps += 1;
}

/// Splits `loop`, which bears `xla.independent`, where that pays.
static void distributeIfLarge(scf::ForOp loop, double taskNanoseconds) {
  int64_t count = getTripCount(loop);
  double time =
      double(count) *
      double(loop->getAttrOfType<IntegerAttr>(kIndependentAttr).getInt());
  int64_t wanted =
      std::min({double(mostTasks), time / taskNanoseconds, double(count)});
  if (wanted < 2 || loop.getNumResults() != 0) {
    noteTooShort(loop, time, taskNanoseconds);
    return;
  }
  int64_t chunk = llvm::divideCeil(count, wanted),
          tasks = llvm::divideCeil(count, chunk);
  noteTasks(loop, tasks, chunk, time);
  distribute(loop, tasks, chunk);
}

/// Makes generic ops of fills and copies that may be split.
static void generalizeLargeMoves(func::FuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  for (auto op : llvm::make_early_inc_range(
           kernel.getBody().front().getOps<linalg::LinalgOp>())) {
    auto type = dyn_cast<MemRefType>(op.getDpsInits()[0].getType());
    if (!isa<linalg::FillOp, linalg::CopyOp>(op) || !type ||
        type.getNumElements() < mostTasks * lineElements)
      continue;
    rewriter.setInsertionPoint(op);
    // The two have bodies: there is nothing that could fail.
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

namespace {
struct XLACPUDistributeLoopsPass
    : xla::impl::XLACPUDistributeLoopsPassBase<XLACPUDistributeLoopsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    FailureOr<CompileOptions> options = CompileOptions::of(kernel);
    if (failed(options))
      return signalPassFailure();
    if (!options->parallel)
      return;
    generalizeLargeMoves(kernel);
    for (auto op : llvm::make_early_inc_range(
             kernel.getBody().front().getOps<linalg::GenericOp>()))
      distributeIfLarge(op, double(options->taskNanoseconds));
    for (auto loop : llvm::make_early_inc_range(
             kernel.getBody().front().getOps<scf::ForOp>()))
      if (loop->hasAttr(kIndependentAttr))
        distributeIfLarge(loop, double(options->taskNanoseconds));
  }
};
} // namespace
