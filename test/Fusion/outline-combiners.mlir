// RUN: xla-opt %s --xla-outline-kernels | FileCheck %s

// A collective stays at the host level; what combines two elements becomes a
// kernel beside its computation, with the constants that it uses. Equal ones are
// one kernel.

// CHECK:      func.func private @[[KERNEL:combine_[0-9a-f]+]](%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>) -> tensor<f32>
// CHECK-SAME:     xla.kernel
// CHECK-DAG:    %[[TWO:.*]] = hlo.constant dense<2.0
// CHECK-DAG:    %[[SUM:.*]] = hlo.add %[[A]], %[[B]]
// CHECK:        hlo.multiply %[[SUM]], %[[TWO]]
// CHECK-NOT:  combine_
// CHECK:      func.func @main(
// CHECK:        "hlo.all_reduce"
// CHECK:        xla.combiner = @[[KERNEL]]
// CHECK:        "hlo.reduce_scatter"
// CHECK:        xla.combiner = @[[KERNEL]]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %two = hlo.constant dense<2.0> : tensor<f32>
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.add %a, %b : tensor<f32>
    %c = hlo.multiply %s, %two : tensor<f32>
    hlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %z = "hlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.add %a, %b : tensor<f32>
    %c = hlo.multiply %s, %two : tensor<f32>
    hlo.return %c : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return %y, %z : tensor<4xf32>, tensor<2xf32>
}
