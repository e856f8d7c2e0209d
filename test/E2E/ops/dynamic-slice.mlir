// Start indices are clamped, whatever their type.
// DEFINE: %{args} = --arg=5xi32=1,2,3,4,5 --arg=i32=-3 --arg=ui8=200 \
// DEFINE:   --arg=2xi32=8,9
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 2xi32
// CHECK-NEXT: [1, 2]
// CHECK-NEXT: result 1: 2xi32
// CHECK-NEXT: [4, 5]
// CHECK-NEXT: result 2: 5xi32
// CHECK-NEXT: [1, 2, 3, 8, 9]
func.func @main(%x: tensor<5xi32>, %i: tensor<i32>, %j: tensor<ui8>, %u: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<5xi32>) {
  %a = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_slice %x, %j, sizes = [2] : (tensor<5xi32>, tensor<ui8>) -> tensor<2xi32>
  %c = stablehlo.dynamic_update_slice %x, %u, %j : (tensor<5xi32>, tensor<2xi32>, tensor<ui8>) -> tensor<5xi32>
  return %a, %b, %c : tensor<2xi32>, tensor<2xi32>, tensor<5xi32>
}
