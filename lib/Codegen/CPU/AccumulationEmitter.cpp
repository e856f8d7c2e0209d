//===- AccumulationEmitter.cpp - Loops around register tiles --------------===//
//
// Emits the loops that an #xla.schedule<contraction> describes:
//
//   for outer loops that a packed input moves with
//     for tiles of the vector loops
//       for blocks of the longest reduction loop
//         pack panels
//         for the other outer loops, for tiles of rows
//           accumulators = result, or nothing where there are blocks
//           for reduction loops: accumulators = body(inputs, accumulators)
//           result = accumulators, or is added to them
//
// All addresses are linear in the loops, so buffers are taken as one dimension.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#define DEBUG_TYPE "xla-cpu-tile-accumulations"

using namespace mlir;
using namespace xla;

static PassCounter numPackedOperands(DEBUG_TYPE, "num-packed-operands");

namespace {
/// A linear address under construction.
struct Address {
  SmallVector<AffineExpr> terms;
  SmallVector<Value> operands;
  int64_t constant = 0;

  void add(Value value, int64_t stride) {
    if (stride == 0)
      return;
    AffineExpr dim = getAffineDimExpr(operands.size(), value.getContext());
    operands.push_back(value);
    terms.push_back(dim * stride);
  }
  Value create(ImplicitLocOpBuilder &b) const {
    AffineExpr sum = getAffineConstantExpr(constant, b.getContext());
    for (AffineExpr term : terms)
      sum = sum + term;
    return affine::AffineApplyOp::create(
        b, AffineMap::get(operands.size(), 0, sum), operands);
  }
};

/// Emits the loops for one op.
class Emitter {
public:
  Emitter(const Accumulation &sum, const AccumulationSchedule &schedule)
      : sum(sum), b(sum.op.getLoc(), sum.op), vectorLoops(schedule.vectorLoops),
        rowLoop(schedule.rowLoop), blockLoop(schedule.blockLoop),
        width(schedule.width), vectorTile(schedule.vectorTile),
        rows(schedule.rows), block(schedule.block), packed(schedule.packed),
        loops(sum.extents.size()) {
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      if (!sum.isParallel(loop))
        reductionLoops.push_back(loop);
  }

  void emit() {
    for (OpOperand &operand : sum.op->getOpOperands())
      buffers.push_back(flattenBuffer(b, operand.get()));
    zero = arith::ConstantIndexOp::create(b, 0);
    one = arith::ConstantIndexOp::create(b, 1);
    for (unsigned loop : reductionLoops)
      extentOf[loop] = arith::ConstantIndexOp::create(b, sum.extents[loop]);
    createPanels();
    if (sumsColumns())
      return emitOuter(getOuterLoops(/*movesPacked=*/false), [&] {
        emitBlocks([&] { emitVectorTiles([&](int64_t) { emitTile(1); }); });
      });
    emitOuter(getOuterLoops(/*movesPacked=*/true), [&] {
      emitVectorTiles([&](int64_t size) {
        emitBlocks([&] {
          for (int64_t input : packed)
            emitPack(input, size);
          emitOuter(getOuterLoops(/*movesPacked=*/false), [&] { emitRows(); });
        });
      });
    });
  }

private:
  using Body = llvm::function_ref<void()>;
  /// One row of accumulators: a vector for each width of the tile.
  using Row = SmallVector<Value>;

  /// Whether blocks of rows are added up, each to all of the result: memory is
  /// read along few rows at a time, not down strips of them.
  bool sumsColumns() const { return blockLoop && !rowLoop && packed.empty(); }

  /// The parallel loops that are neither vectors nor rows, those first that
  /// some packed input moves with.
  SmallVector<unsigned> getOuterLoops(bool movesPacked) const {
    SmallVector<unsigned> result;
    for (unsigned loop = 0; loop < loops.size(); ++loop) {
      if (!sum.isParallel(loop) || llvm::is_contained(vectorLoops, loop) ||
          loop == rowLoop)
        continue;
      bool moves = llvm::any_of(
          packed, [&](int64_t input) { return sum.strides[input][loop] != 0; });
      if (moves == movesPacked)
        result.push_back(loop);
    }
    return result;
  }

