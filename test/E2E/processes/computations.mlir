// A collective's computation of two scalars may hold tensors and control flow.
// RUN: xla-run %s --replicas=2 --arg=4xf32=1,4,3,2 --arg=4xf32=4,1,5,0 | FileCheck %s
// RUN: xla-run %s --replicas=2 --arg=4xf32=1,4,3,2 --arg=4xf32=4,1,5,0 --backend=interpreter | FileCheck %s

// Of the first three times, the second once.
// CHECK:      process 0 result 0: 2xf32
// CHECK-NEXT: [7.0, 13.0]
// CHECK-NEXT: process 0 result 1: 4xf32
// CHECK-NEXT: [8.0, 8.0, 10.0, 4.0]
// CHECK-NEXT: process 1 result 0: 2xf32
// CHECK-NEXT: [14.0, 6.0]
// CHECK-NEXT: process 1 result 1: 4xf32
// CHECK-NEXT: [8.0, 8.0, 10.0, 4.0]
func.func @main(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %three = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %s = stablehlo.reduce(%three init: %b) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  %1 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %m = "stablehlo.if"(%c) ({
      %d = stablehlo.add %a, %a : tensor<f32>
      stablehlo.return %d : tensor<f32>
    }, {
      %d = stablehlo.add %b, %b : tensor<f32>
      stablehlo.return %d : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<2xf32>, tensor<4xf32>
}
