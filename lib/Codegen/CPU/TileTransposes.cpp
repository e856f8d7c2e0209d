//===- TileTransposes.cpp - Register tiles that turn ----------------------===//
//
// An elementwise op reads some input across the direction in which it writes:
// square tiles of vectors are read along the input, turned by interleaving
// registers, and written along the result. What the tiles leave over is done
// element by element. Results that go past the caches are written in whole
// cache lines, several of each row of the result after each other.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"
#include "PackedPanels.h"
#include "Streaming.h"
#include "VectorNestEmitter.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUTILETRANSPOSESPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-tile-transposes"

using namespace mlir;
using namespace xla;

static PassCounter numTiledTransposes(DEBUG_TYPE, "num-tiled-transposes");

/// Bytes that memory takes at once, and how many of those of each row of the
/// result are written after each other: rows lie on pages of their own.
static constexpr int64_t lineBytes = 64, linesTogether = 4;

namespace {
class TransposeEmitter {
public:
  TransposeEmitter(const Accumulation &nest, unsigned across, unsigned along,
                   int64_t width)
      : nest(nest), b(nest.op.getLoc(), nest.op), across(across), along(along),
        width(width), ivs(nest.extents.size()) {}

  void emit() {
    for (OpOperand &operand : nest.op->getOpOperands())
      buffers.push_back(flattenBuffer(b, operand.get()));
    zero = arith::ConstantIndexOp::create(b, 0);
    if (!canWriteLines() || !shouldWritePastCaches(nest.op))
      return emitOuter(0);
    Value start =
        createMisalignment(b, nest.op.getDpsInits()[0], 0, getLineElements());
    Value aligned =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, start, zero);
    auto choice = scf::IfOp::create(b, aligned, /*withElseRegion=*/true);
    b.setInsertionPointToStart(choice.thenBlock());
    streams = true;
    emitOuter(0);
    // Stores past the caches are not ordered with the end of a task.
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::seq_cst);
    b.setInsertionPointToStart(choice.elseBlock());
    streams = false;
    emitOuter(0);
  }

