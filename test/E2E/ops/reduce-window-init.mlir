// Padding and the holes of a dilated base hold the initial value, and it starts
// every window: one that is not neutral counts as often.

// RUN: xla-run %s --arg=4xf32=1,2,3,4 --arg=f32=10 --print | FileCheck %s
// RUN: xla-run %s --arg=4xf32=1,2,3,4 --arg=f32=10 --print --backend=interpreter | FileCheck %s
// RUN: xla-run %s --entry=empty --arg=0xf32=0 --arg=f32=1 --print | FileCheck %s --check-prefix=EMPTY
// RUN: xla-run %s --entry=empty --arg=0xf32=0 --arg=f32=1 --print --backend=interpreter | FileCheck %s --check-prefix=EMPTY
// RUN: xla-run %s --entry=rows --arg=2x3xi32=1,2,3,4,5,6 --arg=i32=10 --print | FileCheck %s --check-prefix=ROWS
// RUN: xla-run %s --entry=rows --arg=2x3xi32=1,2,3,4,5,6 --arg=i32=10 --print --backend=interpreter | FileCheck %s --check-prefix=ROWS

// From 10 1 10 2 10 3 10 4: the first is padding, the third is a hole.
// CHECK: result 0: 3xf32
// CHECK-NEXT: [31.0, 32.0, 33.0]
func.func @main(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// EMPTY: result 0: 3xf32
// EMPTY-NEXT: [3.0, 3.0, 3.0]
func.func @empty(%x: tensor<0xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 3]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Whole rows of padding, a row cut off and columns of padding.
// ROWS: result 0: 1x4xi32
// ROWS-NEXT: {{\[\[}}41, 33, 35, 43]]
func.func @rows(%x: tensor<2x3xi32>, %i: tensor<i32>) -> tensor<1x4xi32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 2>, padding = dense<[[1, -1], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<1x4xi32>
  return %0 : tensor<1x4xi32>
}
