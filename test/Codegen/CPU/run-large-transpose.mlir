// RUN: xla-run --check-numerics %s | FileCheck %s

// A transpose that is written past the caches, with columns and rows that no
// tile takes; a stream that ends within a vector; a pad of which only the frame
// is filled.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<2128x3001xf32>, %z: tensor<6385851xf32>, %y: tensor<520x517xf32>, %v: tensor<f32>) -> (tensor<3001x2128xf32>, tensor<6385851xf32>, tensor<3x530x520xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2128x3001xf32>) -> tensor<3001x2128xf32>
  %negative = stablehlo.negate %z : tensor<6385851xf32>
  %1 = stablehlo.reshape %y : (tensor<520x517xf32>) -> tensor<1x520x517xf32>
  %2 = stablehlo.pad %1, %v, low = [1, 10, 0], high = [1, 0, 3], interior = [0, 0, 0] : (tensor<1x520x517xf32>, tensor<f32>) -> tensor<3x530x520xf32>
  return %0, %negative, %2 : tensor<3001x2128xf32>, tensor<6385851xf32>, tensor<3x530x520xf32>
}
