// DEFINE: %{args} = --arg=4xui16=0,1,65535,256
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 4xui16
// CHECK-NEXT: [16, 15, 0, 7]
// CHECK-NEXT: result 1: 4xui16
// CHECK-NEXT: [0, 1, 16, 1]
// CHECK-NEXT: result 2: 4xui16
// CHECK-NEXT: [65535, 65534, 0, 65279]
// CHECK-NEXT: result 3: 4x2xui8
// CHECK-NEXT: {{\[\[}}0, 0], [1, 0], [255, 255], [0, 1]]
func.func @main(%x: tensor<4xui16>) -> (tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4x2xui8>) {
  %c = stablehlo.count_leading_zeros %x : tensor<4xui16>
  %p = stablehlo.popcnt %x : tensor<4xui16>
  %n = stablehlo.not %x : tensor<4xui16>
  %b = stablehlo.bitcast_convert %x : (tensor<4xui16>) -> tensor<4x2xui8>
  return %c, %p, %n, %b : tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4x2xui8>
}
