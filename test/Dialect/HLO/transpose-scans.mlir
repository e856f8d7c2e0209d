// RUN: xla-opt %s --hlo-transpose-scans --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8x256xf32>
// CHECK:         %[[T:.*]] = hlo.transpose %[[X]], dims = [2, 0, 1] : (tensor<4x8x256xf32>) -> tensor<256x4x8xf32>
// CHECK:         %[[S:.*]] = "hlo.reduce_window"(%[[T]], %{{.*}}) <{padding = dense<{{\[}}[0, 255], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 256, 1, 1>}>
// CHECK:         %[[R:.*]] = hlo.transpose %[[S]], dims = [1, 2, 0] : (tensor<256x4x8xf32>) -> tensor<4x8x256xf32>
// CHECK:         return %[[R]]
func.func @rows(%x: tensor<4x8x256xf32>) -> tensor<4x8x256xf32> {
  %c = hlo.constant dense<0.0> : tensor<f32>
  %r = "hlo.reduce_window"(%x, %c) <{padding = dense<[[0, 0], [0, 0], [0, 255]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 256>, window_strides = array<i64: 1, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %e = hlo.exponential %a : tensor<f32>
    %s = hlo.add %e, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<4x8x256xf32>, tensor<f32>) -> tensor<4x8x256xf32>
  return %r : tensor<4x8x256xf32>
}

// -----

// Sums, few rows, windows that end sooner and scans of columns stay.

// CHECK-LABEL: func.func @stay(
// CHECK-NOT:     hlo.transpose
func.func @stay(%x: tensor<32x256xf32>, %y: tensor<4x2048xf32>) -> (tensor<32x256xf32>, tensor<4x2048xf32>, tensor<32x256xf32>, tensor<32x256xf32>) {
  %c = hlo.constant dense<0.0> : tensor<f32>
  %r = "hlo.reduce_window"(%x, %c) <{padding = dense<[[0, 0], [255, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 256>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.add %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<32x256xf32>, tensor<f32>) -> tensor<32x256xf32>
  %v = "hlo.reduce_window"(%y, %c) <{padding = dense<[[0, 0], [2047, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2048>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.power %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<4x2048xf32>, tensor<f32>) -> tensor<4x2048xf32>
  %t = "hlo.reduce_window"(%x, %c) <{padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 4>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.power %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<32x256xf32>, tensor<f32>) -> tensor<32x256xf32>
  %u = "hlo.reduce_window"(%x, %c) <{padding = dense<[[31, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 32, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.power %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<32x256xf32>, tensor<f32>) -> tensor<32x256xf32>
  return %r, %v, %t, %u : tensor<32x256xf32>, tensor<4x2048xf32>, tensor<32x256xf32>, tensor<32x256xf32>
}
