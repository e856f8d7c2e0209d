// RUN: xla-run %s --arg=2xf32=3,-0.0 | FileCheck %s

// With one process, collectives give back what they get, exactly.

// CHECK:      result 0: 2xf32
// CHECK-NEXT: [3.0, -0.0]
// CHECK:      result 1: 2xf32
// CHECK-NEXT: [3.0, -0.0]
// CHECK:      result 2: ui32
// CHECK-NEXT: 0
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<ui32>) {
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.add %a, %b : tensor<f32>
    hlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %z = "hlo.all_gather"(%y) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %p = hlo.partition_id : tensor<ui32>
  return %y, %z, %p : tensor<2xf32>, tensor<2xf32>, tensor<ui32>
}
