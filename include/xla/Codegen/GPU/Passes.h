//===- Passes.h - GPU code generation passes --------------------*- C++ -*-===//

#ifndef XLA_CODEGEN_GPU_PASSES_H
#define XLA_CODEGEN_GPU_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <string>

namespace xla::gpu {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "xla/Codegen/GPU/Passes.h.inc"

/// What the lowering to NVVM needs to know about the device.
struct NVVMLoweringOptions {
  /// Compute capability as LLVM spells it: "sm_80", "sm_90", "sm_90a".
  std::string chip = "sm_90";
};

/// From bufferized kernels (linalg on memrefs, phase 5) to `gpu.launch_func`
/// and `gpu.module`s in the NVVM dialect. Every external a kernel could need,
/// math functions above all, is expanded: the PTX refers to nothing outside.
void buildLowerToNVVMPipeline(mlir::OpPassManager &pm,
                              const NVVMLoweringOptions &options);

/// Registers the pipeline as `xla-gpu-lower-pipeline`.
void registerGPUPipelines();
} // namespace xla::gpu

#endif // XLA_CODEGEN_GPU_PASSES_H