private:
  int64_t getVectorBytes() const {
    return width * nest.getResultElementType().getIntOrFloatBitWidth() / 8;
  }
  int64_t getLineElements() const {
    return width * lineBytes / std::max<int64_t>(1, getVectorBytes());
  }

  /// Whether each tile begins a cache line where the result does, and a vector
  /// is at most a line.
  bool canWriteLines() const {
    int64_t line = getLineElements();
    if (getVectorBytes() == 0 || width > line ||
        nest.offsets.back() % line != 0)
      return false;
    for (auto [loop, stride] : llvm::enumerate(nest.strides.back()))
      if (loop != along && stride % line != 0 && nest.extents[loop] > 1)
        return false;
    return true;
  }

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  void emitLoop(int64_t from, int64_t to, int64_t step,
                llvm::function_ref<void(Value)> body) {
    if (from >= to)
      return;
    auto loop =
        scf::ForOp::create(b, constant(from), constant(to), constant(step));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  void emitOuter(unsigned loop) {
    if (loop == ivs.size())
      return emitPlane();
    if (loop == across || loop == along)
      return emitOuter(loop + 1);
    emitLoop(0, nest.extents[loop], 1, [&](Value iv) {
      ivs[loop] = iv;
      emitOuter(loop + 1);
    });
  }

  /// Tiles, then the elements beside and below them. `across` is the inner
  /// loop: writing may step widely, because stores do not wait.
  void emitPlane() {
    int64_t rows = nest.extents[along] / width * width, streamed = 0;
    if (streams) {
      int64_t lines = linesTogether * getLineElements();
      streamed = nest.extents[along] / lines * lines;
      emitRows(0, streamed, lines);
    }
    llvm::SaveAndRestore<bool> rest(streams, false);
    emitRows(streamed, rows, width);
    emitElements(constant(rows), nest.extents[along] - rows, 0);
  }

  /// Rows from `from` to `to`, `together` of them after each other.
  void emitRows(int64_t from, int64_t to, int64_t together) {
    int64_t columns = nest.extents[across] / width * width;
    emitLoop(from, to, together, [&](Value row) {
      emitLoop(0, columns, width, [&](Value column) {
        ivs[across] = column;
        if (together == width) {
          ivs[along] = row;
          return emitTile();
        }
        emitLoop(0, together, width, [&](Value tile) {
          ivs[along] = arith::AddIOp::create(b, row, tile);
          emitTile();
        });
      });
      emitElements(row, together, columns);
    });
  }

  void emitElements(Value start, int64_t rows, int64_t firstColumn) {
    emitLoop(firstColumn, nest.extents[across], 1, [&](Value column) {
      emitLoop(0, rows, 1, [&](Value row) {
        ivs[along] = arith::AddIOp::create(b, start, row);
        ivs[across] = column;
        SmallVector<Value> arguments;
        unsigned output = buffers.size() - 1;
        for (unsigned input = 0; input < output; ++input)
          arguments.push_back(loadScalar(input, 0, 0));
        Value value = cloneBody(b, nest.op, arguments, /*size=*/0);
        memref::StoreOp::create(b, value, buffers[output],
                                ValueRange{getAddress(output, 0, 0)});
      });
    });
  }

  /// The address of the tile's element (row, column).
  Value getAddress(unsigned operand, int64_t row, int64_t column) {
    ArrayRef<int64_t> strides = nest.strides[operand];
    AffineExpr sum =
        b.getAffineConstantExpr(nest.offsets[operand] + row * strides[along] +
                                column * strides[across]);
    SmallVector<Value> values;
    for (auto [iv, stride] : llvm::zip(ivs, strides)) {
      if (stride == 0)
        continue;
      sum = sum + b.getAffineDimExpr(values.size()) * stride;
      values.push_back(iv);
    }
    return affine::AffineApplyOp::create(
        b, AffineMap::get(values.size(), 0, sum), values);
  }

  Value load(unsigned operand, int64_t row, int64_t column) {
    return loadVector(b, buffers[operand], getAddress(operand, row, column),
                      width);
  }

  Value loadScalar(unsigned operand, int64_t row, int64_t column) {
    return memref::LoadOp::create(b, buffers[operand],
                                  ValueRange{getAddress(operand, row, column)});
  }

  /// What `operand` has for each column of the tile: a vector of rows.
  SmallVector<Value> readTile(unsigned operand) {
    SmallVector<Value> columns;
    int64_t rowStride = nest.strides[operand][along];
    if (rowStride != 0 && rowStride != 1) {
      for (int64_t row = 0; row < width; ++row)
        columns.push_back(load(operand, row, 0));
      transposeSquare(b, columns);
      return columns;
    }
    for (int64_t column = 0; column < width; ++column)
      columns.push_back(
          rowStride == 1
              ? load(operand, 0, column)
              : broadcastToVector(b, loadScalar(operand, 0, column), width));
    return columns;
  }

  void emitTile() {
    unsigned output = buffers.size() - 1;
    SmallVector<SmallVector<Value>> inputs;
    for (unsigned input = 0; input < output; ++input)
      inputs.push_back(readTile(input));
    for (int64_t column = 0; column < width; ++column) {
      SmallVector<Value> arguments;
      for (SmallVector<Value> &input : inputs)
        arguments.push_back(input[column]);
      Value value = cloneBody(b, nest.op, arguments, width);
      vector::StoreOp::create(
          b, value, buffers[output], ValueRange{getAddress(output, 0, column)},
          streams,
          streams ? llvm::MaybeAlign(getVectorBytes()) : llvm::MaybeAlign());
    }
  }

  const Accumulation &nest;
  ImplicitLocOpBuilder b;
  /// The loop of the inputs' and that of the result's neighbours.
  unsigned across, along;
  int64_t width;
  /// Whether tiles are written past the caches.
  bool streams = false;
  SmallVector<Value> ivs, buffers;
  Value zero;
};

struct XLACPUTileTransposesPass
    : xla::impl::XLACPUTileTransposesPassBase<XLACPUTileTransposesPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    for (linalg::GenericOp op :
         getScheduledOps(kernel, KernelClass::Transpose)) {
      auto schedule = op->getAttrOfType<ScheduleAttr>(kScheduleAttr);
      op->removeAttr(kScheduleAttr);
      std::optional<Accumulation> nest = Accumulation::match(op);
      std::optional<std::pair<unsigned, unsigned>> loops;
      if (nest)
        loops = findTransposedLoops(*nest);
      int64_t width = schedule.getVectorWidth();
      if (!loops || !llvm::isPowerOf2_64(width))
        continue;
      TransposeEmitter(*nest, loops->first, loops->second, width).emit();
      op.erase();
      numTiledTransposes += 1;
    }
  }
};
} // namespace
