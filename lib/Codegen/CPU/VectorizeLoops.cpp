//===- VectorizeLoops.cpp - Reductions and streams in vectors -------------===//
//
// Takes what LLVM's vectoriser leaves behind: reductions, whose accumulators it
// cannot keep in registers where it cannot tell buffers apart and whose chains
// it does not break up, elementwise ops whose results are better written past
// the caches, which needs aligned vectors, and such with functions that have
// formulas for vectors only or become calls, which it does not see through, and
// formulas in short loops, which it unrolls before it looks for vectors. Other
// loops go to LLVM as they are.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"
#include "Streaming.h"
#include "VectorNestEmitter.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Codegen/Common/FormulaLength.h"
#include "xla/Codegen/Common/VectorFormulas.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Dialect/XLA/IR/Parts.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include <variant>

namespace xla {
#define GEN_PASS_DEF_XLACPUVECTORIZELOOPSPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-vectorize-loops"

using namespace mlir;
using namespace xla;

static PassCounter numVectorizedOps(DEBUG_TYPE, "num-vectorized-ops");
static PassCounter numStreamedOps(DEBUG_TYPE, "num-streamed-ops");

/// Whether all results step alike along all loops, so that where one lies at a
/// multiple of a vector the others may.
static bool moveAlike(const VectorNest &nest) {
  auto results = ArrayRef(nest.strides).drop_front(nest.getNumInputs());
  return llvm::all_of(results, [&](const SmallVector<int64_t> &steps) {
    return steps == results.front();
  });
}

/// Whether `op` works on temporaries, which lie in one scratch buffer: LLVM
/// would have to find out at run time, for each row, that they do not overlap.
static bool usesScratch(linalg::GenericOp op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    return memref::skipViewLikeOps(cast<MemrefValue>(operand))
               .getDefiningOp<memref::AllocOp>() != nullptr;
  });
}

/// Whether `op` reads and writes what may be one buffer: LLVM would have to
/// find out that it is not, and leave the loop scalar where it is.
static bool mayOverwriteInputs(linalg::GenericOp op) {
  return llvm::any_of(op.getDpsInits(), [](Value output) {
    auto root = dyn_cast<BlockArgument>(
        memref::skipViewLikeOps(cast<MemrefValue>(output)));
    return root &&
           mayAlias(root.getOwner()->getParentOp(), root.getArgNumber());
  });
}

static bool hasFormulas(linalg::GenericOp op) {
  return llvm::any_of(*op.getBody(), [](Operation &inner) {
    return getFormulaLength(&inner) != 0;
  });
}

static bool wantsVectors(linalg::GenericOp op, const TargetFeatures &target) {
  return llvm::any_of(*op.getBody(), [&](Operation &inner) {
    return hasVectorFormula(&inner, target);
  });
}

/// Whether operands have elements that the target loads and stores by masks.
static bool canMask(linalg::GenericOp op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isInteger()
               ? element.getIntOrFloatBitWidth() % 8 == 0
               : isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
                     element);
  });
}

/// Whether a formula has branches (xla-expand-math): vectors that are taken
/// together would not be computed together.
static bool hasBranches(linalg::GenericOp op) {
  return llvm::any_of(*op.getBody(), llvm::IsaPred<math::SinOp, math::CosOp>);
}

static int64_t countOps(linalg::GenericOp op) {
  return std::distance(op.getBody()->begin(), op.getBody()->end());
}

static constexpr const char *leftToLLVM =
    "LLVM's vectoriser makes as good code of its loops";

