// Numbers are drawn in windows, in selections and in comparisons, from the same
// stream in both backends: they take elements in the same order.
// RUN: xla-run %s --print --arg=3x4xf32=3,1,4,1,5,9,2,6,5,3,5,8 > %t.native
// RUN: xla-run %s --print --arg=3x4xf32=3,1,4,1,5,9,2,6,5,3,5,8 --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: FileCheck %s --input-file=%t.native

// CHECK: result 0: 4x6xf32
// Each window takes in seven values, elements or not.
// CHECK: result 1: 4x6xi32
// CHECK-NEXT: {{\[\[7, 7, 7, 7, 7, 7\], \[7, }}
// CHECK: result 2: 3x4xf32
// CHECK: result 3: 3x4xf32
// CHECK: result 4: 3x4xi32
func.func @main(%x: tensor<3x4xf32>) -> (tensor<4x6xf32>, tensor<4x6xi32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi32>) {
  %scalar = stablehlo.constant dense<> : tensor<0xi64>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %unit = stablehlo.constant dense<1> : tensor<i32>
  %units = stablehlo.constant dense<1> : tensor<3x4xi32>
  %0:2 = "stablehlo.reduce_window"(%x, %units, %half, %unit) ({
  ^bb0(%a: tensor<f32>, %k: tensor<i32>, %b: tensor<f32>, %l: tensor<i32>):
    %u = stablehlo.rng %zero, %b, %scalar, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %s = stablehlo.subtract %u, %a : tensor<f32>
    %n = stablehlo.add %k, %l : tensor<i32>
    stablehlo.return %s, %n : tensor<f32>, tensor<i32>
  }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 2, 1>, padding = dense<[[1, 0], [-1, 4]]> : tensor<2x2xi64>} : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x6xf32>, tensor<4x6xi32>)
  %source = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = "stablehlo.select_and_scatter"(%x, %source, %half) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %u = stablehlo.rng %zero, %one, %scalar, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %c = stablehlo.compare LT, %u, %half : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %u = stablehlo.rng %zero, %b, %scalar, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %s = stablehlo.add %a, %u : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>} : (tensor<3x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<3x4xf32>
  %places = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %2:2 = "stablehlo.sort"(%x, %places) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %u = stablehlo.rng %zero, %one, %scalar, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %c = stablehlo.compare LT, %u, %half : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = -2 : i64} : (tensor<3x4xf32>, tensor<3x4xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  return %0#0, %0#1, %1, %2#0, %2#1 : tensor<4x6xf32>, tensor<4x6xi32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi32>
}
