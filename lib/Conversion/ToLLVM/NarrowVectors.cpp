//===- NarrowVectors.cpp - Vectors of less than a byte --------------------===//
//
// Buffers hold an element of less than eight bits, such as a predicate, in a
// byte of its own. A vector of them is a load and a truncation, or an extension
// and a store, rather than one instruction for each element.
//
//===----------------------------------------------------------------------===//

#include "NarrowVectors.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// The vector of bytes that `type` is in memory; null if it is so already.
static VectorType getBytesType(VectorType type) {
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element || element.getWidth() >= 8 || type.getRank() != 1)
    return {};
  return type.clone(IntegerType::get(type.getContext(), 8));
}

namespace {
struct NarrowVectorLoad : ConvertOpToLLVMPattern<vector::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(vector::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    VectorType bytes = getBytesType(op.getVectorType());
    if (!bytes)
      return rewriter.notifyMatchFailure(op, "expected elements below a byte");
    Value pointer =
        getStridedElementPtr(rewriter, op.getLoc(), op.getMemRefType(),
                             adaptor.getBase(), adaptor.getIndices());
    Value loaded = LLVM::LoadOp::create(rewriter, op.getLoc(), bytes, pointer,
                                        /*alignment=*/1);
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, op.getVectorType(), loaded);
    return success();
  }
};

struct NarrowVectorStore : ConvertOpToLLVMPattern<vector::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(vector::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    VectorType bytes = getBytesType(op.getVectorType());
    if (!bytes)
      return rewriter.notifyMatchFailure(op, "expected elements below a byte");
    Value pointer =
        getStridedElementPtr(rewriter, op.getLoc(), op.getMemRefType(),
                             adaptor.getBase(), adaptor.getIndices());
    Value widened = LLVM::ZExtOp::create(rewriter, op.getLoc(), bytes,
                                         adaptor.getValueToStore());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, widened, pointer,
                                               /*alignment=*/1);
    return success();
  }
};
} // namespace

void xla::populateNarrowVectorsToLLVMPatterns(
    const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<NarrowVectorLoad, NarrowVectorStore>(converter, /*benefit=*/2);
}
