// NaN is unordered, unless the order is total.
// DEFINE: %{args} = --arg=4xf32=nan,-0,1,-inf --arg=4xf32=nan,0,2,nan
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 4xi1
// CHECK-NEXT: [false, true, false, false]
// CHECK-NEXT: result 1: 4xi1
// CHECK-NEXT: [true, false, true, true]
// CHECK-NEXT: result 2: 4xi1
// CHECK-NEXT: [false, false, true, false]
// CHECK-NEXT: result 3: 4xi1
// CHECK-NEXT: [false, true, true, true]
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %a = stablehlo.compare EQ, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %b = stablehlo.compare NE, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %c = stablehlo.compare LT, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %d = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %a, %b, %c, %d : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
