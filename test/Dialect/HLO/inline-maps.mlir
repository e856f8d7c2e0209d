// RUN: xla-opt %s --hlo-inline-maps | FileCheck %s

// CHECK-LABEL: func.func @map(
// CHECK-SAME:    %[[X:.*]]: tensor<4x5xf32>, %[[S:.*]]: tensor<f32>
// CHECK:         %[[B:.*]] = hlo.broadcast_in_dim %[[S]], dims = [] : (tensor<f32>) -> tensor<4x5xf32>
// CHECK:         %[[A:.*]] = hlo.add %[[X]], %[[B]] : tensor<4x5xf32>
// CHECK:         %[[P:.*]] = hlo.compare LT, %[[A]], %[[X]] : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
// CHECK:         return %[[P]]
func.func @map(%x: tensor<4x5xf32>, %s: tensor<f32>) -> tensor<4x5xi1> {
  %r = "hlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %b = hlo.add %a, %s : tensor<f32>
    %c = hlo.compare LT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x5xf32>) -> tensor<4x5xi1>
  return %r : tensor<4x5xi1>
}

// CHECK-LABEL: func.func @constant_map(
// CHECK:         %[[C:.*]] = hlo.constant dense<1.0
// CHECK:         %[[B:.*]] = hlo.broadcast_in_dim %[[C]], dims = []
// CHECK:         return %[[B]]
func.func @constant_map(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "hlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %c = hlo.constant dense<1.0> : tensor<f32>
    hlo.return %c : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
