//===- ProductEmitter.cpp - Loops of packed products ----------------------===//
//
// Emits the loops of a product of matrices:
//
//   for tasks, matrices of the batch, blocks of rows
//     for blocks of the depth
//       pack the block's rows (unless tasks of their own did so before, for all
//       that have them in common, or they are read where they lie)
//       for panels of columns
//         pack the panel
//         for register tiles of the block
//           sums = -0; for the block's depth: sums += row factor * panel
//           for rows of the tile: result += sums
//
// Panels are full: what lies beyond the matrices is computed like the rest and
// not stored, so that there is one copy of the innermost loop.
//
//===----------------------------------------------------------------------===//

#include "PackedPanels.h"
#include "Product.h"
#include "xla/Runtime/xla_runtime.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace xla;

/// Elements of packed rows that tasks may have in common: memory that no other
/// buffer takes meanwhile.
static constexpr int64_t mostSharedElements = 1 << 20;

namespace {
/// A range of iterations, of which the bounds may be computed.
struct Range {
  Value from, to;
};

class ProductEmitter {
public:
  ProductEmitter(const Product &product, const ProductSchedule &schedule,
                 const ProductTasks &tasks)
      : product(product), schedule(schedule), tasks(tasks),
        b(product.op.getLoc(), product.op),
        element(getElementTypeOrSelf(product.addition->getResult(0).getType())),
        totalTiles(llvm::divideCeil(product.rows.extent, schedule.rows)),
        totalPanels(llvm::divideCeil(product.columns.extent,
                                     schedule.getPanelColumns())),
        tileStride(depthOf() * schedule.rows), byDepth(product.depth.left != 1),
        inPlace(schedule.readsRowsInPlace(product)),
        packer(b, product.op, schedule.width,
               /*wholeVectors=*/product.depth.extent % schedule.width == 0) {}

