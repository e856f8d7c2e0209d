//===- ExpandCustomCalls.cpp - Known custom calls as ops ------------------===//
//
// Replaces custom calls that front ends emit and whose meaning is an op's:
// annotations for several devices and memories, which one device does not need,
// and LAPACK's triangular solve. Assumes verified HLO; what it does not know,
// or in a form it does not know, stays, on values that lie in memory as the
// call's layouts say. LAPACK's Cholesky factorisation is no `cholesky`: it
// keeps the other triangle, and says how far it got.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/IR/TypeInference.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/ReplacementCounter.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDCUSTOMCALLSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-expand-custom-calls"
static xla::PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

/// True if `target` is `lapack_<type><routine>_ffi`.
static bool isLapack(StringRef target, StringRef routine) {
  return target.consume_front("lapack_") && target.consume_back("_ffi") &&
         target.size() == routine.size() + 1 && target.ends_with(routine);
}

namespace {
// Pattern: custom_call @Sharding(X) -> X, and the like
struct DropAnnotation : OpRewritePattern<CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    if (!isAnnotationTarget(op.getCallTargetName()) ||
        op.getInputs().size() != 1 ||
        op->getResultTypes() != op.getInputs().getTypes())
      return rewriter.notifyMatchFailure(op, "expected an annotation");
    rewriter.replaceOp(op, op.getInputs());
    return success();
  }
};

// Pattern: custom_call @lapack_*trsm_ffi(A, B) -> triangular_solve(A, B)
struct ExpandTrsm : OpRewritePattern<CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    if (!isLapack(op.getCallTargetName(), "trsm") ||
        op.getInputs().size() != 2 || op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "expected a solve");
    char side = getCallLetter(op, "side"), uplo = getCallLetter(op, "uplo");
    char diag = getCallLetter(op, "diag"), trans = getCallLetter(op, "trans_x");
    if ((side != 'L' && side != 'R') || (uplo != 'L' && uplo != 'U') ||
        (diag != 'N' && diag != 'U') ||
        (trans != 'N' && trans != 'T' && trans != 'C'))
      return rewriter.notifyMatchFailure(op, "expected known letters");
    Transpose transpose = trans == 'N'   ? Transpose::NO_TRANSPOSE
                          : trans == 'T' ? Transpose::TRANSPOSE
                                         : Transpose::ADJOINT;
    // As the op demands; LAPACK's interface does not check.
    SmallVector<Type> inferred;
    if (failed(inferTriangularSolve(op, side == 'L', transpose, inferred)) ||
        inferred.front() != op->getResult(0).getType())
      return rewriter.notifyMatchFailure(op, "expected matching matrices");
    rewriter.replaceOpWithNewOp<TriangularSolveOp>(
        op, op.getInputs()[0], op.getInputs()[1], side == 'L', uplo == 'L',
        diag == 'U', transpose);
    return success();
  }

private:
  static LogicalResult inferTriangularSolve(CustomCallOp op, bool leftSide,
                                            Transpose transpose,
                                            SmallVectorImpl<Type> &inferred) {
    for (Type type : op.getInputs().getTypes())
      if (!isa<RankedTensorType>(type))
        return failure();
    return inferTriangularSolveOp(std::nullopt, op.getInputs()[0],
                                  op.getInputs()[1], leftSide, transpose,
                                  inferred);
  }
};

// Pattern: custom_call(X, Y) -> transpose(custom_call(transpose(X), Y))
struct ApplyLayouts : OpRewritePattern<CustomCallOp> {
  explicit ApplyLayouts(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/0) {}

  LogicalResult matchAndRewrite(CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ArrayAttr> operandLayouts = op.getOperandLayouts();
    std::optional<ArrayAttr> resultLayouts = op.getResultLayouts();
    if (!operandLayouts || !resultLayouts || op->hasAttr(kPhysicalOrderAttr))
      return rewriter.notifyMatchFailure(op, "expected layouts to apply");
    if (llvm::all_of(*operandLayouts, isDefault) &&
        llvm::all_of(*resultLayouts, isDefault))
      return rewriter.notifyMatchFailure(op, "expected another layout");
    auto isTensor = llvm::IsaPred<RankedTensorType>;
    if (!llvm::all_of(op.getOperandTypes(), isTensor) ||
        !llvm::all_of(op.getResultTypes(), isTensor))
      return rewriter.notifyMatchFailure(op, "expected tensors");
    Location loc = op.getLoc();
    SmallVector<Value> operands;
    for (auto [operand, layout] : llvm::zip(op.getInputs(), *operandLayouts))
      operands.push_back(
          transpose(rewriter, loc, operand, getMajorToMinor(layout)));
    SmallVector<Type> types;
    SmallVector<SmallVector<int64_t>> orders;
    for (auto [type, layout] : llvm::zip(op.getResultTypes(), *resultLayouts)) {
      auto tensor = cast<RankedTensorType>(type);
      orders.push_back(getMajorToMinor(layout));
      types.push_back(RankedTensorType::get(
          applyPermutation(tensor.getShape(), orders.back()),
          tensor.getElementType()));
    }
    auto call =
        CustomCallOp::create(rewriter, loc, types, operands, op->getAttrs());
    call->setAttr(kPhysicalOrderAttr, rewriter.getUnitAttr());
    SmallVector<Value> results;
    for (auto [result, order] : llvm::zip(call.getResults(), orders))
      results.push_back(
          transpose(rewriter, loc, result, invertPermutationVector(order)));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static bool isDefault(Attribute layout) {
    return isRowMajor(getMinorToMajor(layout));
  }
  static SmallVector<int64_t> getMajorToMinor(Attribute layout) {
    return llvm::to_vector(llvm::reverse(getMinorToMajor(layout)));
  }
  static Value transpose(PatternRewriter &rewriter, Location loc, Value value,
                         ArrayRef<int64_t> order) {
    return isIdentityPermutation(order)
               ? value
               : TransposeOp::create(rewriter, loc, value,
                                     rewriter.getDenseI64ArrayAttr(order))
                     .getResult();
  }
};

struct ExpandCustomCallsPass
    : xla::hlo::impl::HLOExpandCustomCallsPassBase<ExpandCustomCallsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DropAnnotation, ExpandTrsm, ApplyLayouts>(&getContext());
    xla::ReplacementCounter counter(numExpandedOps);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &counter);
  }
};
} // namespace
