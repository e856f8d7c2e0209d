//===- KernelPipelines.h - Kernels from linalg to LLVM on CPUs --*- C++ -*-===//

#ifndef XLA_CODEGEN_CPU_KERNELPIPELINES_H
#define XLA_CODEGEN_CPU_KERNELPIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace xla {
// The passes read their options from the module (CompileOptions::of).

/// Phase 4 of kernels: fuse, CSE, choose schedules, on tensors.
void buildKernelCodegenPipeline(mlir::OpPassManager &pm);
/// Phase 5 of kernels: tensors to buffers, large ops to parallel tasks,
/// schedules to tiles and vectors, temporaries to stack and scratch.
void buildKernelBufferizePipeline(mlir::OpPassManager &pm);
/// Phase 6 of kernels: loops, task functions, math, narrow floats, LLVM
/// dialect.
void buildKernelLowerPipeline(mlir::OpPassManager &pm);

/// Kernels from phase 3 to the LLVM dialect by another way, to check the one
/// above with: sequential loops, no fusion, no schedules, math by the C library
/// in double. Buffers, loops, integer powers, narrow floats and the conversion
/// to LLVM are the same passes as above; faults in those do not show. Compile
/// the result at LLVM's O0.
void buildReferencePipeline(mlir::OpPassManager &pm);
/// Its two parts, between which the host level gets its buffers and is lowered:
/// tensors to buffers, and buffers, tasks, tiles and vectors of any pass above
/// to the LLVM dialect.
void buildReferenceBufferizePipeline(mlir::OpPassManager &pm);
void buildReferenceLowerPipeline(mlir::OpPassManager &pm);

/// Registers the three as `xla-kernel-codegen-pipeline`,
/// `xla-kernel-bufferize-pipeline`, `xla-kernel-lower-pipeline`, and
/// the fourth as `xla-reference-pipeline`.
void registerKernelPipelines();
} // namespace xla

#endif // XLA_CODEGEN_CPU_KERNELPIPELINES_H
