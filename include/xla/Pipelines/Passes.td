//===- Passes.td - Passes that hold a pipeline together ----*- tablegen -*-===//
#ifndef XLA_PIPELINES_PASSES
#define XLA_PIPELINES_PASSES

include "mlir/Pass/PassBase.td"

def XLARecordOptionsPass : Pass<"xla-record-options", "::mlir::ModuleOp"> {
  let summary = "Write the compile options onto the module";
  let description = [{
    Example: test/Pipelines/record-options.mlir, @main.
    Assumes: nothing. Guarantees: the module has `xla.options` with a resolved
    target. Options that are there already stay: a module that is resumed keeps
    what it was compiled with.
    Stands first in each phase, because every other pass reads its options from
    the module.
  }];
  let options = [Option<"compileOptions", "compile-options", "std::string", "\"\"",
                        "Options as name=value;... (CompileOptions::str)">];
  let dependentDialects = ["::xla::XLADialect"];
}

def XLASelectEntryPass : Pass<"xla-select-entry", "::mlir::ModuleOp"> {
  let summary = "Make every function but the entry private";
  let description = [{
    Example: test/Pipelines/select-entry.mlir, @main.
    The entry is the function that the option `entry` names. Module and function
    attributes of other dialects that mean nothing here go, with a remark
    (category "input").
    Assumes: nothing. Guarantees: one public function, the entry, or an error
    that lists the functions there are.
    Runs first, so that inlining and removal of dead symbols leave only the
    entry.
  }];
}

def XLAVerifyInputPass : Pass<"xla-verify-input", "::mlir::ModuleOp"> {
  let summary = "Refuse programs that no phase can compile";
  let description = [{
    Example: test/Pipelines/verify-input.mlir, @recursive.
    Assumes: the entry is selected. Guarantees: for the entry and what it calls,
    a name that can be a symbol; arguments and results that the C interface can
    pass; donated arguments (`tf.aliasing_output`) that
    contradict neither the results nor each other; functions of one block with a
    body, which do not call themselves; ops of func, hlo, chlo, mhlo and sdy
    only; no tensor of more than 2^47 bytes, so that sums of sizes stay within 64 bits;
    arguments and results within the option `memory-limit-bytes`.
    Stands before everything that changes the program, so that its errors show
    what the user wrote.
  }];
}

def XLAMarkPhasePass : Pass<"xla-mark-phase", "::mlir::ModuleOp"> {
  let summary = "Verify the module and write onto it which phase is complete";
  let description = [{
    Example: test/Pipelines/mark-phase.mlir, @main.
    Assumes: the passes of the phase have run. Guarantees: the IR is valid, and
    `xla.phase` names the phase.
    Stands last in each phase, after the verifier, so that only a module that
    was found right says where to resume. Programs are compiled without MLIR's
    verification after each pass (verifyByPhase), so it stands here.
  }];
  let options = [Option<"phase", "phase", "std::string", "\"input\"",
                        "Name of the phase that is complete">];
  let dependentDialects = ["::xla::XLADialect"];
}

def XLAVerifyHLOOptimizePass : Pass<"xla-verify-hlo-optimize", "::mlir::ModuleOp"> {
  let summary = "Check what holds after phase hlo-optimize";
  let description = [{
    Example: test/Pipelines/verify-hlo-optimize.mlir, @main.
    One public function, the entry, is left; its ops are hlo's and not among
    those that the phase rewrites (composites, tuples, deprecated ops); no type
    is quantized.
    Assumes: verified IR. Guarantees: the above, or the pass fails with an error
    at each place where it does not hold.
    Stands after all that changes the IR in its phase and before the mark,
    because the next phase relies on it.
  }];
}

def XLAVerifyFusionPass : Pass<"xla-verify-fusion", "::mlir::ModuleOp"> {
  let summary = "Check what holds after phase fusion";
  let description = [{
    Example: test/Pipelines/verify-fusion.mlir, @main.
    Host functions hold constants, kernel calls, loops, conditionals, reshapes
    and custom calls; kernels are private, of one block of hlo ops, named by
    their hash; calls have exactly their kernel's types; constants outside of
    kernels, which become data of the object, are within the option
    `constant-limit-bytes`.
    Assumes: verified IR. Guarantees: the above, or the pass fails with an error
    at each place where it does not hold.
    Stands after all that changes the IR in its phase and before the mark,
    because the next phase relies on it.
  }];
}

def XLAVerifyLinalgPass : Pass<"xla-verify-linalg", "::mlir::ModuleOp"> {
  let summary = "Check what holds after phase linalg";
  let description = [{
    Example: test/Pipelines/verify-linalg.mlir, @main.
    No hlo op and no integer with a sign is left; one function has
    `xla.entry`; calls have exactly their kernel's types.
    Assumes: verified IR. Guarantees: the above, or the pass fails with an error
    at each place where it does not hold.
    Stands after all that changes the IR in its phase and before the mark,
    because the next phase relies on it.
  }];
}

def XLAVerifyCodegenPass : Pass<"xla-verify-codegen", "::mlir::ModuleOp"> {
  let summary = "Check what holds after phase codegen";
  let description = [{
    Example: test/Pipelines/verify-codegen.mlir, @main.
    Kernels hold linalg, tensor, vector, scf, arith and the like, on tensors
    and scalars; buffers are not chosen yet; the host level is as before.
    Assumes: verified IR. Guarantees: the above, or the pass fails with an error
    at each place where it does not hold.
    Stands after all that changes the IR in its phase and before the mark,
    because the next phase relies on it.
  }];
}

def XLAVerifyBufferizePass : Pass<"xla-verify-bufferize", "::mlir::ModuleOp"> {
  let summary = "Check what holds after phase bufferize";
  let description = [{
    Example: test/Pipelines/verify-bufferize.mlir, @main.
    No tensor is left; functions take dense buffers of static shape and
    return nothing; kernels allocate nothing and their stack is bounded; the
    scratch argument is as `xla.scratch_bytes` says.
    Assumes: verified IR. Guarantees: the above, or the pass fails with an error
    at each place where it does not hold.
    Stands after all that changes the IR in its phase and before the mark,
    because the next phase relies on it.
  }];
}

def XLAVerifyLowerPass : Pass<"xla-verify-lower", "::mlir::ModuleOp"> {
  let summary = "Check what holds after phase lower";
  let description = [{
    Example: test/Pipelines/verify-lower.mlir, @main.
    Only the LLVM dialect is left; the entry has the form and the description
    of the C interface; kernels take the pointer to the call first; nothing
    outside is called but memcpy, memmove and memset.
    Assumes: verified IR. Guarantees: the above, or the pass fails with an error
    at each place where it does not hold.
    Stands after all that changes the IR in its phase and before the mark,
    because the next phase relies on it.
  }];
}

#endif // XLA_PIPELINES_PASSES
