//===- Passes.td - Passes for CPUs -------------------------*- tablegen -*-===//
#ifndef XLA_CODEGEN_CPU_PASSES
#define XLA_CODEGEN_CPU_PASSES

include "mlir/Pass/PassBase.td"

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

def XLACPUTileTransposesPass
    : Pass<"xla-cpu-tile-transposes", "::mlir::func::FuncOp"> {
  let summary = "Apply schedules of transposes: square tiles of registers";
  let description = [{
    Example: test/Codegen/CPU/cpu-tile-transposes.mlir, @transpose.
    Turns an elementwise linalg.generic that bears an
    `#xla.schedule<transpose, ...>` into loops over square tiles that are read
    along the input, interleaved in registers and written along the result.
    Assumes: static shapes on buffers. Guarantees: elements as before.
    Runs on buffers beside xla-cpu-tile-accumulations, before linalg becomes
    loops.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // XLA_CODEGEN_CPU_PASSES
