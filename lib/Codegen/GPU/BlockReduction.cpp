//===- BlockReduction.cpp - Reductions shared by a block ------------------===//
//
// One block for each output element:
//   1. thread t accumulates terms t, t + T, t + 2T, ... in registers, starting
//      from the combiner's neutral element: loads of a warp are contiguous;
//   2. each warp combines its threads by xor shuffles;
//   3. lane 0 of each warp stores its value to shared memory; after a barrier
//      thread 0 combines them, in order, with the output's old value.
// The order of combination is a function of the shape and the block size, so
// results do not change between runs.
//
//===----------------------------------------------------------------------===//

#include "LaunchMapping.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace xla::gpu;

namespace {
/// Emits the three steps for one structured op.
class BlockReductionEmitter {
public:
  BlockReductionEmitter(OpBuilder &builder, linalg::GenericOp op,
                        const LoopDims &dims, const LaunchShape &shape)
      : builder(builder), op(op), loc(op.getLoc()), dims(dims), shape(shape) {
    // No more threads than terms, in whole warps.
    this->shape.blockSize = std::min<int64_t>(
        shape.blockSize,
        llvm::alignTo(dims.count(dims.reduction), shape.warpSize));
    for (unsigned i = 0, e = op.getNumDpsInits(); i < e; ++i) {
      SmallVector<Operation *> found;
      matchReduction(op.getRegionOutputArgs(), i, found);
      combiners.push_back(found.front());
    }
  }

  void emit() {
    OpBuilder::InsertionGuard guard(builder);
    int64_t warps = shape.blockSize / shape.warpSize;
    SmallVector<Type> shared;
    auto space = mlir::gpu::AddressSpaceAttr::get(
        builder.getContext(), mlir::gpu::AddressSpace::Workgroup);
    for (Operation *combiner : combiners)
      shared.push_back(MemRefType::get(
          {warps}, combiner->getResult(0).getType(), AffineMap(), space));
    auto launch =
        createLaunch(builder, loc, dims.count(dims.parallel), shape, shared);
    SmallVector<Value> indices(op.getNumLoops());
    delinearize(builder, loc, launch.getBlockIds().x, dims.parallel, dims,
                indices);
    Value thread = launch.getThreadIds().x;
    SmallVector<Value> partials = accumulate(thread, indices);
    for (auto [partial, combiner] : llvm::zip_equal(partials, combiners))
      partial = shuffle(combiner, partial);
    storePerWarp(thread, partials, launch.getWorkgroupAttributions());
    mlir::gpu::BarrierOp::create(builder, loc);
    finish(thread, indices, launch.getWorkgroupAttributions(), warps);
  }

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  /// `lhs` combined with `rhs` by a copy of `combiner`.
  Value combine(Operation *combiner, Value lhs, Value rhs) {
    IRMapping mapping;
    mapping.map(combiner->getOperand(0), lhs);
    mapping.map(combiner->getOperand(1), rhs);
    return builder.clone(*combiner, mapping)->getResult(0);
  }

  /// Step 1.
  SmallVector<Value> accumulate(Value thread, MutableArrayRef<Value> indices) {
    SmallVector<Value> neutral;
    for (Operation *combiner : combiners)
      neutral.push_back(arith::ConstantOp::create(
          builder, loc, *arith::getNeutralElement(combiner)));
    Value end = index(dims.count(dims.reduction));
    auto loop = scf::ForOp::create(builder, loc, thread, end,
                                   index(shape.blockSize), neutral);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    delinearize(builder, loc, loop.getInductionVar(), dims.reduction, dims,
                indices);
    scf::YieldOp::create(
        builder, loc,
        cloneBody(builder, op, indices, loop.getRegionIterArgs()));
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  /// The value of the lane whose number differs in the bits of `offset`.
  /// Shuffles move 32 bits: narrower values are widened, wider ones split.
  Value shuffleXor(Value value, int64_t offset) {
    Type type = value.getType();
    unsigned width = type.getIntOrFloatBitWidth();
    Type bits = builder.getIntegerType(width);
    if (bits != type)
      value = arith::BitcastOp::create(builder, loc, bits, value);
    Type word = builder.getI32Type();
    auto move = [&](Value part) -> Value {
      return mlir::gpu::ShuffleOp::create(builder, loc, part,
                                          static_cast<int32_t>(offset),
                                          static_cast<int32_t>(shape.warpSize),
                                          mlir::gpu::ShuffleMode::XOR)
          .getShuffleResult();
    };
    if (width < 32) {
      value = arith::ExtUIOp::create(builder, loc, word, value);
      value = arith::TruncIOp::create(builder, loc, bits, move(value));
    } else if (width == 32) {
      value = move(value);
    } else {
      Value shift = arith::ConstantIntOp::create(builder, loc, bits, 32);
      Value high = arith::ShRUIOp::create(builder, loc, value, shift);
      Value low = move(arith::TruncIOp::create(builder, loc, word, value));
      high = move(arith::TruncIOp::create(builder, loc, word, high));
      low = arith::ExtUIOp::create(builder, loc, bits, low);
      high = arith::ExtUIOp::create(builder, loc, bits, high);
      high = arith::ShLIOp::create(builder, loc, high, shift);
      value = arith::OrIOp::create(builder, loc, low, high);
    }
    if (bits != type)
      value = arith::BitcastOp::create(builder, loc, type, value);
    return value;
  }

  /// Step 2.
  Value shuffle(Operation *combiner, Value value) {
    for (int64_t offset = shape.warpSize / 2; offset > 0; offset /= 2)
      value = combine(combiner, value, shuffleXor(value, offset));
    return value;
  }

  /// Step 3, before the barrier.
  void storePerWarp(Value thread, ValueRange partials, ValueRange shared) {
    Value warpSize = index(shape.warpSize);
    Value lane = arith::RemUIOp::create(builder, loc, thread, warpSize);
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, lane, index(0));
    auto guarded = scf::IfOp::create(builder, loc, isFirst);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(guarded.thenBlock());
    Value warp = arith::DivUIOp::create(builder, loc, thread, warpSize);
    for (auto [partial, buffer] : llvm::zip_equal(partials, shared))
      memref::StoreOp::create(builder, loc, partial, buffer, warp);
  }

  /// Step 3, after the barrier.
  void finish(Value thread, ValueRange indices, ValueRange shared,
              int64_t warps) {
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, thread, index(0));
    auto guarded = scf::IfOp::create(builder, loc, isFirst);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(guarded.thenBlock());
    for (auto [number, combiner] : llvm::enumerate(combiners)) {
      OpOperand *output = op.getDpsInitOperand(number);
      Value total = loadOperand(builder, op, *output, indices);
      for (int64_t warp = 0; warp < warps; ++warp) {
        Value part =
            memref::LoadOp::create(builder, loc, shared[number], index(warp));
        total = combine(combiner, total, part);
      }
      storeOutput(builder, op, number, total, indices);
    }
  }

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  const LoopDims &dims;
  LaunchShape shape;
  SmallVector<Operation *> combiners;
};
} // namespace

void xla::gpu::mapToBlocks(OpBuilder &builder, linalg::GenericOp op,
                           const LoopDims &dims, const LaunchShape &shape) {
  BlockReductionEmitter(builder, op, dims, shape).emit();
}
