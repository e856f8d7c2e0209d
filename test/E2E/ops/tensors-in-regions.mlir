// Regions that read tensors, sort, branch and loop.
// RUN: xla-run %s --arg=4xf32=3,1,2,0 | FileCheck %s
// RUN: xla-run %s --arg=4xf32=3,1,2,0 --backend=interpreter | FileCheck %s

// By what stands at the place that an element names: 0, 1, 2, 3.
// CHECK: [3.0, 1.0, 2.0, 0.0]
// The greatest, once for each: ((1 * 3 - 1) * 3 ...).
// CHECK: 41.0
// 3 is halved twice and 2 once, to 1 at most; 0 stays.
// CHECK: [0.75, 1.0, 1.0, 0.0]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>, tensor<4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %i = stablehlo.convert %a : (tensor<f32>) -> tensor<i32>
    %j = stablehlo.convert %b : (tensor<f32>) -> tensor<i32>
    %p = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %q = stablehlo.dynamic_slice %x, %j, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %less = stablehlo.compare LT, %p, %q : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %c = stablehlo.reshape %less : (tensor<1xi1>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.reduce"(%x, %one) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %down = "stablehlo.sort"(%x) ({
    ^bb1(%p: tensor<f32>, %q: tensor<f32>):
      %more = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
    %first = stablehlo.slice %down [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %top = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %m = stablehlo.multiply %a, %top : tensor<f32>
    %s = stablehlo.subtract %m, %one : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %r = stablehlo.while(%v = %a) : tensor<f32>
    cond {
      %more = stablehlo.compare GT, %v, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %h = stablehlo.multiply %v, %half : tensor<f32>
      stablehlo.return %h : tensor<f32>
    }
    stablehlo.return %r : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<f32>, tensor<4xf32>
}
