// Padding, strides and both dilations; a cumulative sum from either end.
// DEFINE: %{args} = --arg=6xi32=1,2,3,4,5,6
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 3xi32
// CHECK-NEXT: [3, 9, 15]
// CHECK-NEXT: result 1: 5xi32
// CHECK-NEXT: [3, 5, 7, 9, 11]
// CHECK-NEXT: result 2: 6xi32
// CHECK-NEXT: [1, 3, 6, 10, 15, 21]
// CHECK-NEXT: result 3: 6xi32
// CHECK-NEXT: [21, 20, 18, 15, 11, 6]
func.func @main(%x: tensor<6xi32>) -> (tensor<3xi32>, tensor<5xi32>, tensor<6xi32>, tensor<6xi32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %a = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<3xi32>
  %b = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<5xi32>
  %f = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 6>, padding = dense<[[5, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  %g = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 6>, padding = dense<[[0, 5]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  return %a, %b, %f, %g : tensor<3xi32>, tensor<5xi32>, tensor<6xi32>, tensor<6xi32>
}
