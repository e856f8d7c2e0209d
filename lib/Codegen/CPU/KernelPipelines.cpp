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
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void xla::buildKernelCodegenPipeline(OpPassManager &pm) {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  // First: what is in registers needs no fusion.
  kernels.addPass(createXLACPUKeepInRegistersPass());
  // Before fusion: pairwise, a long chain would be computed again.
  kernels.addPass(createXLAMergeElementwisePass());
  // On tensors, which have no aliases to disprove.
  kernels.addPass(createXLAFuseKernelOpsPass());
  // Fusion repeats what two operands of one op share.
  kernels.addPass(createCSEPass());
  // On tensors too: what a part sums up is an op like others from here on.
  kernels.addPass(createXLACPUSplitReductionsPass());
  // Once it is known what each loop nest holds.
  kernels.addPass(createXLACPUChooseSchedulePass());
}

void xla::buildKernelBufferizePipeline(OpPassManager &pm) {
  // Whole ops still: every further op may cost a buffer.
  pm.addPass(createXLABufferizeKernelsPass());
  // While one op is one loop nest, and before vectors are chosen.
  pm.addPass(createXLAPairDonationsPass());
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  // Before ops are split one by one, each from what it shares with the next.
  kernels.addPass(createXLACPUShareRowsPass());
  // Before loops are distributed: it makes tasks by rows and columns.
  kernels.addPass(createXLACPUTileProductsPass());
  // Before schedules are applied: each task gets panels of its own.
  kernels.addPass(createXLACPUDistributeLoopsPass());
  // On buffers: panels are packed into them, and tiles are written in place.
  kernels.addPass(createXLACPUTileAccumulationsPass());
  kernels.addPass(createXLACPUTileTransposesPass());
  // Of what has no schedule, that which LLVM would leave scalar.
  kernels.addPass(createXLACPUVectorizeLoopsPass());
  // Last: panels are temporaries too.
  kernels.addPass(createXLAAssignKernelBuffersPass());
}

void xla::buildKernelLowerPipeline(OpPassManager &pm) {
  // First: nothing below looks at structured ops.
  pm.addNestedPass<func::FuncOp>(createXLALowerKernelLoopsPass());
  // Views are offsets now: only whole buffers cross into a task.
  pm.addPass(createXLACPUOutlineTasksPass());
  // Before one op becomes a formula: equal ones are expanded once.
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  // On what is left: of many, each kind is expanded once.
  pm.addPass(createXLAOutlineMathPass());
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  kernels.addPass(createXLAExpandMathPass());
  // After math, whose functions of narrow floats end in conversions.
  kernels.addPass(createXLAExpandFloatTypesPass());
  // Formulas repeat constants and the parts of numbers.
  kernels.addPass(createCSEPass());
  // Last: it takes only what the passes above leave.
  pm.addPass(createKernelLegalizeToLLVMPass());
}

void xla::buildReferenceBufferizePipeline(OpPassManager &pm) {
  pm.addPass(createXLABufferizeKernelsPass());
  pm.addNestedPass<func::FuncOp>(createXLAAssignKernelBuffersPass());
}

void xla::buildReferenceLowerPipeline(OpPassManager &pm) {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  // Tasks one after the other.
  kernels.addPass(createForallToForLoopPass());
  kernels.addPass(createXLALowerKernelLoopsPass());
  // Before the expansion of math, which takes what is left.
  pm.addPass(createXLACallLibmPass());
  // What the C library lacks: integer powers, and conversions of floats for
  // which LLVM would call compiler-rt.
  pm.addNestedPass<func::FuncOp>(createXLAExpandMathPass());
  pm.addNestedPass<func::FuncOp>(createXLAExpandFloatTypesPass());
  pm.addPass(createKernelLegalizeToLLVMPass());
}

void xla::buildReferencePipeline(OpPassManager &pm) {
  // The order is that of phases 5 and 6, without what is optional there.
  buildReferenceBufferizePipeline(pm);
  buildReferenceLowerPipeline(pm);
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
