// The program is run after each pass that changes it, down to machine code.
// RUN: xla-run %s --check-numerics --threads=2 --compile-options=task-nanoseconds=1000 | FileCheck %s
// RUN: bash -c 'xla-run %s --check-numerics --backend=interpreter; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BACKEND

// CHECK: argument 0: 64x300xf32=uniform
// CHECK: numerics: {{[1-9][0-9]+}} runs between passes, all agree
// CHECK-NOT: not run
// CHECK: numerics: machine code agrees
// BACKEND: error: expected --check-numerics with --backend=native, which it compares with the interpreter
func.func @main(%x: tensor<64x300xf32>, %w: tensor<300x40xf32>) -> (tensor<64xf32>, tensor<40x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x300xf32>, tensor<300x40xf32>) -> tensor<64x40xf32>
  %1 = stablehlo.logistic %0 : tensor<64x40xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x40xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = stablehlo.transpose %1, dims = [1, 0] : (tensor<64x40xf32>) -> tensor<40x64xf32>
  return %2, %3 : tensor<64xf32>, tensor<40x64xf32>
}
