//===- LegalizeToNVVM.cpp - Device modules to the NVVM dialect ------------===//
//
// Upstream's conversion patterns with one difference: math ops become LLVM
// intrinsics before they meet the patterns that call libdevice. Assumes
// outlined kernels without structured control flow.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/GPU/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

namespace xla::gpu {
#define GEN_PASS_DEF_XLAGPULEGALIZETONVVMPASS
#include "xla/Codegen/GPU/Passes.h.inc"
} // namespace xla::gpu

#define DEBUG_TYPE "xla-gpu-legalize-to-nvvm"

using namespace mlir;

static xla::PassCounter numConvertedModules(DEBUG_TYPE,
                                            "num-converted-modules");

/// Turns math ops into LLVM intrinsics; other ops stay.
static LogicalResult convertMath(Operation *device,
                                 const LLVMTypeConverter &converter) {
  ConversionTarget target(*device->getContext());
  target.addIllegalDialect<math::MathDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  RewritePatternSet patterns(device->getContext());
  populateMathToLLVMConversionPatterns(converter, patterns);
  return applyPartialConversion(device, target, std::move(patterns));
}

static LogicalResult convertRest(Operation *device,
                                 LLVMTypeConverter &converter) {
  LLVMConversionTarget target(*device->getContext());
  target.addLegalDialect<NVVM::NVVMDialect>();
  target.addIllegalDialect<mlir::gpu::GPUDialect>();
  target.addLegalOp<mlir::gpu::GPUModuleOp>();
  target.addIllegalOp<UnrealizedConversionCastOp>();
  RewritePatternSet patterns(device->getContext());
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateComplexToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  populateGpuToNVVMConversionPatterns(converter, patterns);
  return applyFullConversion(device, target, std::move(patterns));
}

namespace {
struct LegalizeToNVVMPass
    : xla::gpu::impl::XLAGPULegalizeToNVVMPassBase<LegalizeToNVVMPass> {
  void runOnOperation() override {
    mlir::gpu::GPUModuleOp device = getOperation();
    LowerToLLVMOptions options(&getContext(), DataLayout(device));
    options.useBarePtrCallConv = true;
    LLVMTypeConverter converter(&getContext(), options);
    configureGpuToNVVMTypeConverter(converter);
    if (failed(convertMath(device, converter)) ||
        failed(convertRest(device, converter)))
      return signalPassFailure();
    numConvertedModules += 1;
  }
};
} // namespace
