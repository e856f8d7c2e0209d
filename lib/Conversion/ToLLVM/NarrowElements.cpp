//===- NarrowElements.cpp - Elements of less than a byte ------------------===//
//
// Buffers hold an element of less than eight bits, such as a predicate, in a
// byte of its own. A vector of them is a load and a truncation, or an extension
// and a store, rather than one instruction for each element. So is one of them:
// of loops over loads of single bits LLVM makes vectors bit by bit.
//
//===----------------------------------------------------------------------===//

#include "NarrowElements.h"

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

static Value getBuffer(vector::LoadOp::Adaptor op) { return op.getBase(); }
static Value getBuffer(memref::LoadOp::Adaptor op) { return op.getMemref(); }
static Value getBuffer(vector::StoreOp::Adaptor op) { return op.getBase(); }
static Value getBuffer(memref::StoreOp::Adaptor op) { return op.getMemref(); }

static Value getStored(vector::StoreOp::Adaptor op) {
  return op.getValueToStore();
}
static Value getStored(memref::StoreOp::Adaptor op) { return op.getValue(); }

namespace {
template <typename Op> struct NarrowLoad : ConvertOpToLLVMPattern<Op> {
  using ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = op->getResult(0).getType(), bytes = getBytesType(type);
    if (!bytes)
      return rewriter.notifyMatchFailure(op, "expected elements below a byte");
    Value pointer =
        this->getStridedElementPtr(rewriter, op.getLoc(), op.getMemRefType(),
                                   getBuffer(adaptor), adaptor.getIndices());
    Value loaded = LLVM::LoadOp::create(rewriter, op.getLoc(), bytes, pointer,
                                        /*alignment=*/1);
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, type, loaded);
    return success();
  }
};

template <typename Op> struct NarrowStore : ConvertOpToLLVMPattern<Op> {
  using ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type bytes = getBytesType(op.getValueToStore().getType());
    if (!bytes)
      return rewriter.notifyMatchFailure(op, "expected elements below a byte");
    Value pointer =
        this->getStridedElementPtr(rewriter, op.getLoc(), op.getMemRefType(),
                                   getBuffer(adaptor), adaptor.getIndices());
    Value widened =
        LLVM::ZExtOp::create(rewriter, op.getLoc(), bytes, getStored(adaptor));
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, widened, pointer,
                                               /*alignment=*/1);
    return success();
  }
};
} // namespace

void xla::populateNarrowElementsToLLVMPatterns(
    const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<NarrowLoad<vector::LoadOp>, NarrowLoad<memref::LoadOp>,
               NarrowStore<vector::StoreOp>, NarrowStore<memref::StoreOp>>(
      converter, /*benefit=*/2);
}
