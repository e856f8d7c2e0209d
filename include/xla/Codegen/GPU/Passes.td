//===- Passes.td - GPU code generation passes --------------*- tablegen -*-===//
#ifndef XLA_CODEGEN_GPU_PASSES
#define XLA_CODEGEN_GPU_PASSES

include "mlir/Pass/PassBase.td"

def XLAGPUMapKernelsToLaunchPass
    : Pass<"xla-gpu-map-kernels-to-launch", "::mlir::func::FuncOp"> {
  let summary = "Turn a kernel's linalg ops into gpu.launch regions";
  let description = [{
    Each structured op of a bufferized kernel function becomes one launch, by
    one of three mappings:

    * *parallel*: one thread for each output element; neighbouring threads
      take neighbouring elements of the output, so that accesses coalesce;
    * *block reduction*: the op reduces what lies contiguous in its inputs, by
      a combiner with a neutral element: one block for each output element,
      strided partial sums in registers, warp shuffles, then one combination
      over the warps in shared memory;
    * *thread reduction*: any other reduction: one thread for each output
      element walks the reduced dimensions in order.

    Example: test/Codegen/GPU/map-kernels-to-launch.mlir, @row_sum.

    ```mlir
    linalg.generic {iterator_types = ["parallel", "reduction"], ...}
      ins(%x : memref<8x4096xf32>) outs(%y : memref<8xf32>) {...}
    // becomes
    gpu.launch blocks(...) in (%c8, ...) threads(...) in (%c256, ...)
      workgroup(%partials : memref<8xf32, #gpu.address_space<workgroup>>) {
      scf.for ...      // partial sums in registers
      gpu.shuffle ...  // five times
      gpu.barrier
      ...
    }
    ```

    Assumes: functions with `xla.kernel`, static shapes, buffers in device
    memory (arguments or views of them). Guarantees: no structured op is left;
    the order of accumulation depends on shapes and on the compile option
    `gpu-block-size` only.
    Stands first in the GPU's lower phase: it needs buffers, and what follows
    (outlining, NVVM) knows launches only.
  }];
  let options = [
    Option<"warpSize", "warp-size", "int64_t", "32",
           "Threads that exchange values by shuffles">,
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

def XLAGPULegalizeToNVVMPass
    : Pass<"xla-gpu-legalize-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Convert the kernels of a device module to NVVM";
  let description = [{
    Upstream's patterns under our own choice of what is legal. The math ops
    that `xla-expand-math` leaves (square root, fused multiply-add, rounding,
    signs) are instructions of the device and become LLVM intrinsics, where
    upstream's pass calls libdevice, which a machine without a CUDA toolkit
    does not have. Kernels take one bare pointer per buffer.

    Example: test/Codegen/GPU/legalize-to-nvvm.mlir, @sqrt.

    Assumes: outlined kernels, structured control flow lowered to branches.
    Guarantees: LLVM and NVVM ops only, or a diagnostic at the op that is left.
    Stands last on the device side: PTX is printed from its result.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::math::MathDialect"];
}

def XLAGPUEmulateOnHostPass
    : Pass<"xla-gpu-emulate-on-host", "::mlir::ModuleOp"> {
  let summary = "Run device kernels on the CPU, one fiber per thread";
  let description = [{
    Moves the kernels of every `gpu.module`, already in the NVVM dialect, to
    the host and replaces each NVVM op by a call of the emulator's run time
    (`xla/Codegen/GPU/Emulator.h`); `gpu.launch_func` becomes a call that walks
    blocks and threads. What runs is the very code that PTX is printed from, so
    a wrong index, a missing barrier or a divergent shuffle shows without a GPU.

    Example: test/Codegen/GPU/emulate-on-host.mlir, @launch.

    Assumes: `xla-gpu-lower-pipeline` has run. Guarantees: no gpu or nvvm op is
    left. For tests; stands after the whole GPU pipeline.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

#endif // XLA_CODEGEN_GPU_PASSES