/// `makesCalls`: xla-outline-math will make calls of the kernel's functions.
static std::variant<VectorPlan, const char *>
choosePlan(VectorNest &nest, const TargetFeatures &target, bool makesCalls) {
  VectorPlan plan;
  plan.width = target.vectorBytes * 8 / nest.getWidestBits();
  if (plan.width < 2)
    return "a vector has one element of this type";
  plan.streams = nest.kind == NestKind::Elementwise &&
                 shouldWritePastCaches(nest.op) && moveAlike(nest) &&
                 llvm::all_of(nest.op.getDpsInits().getTypes(), hasWholeBytes);
  bool mustBeVectors = plan.streams || usesScratch(nest.op) ||
                       mayOverwriteInputs(nest.op) ||
                       wantsVectors(nest.op, target) || makesCalls;
  if (nest.kind == NestKind::Elementwise && !mustBeVectors &&
      !hasFormulas(nest.op))
    return leftToLLVM;
  plan.masks = target.masks && canMask(nest.op);
  nest.collapse();
  int64_t vectors = nest.extents[nest.vectorLoop] / plan.width;
  bool isElementwise = nest.kind == NestKind::Elementwise;
  bool hasWork = makesCalls || hasFormulas(nest.op);
  if (vectors < (isElementwise && !hasWork ? 8 : 1))
    return "its rows are shorter than vectors";
  // Of long loops over formulas LLVM makes vectors too.
  if (isElementwise && !mustBeVectors && vectors >= 8)
    return leftToLLVM;
  // Enough chains of a reduction; of long formulas one is work enough.
  bool isFormula =
      isElementwise && (countOps(nest.op) > 8 || hasBranches(nest.op));
  int64_t most = isFormula ? 1 : 4;
  for (plan.unroll = most; plan.unroll > vectors;)
    plan.unroll /= 2;
  return plan;
}

/// Emits `nest` before its op. Results of which one does not lie as the first
/// does are left to the op itself, after a check.
static void vectorize(const VectorNest &nest, const VectorPlan &plan) {
  ImplicitLocOpBuilder b(nest.op.getLoc(), nest.op);
  Value alike;
  Value first;
  if (plan.streams && nest.getNumOutputs() > 1)
    for (auto [i, output] : llvm::enumerate(nest.op.getDpsInits())) {
      Value other = createMisalignment(
          b, output, nest.offsets[nest.getNumInputs() + i], plan.width);
      if (!first) {
        first = other;
        continue;
      }
      Value same =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, first, other);
      alike = alike ? arith::AndIOp::create(b, alike, same).getResult() : same;
    }
  if (!alike) {
    emitVectorNest(b, nest, plan);
    nest.op.erase();
    return;
  }
  auto choice = scf::IfOp::create(b, alike, /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  emitVectorNest(b, nest, plan);
  nest.op->moveBefore(choice.elseBlock()->getTerminator());
}

static remark::RemarkOpts getRemarkOptions(linalg::GenericOp op) {
  return remark::RemarkOpts::name("vectorize-loops")
      .category("vector")
      .function(op->getParentOfType<func::FuncOp>().getSymName());
}

/// Says how `op` is made of vectors.
static void note(linalg::GenericOp op, const VectorPlan &plan) {
  const char *what = plan.streams ? "results written past the caches"
                                  : "instead of single elements";
  remark::passed(op.getLoc(), getRemarkOptions(op))
      << remark::add("vectors of {0} elements, {1} together, {2}", plan.width,
                     plan.unroll, what)
      << remark::metric("Width", plan.width)
      << remark::metric("Unroll", plan.unroll)
      << remark::metric("EstimatedGain", plan.width);
}

/// Says why it is not.
static void noteLeft(linalg::GenericOp op, const char *why) {
  remark::missed(op.getLoc(), getRemarkOptions(op))
      << remark::add("no vectors of our own: {0}", why);
}

namespace {
struct XLACPUVectorizeLoopsPass
    : xla::impl::XLACPUVectorizeLoopsPassBase<XLACPUVectorizeLoopsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<TargetFeatures> target = TargetFeatures::of(kernel);
    FailureOr<CompileOptions> options = CompileOptions::of(kernel);
    if (failed(target) || failed(options))
      return signalPassFailure();
    if (!isKernel(kernel) || options->isForGPU())
      return;
    bool makesCalls = getFormulaLengths(kernel, *target) > maxFormulaOps;
    SmallVector<linalg::GenericOp> ops;
    kernel.walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::optional<VectorNest> nest = VectorNest::match(op);
      std::variant<VectorPlan, const char *> choice =
          "its operands do not step through memory as vectors do";
      if (nest)
        choice = choosePlan(*nest, *target, makesCalls);
      auto *plan = std::get_if<VectorPlan>(&choice);
      if (!plan) {
        noteLeft(op, std::get<const char *>(choice));
        continue;
      }
      note(op, *plan);
      vectorize(*nest, *plan);
      (plan->streams ? numStreamedOps : numVectorizedOps) += 1;
    }
  }
};
} // namespace
