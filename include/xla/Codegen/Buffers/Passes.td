//===- Passes.td - Kernels on buffers ----------------------*- tablegen -*-===//
#ifndef XLA_CODEGEN_BUFFERS_PASSES
#define XLA_CODEGEN_BUFFERS_PASSES

include "mlir/Pass/PassBase.td"

def XLABufferizeKernelsPass
    : Pass<"xla-bufferize-kernels", "::mlir::ModuleOp"> {
  let summary = "Turn the tensors of every kernel into buffers";
  let description = [{
    Example: test/Codegen/Buffers/bufferize-kernels.mlir, @add.
    Kernel arguments become row-major memrefs, each result an out argument
    after them, or the argument itself where `xla.in_place` pairs the two.
    Results are computed in their out argument; a loop's carried tensors stay
    in the buffers that they start in.
    Assumes: static shapes; kernels call nothing. Guarantees: no tensor is left
    in a kernel; every new buffer is a `memref.alloc` without a deallocation.
    Runs after fusion, because every op that is left may cost a buffer.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def XLAAssignKernelBuffersPass
    : Pass<"xla-assign-kernel-buffers", "::mlir::func::FuncOp"> {
  let summary = "Give every temporary of a kernel its place in memory";
  let description = [{
    Example: test/Codegen/Buffers/assign-kernel-buffers.mlir, @small.
    The smallest temporaries become `memref.alloca` while the compile option
    `kernel-stack-bytes` lasts;
    the others are parts of a trailing scratch argument of `xla.scratch_bytes`,
    where buffers whose lives do not meet share bytes.
    Assumes: a bufferised kernel. Guarantees: no allocation is left; the stack
    of a kernel is bounded.
    Runs after the buffers of a kernel are final, because a later pass that
    removed one would leave its bytes unused.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // XLA_CODEGEN_BUFFERS_PASSES
