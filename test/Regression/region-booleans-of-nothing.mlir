// A tensor of no booleans leaves a kernel that keeps tensors in registers.
// RUN: xla-run %s --print --arg=i32=3 --arg=0xi32=1 | FileCheck %s

// CHECK: 0xi1
// CHECK: []
// CHECK: 3
func.func @main(%n: tensor<i32>, %x: tensor<0xi32>) -> (tensor<0xi1>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  %e = stablehlo.compare EQ, %x, %x : (tensor<0xi32>, tensor<0xi32>) -> tensor<0xi1>
  return %e, %r : tensor<0xi1>, tensor<i32>
}
