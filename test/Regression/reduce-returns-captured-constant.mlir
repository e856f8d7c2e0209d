// A reducer that returns a constant, in a kernel with what follows it: the
// constant stands outside of the reducer once constants are shared.
// RUN: xla-run %s --print --arg=3x5xi32=1 --arg=3x5xi32=2 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=3x5xi32=1 --arg=3x5xi32=2 | FileCheck %s

// CHECK: [5001, 5001, 5001]
func.func @main(%x: tensor<3x5xi32>, %y: tensor<3x5xi32>) -> tensor<3xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sums:2 = stablehlo.reduce(%x init: %zero), (%y init: %zero) across dimensions = [1] : (tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>)
    reducer(%a: tensor<i32>, %p: tensor<i32>) (%b: tensor<i32>, %q: tensor<i32>) {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %sum = stablehlo.add %a, %p : tensor<i32>
      stablehlo.return %sum, %one : tensor<i32>, tensor<i32>
    }
  %thousand = stablehlo.constant dense<1000> : tensor<3xi32>
  %scaled = stablehlo.multiply %sums#0, %thousand : tensor<3xi32>
  %result = stablehlo.add %scaled, %sums#1 : tensor<3xi32>
  return %result : tensor<3xi32>
}
