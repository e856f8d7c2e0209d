//===- Passes.td - Passes for every target -----------------*- tablegen -*-===//
#ifndef XLA_CODEGEN_COMMON_PASSES
#define XLA_CODEGEN_COMMON_PASSES

include "mlir/Pass/PassBase.td"

def XLAFuseKernelOpsPass : Pass<"xla-fuse-kernel-ops", "::mlir::func::FuncOp"> {
  let summary = "Fuse linalg ops inside a kernel";
  let description = [{
    Example: test/Codegen/Common/fuse-kernel-ops.mlir, @multiply_add_reduce.
    Generalises named ops and fuses elementwise producers (broadcasts,
    transposes, iotas and reshapes among them) into their consumers,
    reductions too. A producer is computed twice only where that is cheaper
    than a buffer; nothing but data movement is fused into a contraction,
    which would repeat it. Marks the accumulation of reductions `reassoc`.
    Assumes: a kernel on tensors. Guarantees: bit-identical elements.
    Runs before buffers exist, because tensors have no aliases to disprove.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

#endif // XLA_CODEGEN_COMMON_PASSES
