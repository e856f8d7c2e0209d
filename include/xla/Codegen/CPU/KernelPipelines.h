//===- KernelPipelines.h - Kernels from linalg to LLVM on CPUs --*- C++ -*-===//

#ifndef XLA_CODEGEN_CPU_KERNELPIPELINES_H
#define XLA_CODEGEN_CPU_KERNELPIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace xla {
/// What kernel code generation must know of the target CPU.
struct KernelOptions : mlir::PassPipelineOptions<KernelOptions> {
  Option<bool> fma{*this, "fma",
                   llvm::cl::desc("The target has fused multiply-add"),
                   llvm::cl::init(false)};
  Option<unsigned> vectorBytes{*this, "vector-bytes",
                               llvm::cl::desc("Width of a vector register"),
                               llvm::cl::init(16)};
};

/// Phase 4 of kernels: fuse, choose and apply schedules, on tensors.
void buildKernelCodegenPipeline(mlir::OpPassManager &pm,
                                const KernelOptions &options);
/// Phase 5 of kernels: tensors to buffers, temporaries to stack and scratch.
void buildKernelBufferizePipeline(mlir::OpPassManager &pm,
                                  const KernelOptions &options);
/// Phase 6 of kernels: loops, math, LLVM dialect.
void buildKernelLowerPipeline(mlir::OpPassManager &pm,
                              const KernelOptions &options);

/// Registers the three as `xla-kernel-codegen-pipeline`,
/// `xla-kernel-bufferize-pipeline` and `xla-kernel-lower-pipeline`.
void registerKernelPipelines();
} // namespace xla

#endif // XLA_CODEGEN_CPU_KERNELPIPELINES_H
