// Two tensors of booleans of one kernel, whose first elements are the same constant.
// RUN: xla-run %s --print --arg=i32=3 | FileCheck %s
// RUN: xla-run %s --print --arg=i32=3 --backend=interpreter | FileCheck %s

// CHECK{LITERAL}: [[true, false], [false, true]]
// CHECK{LITERAL}: [[true, true], [true, true]]
// CHECK: 3
func.func @main(%n: tensor<i32>) -> (tensor<2x2xi1>, tensor<2x2xi1>, tensor<i32>) {
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
  %rows = stablehlo.iota dim = 0 : tensor<2x2xi32>
  %columns = stablehlo.iota dim = 1 : tensor<2x2xi32>
  %equal = stablehlo.compare EQ, %rows, %columns : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
  %ones = stablehlo.constant dense<1> : tensor<2x2xi32>
  %most = stablehlo.maximum %columns, %ones : tensor<2x2xi32>
  %below = stablehlo.compare LE, %columns, %most : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
  return %equal, %below, %r : tensor<2x2xi1>, tensor<2x2xi1>, tensor<i32>
}
