// RUN: xla-run --check-numerics %s | FileCheck %s

// Predicates in memory, read and written by vectors, in rows that no vector
// divides: a mask that several heads share, one that is returned, predicates of
// predicates, sums of what a mask leaves, all and any of rows.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<3x33x71xf32>, %row: tensor<71xi32>, %column: tensor<33xi32>, %p: tensor<33x71xi1>) -> (tensor<3x33xf32>, tensor<3x33xf64>, tensor<33x71xi1>, tensor<33xi1>, tensor<33xi1>, tensor<3x33x71xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<71xi32>) -> tensor<33x71xi32>
  %c = stablehlo.broadcast_in_dim %column, dims = [0] : (tensor<33xi32>) -> tensor<33x71xi32>
  %less = stablehlo.compare LE, %r, %c : (tensor<33x71xi32>, tensor<33x71xi32>) -> tensor<33x71xi1>
  %both = stablehlo.and %less, %p : tensor<33x71xi1>
  %mask = stablehlo.broadcast_in_dim %both, dims = [1, 2] : (tensor<33x71xi1>) -> tensor<3x33x71xi1>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<3x33x71xf32>
  %masked = stablehlo.select %mask, %x, %lows : tensor<3x33x71xi1>, tensor<3x33x71xf32>
  %max = stablehlo.reduce(%masked init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<3x33x71xf32>, tensor<f32>) -> tensor<3x33xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0, 1] : (tensor<3x33xf32>) -> tensor<3x33x71xf32>
  %shifted = stablehlo.subtract %masked, %maxes : tensor<3x33x71xf32>
  %e = stablehlo.exponential %shifted : tensor<3x33x71xf32>
  %kept = stablehlo.select %mask, %e, %x : tensor<3x33x71xi1>, tensor<3x33x71xf32>
  %wide = stablehlo.convert %kept : (tensor<3x33x71xf32>) -> tensor<3x33x71xf64>
  %sum = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x33x71xf64>, tensor<f64>) -> tensor<3x33xf64>
  %all = stablehlo.reduce(%both init: %true) applies stablehlo.and across dimensions = [1] : (tensor<33x71xi1>, tensor<i1>) -> tensor<33xi1>
  %any = stablehlo.reduce(%both init: %false) applies stablehlo.or across dimensions = [1] : (tensor<33x71xi1>, tensor<i1>) -> tensor<33xi1>
  return %max, %sum, %both, %all, %any, %kept : tensor<3x33xf32>, tensor<3x33xf64>, tensor<33x71xi1>, tensor<33xi1>, tensor<33xi1>, tensor<3x33x71xf32>
}
