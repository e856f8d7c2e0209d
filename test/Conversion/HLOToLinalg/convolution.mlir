// RUN: xla-opt %s --hlo-legalize-to-linalg | FileCheck %s

// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d6)>
// CHECK-DAG: #[[$KERNEL:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>

// CHECK-LABEL: func.func @padded_strided(
func.func @padded_strided(%x: tensor<1x5x5x2xf32>, %k: tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32> {
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 1, 0] [1, 5, 5, 2] [1, 1, 1, 1]
  // CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$KERNEL]], #{{.*}}]
  %r = hlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
  return %r : tensor<1x3x3x4xf32>
}

// Groups become a loop over a split dimension of all three tensors.
// CHECK-LABEL: func.func @depthwise(
func.func @depthwise(%x: tensor<1x5x2xf32>, %k: tensor<3x1x2xf32>) -> tensor<1x3x2xf32> {
  // CHECK: tensor.expand_shape %{{.*}} output_shape [1, 5, 2, 1]
  // CHECK: tensor.expand_shape %{{.*}} output_shape [3, 1, 2, 1]
  // CHECK: tensor.collapse_shape %{{.*}} : tensor<1x3x2x1xf32> into tensor<1x3x2xf32>
  %r = hlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {feature_group_count = 2 : i64, batch_group_count = 1 : i64}
      : (tensor<1x5x2xf32>, tensor<3x1x2xf32>) -> tensor<1x3x2xf32>
  return %r : tensor<1x3x2xf32>
}
