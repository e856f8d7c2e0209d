// RUN: xla-run --check-numerics %s | FileCheck %s

// Slices from computed places are read by the kernels that use them: rows and
// columns of a stack, places beyond its ends, one slice in two kernels, a slice
// of what is computed, a place that is computed, an update of the stack itself.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<19x43xf32>, %i: tensor<i32>, %k: tensor<i32>) -> (tensor<43xf32>, tensor<19xf32>, tensor<f32>, tensor<3x43xf32>, tensor<19x43xf32>, tensor<4x5xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %far = stablehlo.constant dense<1000> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %at = stablehlo.multiply %i, %k : tensor<i32>
  %row = stablehlo.dynamic_slice %x, %at, %zero, sizes = [1, 43] : (tensor<19x43xf32>, tensor<i32>, tensor<i32>) -> tensor<1x43xf32>
  %flat = stablehlo.reshape %row : (tensor<1x43xf32>) -> tensor<43xf32>
  %e = stablehlo.exponential %flat : tensor<43xf32>
  %sum = stablehlo.add %e, %flat : tensor<43xf32>
  %total = stablehlo.reduce(%flat init: %none) applies stablehlo.add across dimensions = [0] : (tensor<43xf32>, tensor<f32>) -> tensor<f32>
  %column = stablehlo.dynamic_slice %x, %zero, %k, sizes = [19, 1] : (tensor<19x43xf32>, tensor<i32>, tensor<i32>) -> tensor<19x1xf32>
  %tall = stablehlo.reshape %column : (tensor<19x1xf32>) -> tensor<19xf32>
  %squares = stablehlo.multiply %tall, %tall : tensor<19xf32>
  %y = stablehlo.tanh %x : tensor<19x43xf32>
  %last = stablehlo.dynamic_slice %y, %far, %at, sizes = [3, 43] : (tensor<19x43xf32>, tensor<i32>, tensor<i32>) -> tensor<3x43xf32>
  %less = stablehlo.negate %last : tensor<3x43xf32>
  %again = stablehlo.add %row, %row : tensor<1x43xf32>
  %updated = stablehlo.dynamic_update_slice %x, %again, %at, %zero : (tensor<19x43xf32>, tensor<1x43xf32>, tensor<i32>, tensor<i32>) -> tensor<19x43xf32>
  %block = stablehlo.dynamic_slice %x, %k, %i, sizes = [5, 4] : (tensor<19x43xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
  %turned = stablehlo.transpose %block, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %last_block = stablehlo.cosine %turned : tensor<4x5xf32>
  return %sum, %squares, %total, %less, %updated, %last_block : tensor<43xf32>, tensor<19xf32>, tensor<f32>, tensor<3x43xf32>, tensor<19x43xf32>, tensor<4x5xf32>
}
