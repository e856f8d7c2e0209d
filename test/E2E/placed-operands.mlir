// RUN: xla-run --check-numerics %s | FileCheck %s

// What is computed where it belongs: rolls, frames, rows of a stack that a loop
// fills, updates that read what they overwrite and such that do not, one value
// in two places.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<33x47xf32>, %r: tensor<1x47xf32>, %i: tensor<i32>) -> (tensor<33x47xf32>, tensor<37x50xf32>, tensor<33x47xf32>, tensor<33x47xf32>, tensor<66x47xf32>, tensor<9x47xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.slice %x [5:33, 0:47] : (tensor<33x47xf32>) -> tensor<28x47xf32>
  %high = stablehlo.slice %x [0:5, 0:47] : (tensor<33x47xf32>) -> tensor<5x47xf32>
  %double = stablehlo.add %high, %high : tensor<5x47xf32>
  %rolled = stablehlo.concatenate %low, %double, dim = 0 : (tensor<28x47xf32>, tensor<5x47xf32>) -> tensor<33x47xf32>
  %e = stablehlo.exponential %rolled : tensor<33x47xf32>
  %minus = stablehlo.negate %none : tensor<f32>
  %framed = stablehlo.pad %e, %minus, low = [1, -1], high = [3, 4], interior = [0, 0] : (tensor<33x47xf32>, tensor<f32>) -> tensor<37x50xf32>
  %m = stablehlo.multiply %r, %r : tensor<1x47xf32>
  %updated = stablehlo.dynamic_update_slice %x, %m, %i, %zero : (tensor<33x47xf32>, tensor<1x47xf32>, tensor<i32>, tensor<i32>) -> tensor<33x47xf32>
  %a = stablehlo.slice %x [0:31, 0:47] : (tensor<33x47xf32>) -> tensor<31x47xf32>
  %b = stablehlo.slice %x [2:33, 0:47] : (tensor<33x47xf32>) -> tensor<31x47xf32>
  %s = stablehlo.add %a, %b : tensor<31x47xf32>
  %stencil = stablehlo.dynamic_update_slice %x, %s, %one, %zero : (tensor<33x47xf32>, tensor<31x47xf32>, tensor<i32>, tensor<i32>) -> tensor<33x47xf32>
  %t = stablehlo.tanh %x : tensor<33x47xf32>
  %twice = stablehlo.concatenate %t, %t, dim = 0 : (tensor<33x47xf32>, tensor<33x47xf32>) -> tensor<66x47xf32>
  %room = stablehlo.broadcast_in_dim %none, dims = [] : (tensor<f32>) -> tensor<9x47xf32>
  %loop:3 = stablehlo.while(%k = %zero, %row = %r, %all = %room) : tensor<i32>, tensor<1x47xf32>, tensor<9x47xf32>
    cond {
      %more = stablehlo.compare LT, %k, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.sine %row : tensor<1x47xf32>
      %half = stablehlo.subtract %next, %row : tensor<1x47xf32>
      %stacked = stablehlo.dynamic_update_slice %all, %half, %k, %zero : (tensor<9x47xf32>, tensor<1x47xf32>, tensor<i32>, tensor<i32>) -> tensor<9x47xf32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %next, %stacked : tensor<i32>, tensor<1x47xf32>, tensor<9x47xf32>
    }
  return %rolled, %framed, %updated, %stencil, %twice, %loop#2 : tensor<33x47xf32>, tensor<37x50xf32>, tensor<33x47xf32>, tensor<33x47xf32>, tensor<66x47xf32>, tensor<9x47xf32>
}
