//===- KernelPipelines.cpp - Kernels from linalg to LLVM on CPUs ----------===//
//
// Assembles the passes that kernels take in phases 4 to 6.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/CPU/KernelPipelines.h"
#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Codegen/Common/Passes.h"
#include "xla/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void xla::buildKernelCodegenPipeline(OpPassManager &pm) {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  kernels.addPass(createXLAMergeElementwisePass());
  kernels.addPass(createXLAFuseKernelOpsPass());
  // Fusion repeats what two operands of one op share.
  kernels.addPass(createCSEPass());
  kernels.addPass(createXLACPUChooseSchedulePass());
}

void xla::buildKernelBufferizePipeline(OpPassManager &pm) {
  pm.addPass(createXLABufferizeKernelsPass());
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  // Before schedules are applied: each task gets panels of its own.
  kernels.addPass(createXLACPUDistributeLoopsPass());
  kernels.addPass(createXLACPUTileAccumulationsPass());
  kernels.addPass(createXLACPUTileTransposesPass());
  kernels.addPass(createXLAAssignKernelBuffersPass());
}

void xla::buildKernelLowerPipeline(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createXLALowerKernelLoopsPass());
  pm.addPass(createXLACPUOutlineTasksPass());
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  kernels.addPass(createCSEPass());
  kernels.addPass(createXLAExpandMathPass());
  kernels.addPass(createXLAExpandFloatTypesPass());
  kernels.addPass(createCSEPass());
  pm.addPass(createKernelLegalizeToLLVMPass());
}

void xla::buildReferencePipeline(OpPassManager &pm) {
  pm.addPass(createXLABufferizeKernelsPass());
  pm.addNestedPass<func::FuncOp>(createXLAAssignKernelBuffersPass());
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  kernels.addPass(createXLALowerKernelLoopsPass());
  pm.addPass(createXLACallLibmPass());
  // What the C library lacks: integer powers, and conversions of floats for
  // which LLVM would call compiler-rt.
  pm.addNestedPass<func::FuncOp>(createXLAExpandMathPass());
  pm.addNestedPass<func::FuncOp>(createXLAExpandFloatTypesPass());
  pm.addPass(createKernelLegalizeToLLVMPass());
}

void xla::registerKernelPipelines() {
  PassPipelineRegistration<>("xla-kernel-codegen-pipeline",
                             "Phase 4 of kernels on a CPU",
                             buildKernelCodegenPipeline);
  PassPipelineRegistration<>("xla-kernel-bufferize-pipeline",
                             "Phase 5 of kernels on a CPU",
                             buildKernelBufferizePipeline);
  PassPipelineRegistration<>("xla-kernel-lower-pipeline",
                             "Phase 6 of kernels on a CPU",
                             buildKernelLowerPipeline);
  PassPipelineRegistration<>(
      "xla-reference-pipeline",
      "Kernels to LLVM by loops and the C library, to check others with",
      buildReferencePipeline);
}
