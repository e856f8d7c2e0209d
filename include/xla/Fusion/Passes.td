//===- Passes.td - Group hlo ops into kernels --------------*- tablegen -*-===//
#ifndef XLA_FUSION_PASSES
#define XLA_FUSION_PASSES

include "mlir/Pass/PassBase.td"

def XLAVerifyNativeSupportPass
    : Pass<"xla-verify-native-support", "::mlir::ModuleOp"> {
  let summary = "Refuse what native code generation has no lowering for";
  let description = [{
    Example: test/Fusion/verify-native-support.mlir, @fft.
    Reports every op, and every type, that the native phases cannot lower, all
    of them at once and each at its place, and says what runs them.
    Assumes: verified hlo. Guarantees: what follows meets only ops and types
    that it has a rule for.
    Runs before fusion, because afterwards an op is hidden in a kernel and its
    place in the program is harder to tell.
  }];
}

def XLAPackEntryValuesPass
    : Pass<"xla-pack-entry-values", "::mlir::ModuleOp"> {
  let summary = "Take and give 2- and 4-bit elements as packed bytes";
  let description = [{
    Example: test/Fusion/pack-entry-values.mlir, @arguments.
    The C interface packs elements of 2 and 4 bits into bytes, low end first;
    compiled code keeps each in a byte of its own. The entry takes bytes that
    a bitcast_convert splits, and gives bytes that one joins; so does a custom
    call. What callers and functions are told is recorded before, as `xla.entry`
    and `hlo.call_values`. Constants whose data lies packed in
    a resource become plain ones.
    Assumes: one public function of static shapes. Guarantees: no element of
    less than a byte, but of 6 bits, is an argument or result of it or of a custom
    call.
    Runs before fusion, so that the ops it adds become kernels like others, and
    after all that looks at the program's own signature.
  }];
  let dependentDialects = ["::xla::hlo::HLODialect", "::xla::XLADialect"];
}

def HLOFormFusionsPass : Pass<"hlo-form-fusions", "::mlir::func::FuncOp"> {
  let summary = "Group ops that one loop nest can compute";
  let description = [{
    Example: test/Fusion/form-fusions.mlir, @multiply_add_reduce.
    Puts chains of elementwise, broadcast, transpose, reshape, slice, iota and
    reduction ops into `hlo.fusion` ops, in blocks of the function and of its
    loops and branches. Kernels that go through the same rows of large values
    then become one, with several reductions (@large_softmax), for
    CPUs only: xla-cpu-share-rows takes them block of rows by block of rows.
    FusionPlan.h has the rules and the cost model. Each decision is a remark
    (category "fusion").
    Assumes: static shapes. Guarantees: the same values, no more kernels than
    ops; an op is computed twice only where that is cheaper than a buffer.
    Runs after hlo-optimize, because fused ops are hidden from its patterns.
  }];
  let dependentDialects = ["::xla::hlo::HLODialect"];
}

def HLOPairTripsPass : Pass<"hlo-pair-trips", "::mlir::func::FuncOp"> {
  let summary = "Run two trips of loops as one where that saves a copy";
  let description = [{
    Example: test/Fusion/pair-trips.mlir, @swap.
    A kernel does not write what it reads: what a trip makes of a carried tensor
    lies in another buffer, and is copied back before the next. Of two trips the
    second makes it there. Loops that carry tensors of a KiB or more which are
    not updated in place run two trips in each: of a known odd number one runs
    before, of an unknown number the second in a branch (@unknown), which copies
    once where it is not taken.
    Assumes: fusions are formed. Guarantees: the same values; the kernels of both
    trips are the same, so that there is no more code but of the calls.
    Runs once loops that are kernels are gone, and after fusion, which would
    fuse across the two trips.
  }];
  let dependentDialects = ["::xla::hlo::HLODialect"];
}

def HLOFormRegionsPass : Pass<"hlo-form-regions", "::mlir::func::FuncOp"> {
  let summary = "Make one kernel of small ops and whole loops";
  let description = [{
    Example: test/Fusion/form-regions.mlir, @power.
    Puts runs of ops on tensors that fit in registers, and loops and branches of
    such, into `hlo.fusion` ops of kind "region". lib/Fusion/RegionWork.h says
    what a region takes and how large it gets. Each region is a remark (category
    "fusion").
    Assumes: static shapes. Guarantees: the same values; ops that are in no
    region keep their order.
    Runs before hlo-form-fusions, which would make a kernel of each step of a
    loop, and for CPUs only.
  }];
  let dependentDialects = ["::xla::hlo::HLODialect"];
}

def XLAOutlineKernelsPass
    : Pass<"xla-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Make a kernel function of each fusion and each compute op";
  let description = [{
    Example: test/Fusion/outline-kernels.mlir, @same_twice.
    A kernel is named by its root and by 16 digits of the SHA-256 of its generic
    form (without locations and names) and the numerics mode; two that have the
    same become one. Small constants and splats move into kernels. An op
    that changes a part of an operand gets `xla.in_place`. What stays at the
    host level: large constants, loops, conditionals, reshapes (which need no
    code) and the return.
    Assumes: fusions are formed. Guarantees: no other op is left outside
    kernels; call sites keep their locations.
    Runs after fusion, and last on whole programs, because every later pass
    handles one kernel at a time.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::xla::XLADialect",
                           "::xla::hlo::HLODialect"];
}

def XLARecordKernelsPass : Pass<"xla-record-kernels", "::mlir::ModuleOp"> {
  let summary = "Record where kernels are from and what they do, for a profile";
  let description = [{
    Example: test/Fusion/record-kernels.mlir, @main.
    With the compile option `profile` the module gets `xla.kernel_facts`: for
    each kernel its source lines, the bytes that a call reads and writes, and
    its arithmetic (ProgramStats.h). With `max-temp-bytes`, kernels of data
    movement and arithmetic only bear `xla.recompute`. Without either, nothing
    is done, but for a remark on each kernel (category "kernel").
    Assumes: outlined kernels. Guarantees: no op changes.
    Runs last in its phase, because kernels have their names then, and are in
    hlo, whose work is known, for the last time.
  }];
  let dependentDialects = ["::xla::XLADialect"];
}

#endif // XLA_FUSION_PASSES
