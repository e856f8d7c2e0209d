// RUN: xla-opt %s --hlo-move-gathers --canonicalize | FileCheck %s

// The logarithms of the softmax at the labels need no other element of it, and
// of what is the same in a row no gather.
// CHECK-LABEL: func.func @cross_entropy(
// CHECK-SAME:    %[[X:.*]]: tensor<64x1000xf32>, %[[S:.*]]: tensor<64xf32>, %[[L:.*]]: tensor<64x1x1xi32>)
// CHECK-DAG:     %[[G:.*]] = "hlo.gather"(%[[X]], %[[L]])
// CHECK-DAG:     %[[B:.*]] = hlo.broadcast_in_dim %[[S]], dims = [0] : (tensor<64xf32>) -> tensor<64x1xf32>
// CHECK:         %[[R:.*]] = hlo.subtract %[[G]], %[[B]] : tensor<64x1xf32>
// CHECK:         return %[[R]]
func.func @cross_entropy(%x: tensor<64x1000xf32>, %sums: tensor<64xf32>, %labels: tensor<64x1x1xi32>) -> tensor<64x1xf32> {
  %b = hlo.broadcast_in_dim %sums, dims = [0] : (tensor<64xf32>) -> tensor<64x1000xf32>
  %d = hlo.subtract %x, %b : tensor<64x1000xf32>
  %r = "hlo.gather"(%d, %labels) <{dimension_numbers = #hlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<64x1000xf32>, tensor<64x1x1xi32>) -> tensor<64x1xf32>
  return %r : tensor<64x1xf32>
}

// Rows of a scaled table; what is computed twice from one operand is gathered
// once.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[T:.*]]: tensor<1000x32xbf16>, %[[S:.*]]: tensor<32xf32>, %[[I:.*]]: tensor<5x1xi32>)
// CHECK-DAG:     %[[G:.*]] = "hlo.gather"(%[[T]], %[[I]]) {{.*}} -> tensor<5x32xbf16>
// CHECK-DAG:     %[[W:.*]] = hlo.convert %[[G]] : (tensor<5x32xbf16>) -> tensor<5x32xf32>
// CHECK-DAG:     %[[B:.*]] = hlo.broadcast_in_dim %[[S]], dims = [1] : (tensor<32xf32>) -> tensor<5x32xf32>
// CHECK-DAG:     %[[C:.*]] = hlo.constant dense<2.000000e+00> : tensor<5x32xf32>
// CHECK:         hlo.multiply %[[W]], %[[B]]
// CHECK-NOT:     "hlo.gather"
// CHECK:         return
func.func @rows(%table: tensor<1000x32xbf16>, %scale: tensor<32xf32>, %i: tensor<5x1xi32>) -> tensor<5x32xf32> {
  %w = hlo.convert %table : (tensor<1000x32xbf16>) -> tensor<1000x32xf32>
  %b = hlo.broadcast_in_dim %scale, dims = [1] : (tensor<32xf32>) -> tensor<1000x32xf32>
  %c = hlo.constant dense<2.0> : tensor<1000x32xf32>
  %m = hlo.multiply %w, %b : tensor<1000x32xf32>
  %s = hlo.multiply %w, %c : tensor<1000x32xf32>
  %a = hlo.add %m, %s : tensor<1000x32xf32>
  %r = "hlo.gather"(%a, %i) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 32>}> : (tensor<1000x32xf32>, tensor<5x1xi32>) -> tensor<5x32xf32>
  return %r : tensor<5x32xf32>
}

// Others need the exponentials too: they are made anyway.
// CHECK-LABEL: func.func @shared(
// CHECK:         %[[E:.*]] = hlo.exponential
// CHECK:         "hlo.gather"(%[[E]],
func.func @shared(%x: tensor<1000x32xf32>, %i: tensor<5x1xi32>) -> (tensor<5x32xf32>, tensor<1000x32xf32>) {
  %e = hlo.exponential %x : tensor<1000x32xf32>
  %r = "hlo.gather"(%e, %i) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 32>}> : (tensor<1000x32xf32>, tensor<5x1xi32>) -> tensor<5x32xf32>
  return %r, %e : tensor<5x32xf32>, tensor<1000x32xf32>
}

// What is broadcast along a dimension of one element has no place along it.
// CHECK-LABEL: func.func @broadcast_column(
// CHECK-SAME:    %[[S:.*]]: tensor<64x1xf32>,
// CHECK:         %[[R:.*]] = hlo.reshape %[[S]] : (tensor<64x1xf32>) -> tensor<64xf32>
// CHECK:         hlo.broadcast_in_dim %[[R]], dims = [0] : (tensor<64xf32>) -> tensor<64x1xf32>
// CHECK-NOT:     "hlo.gather"
// CHECK:         return
func.func @broadcast_column(%s: tensor<64x1xf32>, %labels: tensor<64x1x1xi32>) -> tensor<64x1xf32> {
  %b = hlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x1000xf32>
  %r = "hlo.gather"(%b, %labels) <{dimension_numbers = #hlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<64x1000xf32>, tensor<64x1x1xi32>) -> tensor<64x1xf32>
  return %r : tensor<64x1xf32>
}

// Not whole rows of what is broadcast: those are gathered from it.
// CHECK-LABEL: func.func @part_of_broadcast(
// CHECK:         %[[B:.*]] = hlo.broadcast_in_dim
// CHECK:         "hlo.gather"(%[[B]],
func.func @part_of_broadcast(%s: tensor<32xf32>, %i: tensor<5x1xi32>) -> tensor<5x8xf32> {
  %b = hlo.broadcast_in_dim %s, dims = [1] : (tensor<32xf32>) -> tensor<1000x32xf32>
  %r = "hlo.gather"(%b, %i) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<1000x32xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// Most of the elements are taken.
// CHECK-LABEL: func.func @most(
// CHECK:         %[[N:.*]] = hlo.negate
// CHECK:         "hlo.gather"(%[[N]],
func.func @most(%x: tensor<1000x32xf32>, %i: tensor<500x1xi32>) -> tensor<500x32xf32> {
  %n = hlo.negate %x : tensor<1000x32xf32>
  %r = "hlo.gather"(%n, %i) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 32>}> : (tensor<1000x32xf32>, tensor<500x1xi32>) -> tensor<500x32xf32>
  return %r : tensor<500x32xf32>
}
