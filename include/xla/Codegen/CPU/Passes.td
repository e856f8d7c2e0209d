//===- Passes.td - Passes for CPUs -------------------------*- tablegen -*-===//
#ifndef XLA_CODEGEN_CPU_PASSES
#define XLA_CODEGEN_CPU_PASSES

include "mlir/Pass/PassBase.td"

def XLACPUSplitReductionsPass
    : Pass<"xla-cpu-split-reductions", "::mlir::func::FuncOp"> {
  let summary = "Make parts of long reductions to few results";
  let description = [{
    Example: test/Codegen/CPU/cpu-split-reductions.mlir, @sum.
    A reduction that takes long enough for two tasks or more, and has no parallel
    loop to make them of, becomes one with a result for each of up to 32 parts of
    its outermost long loop, and one of these results in order. Only where one op
    combines, which does not mind the order and has a neutral element.
    Assumes: a fused kernel on tensors of static shapes. Guarantees: sums have an
    order that the shape alone decides, whatever the number of threads.
    Runs after fusion, which decides what a reduction reads, and before schedules
    are chosen, for the parts.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def XLACPUChooseSchedulePass
    : Pass<"xla-cpu-choose-schedule", "::mlir::func::FuncOp"> {
  let summary = "Choose how the ops of a kernel are tiled and vectorised";
  let description = [{
    Example: test/Codegen/CPU/cpu-choose-schedule.mlir, @matmul.
    Puts an `#xla.schedule<contraction, ...>` on each accumulation (dot,
    convolution, reduction over outer dimensions, window) whose result is
    contiguous along parallel loops. `tile_sizes` has an entry for each loop:
    the register tile along the vector loops and the row loop, the cache block
    of one reduction loop; `pack` in `extra` lists the inputs that are copied
    into panels first. An elementwise op that reads across the direction in which
    it writes gets an `#xla.schedule<transpose, ...>`. A schedule that is there already stays.
    Assumes: a fused kernel of static shapes. Guarantees: no op changes.
    Runs after fusion, which decides what a loop nest holds.
  }];
  let dependentDialects = ["::xla::XLADialect"];
}

def XLACPUTileAccumulationsPass
    : Pass<"xla-cpu-tile-accumulations", "::mlir::func::FuncOp"> {
  let summary = "Apply schedules of accumulations: register tiles of vectors";
  let description = [{
    Example: test/Codegen/CPU/cpu-tile-accumulations.mlir, @matmul.
    Turns a linalg.generic that bears an `#xla.schedule<contraction, ...>` into
    loops around register tiles: vectors along the contiguous dimensions of the
    result, several rows, accumulators in registers through all reduction loops.
    Rests of the tile sizes get tiles of their own size.
    Assumes: static shapes on buffers. Guarantees: each result sums its terms in
    an order that the schedule alone decides.
    Runs on buffers, because panels are packed into them, and before they are
    assigned.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def XLACPUTileProductsPass
    : Pass<"xla-cpu-tile-products", "::mlir::func::FuncOp"> {
  let summary = "Apply schedules of large products of matrices: packed panels";
  let description = [{
    Example: test/Codegen/CPU/cpu-tile-products.mlir, @matmul.
    Turns a linalg.generic that bears an `#xla.schedule<contraction, ...>` with
    `product = [rows, columns, depth]` into tasks over blocks of the result. A
    task packs a block of the left operand's rows, and panel by panel the right
    operand's columns, for `depth` terms at a time, and adds their products to
    the result in register tiles of `rows` by `columns`. Rows that several tasks
    use are packed before, by tasks of their own, where they are few; those of
    few columns are read where they lie. Panels are full, so
    there is one copy of the innermost loop whatever the shape; where some tile
    is not full its sums go through memory, row by row, to the result. Where
    views on buffers make it no product, an op gets another schedule or none.
    Assumes: static shapes on buffers. Guarantees: each result sums its terms in
    an order that the schedule alone decides; no two tasks write the same.
    Runs on buffers, because panels are packed into them, and before
    xla-cpu-distribute-loops, which would cut along one loop only.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def XLACPUTileTransposesPass
    : Pass<"xla-cpu-tile-transposes", "::mlir::func::FuncOp"> {
  let summary = "Apply schedules of transposes: square tiles of registers";
  let description = [{
    Example: test/Codegen/CPU/cpu-tile-transposes.mlir, @transpose.
    Turns an elementwise linalg.generic that bears an
    `#xla.schedule<transpose, ...>` into loops over square tiles that are read
    along the input, interleaved in registers and written along the result.
    Large results that nothing in the kernel reads are written past the caches
    where they prove aligned at run time (@large of the same test).
    Assumes: static shapes on buffers. Guarantees: elements as before; where
    stores go past the caches, a fence ends them.
    Runs on buffers beside xla-cpu-tile-accumulations, before linalg becomes
    loops.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def XLACPUVectorizeLoopsPass
    : Pass<"xla-cpu-vectorize-loops", "::mlir::func::FuncOp"> {
  let summary = "Take reductions, large results and calls in vectors";
  let description = [{
    Example: test/Codegen/CPU/cpu-vectorize-loops.mlir, @row_sum.
    A reduction along contiguous inputs keeps several vectors of accumulators,
    which are combined in an order that the width alone decides; a pair of value
    and index (argmax) too. An elementwise op that with its other parts
    (`xla.parts`) touches more than the caches hold writes results that nothing
    in the kernel reads past them, in aligned vectors. Functions that are tables
    on vectors (xla-expand-math) are taken in vectors as well, and all those of
    kernels whose functions become calls (xla-outline-math): LLVM does not see
    what a call computes. On targets with masks what fills no vector is one with
    a mask, not single elements. Other ops stay.
    Assumes: static shapes on buffers. Guarantees: the same elements, sums in an
    order that does not depend on threads; where stores go past the caches, a
    fence ends them.
    Runs on buffers, after ops are split into tasks and schedules are applied.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def XLACPUShareRowsPass : Pass<"xla-cpu-share-rows", "::mlir::func::FuncOp"> {
  let summary = "Take ops that work row by row through one loop over rows";
  let description = [{
    Example: test/Codegen/CPU/cpu-share-rows.mlir, @softmax.
    Consecutive structured ops without schedules that have a parallel loop of
    one extent in common, along which every buffer that one of them writes is
    used in the same way by all, become one loop over blocks of rows that stay
    in cache, in parallel tasks where the estimated time makes two of them. A
    buffer that only they use becomes one of a block. Rows that are too long for
    a cache, and too few of them for the tasks, stay.
    Assumes: a bufferised kernel of static shapes. Guarantees: the same
    elements, whatever the number of threads.
    Runs before xla-cpu-distribute-loops, which would split each op alone.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def XLACPUDistributeLoopsPass
    : Pass<"xla-cpu-distribute-loops", "::mlir::func::FuncOp"> {
  let summary = "Split large ops of a kernel into parallel tasks";
  let description = [{
    Example: test/Codegen/CPU/cpu-distribute-loops.mlir, @elementwise.
    Splits a structured op whose estimated time makes two or more tasks of the
    compile option `task-nanoseconds` along one parallel loop into an
    `scf.forall` of at most 32 equal parts and a rest, which bear `xla.parts`;
    register tiles stay whole. So does a loop that bears `xla.independent`, the
    nanoseconds that an iteration takes; temporaries that it alone uses become
    each task's own.
    Assumes: a bufferised kernel of static shapes. Guarantees: results do not
    depend on the number of threads.
    Runs before schedules are applied, which work on the parts.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def XLACPUOutlineTasksPass
    : Pass<"xla-cpu-outline-tasks", "::mlir::ModuleOp"> {
  let summary = "Make a function of the body of each parallel loop";
  let description = [{
    Example: test/Codegen/CPU/cpu-outline-tasks.mlir, @parallel.
    Each `scf.forall` of a kernel becomes a kernel function of its own, which
    takes the iteration and the buffers, and a call of it that bears
    `xla.tasks`, the number of iterations; kernel-legalize-to-llvm makes that
    the host's `parallel_for`.
    Assumes: loops without results, in the first block of a kernel. Guarantees:
    no scf.forall is left in a kernel.
    Runs once views are offsets, so that only whole buffers cross the boundary.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def XLACPUKeepInRegistersPass
    : Pass<"xla-cpu-keep-in-registers", "::mlir::func::FuncOp"> {
  let summary = "Hold the small tensors of region kernels in registers";
  let description = [{
    Example: test/Codegen/CPU/cpu-keep-in-registers.mlir, @power.
    In a kernel that bears `xla.region`, a tensor of one element becomes a
    scalar, one of a few (Support/RegisterTensors.h) vectors of its elements in
    row-major order. Loops and branches carry those; what only moves elements
    becomes a shuffle, a small dot multiply-adds of shuffled vectors; of large
    tensors, slices are loaded and stored.
    Assumes: a kernel on tensors. Guarantees: the same values; a sum into few
    elements may be in another order.
    Runs before ops are fused: what it takes needs no fusion.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // XLA_CODEGEN_CPU_PASSES
