// An argument with more elements than its type allows.
// RUN: not xla-run %s --backend=interpreter --arg=9xf32=1 2>&1 | FileCheck %s --check-prefix=INTERPRETER
// RUN: not xla-run %s --arg=9xf32=1 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: xla-run %s --backend=interpreter --arg=6xf32=1 --print | FileCheck %s

// INTERPRETER: expects argument 0 to be 'tensor<?xf32, #stablehlo.bounds<6>>', but got 'tensor<9xf32>'
// NATIVE: expected argument 0 of type 'tensor<?xf32, #stablehlo.bounds<6>>', but got 'tensor<9xf32>'
// CHECK: [2.0, 2.0, 2.0, 2.0, 2.0, 2.0]
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<6>>) -> tensor<?xf32, #stablehlo.bounds<6>> {
  %0 = stablehlo.add %x, %x : tensor<?xf32, #stablehlo.bounds<6>>
  return %0 : tensor<?xf32, #stablehlo.bounds<6>>
}
