//===- FuseKernelOps.cpp - Fuse linalg ops inside a kernel ----------------===//
//
// Generalises named linalg ops and fuses elementwise producers into their
// consumers, so that values pass from op to op in registers. Assumes a kernel
// on tensors and leaves its elements bit-identical.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Common/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla {
#define GEN_PASS_DEF_XLAFUSEKERNELOPSPASS
#include "xla/Codegen/Common/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-fuse-kernel-ops"

using namespace mlir;

static xla::PassCounter numFusedProducers(DEBUG_TYPE, "num-fused-producers");

/// Upper bound of the ops in a body that is computed again for each consumer.
static constexpr unsigned cheapOps = 4;
/// Upper bound of the ops in a fused body: register pressure and compile time
/// grow with it.
static constexpr unsigned maxBodyOps = 400;

/// Whether every op of `op`'s body takes about a cycle.
static bool isCheap(linalg::GenericOp op) {
  Block::OpListType &ops = op.getBody()->getOperations();
  return ops.size() <= cheapOps + 1 && llvm::all_of(ops, [](Operation &inner) {
           return !isa<math::MathDialect, complex::ComplexDialect>(
                      inner.getDialect()) &&
                  !isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp,
                       arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(inner) &&
                  inner.getNumRegions() == 0;
         });
}

/// Whether `op` only moves data.
static bool isDataMovement(linalg::GenericOp op) {
  return llvm::all_of(*op.getBody(),
                      llvm::IsaPred<linalg::YieldOp, linalg::IndexOp>);
}

static int64_t getNumIterations(linalg::GenericOp op) {
  int64_t count = 1;
  for (int64_t range : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(range))
      return ShapedType::kDynamic;
    count *= range;
  }
  return count;
}

/// Whether the producer of `operand` should be computed inside its consumer.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !consumer)
    return false;
  if (isDataMovement(producer))
    return true;
  if (producer.getBody()->getOperations().size() +
          consumer.getBody()->getOperations().size() >
      maxBodyOps)
    return false;
  // A body that runs more often than its result has elements repeats itself.
  if (getNumIterations(consumer) > getNumIterations(producer) &&
      (consumer.getNumReductionLoops() > 0 || !isCheap(producer)))
    return false;
  llvm::SmallPtrSet<Operation *, 4> users;
  for (Operation *user : producer->getUsers())
    users.insert(user);
  return users.size() == 1 || isCheap(producer);
}

/// Allows the accumulation of reductions to be reordered: `reassoc` on each
/// `acc = acc op x`, and `contract` too where the op came from a named
/// contraction.
static void markAccumulation(linalg::GenericOp op, bool contraction) {
  if (op.getNumReductionLoops() == 0)
    return;
  auto flags = arith::FastMathFlags::reassoc;
  if (contraction)
    flags = flags | arith::FastMathFlags::contract;
  Operation *yield = op.getBody()->getTerminator();
  for (BlockArgument accumulator : op.getRegionOutputArgs()) {
    Operation *combiner =
        yield->getOperand(accumulator.getArgNumber() - op.getNumDpsInputs())
            .getDefiningOp();
    if (!accumulator.hasOneUse() || !combiner ||
        *accumulator.user_begin() != combiner ||
        !isa<arith::AddFOp, arith::MulFOp>(combiner))
      continue;
    auto fastMath = cast<arith::ArithFastMathInterface>(combiner);
    combiner->setAttr(fastMath.getFastMathAttrName(),
                      arith::FastMathFlagsAttr::get(
                          op.getContext(),
                          flags | fastMath.getFastMathFlagsAttr().getValue()));
    if (!contraction)
      continue;
    for (Value input : combiner->getOperands())
      if (auto product = input.getDefiningOp<arith::MulFOp>())
        product.setFastmath(flags);
  }
}

namespace {
/// Turns a named op into linalg.generic; fills stay, they fold as they are.
struct Generalize : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<linalg::GenericOp, linalg::FillOp>(op))
      return rewriter.notifyMatchFailure(op, "expected a named op");
    bool contraction = isa<linalg::ContractionOpInterface>(*op) ||
                       isa<linalg::ConvolutionOpInterface>(*op);
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, op);
    if (failed(generic))
      return rewriter.notifyMatchFailure(op, "expected a body to inline");
    markAccumulation(*generic, contraction);
    return success();
  }
};

struct XLAFuseKernelOpsPass
    : xla::impl::XLAFuseKernelOpsPassBase<XLAFuseKernelOpsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!xla::isKernel(kernel))
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<Generalize>(&getContext());
    if (failed(applyPatternsGreedily(kernel, std::move(patterns))))
      return signalPassFailure();
    kernel.walk([](linalg::GenericOp op) {
      markAccumulation(op, /*contraction=*/false);
    });

    auto control = [](OpOperand *operand) {
      bool fuse = shouldFuse(operand);
      numFusedProducers += fuse;
      return fuse;
    };
    auto controlReshape = [](OpOperand *operand) {
      return !isa_and_nonnull<linalg::FillOp>(operand->get().getDefiningOp());
    };
    RewritePatternSet fusion(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(fusion, control);
    linalg::populateFoldReshapeOpsByExpansionPatterns(fusion, controlReshape);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(fusion);
    linalg::populateInlineConstantOperandsPatterns(fusion);
    tensor::populateReassociativeReshapeFoldingPatterns(fusion);
    tensor::populateFoldTensorEmptyPatterns(fusion);
    linalg::GenericOp::getCanonicalizationPatterns(fusion, &getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(fusion, &getContext());
    tensor::CollapseShapeOp::getCanonicalizationPatterns(fusion, &getContext());
    if (failed(applyPatternsGreedily(kernel, std::move(fusion))))
      signalPassFailure();
  }
};
} // namespace
