// Processes compare sums over both of them, and so agree on an order; windows are
// reduced by a number that depends on the process.
// RUN: xla-run %s --replicas=2 --arg=4xi32=4,3,2,1 --arg=4xi32=0,2,9,3 | FileCheck %s
// RUN: xla-run %s --replicas=2 --arg=4xi32=4,3,2,1 --arg=4xi32=0,2,9,3 --backend=interpreter | FileCheck %s

// Sums are 4, 5, 11, 4.
// CHECK:      process 0 result 0: 4xi32
// CHECK-NEXT: [4, 1, 3, 2]
// CHECK-NEXT: process 0 result 1: 3xi32
// CHECK-NEXT: [7, 5, 3]
// CHECK-NEXT: process 1 result 0: 4xi32
// CHECK-NEXT: [0, 3, 2, 9]
// CHECK-NEXT: process 1 result 1: 3xi32
// CHECK-NEXT: [4, 13, 14]
func.func @main(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<3xi32>) {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %pair:2 = "stablehlo.all_reduce"(%a, %b) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %t = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %c = stablehlo.compare LT, %pair#0, %pair#1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi32>) -> tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %id = stablehlo.replica_id : tensor<ui32>
    %own = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    %r = stablehlo.add %s, %own : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  return %0, %1 : tensor<4xi32>, tensor<3xi32>
}