  void emit(bool parallel) {
    double packed = double(product.getNumMatrices()) *
                    double(getDepthBlocks()) * double(totalTiles) *
                    double(tileStride);
    // Matrices that have one left operand would pack it once for each.
    bool repeats = llvm::any_of(
        product.batch, [](const ProductLoop &loop) { return loop.left == 0; });
    isShared = tasks.columnParts != 1 && packed <= mostSharedElements &&
               !inPlace && !repeats;
    if (isShared) {
      rowPanels = createPanel(packed);
      emitParts(parallel, tasks.matrices * tasks.packParts,
                [&](Value task) { emitPackTask(task); });
    }
    emitParts(parallel, tasks.getCount(), [&](Value task) { emitTask(task); });
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  Value apply(AffineExpr expr, ValueRange operands) {
    return affine::AffineApplyOp::create(
        b, AffineMap::get(operands.size(), 0, expr), operands);
  }

  void emitLoop(Range range, int64_t step,
                llvm::function_ref<void(Value)> body) {
    std::optional<int64_t> from = getConstantIntValue(range.from);
    std::optional<int64_t> to = getConstantIntValue(range.to);
    if (from && to && *from < *to && *to <= *from + step)
      return body(range.from);
    auto loop = scf::ForOp::create(b, range.from, range.to, constant(step));
    keepRolled(loop);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  /// Part `index` of `parts` equal ones of `extent` iterations.
  Range getPart(Value index, int64_t extent, int64_t parts) {
    if (parts == 1)
      return {constant(0), constant(extent)};
    int64_t each = llvm::divideCeil(extent, parts);
    AffineExpr dim = b.getAffineDimExpr(0);
    Value from = apply(dim * each, {index});
    return {from, getEnd(from, each, extent)};
  }

  Value getEnd(Value from, int64_t step, int64_t extent) {
    AffineExpr dim = b.getAffineDimExpr(0);
    if (extent % step == 0)
      return apply(dim + step, {from});
    AffineMap ends = AffineMap::get(
        1, 0, {dim + step, b.getAffineConstantExpr(extent)}, b.getContext());
    return affine::AffineMinOp::create(b, ends, ValueRange{from});
  }

  /// `body` for each of `count` tasks.
  void emitParts(bool parallel, int64_t count,
                 llvm::function_ref<void(Value)> body) {
    if (count == 1 || !parallel)
      return emitLoop({constant(0), constant(count)}, 1, body);
    auto forall = scf::ForallOp::create(
        b, ArrayRef<OpFoldResult>{b.getIndexAttr(count)}, ValueRange(),
        /*mapping=*/std::nullopt);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forall.getBody());
    body(forall.getInductionVar(0));
  }

  void flattenOperands() {
    buffers.clear();
    for (Value operand : product.op->getOperands())
      buffers.push_back(flattenBuffer(b, operand));
  }

  Value createPanel(int64_t elements) {
    return memref::AllocOp::create(b, MemRefType::get({elements}, element),
                                   b.getI64IntegerAttr(XLA_BUFFER_ALIGNMENT));
  }

  /// Packs rows that several tasks read.
  void emitPackTask(Value task) {
    flattenOperands();
    AffineExpr dim = b.getAffineDimExpr(0);
    Range matrices = getPart(apply(dim.floorDiv(tasks.packParts), {task}),
                             product.getNumMatrices(), tasks.matrices);
    tiles = getPart(apply(dim % tasks.packParts, {task}), totalTiles,
                    tasks.packParts);
    emitLoop(matrices, 1, [&](Value matrix) {
      setBases(matrix);
      emitDepths([&](Value length) { emitPackRows(length); });
    });
  }

  void emitTask(Value task) {
    flattenOperands();
    if (!isShared && !inPlace)
      rowPanels = createPanel(tasks.blockTiles * tileStride);
    columnPanel = createPanel(depthOf() * schedule.getPanelColumns());
    if (!areTilesFull())
      tileSums = createPanel(schedule.rows * schedule.getPanelColumns());
    AffineExpr dim = b.getAffineDimExpr(0);
    int64_t columnParts = tasks.columnParts, rowParts = tasks.rowParts;
    Range matrices =
        getPart(apply(dim.floorDiv(columnParts * rowParts), {task}),
                product.getNumMatrices(), tasks.matrices);
    Range blocks =
        getPart(apply(dim.floorDiv(columnParts) % rowParts, {task}),
                llvm::divideCeil(totalTiles, tasks.blockTiles), rowParts);
    panels =
        getPart(apply(dim % columnParts, {task}), totalPanels, columnParts);
    emitLoop(matrices, 1, [&](Value matrix) {
      setBases(matrix);
      emitLoop(blocks, 1, [&](Value block) {
        tiles.from = apply(dim * tasks.blockTiles, {block});
        tiles.to = getEnd(tiles.from, tasks.blockTiles, totalTiles);
        emitDepths([&](Value length) {
          if (!isShared && !inPlace)
            emitPackRows(length);
          emitPanels(length);
        });
      });
    });
  }

  /// The first elements of the operands of one matrix of the batch.
  void setBases(Value number) {
    matrix = number;
    AffineExpr dim = b.getAffineDimExpr(0);
    AffineExpr left = b.getAffineConstantExpr(product.leftOffset);
    AffineExpr right = b.getAffineConstantExpr(product.rightOffset);
    AffineExpr result = b.getAffineConstantExpr(product.resultOffset);
    int64_t inner = 1;
    for (const ProductLoop &loop : llvm::reverse(product.batch)) {
      AffineExpr index = dim.floorDiv(inner) % loop.extent;
      left = left + index * loop.left;
      right = right + index * loop.right;
      result = result + index * loop.result;
      inner *= loop.extent;
    }
    leftBase = apply(left, {matrix});
    rightBase = apply(right, {matrix});
    resultBase = apply(result, {matrix});
  }

  /// `body(length)` for each block of the depth.
  void emitDepths(llvm::function_ref<void(Value)> body) {
    int64_t extent = product.depth.extent;
    AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1);
    emitLoop({constant(0), constant(extent)}, schedule.depth, [&](Value first) {
      start = first;
      Value length = constant(extent);
      if (extent > schedule.depth) {
        Value end = getEnd(start, schedule.depth, extent);
        length = arith::SubIOp::create(b, end, start);
      }
      firstTile = tiles.from;
      if (isShared)
        firstTile = apply(d0 * (-getDepthBlocks() * totalTiles) -
                              d1.floorDiv(schedule.depth) * totalTiles,
                          {matrix, start});
      body(length);
    });
  }

  void emitPackRows(Value length) {
    PanelSource rows = {buffers[product.left], leftBase,
                        product.rows.left,     product.depth.left,
                        product.rows.extent,   product.left,
                        product.leftFactor};
    emitLoop(tiles, 1, [&](Value tile) {
      PanelTarget target = {rowPanels, getTilePanel(tile), schedule.rows,
                            byDepth, depthOf()};
      packer.emit(rows, target, tile, start, length);
    });
  }

