//===- KernelPipelines.h - Kernels from linalg to LLVM on CPUs --*- C++ -*-===//

#ifndef XLA_CODEGEN_CPU_KERNELPIPELINES_H
#define XLA_CODEGEN_CPU_KERNELPIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace xla {
// The passes read their options from the module (CompileOptions::of).

/// Phase 4 of kernels: fuse, choose and apply schedules, on tensors.
void buildKernelCodegenPipeline(mlir::OpPassManager &pm);
/// Phase 5 of kernels: tensors to buffers, temporaries to stack and scratch.
void buildKernelBufferizePipeline(mlir::OpPassManager &pm);
/// Phase 6 of kernels: loops, math, LLVM dialect.
void buildKernelLowerPipeline(mlir::OpPassManager &pm);

/// Registers the three as `xla-kernel-codegen-pipeline`,
/// `xla-kernel-bufferize-pipeline` and `xla-kernel-lower-pipeline`.
void registerKernelPipelines();
} // namespace xla

#endif // XLA_CODEGEN_CPU_KERNELPIPELINES_H
