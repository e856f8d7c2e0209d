//===- Product.cpp - Sums of products as products of matrices -------------===//

#include "Product.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace xla;

/// Terms of a block of a long sum: reading and writing the result costs little
/// beside. A panel and a tile's rows take no more than these bytes of the
/// first-level cache.
static constexpr int64_t blockTerms = 256, blockBytes = 40 * 1024;
/// Sums that are under way together: fewer wait for each other.
static constexpr int64_t leastSums = 12;
/// Rows of the left operand that are packed together, for the second level.
static constexpr int64_t blockRows = 256;
/// Fewer columns of a task repeat the packing of the left operand too often;
/// fewer rows that of the right one.
static constexpr int64_t taskColumns = 128, taskRows = 64;
/// Columns and rows from which on the packing of the other operand pays, unless
/// sums are so long that its rows lie on pages of their own.
static constexpr int64_t packedColumns = 129, packedRows = 72, longDepth = 4096;
/// Elements that a task packs for others.
static constexpr int64_t packedElements = 1 << 16;
/// Multiplications below which packing costs more than it saves.
static constexpr double leastWork = 1 << 20;
/// Bounds of what a schedule may ask for, above all that is chosen: each row
/// and each vector of a tile is code.
static constexpr int64_t boundRows = 64, boundVectors = 16, boundWidth = 256;

/// The input that `value` of the body of `op` is computed from; nothing where
/// there are several or none.
static std::optional<unsigned> findSource(Value value, linalg::GenericOp op) {
  std::optional<unsigned> source;
  SmallVector<Value> worklist = {value};
  // Values may be used twice, and so may what they are used by.
  SmallPtrSet<Value, 8> visited;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next);
        argument && argument.getOwner() == op.getBody()) {
      if (source && *source != argument.getArgNumber())
        return std::nullopt;
      source = argument.getArgNumber();
    } else if (Operation *inner = next.getDefiningOp();
               inner && inner->getBlock() == op.getBody()) {
      llvm::append_range(worklist, inner->getOperands());
    }
  }
  if (source && *source >= op.getNumDpsInputs())
    return std::nullopt;
  return source;
}

/// Joins neighbours among `loops`, outermost first, that are one loop for all
/// operands.
static void joinLoops(SmallVectorImpl<ProductLoop> &loops) {
  for (unsigned i = 0; i + 1 < loops.size();) {
    const ProductLoop &inner = loops[i + 1];
    ProductLoop &outer = loops[i];
    if (outer.left != inner.left * inner.extent ||
        outer.right != inner.right * inner.extent ||
        outer.result != inner.result * inner.extent) {
      ++i;
      continue;
    }
    ProductLoop joined = inner;
    joined.extent *= outer.extent;
    outer = joined;
    loops.erase(loops.begin() + i + 1);
  }
}

/// Takes the loop out of `loops` that `isBetter` prefers to all others; the
/// others go to `rest`.
static ProductLoop takeBest(
    SmallVectorImpl<ProductLoop> &loops,
    llvm::function_ref<bool(const ProductLoop &, const ProductLoop &)> isBetter,
    SmallVectorImpl<ProductLoop> &rest) {
  unsigned best = 0;
  for (unsigned i = 1; i < loops.size(); ++i)
    if (isBetter(loops[i], loops[best]))
      best = i;
  ProductLoop result = loops[best];
  loops.erase(loops.begin() + best);
  rest.append(loops.begin(), loops.end());
  return result;
}

/// Sorts the loops of `sum` by the operands that they move.
static bool findLoops(const Accumulation &sum, Product &product) {
  SmallVector<ProductLoop> rows, columns, depth;
  for (unsigned i = 0; i < sum.extents.size(); ++i) {
    if (sum.extents[i] == 1)
      continue;
    ProductLoop loop = {sum.extents[i], sum.strides[product.left][i],
                        sum.strides[product.right][i],
                        sum.getOutputStrides()[i]};
    bool parallel = sum.isParallel(i);
    if (parallel != (loop.result != 0) || (!loop.left && !loop.right))
      return false;
    if (loop.left && loop.right)
      (parallel ? product.batch : depth).push_back(loop);
    else if (!parallel)
      return false;
    else
      (loop.left ? rows : columns).push_back(loop);
  }
  for (auto *loops : {&product.batch, &rows, &columns, &depth})
    joinLoops(*loops);
  if (rows.empty() || columns.empty() || depth.size() != 1)
    return false;
  product.depth = depth.front();
  auto isLonger = [](const ProductLoop &a, const ProductLoop &b) {
    return a.extent > b.extent;
  };
  auto isCloser = [](const ProductLoop &a, const ProductLoop &b) {
    return a.result < b.result;
  };
  product.rows = takeBest(rows, isLonger, product.batch);
  product.columns = takeBest(columns, isCloser, product.batch);
  return product.columns.result == 1;
}

