//===- ChooseAccumulation.cpp - Register tiles of accumulations -----------===//
//
// Which loops of an accumulation get tiles, of which sizes, and which of its
// inputs are packed.
//
//===----------------------------------------------------------------------===//

#include "ChooseAccumulation.h"

using namespace mlir;
using namespace xla;

/// Bytes of a packed panel that may stay in the second-level cache beside the
/// operands that stream past it.
static constexpr int64_t panelBytes = 192 * 1024;
/// Below this size an operand stays in the first-level cache as it is.
static constexpr int64_t smallBytes = 16 * 1024;

/// Terms that are added one by one before their sum is added to the result: the
/// rounding errors of a long sum in f32 grow with the longest chain.
static constexpr int64_t chainTerms = 64;

namespace {
/// A plan under construction: the loops that get tiles, and their sizes.
struct Plan {
  SmallVector<unsigned> vectorLoops;
  std::optional<unsigned> rowLoop;
  std::optional<unsigned> blockLoop;
  int64_t vectorTile = 1, rows = 1, block = 0;
  SmallVector<int64_t> packed;
};

} // namespace

/// The parallel loop whose iterations share what is read along the vector
/// loops: the one with most iterations.
static std::optional<unsigned> findRowLoop(const Accumulation &sum,
                                           ArrayRef<unsigned> vectorLoops) {
  std::optional<unsigned> best;
  for (unsigned loop = 0; loop < sum.extents.size(); ++loop) {
    if (!sum.isParallel(loop) || sum.extents[loop] == 1 ||
        llvm::is_contained(vectorLoops, loop))
      continue;
    bool shared = false, moves = false;
    for (unsigned input = 0; input < sum.getNumInputs(); ++input) {
      bool alongVector = !sum.isInvariant(input, vectorLoops);
      shared |= alongVector && sum.isInvariant(input, loop);
      moves |= !sum.isInvariant(input, loop);
    }
    if (shared && moves && (!best || sum.extents[loop] > sum.extents[*best]))
      best = loop;
  }
  return best;
}

/// How often a panel of `input` would be used: the iterations of all parallel
/// loops outside the vector loops that do not move it, in tiles of rows.
static int64_t getReuse(const Accumulation &sum, const Plan &plan,
                        unsigned input) {
  int64_t reuse = 1;
  for (unsigned loop = 0; loop < sum.extents.size(); ++loop)
    if (sum.isParallel(loop) && !llvm::is_contained(plan.vectorLoops, loop) &&
        sum.isInvariant(input, loop))
      reuse *= loop == plan.rowLoop
                   ? llvm::divideCeil(sum.extents[loop], plan.rows)
                   : sum.extents[loop];
  return reuse;
}

/// Sizes of the register tile: `registers` accumulators and operands.
static void chooseRegisterTile(const Accumulation &sum, int64_t width,
                               int64_t registers, Plan &plan) {
  int64_t extent = sum.getExtent(plan.vectorLoops);
  int64_t most = registers >= 32 ? 4 : 2;
  if (!plan.rowLoop)
    most *= 2;
  int64_t vectors = std::min<int64_t>(most, llvm::divideCeil(extent, width));
  // Without a rest where possible.
  for (int64_t count = most; count > most / 2; --count)
    if (extent > most * width && extent % (count * width) == 0) {
      vectors = count;
      break;
    }
  plan.vectorTile = std::min(extent, vectors * width);
  if (!plan.rowLoop)
    return;
  // One register for each vector of the shared operand, two for the other.
  int64_t mostRows =
      std::clamp<int64_t>((registers - 2 - vectors) / vectors, 1, 14);
  int64_t tiles = llvm::divideCeil(sum.extents[*plan.rowLoop], mostRows);
  plan.rows = llvm::divideCeil(sum.extents[*plan.rowLoop], tiles);
}