  void emitPanels(Value length) {
    PanelSource columns = {buffers[product.right], rightBase,
                           product.columns.right,  product.depth.right,
                           product.columns.extent, product.right,
                           product.rightFactor};
    emitLoop(panels, 1, [&](Value panel) {
      PanelTarget target = {columnPanel, constant(0),
                            schedule.getPanelColumns(), true, depthOf()};
      packer.emit(columns, target, panel, start, length);
      emitLoop(tiles, 1, [&](Value tile) { emitTile(tile, panel, length); });
    });
  }

  int64_t depthOf() const {
    return std::min(schedule.depth, product.depth.extent);
  }
  int64_t getDepthBlocks() const {
    return llvm::divideCeil(product.depth.extent, schedule.depth);
  }

  /// Where the rows of `tile` begin.
  Value getTilePanel(Value tile) {
    AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1),
               d2 = b.getAffineDimExpr(2);
    if (inPlace)
      return apply(d0 + d1 * (schedule.rows * product.rows.left) + d2,
                   {leftBase, tile, start});
    return apply((d0 - d1) * tileStride, {tile, firstTile});
  }

  void emitTile(Value tile, Value panel, Value length) {
    // What adds nothing to any number, not even to -0.
    Value nothing = createFilled(-0.0, schedule.width);
    SmallVector<Value> sums(schedule.rows * schedule.vectors, nothing);
    Value rowPanel = getTilePanel(tile);
    auto loop = scf::ForOp::create(b, constant(0), length, constant(1), sums);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      scf::YieldOp::create(b, emitTerms(rowPanel, loop.getInductionVar(),
                                        loop.getRegionIterArgs()));
    }
    sums = llvm::to_vector(ValueRange(loop.getResults()));
    emitStores(sums, tile, panel);
  }

  Value createFilled(double value, int64_t size) {
    auto type = VectorType::get({size}, element);
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(type,
                                  b.getFloatAttr(element, value).getValue()));
  }

  SmallVector<Value> emitTerms(Value rowPanel, Value term, ValueRange sums) {
    AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1);
    int64_t columns = schedule.getPanelColumns();
    SmallVector<Value> panel, results;
    for (int64_t i = 0; i < schedule.vectors; ++i)
      panel.push_back(loadVector(
          b, columnPanel, apply(d0 * columns + i * schedule.width, {term}),
          schedule.width));
    for (int64_t row = 0; row < schedule.rows; ++row) {
      int64_t stride = inPlace ? product.rows.left : depthOf();
      AffineExpr place =
          byDepth ? d0 + d1 * schedule.rows + row : d0 + d1 + row * stride;
      Value scalar =
          memref::LoadOp::create(b, inPlace ? buffers[product.left] : rowPanels,
                                 ValueRange{apply(place, {rowPanel, term})});
      Value factor = broadcastToVector(b, scalar, schedule.width);
      for (int64_t i = 0; i < schedule.vectors; ++i) {
        auto multiplied = arith::MulFOp::create(
            b, factor, panel[i], product.multiplication.getFastmathAttr());
        results.push_back(arith::AddFOp::create(
            b, sums[results.size()], multiplied,
            cast<arith::AddFOp>(product.addition).getFastmathAttr()));
      }
    }
    return results;
  }

  bool areTilesFull() const { return product.rows.extent % schedule.rows == 0; }

  /// Adds `sums` to the result; of the last tile and panel only what the
  /// result has. Where some tile is not full they go through memory, so that
  /// there is one copy of the code for all numbers of rows.
  void emitStores(ArrayRef<Value> sums, Value tile, Value panel) {
    if (!areTilesFull())
      for (auto [i, sum] : llvm::enumerate(sums))
        vector::StoreOp::create(
            b, sum, tileSums,
            ValueRange{constant(int64_t(i) * schedule.width)});
    int64_t columns = schedule.getPanelColumns();
    int64_t lastColumns = product.columns.extent - (totalPanels - 1) * columns;
    Value firstRow = apply(b.getAffineDimExpr(0) * schedule.rows, {tile});
    Value place = apply(b.getAffineDimExpr(0) + b.getAffineDimExpr(1) * columns,
                        {resultBase, panel});
    auto emitColumns = [&](bool isFirst) {
      emitChoice(panel, totalPanels, lastColumns, columns, [&](int64_t size) {
        emitRows(sums, firstRow, place, size, isFirst);
      });
    };
    if (!product.startsAtZero || getDepthBlocks() == 1)
      return emitColumns(product.startsAtZero);
    emitIf(start, 0, emitColumns);
  }

  /// Adds `columns` of the sums of all rows of a tile to the result, of which
  /// row 0 would begin at `place`.
  void emitRows(ArrayRef<Value> sums, Value firstRow, Value place,
                int64_t columns, bool isFirst) {
    AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1);
    int64_t stride = product.rows.result;
    if (areTilesFull()) {
      for (int64_t row = 0; row < schedule.rows; ++row)
        addToResult(sums.slice(row * schedule.vectors, schedule.vectors),
                    apply(d0 + (d1 + row) * stride, {place, firstRow}), columns,
                    isFirst);
      return;
    }
    Range rows = {firstRow,
                  getEnd(firstRow, schedule.rows, product.rows.extent)};
    emitLoop(rows, 1, [&](Value row) {
      Value from =
          apply((d0 - d1) * schedule.getPanelColumns(), {row, firstRow});
      addToResult(loadSums(from), apply(d0 + d1 * stride, {place, row}),
                  columns, isFirst);
    });
  }

  SmallVector<Value> loadSums(Value from) {
    SmallVector<Value> sums;
    for (int64_t i = 0; i < schedule.vectors; ++i)
      sums.push_back(
          loadVector(b, tileSums,
                     apply(b.getAffineDimExpr(0) + i * schedule.width, {from}),
                     schedule.width));
    return sums;
  }

  /// `body(last)` for the last of `count` iterations, `body(full)` for others.
  void emitChoice(Value index, int64_t count, int64_t last, int64_t full,
                  llvm::function_ref<void(int64_t)> body) {
    if (last == full || count == 1)
      return body(last);
    emitIf(index, count - 1, [&](bool isLast) { body(isLast ? last : full); });
  }

  /// `body(true)` where `index` is `number`, `body(false)` elsewhere.
  void emitIf(Value index, int64_t number,
              llvm::function_ref<void(bool)> body) {
    Value isEqual = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, index,
                                          constant(number));
    auto choice = scf::IfOp::create(b, isEqual, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    body(true);
    b.setInsertionPointToStart(choice.elseBlock());
    body(false);
  }

  /// Adds the first `columns` of `sums` to the result from `place` on.
  void addToResult(ArrayRef<Value> sums, Value place, int64_t columns,
                   bool isFirst) {
    Value result = buffers.back();
    for (int64_t i = 0; i * schedule.width < columns; ++i) {
      int64_t size = std::min(schedule.width, columns - i * schedule.width);
      Value index = apply(b.getAffineDimExpr(0) + i * schedule.width, {place});
      Value sum = sums[i];
      if (size < schedule.width)
        sum = vector::ShuffleOp::create(
            b, sum, sum, llvm::to_vector(llvm::seq<int64_t>(0, size)));
      Value before = isFirst ? createFilled(0.0, size)
                             : loadVector(b, result, index, size);
      vector::StoreOp::create(b, arith::AddFOp::create(b, before, sum), result,
                              ValueRange{index});
    }
  }

  const Product &product;
  const ProductSchedule &schedule;
  const ProductTasks &tasks;
  ImplicitLocOpBuilder b;
  Type element;
  int64_t totalTiles, totalPanels;
  /// Elements of a tile's packed rows.
  int64_t tileStride;
  /// Whether the packed rows of a tile lie side by side for each depth, or
  /// after each other; whether all tasks have them in common.
  bool byDepth, isShared = false;
  /// Whether they are not packed.
  bool inPlace;
  PanelPacker packer;
  SmallVector<Value> buffers;
  Value rowPanels, columnPanel, tileSums;
  /// What is current: the matrix, the first term of the block of the depth, and
  /// the tile that lies first in `rowPanels`, which may be virtual.
  Value matrix, start, firstTile;
  Value leftBase, rightBase, resultBase;
  Range tiles, panels;
};
} // namespace

void xla::emitProduct(const Product &product, const ProductSchedule &schedule,
                      const ProductTasks &tasks, bool parallel) {
  ProductEmitter(product, schedule, tasks).emit(parallel);
}
