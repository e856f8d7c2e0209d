//===- SplitReductions.cpp - Partial results of long reductions -----------===//
//
// A large op that reduces much to little has no loop whose iterations write
// different elements, so that it could not run in parallel. Its longest loop
// becomes two: parts, each with a result of its own, and what a part holds.
//
//===----------------------------------------------------------------------===//

#include "LoopParts.h"
#include "VectorNest.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUSPLITREDUCTIONSPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-split-reductions"

using namespace mlir;
using namespace xla;

static PassCounter numSplitReductions(DEBUG_TYPE, "num-split-reductions");

/// Most elements of all partial results together: they are written and read
/// again, and no more than a first-level cache should hold.
static constexpr int64_t mostPartialElements = 8192;

namespace {
/// A loop in `parts` of `chunk` iterations; what is left comes before them.
struct Parts {
  unsigned loop;
  int64_t parts, chunk;
};
} // namespace

/// Whether every operand moves along `loop` one step in one dimension, if any,
/// which becomes two; and the body does not ask for its index, which would be
/// in the way of vectors.
static bool isPlainLoop(linalg::GenericOp op, unsigned loop) {
  for (linalg::IndexOp index : op.getBody()->getOps<linalg::IndexOp>())
    if (index.getDim() == loop)
      return false;
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  return llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    int64_t uses = llvm::count_if(map.getResults(), [&](AffineExpr expr) {
      return expr.isFunctionOfDim(loop);
    });
    return uses == llvm::count(map.getResults(), dim) && uses <= 1;
  });
}

/// Whether some operand is contiguous along `loop`.
static bool isInnermost(linalg::GenericOp op, unsigned loop) {
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  return llvm::any_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return map.getNumResults() != 0 && map.getResults().back() == dim;
  });
}

/// The reduction loop that is taken apart: the outermost that makes `wanted`
/// parts, else the longest.
static std::optional<unsigned> chooseLoop(linalg::GenericOp op,
                                          int64_t wanted) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  std::optional<unsigned> best;
  for (unsigned loop = 0; loop < extents.size(); ++loop) {
    if (op.getIteratorTypesArray()[loop] != utils::IteratorType::reduction ||
        !isPlainLoop(op, loop))
      continue;
    int64_t least = isInnermost(op, loop) ? wanted * lineElements : wanted;
    if (extents[loop] >= least)
      return loop;
    if (!best || extents[loop] > extents[*best])
      best = loop;
  }
  return best;
}

static std::optional<Parts> chooseParts(linalg::GenericOp op, int64_t wanted) {
  std::optional<unsigned> loop = chooseLoop(op, wanted);
  if (!loop)
    return std::nullopt;
  int64_t extent = op.getStaticLoopRanges()[*loop];
  int64_t unit = isInnermost(op, *loop) ? lineElements : 1;
  int64_t parts = std::min(wanted, extent / unit);
  if (parts < 2)
    return std::nullopt;
  // Without a rest, which would be a second copy of the code, if possible.
  for (int64_t fewer = parts; fewer > parts / 2; --fewer)
    if (extent % (fewer * unit) == 0)
      return Parts{*loop, fewer, extent / fewer};
  return Parts{*loop, parts, extent / parts / unit * unit};
}

/// `op` on the iterations of `loop` from `start` on, `size` of them.
static linalg::GenericOp createRest(ImplicitLocOpBuilder &b,
                                    linalg::GenericOp op, unsigned loop,
                                    int64_t start, int64_t size) {
  AffineExpr dim = b.getAffineDimExpr(loop);
  auto rest = cast<linalg::GenericOp>(b.clone(*op));
  for (OpOperand *operand : rest.getDpsInputOperands()) {
    AffineMap map = rest.getMatchingIndexingMap(operand);
    const auto *at = llvm::find(map.getResults(), dim);
    if (at == map.getResults().end())
      continue;
    auto type = cast<RankedTensorType>(operand->get().getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0)),
        strides(type.getRank(), b.getIndexAttr(1)), sizes;
    for (int64_t extent : type.getShape())
      sizes.push_back(b.getIndexAttr(extent));
    offsets[at - map.getResults().begin()] = b.getIndexAttr(start);
    sizes[at - map.getResults().begin()] = b.getIndexAttr(size);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(rest);
    operand->set(tensor::ExtractSliceOp::create(b, operand->get(), offsets,
                                                sizes, strides));
  }
  return rest;
}