  void emitLoop(Value from, Value to, int64_t step,
                llvm::function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, from, to,
                                   arith::ConstantIndexOp::create(b, step));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  void emitOuter(ArrayRef<unsigned> outer, Body body) {
    if (outer.empty())
      return body();
    unsigned loop = outer.front();
    if (sum.extents[loop] == 1) {
      loops[loop] = zero;
      return emitOuter(outer.drop_front(), body);
    }
    Value to = arith::ConstantIndexOp::create(b, sum.extents[loop]);
    emitLoop(zero, to, 1, [&](Value iv) {
      loops[loop] = iv;
      emitOuter(outer.drop_front(), body);
    });
  }

  /// Full tiles in a loop, and the rest as a tile of its own: calls
  /// `body(start, size)`.
  void emitTiles(int64_t extent, int64_t tile,
                 llvm::function_ref<void(Value, int64_t)> body) {
    int64_t full = extent / tile * tile;
    if (full == tile) {
      body(zero, tile);
    } else if (full) {
      emitLoop(zero, arith::ConstantIndexOp::create(b, full), tile,
               [&](Value iv) { body(iv, tile); });
    }
    if (full != extent)
      body(arith::ConstantIndexOp::create(b, full), extent - full);
  }

  void createPanels() {
    int64_t depth = 1;
    for (unsigned loop : reductionLoops)
      depth *= loop == blockLoop ? block : sum.extents[loop];
    panelWidth = llvm::alignTo(vectorTile, width);
    for (int64_t input : packed) {
      auto type = MemRefType::get(
          {depth * panelWidth},
          getElementTypeOrSelf(sum.op->getOperand(input).getType()));
      panels[input] = memref::AllocOp::create(
          b, type, b.getI64IntegerAttr(XLA_BUFFER_ALIGNMENT));
      numPackedOperands += 1;
    }
  }

  void emitVectorTiles(llvm::function_ref<void(int64_t)> body) {
    emitTiles(sum.getExtent(vectorLoops), vectorTile,
              [&](Value start, int64_t size) {
                vectorStart = start;
                widths.clear();
                for (int64_t done = 0; done < size; done += width)
                  widths.push_back(std::min(width, size - done));
                body(size);
              });
  }

  void emitBlocks(Body emitBlock) {
    if (!blockLoop || block >= sum.extents[*blockLoop])
      return emitBlock();
    unsigned loop = *blockLoop;
    Value extent = extentOf[loop];
    emitLoop(zero, extent, block, [&](Value start) {
      AffineExpr dim = b.getAffineDimExpr(0);
      blockStart = start;
      if (sum.extents[loop] % block == 0) {
        extentOf[loop] = affine::AffineApplyOp::create(
            b, AffineMap::get(1, 0, dim + block), ValueRange{start});
        emitBlock();
        blockStart = nullptr;
        return;
      }
      // The last block is shorter.
      AffineMap ends = AffineMap::get(
          1, 0, {dim + block, b.getAffineConstantExpr(sum.extents[loop])},
          b.getContext());
      extentOf[loop] = affine::AffineMinOp::create(b, ends, ValueRange{start});
      emitBlock();
      blockStart = nullptr;
    });
    extentOf[loop] = extent;
  }

  void emitReduction(unsigned index, llvm::function_ref<void()> body) {
    if (index == reductionLoops.size())
      return body();
    unsigned loop = reductionLoops[index];
    Value from = loop == blockLoop && blockStart ? blockStart : zero;
    emitLoop(from, extentOf[loop], 1, [&](Value iv) {
      loops[loop] = iv;
      emitReduction(index + 1, body);
    });
  }

  /// Where the panel of the current reduction iteration starts.
  Address getPanelAddress() const {
    Address address;
    int64_t stride = panelWidth;
    for (unsigned loop : llvm::reverse(reductionLoops)) {
      address.add(loops[loop], stride);
      if (loop == blockLoop && blockStart)
        address.add(blockStart, -stride);
      stride *= loop == blockLoop ? block : sum.extents[loop];
    }
    return address;
  }

