// DEFINE: %{args} = --arg=2x3xi32=1,2,3,4,5,6
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 2x3xi32
// CHECK-NEXT: {{\[\[}}6, 5, 4], [3, 2, 1]]
// CHECK-NEXT: result 1: 3x2xi32
// CHECK-NEXT: {{\[\[}}1, 4], [2, 5], [3, 6]]
// CHECK-NEXT: result 2: 3x2xi32
// CHECK-NEXT: {{\[\[}}1, 2], [3, 4], [5, 6]]
// CHECK-NEXT: result 3: 4x3xi32
// CHECK-NEXT: {{\[\[}}1, 2, 3], [4, 5, 6], [6, 5, 4], [3, 2, 1]]
// CHECK-NEXT: result 4: 1x2xi32
// CHECK-NEXT: {{\[\[}}4, 6]]
// CHECK-NEXT: result 5: 2x3xi32
// CHECK-NEXT: {{\[\[}}1, 3, 5], [4, 6, 8]]
func.func @main(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<4x3xi32>, tensor<1x2xi32>, tensor<2x3xi32>) {
  %r = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xi32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %s = stablehlo.reshape %x : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %c = stablehlo.concatenate %x, %r, dim = 0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
  %l = stablehlo.slice %x [1:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<1x2xi32>
  %i = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %a = stablehlo.add %i, %x : tensor<2x3xi32>
  return %r, %t, %s, %c, %l, %a : tensor<2x3xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<4x3xi32>, tensor<1x2xi32>, tensor<2x3xi32>
}