/// Decides which inputs are packed into panels, and blocks the longest
/// reduction loop so that a panel stays in cache. False where an input steps
/// too widely to be read by vectors and is not used often enough to be packed.
static bool choosePacking(const Accumulation &sum, Plan &plan) {
  int64_t depth = 1;
  for (unsigned loop = 0; loop < sum.extents.size(); ++loop)
    if (!sum.isParallel(loop)) {
      depth *= sum.extents[loop];
      if (!plan.blockLoop || sum.extents[loop] > sum.extents[*plan.blockLoop])
        plan.blockLoop = loop;
    }
  for (unsigned input = 0; input < sum.getNumInputs(); ++input) {
    if (sum.isInvariant(input, plan.vectorLoops))
      continue;
    bool contiguous = sum.isContiguous(input, plan.vectorLoops);
    bool shared = !plan.rowLoop || sum.isInvariant(input, *plan.rowLoop);
    int64_t reuse = shared ? getReuse(sum, plan, input) : 1;
    int64_t bytes = depth * plan.vectorTile *
                    getElementTypeOrSelf(sum.op->getOperand(input).getType())
                        .getIntOrFloatBitWidth() /
                    8;
    if (contiguous && (reuse < 4 || bytes <= smallBytes))
      continue;
    if (!contiguous && reuse < 3)
      return false;
    plan.packed.push_back(input);
    plan.block = std::max<int64_t>(1, sum.extents[*plan.blockLoop] /
                                          llvm::divideCeil(bytes, panelBytes));
  }
  if (depth > chainTerms && sum.getReorderableSum() &&
      sum.getResultElementType().isF32()) {
    int64_t others = depth / sum.extents[*plan.blockLoop];
    int64_t chain = std::max<int64_t>(1, chainTerms / others);
    plan.block = plan.block ? std::min(plan.block, chain) : chain;
  }
  if (plan.block == 0)
    plan.blockLoop.reset();
  return true;
}

ScheduleChoice xla::chooseAccumulation(const Accumulation &sum,
                                       const TargetFeatures &target) {
  int64_t width = target.vectorBytes * 8 /
                  sum.getResultElementType().getIntOrFloatBitWidth();
  Plan plan;
  // Short rows are taken together.
  plan.vectorLoops = sum.getContiguousLoops(width);
  if (plan.vectorLoops.empty())
    return "its result is not contiguous along a parallel loop";
  // But not where an input moves with some of them only.
  auto inputs = llvm::seq<unsigned>(0, sum.getNumInputs());
  bool partly = llvm::any_of(inputs, [&](unsigned input) {
    int64_t moving = llvm::count_if(plan.vectorLoops, [&](unsigned loop) {
      return sum.strides[input][loop] != 0;
    });
    return moving != 0 && moving != int64_t(plan.vectorLoops.size());
  });
  if (partly)
    plan.vectorLoops = {plan.vectorLoops.back()};
  bool followed = llvm::any_of(inputs, [&](unsigned input) {
    return !sum.isInvariant(input, plan.vectorLoops);
  });
  if (!followed)
    return "no input moves with the loop along which its result is contiguous";
  if (sum.getExtent(plan.vectorLoops) < 4)
    return "rows of its result are shorter than 4";
  plan.rowLoop = findRowLoop(sum, plan.vectorLoops);
  chooseRegisterTile(sum, width, target.vectorRegisters, plan);
  if (!choosePacking(sum, plan))
    return "an input steps too widely for vectors and is read too seldom to be "
           "packed";

  SmallVector<int64_t> tiles(sum.extents.size(), 0);
  for (unsigned loop : plan.vectorLoops)
    tiles[loop] = plan.vectorTile;
  if (plan.rowLoop)
    tiles[*plan.rowLoop] = plan.rows;
  if (plan.blockLoop)
    tiles[*plan.blockLoop] = plan.block;
  Builder builder(sum.op.getContext());
  SmallVector<int64_t> vectorLoops(plan.vectorLoops.begin(),
                                   plan.vectorLoops.end());
  SmallVector<NamedAttribute> extra = {builder.getNamedAttr(
      "vector_loops", builder.getDenseI64ArrayAttr(vectorLoops))};
  if (!plan.packed.empty())
    extra.push_back(builder.getNamedAttr(
        "pack", builder.getDenseI64ArrayAttr(plan.packed)));
  return ScheduleAttr::get(sum.op.getContext(), KernelClass::Contraction, tiles,
                           width, llvm::divideCeil(plan.vectorTile, width),
                           /*parallelGrain=*/0,
                           builder.getDictionaryAttr(extra));
}
