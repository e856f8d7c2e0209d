// Batch dimensions anywhere, mixed types, nothing to contract, no elements to
// contract.
// DEFINE: %{args} = --arg=2x2x2xf32=1,2,3,4,5,6,7,8 \
// DEFINE:   --arg=2x2x2xf32=1,0,2,1,3,1,0,2 --arg=3xi8=100,100,100 \
// DEFINE:   --arg=3xui8=200,1,2
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 2x2x2xf32
// CHECK-NEXT: {{\[\[}}[1.0, 7.0], [2.0, 10.0]], {{\[\[}}16.0, 14.0], [20.0, 16.0]]]
// CHECK-NEXT: result 1: i32
// CHECK-NEXT: 20300
// CHECK-NEXT: result 2: 3x3xi32
// CHECK-NEXT: {{\[\[}}20000, 100, 200], [20000, 100, 200], [20000, 100, 200]]
// CHECK-NEXT: result 3: 2x2xf32
// CHECK-NEXT: {{\[\[}}0.0, 0.0], [0.0, 0.0]]
func.func @main(%a: tensor<2x2x2xf32>, %b: tensor<2x2x2xf32>, %i: tensor<3xi8>, %u: tensor<3xui8>) -> (tensor<2x2x2xf32>, tensor<i32>, tensor<3x3xi32>, tensor<2x2xf32>) {
  %r = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [0] x [2] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %s = stablehlo.dot_general %i, %u, contracting_dims = [0] x [0] : (tensor<3xi8>, tensor<3xui8>) -> tensor<i32>
  %o = stablehlo.dot_general %i, %u, contracting_dims = [] x [] : (tensor<3xi8>, tensor<3xui8>) -> tensor<3x3xi32>
  %e = stablehlo.constant dense<> : tensor<2x0xf32>
  %z = stablehlo.dot_general %e, %e, contracting_dims = [1] x [1] : (tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<2x2xf32>
  return %r, %s, %o, %z : tensor<2x2x2xf32>, tensor<i32>, tensor<3x3xi32>, tensor<2x2xf32>
}
