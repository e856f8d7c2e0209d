// Messages call an op what the program calls it, wherever in the compiler they come
// from. xla-opt, which prints hlo, says hlo.
// RUN: split-file %s %t
// RUN: not xla-run %t/wrong.mlir 2>&1 | FileCheck %s
// RUN: not xla-compile %t/wrong.mlir -o %t.o 2>&1 | FileCheck %s
// RUN: not xla-translate %t/wrong.mlir --to=mlir 2>&1 | FileCheck %s
// RUN: not xla-opt %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=OPT
// CHECK: wrong.mlir:2:8: error: 'stablehlo.transpose' op
// OPT: wrong.mlir:2:8: error: 'hlo.transpose' op

// RUN: not xla-compile %t/native.mlir -o %t.o 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: not xla-run %t/native.mlir --list-unsupported | FileCheck %s --check-prefix=NATIVE
// NATIVE: native.mlir:6:8: {{(error: )?}}'stablehlo.custom_call' op for 'f'

// An op that nobody knows, and a file that is no op.
// RUN: sed 's/transpose/shuffle/' %t/wrong.mlir > %t/unknown.mlir
// RUN: not xla-compile %t/unknown.mlir -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sed -e 's/@f(/@"a hlo.xla"(/' %t/native.mlir > %t/hlo.mlir
// RUN: not xla-compile %t/hlo.mlir -o %t.o 2>&1 | FileCheck %s --check-prefix=FILE
// UNKNOWN: unknown.mlir:2:8: error: custom op 'stablehlo.shuffle' is unknown
// FILE: /hlo.mlir:6:8: error: 'stablehlo.custom_call' op for 'a hlo.xla'

// Who writes hlo reads hlo.
// RUN: sed 's/stablehlo/hlo/' %t/wrong.mlir > %t/own.mlir
// RUN: not xla-run %t/own.mlir 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: own.mlir:2:8: error: 'hlo.transpose' op

//--- wrong.mlir
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
//--- native.mlir
func.func private @computation(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // A comment about hlo.custom_call.
  %0 = stablehlo.custom_call @f(%x) {called_computations = [@computation]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
