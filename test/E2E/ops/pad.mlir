// Negative edges cut, also what interior padding has put there.
// DEFINE: %{args} = --arg=3x2xi32=1,2,3,4,5,6 --arg=i32=0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 4x3xi32
// CHECK-NEXT: {{\[\[}}0, 0, 0], [0, 3, 4], [0, 0, 0], [0, 5, 6]]
// CHECK-NEXT: result 1: 2x4xi32
// CHECK-NEXT: {{\[\[}}5, 0, 6, 0], [0, 0, 0, 0]]
func.func @main(%x: tensor<3x2xi32>, %v: tensor<i32>) -> (tensor<4x3xi32>, tensor<2x4xi32>) {
  %a = stablehlo.pad %x, %v, low = [-1, 1], high = [0, 0], interior = [1, 0] : (tensor<3x2xi32>, tensor<i32>) -> tensor<4x3xi32>
  %b = stablehlo.pad %x, %v, low = [-2, 0], high = [1, 1], interior = [0, 1] : (tensor<3x2xi32>, tensor<i32>) -> tensor<2x4xi32>
  return %a, %b : tensor<4x3xi32>, tensor<2x4xi32>
}
