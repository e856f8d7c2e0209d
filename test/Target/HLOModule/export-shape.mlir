// RUN: xla-translate --to=hlo-text %s | FileCheck %s
// A broadcast of HLO only adds dimensions: those of size 1 that grow go first.

// CHECK: ENTRY
// CHECK: [[FLAT:[a-z.0-9]+]] = f32[4]{0} reshape(
// CHECK: f32[3,4,5]{2,1,0} broadcast({{.*}}[[FLAT]]), dimensions={1}
// CHECK: pad({{.*}}), padding=1_2_3x-1_0
// CHECK: transpose({{.*}}), dimensions={1,0}
// CHECK: concatenate({{.*}}), dimensions={1}
// CHECK: s64[5]{0} iota(), iota_dimension=0
func.func @main(%x: tensor<4x1xf32>, %s: tensor<f32>) -> (tensor<3x4x5xf32>, tensor<16x0xf32>, tensor<1x4xf32>, tensor<4x2xf32>, tensor<5xi64>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x1xf32>) -> tensor<3x4x5xf32>
  %1 = stablehlo.pad %x, %s, low = [1, -1], high = [2, 0], interior = [3, 0] : (tensor<4x1xf32>, tensor<f32>) -> tensor<16x0xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x1xf32>) -> tensor<1x4xf32>
  %3 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
  %4 = stablehlo.iota dim = 0 : tensor<5xi64>
  return %0, %1, %2, %3, %4 : tensor<3x4x5xf32>, tensor<16x0xf32>, tensor<1x4xf32>, tensor<4x2xf32>, tensor<5xi64>
}