  /// The position of `operand` in its buffer, but for the vector loops.
  Address getAddress(unsigned operand, int64_t row) const {
    Address address;
    address.constant = sum.offsets[operand];
    for (unsigned loop = 0; loop < loops.size(); ++loop) {
      if (llvm::is_contained(vectorLoops, loop) || !loops[loop])
        continue;
      int64_t stride = sum.strides[operand][loop];
      address.add(loops[loop], stride);
      if (loop == rowLoop)
        address.constant += row * stride;
    }
    return address;
  }

  /// Adds `index`, counted along the vector loops, to an address that need not
  /// be contiguous there.
  void addVectorIndex(Address &address, unsigned operand, Value index) {
    int64_t inner = sum.getExtent(vectorLoops);
    for (auto [position, loop] : llvm::enumerate(vectorLoops)) {
      inner /= sum.extents[loop];
      AffineExpr part = b.getAffineDimExpr(0).floorDiv(inner);
      if (position != 0)
        part = part % sum.extents[loop];
      Value value = affine::AffineApplyOp::create(b, AffineMap::get(1, 0, part),
                                                  ValueRange{index});
      address.add(value, sum.strides[operand][loop]);
    }
  }

  /// Copies what the tile reads of `input` into its panel, in reading order.
  void emitPack(unsigned input, int64_t vectorSize) {
    bool contiguous = sum.isContiguous(input, vectorLoops);
    std::optional<unsigned> row = rowLoop;
    rowLoop.reset();
    emitReduction(0, [&] {
      Value panel = getPanelAddress().create(b);
      if (contiguous) {
        Address source = getAddress(input, 0);
        source.add(vectorStart, 1);
        Value from = source.create(b);
        for (auto [index, size] : llvm::enumerate(widths)) {
          Value value = loadVector(buffers[input], from, index * width, size);
          storeVector(value, panels[input], panel, index * width);
        }
        return;
      }
      Value count = arith::ConstantIndexOp::create(b, vectorSize);
      emitLoop(zero, count, 1, [&](Value iv) {
        Address source = getAddress(input, 0);
        Value index = arith::AddIOp::create(b, vectorStart, iv);
        addVectorIndex(source, input, index);
        Value value = memref::LoadOp::create(b, buffers[input],
                                             ValueRange{source.create(b)});
        Value target = arith::AddIOp::create(b, panel, iv);
        memref::StoreOp::create(b, value, panels[input], ValueRange{target});
      });
    });
    for (unsigned loop : reductionLoops)
      loops[loop] = nullptr;
    rowLoop = row;
  }

  Value offsetBy(Value base, int64_t offset) {
    if (offset == 0)
      return base;
    return arith::AddIOp::create(b, base,
                                 arith::ConstantIndexOp::create(b, offset));
  }

  Value loadVector(Value buffer, Value base, int64_t offset, int64_t size) {
    return xla::loadVector(b, buffer, offsetBy(base, offset), size);
  }

  void storeVector(Value value, Value buffer, Value base, int64_t offset) {
    vector::StoreOp::create(b, value, buffer,
                            ValueRange{offsetBy(base, offset)});
  }

  void emitRows() {
    if (!rowLoop)
      return emitTile(1);
    emitTiles(sum.extents[*rowLoop], rows, [&](Value start, int64_t size) {
      loops[*rowLoop] = start;
      emitTile(size);
    });
    loops[*rowLoop] = nullptr;
  }

  /// The registers of one tile: load, accumulate, store.
  void emitTile(int64_t count) {
    unsigned output = sum.getNumInputs();
    for (unsigned loop : reductionLoops)
      loops[loop] = nullptr;
    SmallVector<Value> addresses, accumulators;
    // A block adds its own sum to the result, so that no chain is longer.
    bool partial = blockStart && sum.getReorderableSum();
    for (int64_t row = 0; row < count; ++row) {
      Address address = getAddress(output, row);
      address.add(vectorStart, 1);
      addresses.push_back(address.create(b));
      for (auto [index, size] : llvm::enumerate(widths))
        accumulators.push_back(partial ? createNegativeZero(size)
                                       : loadVector(buffers[output],
                                                    addresses.back(),
                                                    index * width, size));
    }
    SmallVector<Value> sums = emitAccumulation(0, count, accumulators);
    for (int64_t row = 0; row < count; ++row)
      for (auto [index, size] : llvm::enumerate(widths)) {
        Value value = sums[row * widths.size() + index];
        if (partial) {
          Value before =
              loadVector(buffers[output], addresses[row], index * width, size);
          value = arith::AddFOp::create(b, before, value);
        }
        storeVector(value, buffers[output], addresses[row], index * width);
      }
    for (unsigned loop : reductionLoops)
      loops[loop] = nullptr;
  }

