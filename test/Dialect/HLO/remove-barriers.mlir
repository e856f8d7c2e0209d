// RUN: xla-opt %s --hlo-remove-barriers | FileCheck %s

// CHECK-LABEL: func.func @barrier(
// CHECK-SAME:    %[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<i32>
// CHECK-NEXT:    return %[[Y]], %[[X]]
func.func @barrier(%x: tensor<f32>, %y: tensor<i32>) -> (tensor<i32>, tensor<f32>) {
  %r:2 = hlo.optimization_barrier %x, %y : tensor<f32>, tensor<i32>
  return %r#1, %r#0 : tensor<i32>, tensor<f32>
}
