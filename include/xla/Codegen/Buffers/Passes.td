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
    in the buffers that they start in. Where an iteration reads what it has
    updated, it reads a copy.
    Assumes: static shapes; kernels call nothing. Guarantees: no tensor is left
    in a kernel; every new buffer is a `memref.alloc` without a deallocation.
    Runs after fusion, because every op that is left may cost a buffer.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def XLAPairDonationsPass : Pass<"xla-pair-donations", "::mlir::ModuleOp"> {
  let summary = "Let kernels write results over donated arguments";
  let description = [{
    Example: test/Codegen/Buffers/pair-donations.mlir, @add.
    Where an argument of the entry is donated to a result (`xla.entry`), and the
    kernel that makes the result is the last to read the argument and reads each
    element before it writes the result's at the same place, the kernel gets
    `xla.may_alias` for the two: they are one buffer in some calls. A call that
    others stand behind that read the argument moves behind them if it can, or
    they move before it, or before the loop that makes the result.
    Arguments that are donated, but to no result, get one that is made so. What
    a loop on the host carries is donated by each iteration to the next.
    Assumes: kernels on buffers whose ops are whole; a host level on tensors.
    Guarantees: the same results for buffers that are apart.
    Runs before loops are split, because it looks at whole ops, and before what
    asks whether buffers may overlap.
  }];
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

def XLABufferizeHostPass : Pass<"xla-bufferize-host", "::mlir::ModuleOp"> {
  let summary = "Give every host-level tensor its buffer";
  let description = [{
    Example: test/Codegen/Buffers/bufferize-host.mlir, @chain.
    Each tensor outside kernels lives in an argument, a result, a constant or at
    an offset of one arena, the last argument of the function. Loops keep what
    they carry in one buffer each; a kernel writes straight into a result or a
    loop's buffer where nobody needs the old content; what cannot be so is
    copied, with a remark (category "buffers"). HostBuffers.h has the algorithm, which is linear but for sorting.
    Assumes: kernels on buffers; a host level of kernel calls, reshapes,
    constants and structured control flow. Guarantees: no tensor is left outside
    kernels; arguments are not written unless the caller donates them.
    Runs after kernels are bufferised, because their scratch buffers lie in the
    arena too.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def XLAReorderKernelsPass : Pass<"xla-reorder-kernels", "::mlir::ModuleOp"> {
  let summary = "Call kernels in an order that needs less memory";
  let description = [{
    Example: test/Codegen/Buffers/reorder-kernels.mlir, @wide.
    Where the arena takes more than the compile option `max-temp-bytes`, the
    calls of each block are tried in other orders: as they stand while the limit
    lasts, what frees most beyond it; by depth first search, what needs most
    first; and both together. The arena is laid out for each as
    xla-bufferize-host will, and the smallest is taken. KernelOrder.h has the
    orders and their papers.
    Assumes: kernels on buffers, a host level on tensors. Guarantees: the same
    calls; the arena does not grow. Without the option nothing changes.
    Runs after the kernels have their scratch buffers, which count, and before
    the host level has its own.
  }];
}

def XLARematerializeKernelsPass
    : Pass<"xla-rematerialize-kernels", "::mlir::ModuleOp"> {
  let summary = "Call cheap kernels again instead of keeping what they made";
  let description = [{
    Example: test/Codegen/Buffers/rematerialize-kernels.mlir, @iota_twice.
    Where the arena takes more than the compile option `max-temp-bytes`, a value
    that lives across the call during which most is needed, but is not used by
    it, is made again before its next use, if its kernel bears `xla.recompute`
    and what that reads is there anyway, or comes of at most eight such kernels
    that are called again too. It is done where what is over the
    limit, summed over all calls, becomes less.
    Assumes: kernels on buffers, a host level on tensors. Guarantees: the same
    results. Without the option nothing changes.
    Runs after kernels are reordered, which costs nothing when the program runs.
  }];
}

def XLALowerKernelLoopsPass
    : Pass<"xla-lower-kernel-loops", "::mlir::func::FuncOp"> {
  let summary = "Turn what is structured in a kernel into loops and addresses";
  let description = [{
    Example: test/Codegen/Buffers/lower-kernel-loops.mlir, @add.
    linalg ops become scf loops in the order of their iterators, views become
    offsets and strides, affine arithmetic becomes arith.
    Assumes: a kernel on buffers. Guarantees: no linalg or affine op is left in
    it; memory is read and written by memref.load and memref.store, or as
    vectors.
    Runs after every pass that looks at structured ops.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
}

#endif // XLA_CODEGEN_BUFFERS_PASSES
