// RUN: xla-opt %s --hlo-legalize-to-linalg | FileCheck %s

// CHECK: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK: #[[$STRETCH:.*]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%x: tensor<2xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$COLUMN]], #{{.*}}]
  %r = hlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @broadcast_one(
func.func @broadcast_one(%x: tensor<1x3xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$STRETCH]], #{{.*}}]
  %r = hlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @transpose(
func.func @transpose(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$SWAP]], #{{.*}}]
  %r = hlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// Neither side refines the other: through one row.
// CHECK-LABEL: func.func @reshape(
func.func @reshape(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // CHECK: %[[ROW:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  // CHECK: tensor.expand_shape %[[ROW]] {{\[\[}}0, 1]] output_shape [3, 2]
  %r = hlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @slice(
func.func @slice(%x: tensor<8xf32>) -> tensor<3xf32> {
  // CHECK: tensor.extract_slice %{{.*}}[1] [3] [2]
  %r = hlo.slice %x [1:7:2] : (tensor<8xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @concatenate(
func.func @concatenate(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<5xf32> {
  // CHECK: %[[FIRST:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0] [2] [1]
  // CHECK: tensor.insert_slice %{{.*}} into %[[FIRST]][2] [3] [1]
  %r = hlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// Element 0 falls off the front; the others keep their distance.
// CHECK-LABEL: func.func @pad(
func.func @pad(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  // CHECK: %[[KEPT:.*]] = tensor.extract_slice %{{.*}}[1] [2] [1]
  // CHECK: linalg.fill
  // CHECK: tensor.insert_slice %[[KEPT]] into %{{.*}}[1] [2] [2]
  %r = hlo.pad %x, %v, low = [-1], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// Of a large result the inside is written once: only what is around it is
// filled.
// CHECK-LABEL: func.func @pad_large(
func.func @pad_large(%x: tensor<1000x998xf32>, %v: tensor<f32>) -> tensor<1024x1000xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<1024x1000xf32>
  // CHECK: tensor.extract_slice %[[E]][0, 0] [4, 1000]
  // CHECK: linalg.fill {{.*}} -> tensor<4x1000xf32>
  // CHECK: tensor.insert_slice {{.*}}[0, 0] [4, 1000]
  // CHECK: linalg.fill {{.*}} -> tensor<20x1000xf32>
  // CHECK: tensor.insert_slice {{.*}}[1004, 0] [20, 1000]
  // CHECK: linalg.fill {{.*}} -> tensor<1000x2xf32>
  // CHECK: %[[FRAME:.*]] = tensor.insert_slice {{.*}}[4, 998] [1000, 2]
  // CHECK-NOT: linalg.fill
  // CHECK: tensor.insert_slice %arg0 into %[[FRAME]][4, 0] [1000, 998]
  %r = hlo.pad %x, %v, low = [4, 0], high = [20, 2], interior = [0, 0] : (tensor<1000x998xf32>, tensor<f32>) -> tensor<1024x1000xf32>
  return %r : tensor<1024x1000xf32>
}

// CHECK-LABEL: func.func @iota(
func.func @iota() -> tensor<2x3xf32> {
  // CHECK: linalg.index 1
  // CHECK: arith.sitofp
  %r = hlo.iota dim = 1 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// Nothing is computed where there is nothing.
// CHECK-LABEL: func.func @no_elements(
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<4x0xf32>
// CHECK-NEXT:    return %[[E]]
func.func @no_elements(%x: tensor<4x4xf32>) -> tensor<4x0xf32> {
  %r = hlo.slice %x [0:4, 0:0] : (tensor<4x4xf32>) -> tensor<4x0xf32>
  return %r : tensor<4x0xf32>
}
