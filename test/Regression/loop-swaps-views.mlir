// A loop in one kernel swaps two values of different shapes.
// RUN: xla-run %s --print --arg=20x20xf32=1 --arg=400xf32=2 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=20x20xf32=1 --arg=400xf32=2 | FileCheck %s

// CHECK: [2.0, 2.0]
// CHECK: [1.0, 1.0]
func.func @main(%x: tensor<20x20xf32>, %y: tensor<400xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<20x20xf32>, tensor<400xf32>
    cond {
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %square = stablehlo.reshape %b : (tensor<400xf32>) -> tensor<20x20xf32>
      %flat = stablehlo.reshape %a : (tensor<20x20xf32>) -> tensor<400xf32>
      stablehlo.return %next, %square, %flat : tensor<i32>, tensor<20x20xf32>, tensor<400xf32>
    }
  %flat = stablehlo.reshape %r#1 : (tensor<20x20xf32>) -> tensor<400xf32>
  %a = stablehlo.slice %flat [0:2] : (tensor<400xf32>) -> tensor<2xf32>
  %b = stablehlo.slice %r#2 [398:400] : (tensor<400xf32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