/// `value` with dimension `at` of `parts * chunk` elements as two dimensions.
static Value expand(ImplicitLocOpBuilder &b, Value value, int64_t at,
                    const Parts &parts) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[at] = parts.chunk;
  shape.insert(shape.begin() + at, parts.parts);
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0, next = 0; dim < type.getRank(); ++dim) {
    groups.push_back({next++});
    if (dim == at)
      groups.back().push_back(next++);
  }
  return tensor::ExpandShapeOp::create(b, type.clone(shape), value, groups);
}

namespace {
/// Takes one reduction apart.
class Splitter {
public:
  Splitter(linalg::GenericOp op, const Parts &parts, TypedAttr neutral)
      : b(op.getLoc(), op), op(op), parts(parts), neutral(neutral) {}

  void run() {
    int64_t extent = op.getStaticLoopRanges()[parts.loop],
            whole = parts.parts * parts.chunk;
    Value sum = op.getDpsInits()[0];
    linalg::GenericOp main = op;
    if (whole != extent) {
      sum = createRest(b, op, parts.loop, whole, extent - whole).getResult(0);
      main = createRest(b, op, parts.loop, 0, whole);
    }
    Value result = combine(createPartial(main), sum);
    op.getResult(0).replaceAllUsesWith(result);
    if (main != op)
      main.erase();
    op.erase();
  }

private:
  /// Maps of `main`'s operands in loops of which the first goes through parts.
  AffineMap withParts(AffineMap map) {
    AffineExpr part = b.getAffineDimExpr(0);
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : map.getResults()) {
      if (expr == b.getAffineDimExpr(parts.loop))
        results.push_back(part);
      results.push_back(expr.shiftDims(map.getNumDims(), 1));
    }
    return AffineMap::get(map.getNumDims() + 1, 0, results, b.getContext());
  }

  /// The results of all parts, from the neutral element on.
  Value createPartial(linalg::GenericOp main) {
    auto type = cast<RankedTensorType>(main.getResult(0).getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), parts.parts);
    Value empty = tensor::EmptyOp::create(b, shape, type.getElementType());
    Value start = linalg::FillOp::create(
                      b, ValueRange{arith::ConstantOp::create(b, neutral)},
                      ValueRange{empty})
                      .getResult(0);
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    for (OpOperand *operand : main.getDpsInputOperands()) {
      AffineMap map = main.getMatchingIndexingMap(operand);
      const auto *at =
          llvm::find(map.getResults(), b.getAffineDimExpr(parts.loop));
      Value input = operand->get();
      if (at != map.getResults().end())
        input = expand(b, input, at - map.getResults().begin(), parts);
      inputs.push_back(input);
      maps.push_back(withParts(map));
    }
    AffineMap out = main.getIndexingMapsArray().back();
    maps.push_back(withParts(out).insertResult(b.getAffineDimExpr(0), 0));
    SmallVector<utils::IteratorType> iterators = main.getIteratorTypesArray();
    iterators.insert(iterators.begin(), utils::IteratorType::parallel);
    auto partial =
        linalg::GenericOp::create(b, TypeRange{start.getType()}, inputs,
                                  ValueRange{start}, maps, iterators);
    IRMapping mapping;
    main.getRegion().cloneInto(&partial.getRegion(), mapping);
    for (linalg::IndexOp index : partial.getBody()->getOps<linalg::IndexOp>())
      index.setDim(index.getDim() + 1);
    return partial.getResult(0);
  }

  /// `sum` and all of `partial`, in order.
  Value combine(Value partial, Value sum) {
    auto type = cast<RankedTensorType>(sum.getType());
    unsigned rank = type.getRank();
    SmallVector<AffineExpr> from = {b.getAffineDimExpr(rank)}, to;
    for (unsigned dim = 0; dim < rank; ++dim) {
      from.push_back(b.getAffineDimExpr(dim));
      to.push_back(b.getAffineDimExpr(dim));
    }
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators.push_back(utils::IteratorType::reduction);
    Operation *combiner =
        op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
    Value accumulator = op.getRegionOutputArgs()[0];
    return linalg::GenericOp::create(
               b, TypeRange{type}, ValueRange{partial}, ValueRange{sum},
               ArrayRef<AffineMap>{
                   AffineMap::get(rank + 1, 0, from, b.getContext()),
                   AffineMap::get(rank + 1, 0, to, b.getContext())},
               iterators,
               [&](OpBuilder &builder, Location loc, ValueRange arguments) {
                 Operation *again = builder.clone(*combiner);
                 for (OpOperand &operand : again->getOpOperands())
                   operand.set(operand.get() == accumulator ? arguments[1]
                                                            : arguments[0]);
                 linalg::YieldOp::create(builder, loc, again->getResults());
               })
        .getResult(0);
  }

  ImplicitLocOpBuilder b;
  linalg::GenericOp op;
  Parts parts;
  TypedAttr neutral;
};
} // namespace

