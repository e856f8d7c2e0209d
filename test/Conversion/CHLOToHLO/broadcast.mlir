// RUN: xla-opt %s --chlo-legalize-to-hlo | FileCheck %s

// CHECK-LABEL: func.func @add_scalar(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xf32>, %[[S:.*]]: tensor<f32>
func.func @add_scalar(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: %[[B:.*]] = hlo.broadcast_in_dim %[[S]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  // CHECK-NEXT: %[[R:.*]] = hlo.add %[[X]], %[[B]] : tensor<2x3xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = chlo.broadcast_add %x, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @both_sides(
// CHECK-SAME:    %[[X:.*]]: tensor<2x1xf32>, %[[Y:.*]]: tensor<3xf32>
func.func @both_sides(%x: tensor<2x1xf32>, %y: tensor<3xf32>) -> tensor<2x3xi1> {
  // CHECK-NEXT: %[[A:.*]] = hlo.broadcast_in_dim %[[X]], dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: %[[B:.*]] = hlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: hlo.compare LT, %[[A]], %[[B]], TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @placed(
func.func @placed(%x: tensor<2x3xf32>, %y: tensor<2xf32>) -> tensor<2x3xf32> {
  // CHECK: hlo.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
  %0 = chlo.broadcast_multiply %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// The result's size is the operand's that is not 1.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[X:.*]]: tensor<?x3xf32>, %[[Y:.*]]: tensor<1x3xf32>
func.func @dynamic(%x: tensor<?x3xf32>, %y: tensor<1x3xf32>) -> tensor<?x3xf32> {
  // CHECK: %[[N:.*]] = hlo.get_dimension_size %[[X]], dim = 0
  // CHECK: %[[SHAPE:.*]] = hlo.concatenate
  // CHECK: hlo.dynamic_broadcast_in_dim %[[X]], %[[SHAPE]], dims = [0, 1]
  // CHECK: hlo.dynamic_broadcast_in_dim %[[Y]], %[[SHAPE]], dims = [0, 1]
  // CHECK: hlo.subtract
  %0 = chlo.broadcast_subtract %x, %y : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @constant_like(
func.func @constant_like(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: hlo.constant dense<1.000000e+00> : tensor<2xf32>
  %0 = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
