// RUN: xla-opt %s --hlo-expand-deprecated | FileCheck %s

// CHECK-LABEL: func.func @broadcast(
// CHECK-NEXT:    hlo.broadcast_in_dim %{{.*}}, dims = [2] : (tensor<3xf32>) -> tensor<4x5x3xf32>
func.func @broadcast(%x: tensor<3xf32>) -> tensor<4x5x3xf32> {
  %r = hlo.broadcast %x, sizes = [4, 5] : (tensor<3xf32>) -> tensor<4x5x3xf32>
  return %r : tensor<4x5x3xf32>
}

// CHECK-LABEL: func.func @dot(
// CHECK-NEXT:    hlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
func.func @dot(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  %r = hlo.dot %x, %y, precision = [HIGH, HIGH] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @create_token(
// CHECK-NEXT:    hlo.after_all
func.func @create_token() -> !hlo.token {
  %r = hlo.create_token : !hlo.token
  return %r : !hlo.token
}

// CHECK-LABEL: func.func @cross_replica_sum(
// CHECK:         "hlo.all_reduce"(%{{.*}}) <{replica_groups = dense<0> : tensor<1x1xi64>}>
// CHECK:         hlo.add
func.func @cross_replica_sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "hlo.cross-replica-sum"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// The index's dimensions take the place of the selected one.

// CHECK-LABEL: func.func @torch_index_select(
// CHECK:         "hlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #hlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<2x5x6xf32>, tensor<2x3xi32>) -> tensor<2x3x6xf32>
func.func @torch_index_select(%x: tensor<2x5x6xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x6xf32> {
  %r = "hlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x5x6xf32>, tensor<2x3xi32>) -> tensor<2x3x6xf32>
  return %r : tensor<2x3x6xf32>
}
