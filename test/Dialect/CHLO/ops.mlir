// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>, %[[I:.*]]: tensor<2xi32>
func.func @elementwise(%x: tensor<2xf32>, %i: tensor<2xi32>) {
  // CHECK-NEXT: chlo.erf %[[X]] : tensor<2xf32> -> tensor<2xf32>
  %0 = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>
  // CHECK-NEXT: chlo.is_inf %[[X]] : tensor<2xf32> -> tensor<2xi1>
  %1 = chlo.is_inf %x : tensor<2xf32> -> tensor<2xi1>
  // CHECK-NEXT: chlo.zeta %[[X]], %[[X]] : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  %2 = chlo.zeta %x, %x : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK-NEXT: chlo.mulhi %[[I]], %[[I]] : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
  %3 = chlo.mulhi %i, %i : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
  return
}

// CHECK-LABEL: func.func @broadcasts(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[P:.*]]: tensor<i1>
func.func @broadcasts(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %p: tensor<i1>) {
  // CHECK-NEXT: chlo.broadcast_add %[[X]], %[[Y]] {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: chlo.broadcast_compare %[[X]], %[[Y]] {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  // CHECK-NEXT: chlo.broadcast_select %[[P]], %[[X]], %[[Y]] : (tensor<i1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: "chlo.constant_like"(%[[Y]]) <{value = 1.000000e+00 : f32}> : (tensor<3xf32>) -> tensor<3xf32>
  %3 = "chlo.constant_like"(%y) {value = 1.0 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: func.func @structured(
func.func @structured(%x: tensor<2x8xf32>, %init: tensor<8xf32>) {
  // CHECK-NEXT: %{{.*}}, %{{.*}} = chlo.top_k(%{{.*}}, k = 3) : tensor<2x8xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x8xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // CHECK-NEXT: chlo.scan(%{{.*}}) inits(%{{.*}}) dimension=0 attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: tensor<8xf32>, %[[CARRY:.*]]: tensor<8xf32>):
  // CHECK-NEXT:   hlo.return %[[IN]], %[[CARRY]] : tensor<8xf32>, tensor<8xf32>
  // CHECK-NEXT: } : (tensor<2x8xf32>, tensor<8xf32>) -> (tensor<2x8xf32>, tensor<8xf32>)
  %1:2 = chlo.scan(%x) inits(%init) dimension = 0 attributes {is_reverse = true} {
  ^bb0(%in: tensor<8xf32>, %carry: tensor<8xf32>):
    hlo.return %in, %carry : tensor<8xf32>, tensor<8xf32>
  } : (tensor<2x8xf32>, tensor<8xf32>) -> (tensor<2x8xf32>, tensor<8xf32>)
  return
}

// CHECK-LABEL: func.func @ragged_dot(
func.func @ragged_dot(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // CHECK-NEXT: "chlo.ragged_dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}
