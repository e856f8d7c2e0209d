// A dimension of a sort counts from the end where it is negative, as it is by
// default.
// RUN: xla-run %s --print --arg=2x3xi32=3,1,2,0,9,-5 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=2x3xi32=3,1,2,0,9,-5 | FileCheck %s

// CHECK: result 0: 2x3xi32
// CHECK-NEXT: {{\[\[}}1, 2, 3], [-5, 0, 9]]
// CHECK-NEXT: result 1: 2x3xi32
// CHECK-NEXT: {{\[\[}}0, 1, -5], [3, 9, 2]]
func.func @main(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %1 = "stablehlo.sort"(%x) <{dimension = -2 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0, %1 : tensor<2x3xi32>, tensor<2x3xi32>
}
