// All that a backend refuses, in one run that runs nothing.
// RUN: not xla-run %s --list-unsupported | FileCheck %s --check-prefix=NATIVE
// RUN: not xla-run %s --list-unsupported --backend=interpreter | FileCheck %s --check-prefix=INTERPRETER
// RUN: xla-run %s --list-unsupported --entry=fine | FileCheck %s --check-prefix=FINE

// FINE: {{^}}0 unsupported

// NATIVE:      list-unsupported.mlir:[[#@LINE+21]]:8: 'stablehlo.custom_call' op for 'third' has no native form with called_computations
// NATIVE-NEXT: list-unsupported.mlir:[[#@LINE+14]]:8: 'stablehlo.custom_call' op for 'first' has no function registered
// NATIVE-NEXT: list-unsupported.mlir:[[#@LINE+16]]:10: 'stablehlo.custom_call' op for 'second' has no function registered
// NATIVE-NEXT: list-unsupported.mlir:[[#@LINE+18]]:8: 'stablehlo.custom_call' op for 'third' has no function registered
// NATIVE-NEXT: {{^}}4 unsupported

// INTERPRETER:      list-unsupported.mlir:[[#@LINE+9]]:8: 'stablehlo.custom_call' op calls 'first', which the interpreter does not have and nobody has registered
// INTERPRETER-NEXT: list-unsupported.mlir:[[#@LINE+11]]:10: 'stablehlo.custom_call' op calls 'second', which
// INTERPRETER-NEXT: list-unsupported.mlir:[[#@LINE+13]]:8: 'stablehlo.custom_call' op calls 'third', which
// INTERPRETER-NEXT: {{^}}3 unsupported
func.func private @computation(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @main(%x: tensor<4xf32>, %i: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>) {
  %0 = stablehlo.custom_call @Sharding(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @first(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.custom_call @second(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.custom_call @third(%i) {called_computations = [@computation]} : (tensor<f32>) -> tensor<f32>
  return %2, %0, %1, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
}

func.func @fine(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
