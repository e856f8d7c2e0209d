//===- NarrowVectors.cpp - Vectors of less than a byte --------------------===//
//
// Buffers hold an element of less than eight bits, such as a predicate, in a
// byte of its own. A vector of them is a load and a truncation, or an extension
// and a store, rather than one instruction for each element. So is one of them:
// of loops over loads of single bits LLVM makes vectors bit by bit.
//
//===----------------------------------------------------------------------===//

#include "NarrowVectors.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// The byte, or the vector of bytes, that `type` is in memory; null if it is so
/// already.
static Type getBytesType(Type type) {
  auto element = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  if (!element || element.getWidth() >= 8)
    return {};
  auto byte = IntegerType::get(type.getContext(), 8);
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return byte;
  return vector.getRank() == 1 ? vector.clone(byte) : VectorType();
}

namespace {
struct NarrowVectorLoad : ConvertOpToLLVMPattern<vector::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(vector::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type bytes = getBytesType(op.getVectorType());
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
    Type bytes = getBytesType(op.getVectorType());
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

struct NarrowLoad : ConvertOpToLLVMPattern<memref::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type byte = getBytesType(op.getType());
    if (!byte)
      return rewriter.notifyMatchFailure(op, "expected less than a byte");
    Value pointer =
        getStridedElementPtr(rewriter, op.getLoc(), op.getMemRefType(),
                             adaptor.getMemref(), adaptor.getIndices());
    Value loaded = LLVM::LoadOp::create(rewriter, op.getLoc(), byte, pointer,
                                        /*alignment=*/1);
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, op.getType(), loaded);
    return success();
  }
};

struct NarrowStore : ConvertOpToLLVMPattern<memref::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type byte = getBytesType(op.getValueToStore().getType());
    if (!byte)
      return rewriter.notifyMatchFailure(op, "expected less than a byte");
    Value pointer =
        getStridedElementPtr(rewriter, op.getLoc(), op.getMemRefType(),
                             adaptor.getMemref(), adaptor.getIndices());
    Value widened =
        LLVM::ZExtOp::create(rewriter, op.getLoc(), byte, adaptor.getValue());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, widened, pointer,
                                               /*alignment=*/1);
    return success();
  }
};
} // namespace

void xla::populateNarrowVectorsToLLVMPatterns(
    const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<NarrowVectorLoad, NarrowVectorStore, NarrowLoad, NarrowStore>(
      converter, /*benefit=*/2);
}