std::optional<Product> Product::match(const Accumulation &sum) {
  Operation *addition = sum.getReorderableSum();
  if (!addition || sum.getNumInputs() != 2)
    return std::nullopt;
  Product product;
  product.op = sum.op;
  product.addition = addition;
  Value accumulator = sum.op.getBody()->getArguments().back();
  unsigned term = addition->getOperand(0) == accumulator ? 1 : 0;
  product.multiplication =
      addition->getOperand(term).getDefiningOp<arith::MulFOp>();
  if (!product.multiplication ||
      product.multiplication->getBlock() != sum.op.getBody())
    return std::nullopt;
  product.leftFactor = product.multiplication.getLhs();
  product.rightFactor = product.multiplication.getRhs();
  std::optional<unsigned> left = findSource(product.leftFactor, sum.op);
  std::optional<unsigned> right = findSource(product.rightFactor, sum.op);
  if (!left || !right || *left == *right)
    return std::nullopt;
  // The right operand is the one that moves along rows of the result.
  for (unsigned i = 0; i < sum.extents.size(); ++i)
    if (sum.extents[i] != 1 && sum.getOutputStrides()[i] == 1 &&
        sum.strides[*left][i] != 0) {
      std::swap(left, right);
      std::swap(product.leftFactor, product.rightFactor);
      break;
    }
  product.left = *left;
  product.right = *right;
  product.leftOffset = sum.offsets[*left];
  product.rightOffset = sum.offsets[*right];
  product.resultOffset = sum.offsets.back();
  if (!findLoops(sum, product))
    return std::nullopt;
  return product;
}

int64_t Product::getNumMatrices() const {
  int64_t count = 1;
  for (const ProductLoop &loop : batch)
    count *= loop.extent;
  return count;
}

bool ProductSchedule::readsRowsInPlace(const Product &product) const {
  return product.columns.extent < packedColumns && product.depth.left == 1 &&
         product.depth.extent < longDepth && product.hasPlainRows() &&
         product.rows.extent % rows == 0;
}

/// Whether packing would cost more than it saves, as operands can be read as
/// they lie.
static bool isBetterUnpacked(const Product &product,
                             const ProductSchedule &schedule) {
  if (product.columns.right != 1 || product.depth.extent >= longDepth)
    return false;
  return product.rows.extent < packedRows ||
         (product.columns.extent < packedColumns && product.hasPlainRows() &&
          !schedule.readsRowsInPlace(product));
}

std::optional<ProductSchedule>
ProductSchedule::choose(const Product &product, const TargetFeatures &target) {
  int64_t bits = getElementTypeOrSelf(product.addition->getResult(0).getType())
                     .getIntOrFloatBitWidth();
  ProductSchedule result;
  result.width = target.vectorBytes * 8 / bits;
  if (result.width < 2 || product.getTotalWork() < leastWork ||
      product.rows.extent < 8 || product.columns.extent < result.width ||
      product.depth.extent < 16)
    return std::nullopt;
  // Columns beside the last one are computed and thrown away.
  double least = 0;
  for (auto [vectors, cost] :
       {std::pair(2, 1.0), {3, 1.02}, {4, 1.02}, {1, 1.2}}) {
    if (vectors > 2 && target.vectorRegisters < 32)
      continue;
    double padded =
        double(llvm::alignTo(product.columns.extent, vectors * result.width));
    if (least != 0 && padded * cost >= least)
      continue;
    least = padded * cost;
    result.vectors = vectors;
  }
  // One register for each vector of the panel, two for the other factor.
  int64_t mostRows = std::clamp<int64_t>(
      (target.vectorRegisters - 2 - result.vectors) / result.vectors, 1, 14);
  int64_t tiles = llvm::divideCeil(product.rows.extent, mostRows);
  result.rows = llvm::divideCeil(product.rows.extent, tiles);
  // Tiles that are all full are written from registers.
  for (int64_t rows = mostRows; rows * result.vectors >= leastSums; --rows)
    if (product.rows.extent % rows == 0) {
      result.rows = rows;
      break;
    }
  int64_t fitting =
      blockBytes * 8 / bits / (result.rows + result.getPanelColumns());
  int64_t most = std::min(blockTerms, fitting / result.width * result.width);
  int64_t blocks = llvm::divideCeil(product.depth.extent, most);
  result.depth = llvm::alignTo(llvm::divideCeil(product.depth.extent, blocks),
                               result.width);
  if (isBetterUnpacked(product, result))
    return std::nullopt;
  return result;
}