  /// What adds nothing to any number, not even to -0.
  Value createNegativeZero(int64_t size) {
    auto type = VectorType::get({size}, sum.getResultElementType());
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(
               type, b.getFloatAttr(type.getElementType(), -0.0).getValue()));
  }

  SmallVector<Value> emitAccumulation(unsigned index, int64_t count,
                                      ValueRange accumulators) {
    if (index == reductionLoops.size())
      return emitBody(count, accumulators);
    unsigned loop = reductionLoops[index];
    Value from = loop == blockLoop && blockStart ? blockStart : zero;
    auto forOp = scf::ForOp::create(b, from, extentOf[loop], one, accumulators);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    loops[loop] = forOp.getInductionVar();
    SmallVector<Value> inner =
        emitAccumulation(index + 1, count, forOp.getRegionIterArgs());
    scf::YieldOp::create(b, inner);
    return llvm::to_vector(ValueRange(forOp.getResults()));
  }

  /// What the body reads of `input` in row `row`: a vector for each width.
  Row readInput(unsigned input, int64_t row) {
    Row values;
    if (sum.isInvariant(input, vectorLoops)) {
      Value scalar = memref::LoadOp::create(
          b, buffers[input], ValueRange{getAddress(input, row).create(b)});
      for (int64_t size : widths)
        values.push_back(!values.empty() && size == widths.front()
                             ? values.front()
                             : broadcastToVector(b, scalar, size));
      return values;
    }
    bool isPacked = llvm::is_contained(packed, int64_t(input));
    Address address = isPacked ? getPanelAddress() : getAddress(input, row);
    if (!isPacked)
      address.add(vectorStart, 1);
    Value base = address.create(b);
    for (auto [index, size] : llvm::enumerate(widths))
      values.push_back(loadVector(isPacked ? panels[input] : buffers[input],
                                  base, index * width, size));
    return values;
  }

  SmallVector<Value> emitBody(int64_t count, ValueRange accumulators) {
    SmallVector<Row> shared(sum.getNumInputs());
    for (unsigned input = 0; input < sum.getNumInputs(); ++input)
      if (!rowLoop || sum.isInvariant(input, *rowLoop))
        shared[input] = readInput(input, 0);
    SmallVector<Value> results;
    for (int64_t row = 0; row < count; ++row) {
      SmallVector<Row> inputs = shared;
      for (unsigned input = 0; input < sum.getNumInputs(); ++input)
        if (inputs[input].empty())
          inputs[input] = readInput(input, row);
      for (unsigned index = 0; index < widths.size(); ++index) {
        SmallVector<Value> arguments;
        for (Row &input : inputs)
          arguments.push_back(input[index]);
        arguments.push_back(accumulators[row * widths.size() + index]);
        results.push_back(cloneBody(b, sum.op, arguments, widths[index]));
      }
    }
    return results;
  }

  const Accumulation &sum;
  ImplicitLocOpBuilder b;
  SmallVector<unsigned> vectorLoops, reductionLoops;
  std::optional<unsigned> rowLoop, blockLoop;
  int64_t width, vectorTile, rows, block, panelWidth = 0;
  SmallVector<int64_t> packed;
  /// Operands as flat buffers, and the panels of packed ones.
  SmallVector<Value> buffers;
  DenseMap<int64_t, Value> panels;
  /// The current iteration: the start of a tile for the row loop, null for a
  /// loop that is not open.
  SmallVector<Value> loops;
  DenseMap<unsigned, Value> extentOf;
  Value zero, one, vectorStart, blockStart;
  SmallVector<int64_t> widths;
};

} // namespace

void xla::emitAccumulation(const Accumulation &sum,
                           const AccumulationSchedule &schedule) {
  Emitter(sum, schedule).emit();
}
