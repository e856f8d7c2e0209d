//===- LowerKernelLoops.cpp - Structured ops to loops ---------------------===//
//
// linalg to scf loops, views to offsets and strides, affine to arith: in
// kernels only, because the host level keeps its views.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla {
#define GEN_PASS_DEF_XLALOWERKERNELLOOPSPASS
#include "xla/Codegen/Buffers/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-lower-kernel-loops"

using namespace mlir;

static xla::PassCounter numLoopNests(DEBUG_TYPE, "num-loop-nests");

static LogicalResult lowerStructuredOps(func::FuncOp kernel) {
  SmallVector<linalg::LinalgOp> ops;
  kernel.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  IRRewriter rewriter(kernel.getContext());
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::linalgOpToLoops(rewriter, op)))
      return op.emitOpError(
          "expects static buffers and index maps that loops can follow");
    rewriter.eraseOp(op);
    numLoopNests += 1;
  }
  return success();
}

static bool isEmptyBuffer(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  return buffer && buffer.hasStaticShape() && buffer.getNumElements() == 0;
}

/// Removes every access to a buffer without elements: none is ever executed,
/// and LLVM's descriptors have no strides for all of their types.
static void removeEmptyAccesses(func::FuncOp kernel) {
  SmallVector<Operation *> dead;
  kernel.walk([&](Operation *op) {
    if (op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
        (llvm::any_of(op->getOperandTypes(), isEmptyBuffer) ||
         llvm::any_of(op->getResultTypes(), isEmptyBuffer)))
      dead.push_back(op);
  });
  for (Operation *op : llvm::reverse(dead)) {
    OpBuilder builder(op);
    for (Value result : op->getResults())
      if (!result.use_empty())
        result.replaceAllUsesWith(
            ub::PoisonOp::create(builder, op->getLoc(), result.getType()));
    op->erase();
  }
  for (BlockArgument argument : kernel.getArguments())
    if (isEmptyBuffer(argument.getType()) && argument.use_empty())
      argument.setType(MemRefType::get(
          {0}, cast<MemRefType>(argument.getType()).getElementType()));
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(), kernel.getBody().front().getArgumentTypes(), {}));
}

/// Reads and writes of blocks that lie in one piece become loads and stores of
/// one vector.
static LogicalResult lowerTransfers(func::FuncOp kernel) {
  WalkResult found = kernel.walk(
      [](VectorTransferOpInterface) { return WalkResult::interrupt(); });
  if (!found.wasInterrupted())
    return success();
  // Twice: the shapes that flattening adds go where they meet their opposites,
  // before the rest is taken apart.
  RewritePatternSet flatten(kernel.getContext());
  vector::populateFlattenVectorTransferPatterns(flatten);
  vector::ShapeCastOp::getCanonicalizationPatterns(flatten,
                                                   kernel.getContext());
  if (failed(applyPatternsGreedily(kernel, std::move(flatten))))
    return failure();
  RewritePatternSet patterns(kernel.getContext());
  vector::populateVectorTransferLoweringPatterns(patterns,
                                                 /*maxTransferRank=*/1);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  return applyPatternsGreedily(kernel, std::move(patterns));
}

static LogicalResult lowerViews(func::FuncOp kernel) {
  RewritePatternSet patterns(kernel.getContext());
  // Not the patterns that fold views into accesses: they divide indices where a
  // view merges dimensions.
  memref::populateExpandStridedMetadataPatterns(patterns);
  return applyPatternsGreedily(kernel, std::move(patterns));
}

static LogicalResult lowerAffine(func::FuncOp kernel) {
  RewritePatternSet patterns(kernel.getContext());
  populateAffineToStdConversionPatterns(patterns);
  ConversionTarget target(*kernel.getContext());
  target.addIllegalDialect<affine::AffineDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(kernel, target, std::move(patterns));
}

namespace {
struct XLALowerKernelLoopsPass
    : xla::impl::XLALowerKernelLoopsPassBase<XLALowerKernelLoopsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!xla::isKernel(kernel))
      return;
    if (failed(lowerStructuredOps(kernel)))
      return signalPassFailure();
    removeEmptyAccesses(kernel);
    if (failed(lowerTransfers(kernel)) || failed(lowerViews(kernel)) ||
        failed(lowerAffine(kernel)))
      signalPassFailure();
  }
};
} // namespace