/// What partial results of `op` start from; null where `op` combines in another
/// way than one op that has such an element and does not mind the order.
static TypedAttr matchNeutral(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation())
    return nullptr;
  Value result = op.getBody()->getTerminator()->getOperand(0);
  if (!matchCombiner(result, op.getRegionOutputArgs()[0]))
    return nullptr;
  return getNeutralElement(result.getDefiningOp());
}

/// Whether the parallel loops of `op` alone make tasks enough.
static bool hasParallelLoop(linalg::GenericOp op, int64_t wanted) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel &&
        extents[loop] >= std::max<int64_t>(2, wanted / 2))
      return true;
  return false;
}

static void splitIfLong(linalg::GenericOp op, double taskNanoseconds) {
  TypedAttr neutral = matchNeutral(op);
  if (!neutral || llvm::any_of(op.getStaticLoopRanges(), ShapedType::isDynamic))
    return;
  double time = estimateTime(op);
  int64_t wanted = std::min<double>(mostTasks, time / taskNanoseconds);
  int64_t results =
      cast<RankedTensorType>(op.getResult(0).getType()).getNumElements();
  if (wanted < 2 || hasParallelLoop(op, wanted) ||
      results * wanted > mostPartialElements)
    return;
  std::optional<Parts> parts = chooseParts(op, wanted);
  if (!parts)
    return;
  remark::passed(
      op.getLoc(),
      remark::RemarkOpts::name("split-reduction")
          .category("parallel")
          .function(op->getParentOfType<func::FuncOp>().getSymName()))
      << remark::add("in {0} parts with a result each, as {1} results make too "
                     "few tasks of an estimated {2} us",
                     parts->parts, results,
                     int64_t(std::min(time / 1000, 1e15)))
      << remark::metric("Parts", parts->parts);
  Splitter(op, *parts, neutral).run();
  numSplitReductions += 1;
}

namespace {
struct XLACPUSplitReductionsPass
    : xla::impl::XLACPUSplitReductionsPassBase<XLACPUSplitReductionsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    FailureOr<CompileOptions> options = CompileOptions::of(kernel);
    if (failed(options))
      return signalPassFailure();
    // Whether tasks run in parallel or not: results are the same.
    for (auto op : llvm::make_early_inc_range(
             kernel.getBody().front().getOps<linalg::GenericOp>()))
      splitIfLong(op, double(options->taskNanoseconds));
  }
};
} // namespace
