//===- Passes.h - GPU code generation passes --------------------*- C++ -*-===//

#ifndef XLA_CODEGEN_GPU_PASSES_H
#define XLA_CODEGEN_GPU_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace xla {
struct CompileOptions;
} // namespace xla

namespace xla::gpu {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "xla/Codegen/GPU/Passes.h.inc"

/// From bufferized kernels (linalg on memrefs, phase 5) to `gpu.launch_func`
/// and `gpu.module`s in the NVVM dialect. Every external a kernel could need,
/// math functions above all, is expanded: the PTX refers to nothing outside.
/// The device is `cpu` and `features` of `options`, whose target is resolved.
void buildLowerToNVVMPipeline(mlir::OpPassManager &pm,
                              const CompileOptions &options);

/// Registers the pipeline as `xla-gpu-lower-pipeline`.
void registerGPUPipelines();
} // namespace xla::gpu

#endif // XLA_CODEGEN_GPU_PASSES_H
