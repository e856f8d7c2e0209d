// Floats saturate to integers, NaN is 0, whatever is not 0 is true.
// DEFINE: %{args} = --arg=6xf32=nan,inf,-inf,-1.5,300.7,0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 6xi8
// CHECK-NEXT: [0, 127, -128, -1, 127, 0]
// CHECK-NEXT: result 1: 6xui8
// CHECK-NEXT: [0, 255, 0, 0, 255, 0]
// CHECK-NEXT: result 2: 6xi1
// CHECK-NEXT: [true, true, true, true, true, false]
// CHECK-NEXT: result 3: 6xbf16
// CHECK-NEXT: [nan, inf, -inf, -1.5, 300.0, 0.0]
func.func @main(%x: tensor<6xf32>) -> (tensor<6xi8>, tensor<6xui8>, tensor<6xi1>, tensor<6xbf16>) {
  %i = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xi8>
  %u = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xui8>
  %b = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xi1>
  %h = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xbf16>
  return %i, %u, %b, %h : tensor<6xi8>, tensor<6xui8>, tensor<6xi1>, tensor<6xbf16>
}
