// RUN: xla-opt %s --xla-attach-debug-lines --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: llvm.func @fused(
// CHECK:       llvm.fadd %{{.*}} : f32 loc("model.py":3:7)
// CHECK:       llvm.fmul %{{.*}} : f32 loc("model.py":4:7)
// CHECK:       llvm.fsub %{{.*}} : f32 loc("model.py":9:1)
// A line of another file needs a scope that says so.
// CHECK:       llvm.fdiv %{{.*}} : f32 loc(fused<#llvm.di_lexical_block_file<scope = #llvm.di_subprogram<{{.*}}name = "fused"{{.*}}, file = <"other.py" in "lib">, discriminator = 0>>["lib/other.py":5:1])
// CHECK:       llvm.return %{{.*}} : f32 loc(unknown)
// CHECK:       loc(fused<#llvm.di_subprogram<{{.*}}compileUnit = <{{.*}}producer = "xla-mlir {{.*}}", isOptimized = true, emissionKind = LineTablesOnly>{{.*}}name = "fused"{{.*}}line = 2
llvm.func @fused(%x: f32, %y: f32) -> f32 {
  // Of a fused op, the first position; of a named one, the one below the name.
  %0 = llvm.fadd %x, %y : f32 loc(fused["add"("model.py":3:7), "model.py":4:7])
  %1 = llvm.fmul %0, %y : f32 loc("mul"("model.py":4:7))
  // Of a call site, the callee's.
  %2 = llvm.fsub %1, %x : f32 loc(callsite("model.py":9:1 at "model.py":20:1))
  %3 = llvm.fdiv %2, %x : f32 loc("lib/other.py":5:1)
  llvm.return %3 : f32 loc(unknown)
} loc("model.py":2:1)

// CHECK-LABEL: llvm.func @from_body(
// CHECK:       loc(fused<#llvm.di_subprogram<{{.*}}name = "from_body"{{.*}}line = 7
llvm.func @from_body(%x: f32) -> f32 {
  %0 = llvm.fadd %x, %x : f32 loc("model.py":7:3)
  llvm.return %0 : f32 loc(unknown)
} loc(unknown)

// CHECK-LABEL: llvm.func @nowhere(
// CHECK:       } loc(unknown)
llvm.func @nowhere(%x: f32) -> f32 {
  llvm.return %x : f32 loc(unknown)
} loc(unknown)

// CHECK: llvm.func @declared(f32) -> f32 loc("model.py":1:1)
llvm.func @declared(f32) -> f32 loc("model.py":1:1)
