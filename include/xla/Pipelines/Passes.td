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

def XLAMarkPhasePass : Pass<"xla-mark-phase", "::mlir::ModuleOp"> {
  let summary = "Write which phase is complete onto the module";
  let description = [{
    Example: test/Pipelines/mark-phase.mlir, @main.
    Assumes: the passes of the phase have run. Guarantees: `xla.phase` names it.
    Stands last in each phase but for the verifier, so that a printed module
    says where to resume.
  }];
  let options = [Option<"phase", "phase", "std::string", "\"input\"",
                        "Name of the phase that is complete">];
  let dependentDialects = ["::xla::XLADialect"];
}

#endif // XLA_PIPELINES_PASSES
