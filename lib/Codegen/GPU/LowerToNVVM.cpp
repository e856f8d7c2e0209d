//===- LowerToNVVM.cpp - The GPU's lower phase ----------------------------===//
//
// Assembles the passes from bufferized kernels to NVVM.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Common/Passes.h"
#include "xla/Codegen/GPU/Passes.h"
#include "xla/Pipelines/Options.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using xla::CompileOptions;

/// On each gpu.module: to the NVVM dialect.
static void addDevicePasses(OpPassManager &pm) {
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(xla::gpu::createXLAGPULegalizeToNVVMPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void xla::gpu::buildLowerToNVVMPipeline(OpPassManager &pm,
                                        const CompileOptions &options) {
  pm.addNestedPass<func::FuncOp>(createXLAGPUMapKernelsToLaunchPass());
  pm.addNestedPass<func::FuncOp>(createXLAExpandMathPass());
  pm.addNestedPass<func::FuncOp>(createXLAExpandFloatTypesPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  // Last before outlining: what sinks into the launch is no argument of the
  // kernel, and a canonicalisation in between would pull it out again.
  pm.addPass(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createGpuKernelOutliningPass());
  GpuNVVMAttachTargetOptions target;
  target.chip = options.cpu;
  target.features = options.features;
  target.optLevel = 3;
  pm.addPass(createGpuNVVMAttachTarget(target));
  addDevicePasses(pm.nest<mlir::gpu::GPUModuleOp>());
}

namespace {
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("compute capability, as sm_90"),
                           llvm::cl::init(CompileOptions::defaultGPU.str())};
};
} // namespace

void xla::gpu::registerGPUPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "xla-gpu-lower-pipeline",
      "Lower bufferized kernels to gpu.launch_func and NVVM",
      [](OpPassManager &pm, const PipelineOptions &options) {
        CompileOptions device;
        device.cpu = options.chip;
        device.features = CompileOptions::defaultGPUFeatures.str();
        buildLowerToNVVMPipeline(pm, device);
      });
}
