// RUN: xla-opt %s --chlo-legalize-to-hlo | FileCheck %s

// CHECK-LABEL: func.func @top_k(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8xf32>
func.func @top_k(%x: tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  // CHECK-NEXT: %[[I:.*]] = hlo.iota dim = 1 : tensor<2x8xi32>
  // CHECK-NEXT: %[[S:.*]]:2 = "hlo.sort"(%[[X]], %[[I]]) <{dimension = 1 : i64, is_stable = true}> ({
  // CHECK:        hlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
  // CHECK:      hlo.slice %[[S]]#0 [0:2, 0:3]
  // CHECK:      hlo.slice %[[S]]#1 [0:2, 0:3]
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x8xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// CHECK-LABEL: func.func @scan(
func.func @scan(%x: tensor<2x3xf32>, %init: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  // CHECK: hlo.while
  // CHECK:   hlo.dynamic_slice %{{.*}}, sizes = [1, 3]
  // CHECK:   hlo.add
  // CHECK:   hlo.dynamic_update_slice
  %0:2 = chlo.scan(%x) inits(%init) dimension = 0 {
  ^bb0(%in: tensor<3xf32>, %carry: tensor<3xf32>):
    %1 = hlo.add %in, %carry : tensor<3xf32>
    hlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @ragged_rows(
func.func @ragged_rows(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<11x7xf32> {
  // CHECK: hlo.select
  // CHECK: hlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [2, 0] x [1, 0] : (tensor<3x11x5xf32>, tensor<3x5x7xf32>) -> tensor<11x7xf32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return %0 : tensor<11x7xf32>
}

// CHECK-LABEL: func.func @ragged_contraction(
func.func @ragged_contraction(%lhs: tensor<2x11x5xf32>, %rhs: tensor<2x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<3x2x11x7xf32> {
  // CHECK: hlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [1] x [0], contracting_dims = [3] x [1] : (tensor<3x2x11x5xf32>, tensor<2x5x7xf32>) -> tensor<2x3x11x7xf32>
  // CHECK: hlo.transpose %{{.*}}, dims = [1, 0, 2, 3]
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>} : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<3xi64>) -> tensor<3x2x11x7xf32>
  return %0 : tensor<3x2x11x7xf32>
}
