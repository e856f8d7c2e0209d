// No quotient traps: x/0 is all ones, x%0 is x, the smallest number over -1 is itself.
// DEFINE: %{args} = --arg=5xi32=7,-7,-2147483648,5,0 --arg=5xi32=2,2,-1,0,0 \
// DEFINE:   --arg=3xui8=200,7,0 --arg=3xui8=7,0,0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 5xi32
// CHECK-NEXT: [3, -3, -2147483648, -1, -1]
// CHECK-NEXT: result 1: 5xi32
// CHECK-NEXT: [1, -1, 0, 5, 0]
// CHECK-NEXT: result 2: 3xui8
// CHECK-NEXT: [28, 255, 255]
// CHECK-NEXT: result 3: 3xui8
// CHECK-NEXT: [4, 7, 0]
func.func @main(%x: tensor<5xi32>, %y: tensor<5xi32>, %u: tensor<3xui8>, %v: tensor<3xui8>)
    -> (tensor<5xi32>, tensor<5xi32>, tensor<3xui8>, tensor<3xui8>) {
  %q = stablehlo.divide %x, %y : tensor<5xi32>
  %r = stablehlo.remainder %x, %y : tensor<5xi32>
  %s = stablehlo.divide %u, %v : tensor<3xui8>
  %t = stablehlo.remainder %u, %v : tensor<3xui8>
  return %q, %r, %s, %t : tensor<5xi32>, tensor<5xi32>, tensor<3xui8>, tensor<3xui8>
}
