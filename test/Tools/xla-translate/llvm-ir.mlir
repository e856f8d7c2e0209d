// Nothing is lowered or optimised: the sum of constants stays.
// RUN: xla-translate %s --to=llvm-ir | FileCheck %s
// RUN: xla-translate %s --to=mlir-bytecode | xla-translate --from=mlir-bytecode --to=llvm-ir | FileCheck %s
// RUN: bash -c 'xla-translate %s --from=mlir-bytecode; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: bash -c 'xla-translate %S/../xla-run/usage.mlir --to=llvm-ir; test $? = 2' 2>&1 | FileCheck %s --check-prefix=DIALECT

// CHECK: define float @f(float
// CHECK: fadd float %0, 0.0
// FORMAT: error: expected the input in the format of --from
// DIALECT: error: 'func.return' op has no translation to LLVM IR: expected a module in the LLVM dialect, as xla-compile --stop-after=lower writes it
llvm.func @f(%x: f32) -> f32 {
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %sum = llvm.fadd %x, %zero : f32
  llvm.return %sum : f32
}
