//===- MapKernelsToLaunch.cpp - Structured ops to gpu.launch --------------===//
//
// Chooses a mapping for each structured op of a bufferized kernel and emits its
// launch. Assumes static shapes and device buffers; leaves no structured op.
//
//===----------------------------------------------------------------------===//

#include "LaunchMapping.h"

#include "xla/Codegen/GPU/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace xla::gpu {
#define GEN_PASS_DEF_XLAGPUMAPKERNELSTOLAUNCHPASS
#include "xla/Codegen/GPU/Passes.h.inc"
} // namespace xla::gpu

using namespace mlir;
using namespace xla::gpu;

#define DEBUG_TYPE "xla-gpu-map-kernels-to-launch"
static xla::PassCounter numParallelLaunches(DEBUG_TYPE,
                                            "num-created-thread-launches");
static xla::PassCounter numBlockLaunches(DEBUG_TYPE,
                                         "num-created-block-launches");

/// A copy between buffers as a structured op.
static linalg::GenericOp copyToGeneric(IRRewriter &rewriter,
                                       memref::CopyOp copy) {
  rewriter.setInsertionPoint(copy);
  int64_t rank = cast<MemRefType>(copy.getTarget().getType()).getRank();
  AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, copy.getLoc(), copy.getSource(), copy.getTarget(),
      ArrayRef<AffineMap>{identity, identity}, loops,
      [](OpBuilder &builder, Location loc, ValueRange args) {
        linalg::YieldOp::create(builder, loc, args[0]);
      });
  rewriter.eraseOp(copy);
  return generic;
}

/// All structured ops of `kernel` in generic form, in program order. Fails
/// with a diagnostic at each op that has no mapping.
static FailureOr<SmallVector<linalg::GenericOp>>
collectStructuredOps(func::FuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  SmallVector<linalg::GenericOp> structured;
  bool allMapped = true;
  for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      structured.push_back(copyToGeneric(rewriter, copy));
    } else if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      structured.push_back(generic);
    } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      rewriter.setInsertionPoint(linalgOp);
      auto generic = linalg::generalizeNamedOp(rewriter, linalgOp);
      if (succeeded(generic)) {
        structured.push_back(*generic);
        continue;
      }
      linalgOp.emitError("expected a structured op that can be written as "
                         "linalg.generic");
      allMapped = false;
    } else if (!isMemoryEffectFree(&op) &&
               !op.hasTrait<OpTrait::IsTerminator>()) {
      op.emitOpError("has no GPU mapping: expected structured ops on device "
                     "buffers; compile this program for a CPU target");
      allMapped = false;
    }
  }
  if (!allMapped)
    return failure();
  return structured;
}

static LogicalResult mapStructuredOp(linalg::GenericOp op,
                                     const LaunchShape &shape) {
  if (op.hasDynamicShape())
    return op.emitError("expected static shapes in a GPU kernel");
  OpBuilder builder(op);
  LoopDims dims = getLoopDims(op);
  for (OpOperand &output : op.getDpsInitsMutable())
    for (unsigned dim : dims.reduction)
      if (op.getMatchingIndexingMap(&output).isFunctionOfDim(dim))
        return op.emitError("expected outputs that reduction loops do not "
                            "index, but loop ")
               << dim << " indexes output " << output.getOperandNumber();
  if (dims.count(dims.parallel) > 0) {
    if (isBlockReducible(op, dims, shape.warpSize)) {
      mapToBlocks(builder, op, dims, shape);
      numBlockLaunches += 1;
    } else {
      mapToThreads(builder, op, dims, shape);
      numParallelLaunches += 1;
    }
  }
  op.erase();
  return success();
}

namespace {
struct MapKernelsToLaunchPass
    : xla::gpu::impl::XLAGPUMapKernelsToLaunchPassBase<MapKernelsToLaunchPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!xla::isKernel(kernel) || kernel.isExternal())
      return;
    FailureOr<xla::CompileOptions> options = xla::CompileOptions::of(kernel);
    if (failed(options))
      return signalPassFailure();
    int64_t blockSize = options->gpuBlockSize;
    if (warpSize <= 0 || blockSize <= 0 || blockSize % warpSize != 0) {
      kernel.emitError("expected a block size that is a multiple of the warp "
                       "size ")
          << warpSize.getValue() << ", but got " << blockSize;
      return signalPassFailure();
    }
    auto structured = collectStructuredOps(kernel);
    if (failed(structured))
      return signalPassFailure();
    for (auto [number, op] : llvm::enumerate(*structured)) {
      std::string name = kernel.getSymName().str();
      if (number > 0)
        name += "_" + std::to_string(number);
      if (failed(mapStructuredOp(op, {blockSize, warpSize, name})))
        return signalPassFailure();
    }
  }
};
} // namespace