ScheduleAttr ProductSchedule::getAttribute(linalg::GenericOp op) const {
  Builder builder(op.getContext());
  SmallVector<int64_t> none(op.getNumLoops(), 0);
  auto extra = builder.getDictionaryAttr(builder.getNamedAttr(
      "product",
      builder.getDenseI64ArrayAttr({rows, getPanelColumns(), depth})));
  return ScheduleAttr::get(op.getContext(), KernelClass::Contraction, none,
                           width, vectors, /*parallelGrain=*/0, extra);
}

std::optional<ProductSchedule> ProductSchedule::read(ScheduleAttr schedule) {
  DictionaryAttr extra = schedule.getExtra();
  auto sizes = extra ? extra.getAs<DenseI64ArrayAttr>("product") : nullptr;
  int64_t width = schedule.getVectorWidth();
  if (!sizes || sizes.size() != 3 || width < 1 || width > boundWidth)
    return std::nullopt;
  // Terms are packed in whole vectors.
  if (sizes[0] < 1 || sizes[0] > boundRows || sizes[1] < width ||
      sizes[1] > boundVectors * width || sizes[1] % width != 0 ||
      sizes[2] < 1 || sizes[2] % width != 0)
    return std::nullopt;
  ProductSchedule result;
  result.width = width;
  result.rows = sizes[0];
  result.vectors = sizes[1] / width;
  result.depth = sizes[2];
  return result;
}

ProductTasks ProductTasks::choose(const Product &product,
                                  const ProductSchedule &schedule,
                                  int64_t mostTasks) {
  ProductTasks result;
  int64_t tiles = llvm::divideCeil(product.rows.extent, schedule.rows);
  auto inBlocks = [&](int64_t rows) {
    int64_t most = std::max<int64_t>(1, rows / schedule.rows);
    result.blockTiles = llvm::divideCeil(tiles, llvm::divideCeil(tiles, most));
    return llvm::divideCeil(tiles, result.blockTiles);
  };
  // Equal parts: as many iterations in each, but for the last.
  auto inParts = [](int64_t count, int64_t parts) {
    int64_t each =
        llvm::divideCeil(count, std::clamp<int64_t>(parts, 1, count));
    return llvm::divideCeil(count, each);
  };
  int64_t blocks = inBlocks(blockRows);
  result.matrices = inParts(product.getNumMatrices(), mostTasks);
  int64_t wanted = mostTasks / result.matrices;
  if (wanted < 2)
    return result;
  int64_t panels =
      llvm::divideCeil(product.columns.extent, schedule.getPanelColumns());
  int64_t mostColumns =
      std::max<int64_t>(1, product.columns.extent / taskColumns);
  result.columnParts =
      inParts(panels, std::min(mostColumns, wanted / std::min(blocks, wanted)));
  if (blocks * result.columnParts * 2 <= wanted) {
    double rows = double(product.rows.extent) * double(result.columnParts) /
                  double(wanted);
    blocks = inBlocks(std::clamp<double>(rows, taskRows, blockRows));
  }
  result.rowParts = inParts(blocks, wanted / result.columnParts);
  double packed = double(product.rows.extent) * double(product.depth.extent) /
                  double(packedElements);
  result.packParts = inParts(tiles, std::min(double(wanted), packed));
  return result;
}
