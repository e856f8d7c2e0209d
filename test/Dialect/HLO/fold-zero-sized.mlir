// RUN: xla-opt %s --hlo-fold-zero-sized | FileCheck %s

// CHECK-LABEL: func.func @elementwise(
// CHECK-NEXT:    %[[C:.*]] = hlo.constant dense<> : tensor<0x4xf32>
// CHECK-NEXT:    return %[[C]]
func.func @elementwise(%x: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %r = hlo.add %x, %x : tensor<0x4xf32>
  return %r : tensor<0x4xf32>
}

// CHECK-LABEL: func.func @reduce(
// CHECK-SAME:    %{{.*}}: tensor<0x4xf32>, %[[I:.*]]: tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = hlo.broadcast_in_dim %[[I]], dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[B]]
func.func @reduce(%x: tensor<0x4xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %r = hlo.reduce(%x init: %i) applies hlo.add across dimensions = [0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @pad(
// CHECK-NEXT:    hlo.broadcast_in_dim
func.func @pad(%x: tensor<0xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  %r = hlo.pad %x, %v, low = [1], high = [2], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @dot(
// CHECK-NEXT:    hlo.constant dense<0.000000e+00> : tensor<2x3xf32>
func.func @dot(%x: tensor<2x0xf32>, %y: tensor<0x3xf32>) -> tensor<2x3xf32> {
  %r = hlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @concatenate(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>, %[[E:.*]]: tensor<0xf32>
// CHECK-NEXT:    hlo.concatenate %[[X]], %[[X]], dim = 0
func.func @concatenate(%x: tensor<2xf32>, %e: tensor<0xf32>) -> tensor<4xf32> {
  %r = hlo.concatenate %x, %e, %x, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @side_effect(
// CHECK-NEXT:    hlo.custom_call
func.func @side_effect(%x: tensor<0xf32>) -> tensor<0xf32> {
  %r = hlo.custom_call @print(%x) {has_side_effect = true} : (tensor<0xf32>) -> tensor<0xf32>
  return %r : tensor<0xf32>
}
