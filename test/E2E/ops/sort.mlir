// Stable, along any dimension, several inputs by one key.
// DEFINE: %{args} = --arg=9xi32=3,1,2,3,1,0,2,9,1 \
// DEFINE:   --arg=3x2xf32=3,-1,1,nan,2,0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 9xi32
// CHECK-NEXT: [9, 3, 3, 2, 2, 1, 1, 1, 0]
// CHECK-NEXT: result 1: 9xi32
// CHECK-NEXT: [7, 0, 3, 2, 6, 1, 4, 8, 5]
// CHECK-NEXT: result 2: 3x2xf32
// CHECK-NEXT: {{\[\[}}1.0, -1.0], [2.0, 0.0], [3.0, nan]]
func.func @main(%x: tensor<9xi32>, %y: tensor<3x2xf32>) -> (tensor<9xi32>, tensor<9xi32>, tensor<3x2xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<9xi32>
  %a:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>, %m: tensor<i32>, %n: tensor<i32>):
    %p = stablehlo.compare GT, %l, %r : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<9xi32>, tensor<9xi32>) -> (tensor<9xi32>, tensor<9xi32>)
  %b = "stablehlo.sort"(%y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %p = stablehlo.compare LT, %l, %r, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %a#0, %a#1, %b : tensor<9xi32>, tensor<9xi32>, tensor<3x2xf32>
}
