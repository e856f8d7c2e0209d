//===- KernelLegalizeToLLVM.cpp - Kernels to the LLVM dialect -------------===//
//
// Converts kernel functions, and the constants they read, to the LLVM dialect
// in one conversion. Leaves every other function alone.
//
//===----------------------------------------------------------------------===//

#include "LaunchTasks.h"
#include "xla/Codegen/Common/TargetFeatures.h"
#include "xla/Conversion/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace xla {
#define GEN_PASS_DEF_KERNELLEGALIZETOLLVMPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "kernel-legalize-to-llvm"

using namespace mlir;

static xla::PassCounter numConvertedKernels(DEBUG_TYPE,
                                            "num-converted-kernels");

/// Puts the `xla_call` pointer before the buffers of `kernel` and says what
/// LLVM may assume about them. Callers promise the alignment of an element
/// only.
static void prepareSignature(func::FuncOp kernel) {
  Builder builder(kernel.getContext());
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer)
      continue;
    kernel.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                      builder.getI64IntegerAttr(
                          xla::getElementAlignment(buffer.getElementType())));
    if (xla::getInPlaceResult(kernel, i) < 0)
      kernel.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
    // The address of a buffer without elements may be null.
    if (buffer.getNumElements() != 0)
      kernel.setArgAttr(i, LLVM::LLVMDialect::getNonNullAttrName(),
                        builder.getUnitAttr());
  }
  (void)kernel.insertArgument(0,
                              LLVM::LLVMPointerType::get(kernel.getContext()),
                              /*argAttrs=*/{}, kernel.getLoc());
}

/// Hands the `xla_call` pointer on to the tasks that `kernel` calls.
static void prepareCalls(func::FuncOp kernel) {
  kernel.walk([&](func::CallOp call) {
    call.getOperandsMutable().assign([&] {
      SmallVector<Value> operands = {kernel.getArgument(0)};
      llvm::append_range(operands, call.getOperands());
      return operands;
    }());
  });
}

/// Makes integers of the 16-bit floats that the target does not compute with.
/// By now they are only moved, but LLVM moves some by way of f32, which needs a
/// library's function or, where processors have bf16, an instruction that
/// flushes subnormals.
static void moveAsIntegers(ModuleOp module, bool halfConversion) {
  auto isMoved = [=](Type type) {
    return type.isBF16() || (type.isF16() && !halfConversion);
  };
  Type i16 = IntegerType::get(module.getContext(), 16);
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](FloatType type) { return isMoved(type) ? i16 : Type(type); });
  replacer.addReplacement([&](FloatAttr attr) -> Attribute {
    if (!isMoved(attr.getType()))
      return attr;
    return IntegerAttr::get(i16, attr.getValue().bitcastToAPInt());
  });
  replacer.addReplacement([&](DenseElementsAttr attr) -> Attribute {
    return isMoved(attr.getElementType()) ? attr.bitcast(i16) : attr;
  });
  for (Operation &op : module.getOps())
    if (isa<LLVM::GlobalOp>(op) || xla::isKernel(&op))
      replacer.recursivelyReplaceElementsIn(&op, /*replaceAttrs=*/true,
                                            /*replaceLocs=*/false,
                                            /*replaceTypes=*/true);
  module.walk([](LLVM::BitcastOp cast) {
    if (cast.getType() == cast.getArg().getType()) {
      cast.replaceAllUsesWith(cast.getArg());
      cast.erase();
    }
  });
}

/// Removes constants whose loads have been folded away.
static void eraseUnusedConstants(ModuleOp module) {
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    if (SymbolTable::symbolKnownUseEmpty(global, module))
      global.erase();
}

/// Gives kernels their final signature; returns the constants that they read.
static DenseSet<StringRef> prepareKernels(ModuleOp module) {
  DenseSet<StringRef> constants;
  for (auto kernel : module.getOps<func::FuncOp>()) {
    if (!xla::isKernel(kernel))
      continue;
    prepareSignature(kernel);
    prepareCalls(kernel);
    kernel.walk(
        [&](memref::GetGlobalOp op) { constants.insert(op.getName()); });
  }
  return constants;
}

/// Converts kernels and `constants`, and nothing else.
static LogicalResult convertKernels(ModuleOp module,
                                    const DenseSet<StringRef> &constants) {
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  options.useBarePtrCallConv = true;
  LLVMTypeConverter converter(context, options);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  target.addDynamicallyLegalOp<func::FuncOp>(
      [](func::FuncOp op) { return !xla::isKernel(op); });
  target.markOpRecursivelyLegal<func::FuncOp>(
      [](func::FuncOp op) { return !xla::isKernel(op); });
  target.addDynamicallyLegalOp<memref::GlobalOp>([&](memref::GlobalOp op) {
    return !constants.contains(op.getSymName());
  });

  RewritePatternSet patterns(context);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateComplexToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/false);
  populateSCFToControlFlowConversionPatterns(patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  return applyPartialConversion(module, target, std::move(patterns));
}

/// Says how LLVM is to treat kernels.
static void annotateKernels(ModuleOp module, int64_t vectorBytes) {
  Builder builder(module.getContext());
  // LLVM would use half of the widest registers on some processors.
  ArrayAttr width = builder.getArrayAttr({builder.getStrArrayAttr(
      {"prefer-vector-width", std::to_string(vectorBytes * 8)})});
  // Hidden, so that kernels may sit in other objects than the entry.
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!xla::isKernel(kernel))
      continue;
    kernel.setVisibility_(LLVM::Visibility::Hidden);
    kernel.setDsoLocal(true);
    kernel.setNoUnwind(true);
    kernel.setPassthroughAttr(width);
    numConvertedKernels += 1;
  }
}

namespace {
struct KernelLegalizeToLLVMPass
    : xla::impl::KernelLegalizeToLLVMPassBase<KernelLegalizeToLLVMPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<xla::TargetFeatures> features = xla::TargetFeatures::of(module);
    if (failed(features))
      return signalPassFailure();
    eraseUnusedConstants(module);
    if (failed(convertKernels(module, prepareKernels(module))))
      return signalPassFailure();
    moveAsIntegers(module, features->halfConversion);
    xla::launchTasks(module);
    annotateKernels(module, features->vectorBytes);
  }
};
} // namespace
