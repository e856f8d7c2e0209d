// A reduction's region asks for its process, and talks to the other one.
// RUN: xla-run %s --replicas=2 --arg=3xi32=1,2,3 --arg=3xi32=10,20,30 | FileCheck %s
// RUN: xla-run %s --replicas=2 --arg=3xi32=1,2,3 --arg=3xi32=10,20,30 --backend=interpreter | FileCheck %s

// CHECK:      process 0 result 0: i32
// CHECK-NEXT: 66
// CHECK-NEXT: process 1 result 0: i32
// CHECK-NEXT: 69
func.func @main(%x: tensor<3xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %both = "stablehlo.all_reduce"(%b) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %t = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
    %id = stablehlo.replica_id : tensor<ui32>
    %own = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %s = stablehlo.add %a, %both : tensor<i32>
    %r = stablehlo.add %s, %own : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
