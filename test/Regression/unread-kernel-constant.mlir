// A kernel whose loop, once it is one, does not read its constant: the constant
// goes too. In booleans, x and false is false, so that the sum is as it was.
// RUN: xla-run %s --print --compile-options=parallel=false | FileCheck %s

// CHECK: result 0: 5x2xi1
// CHECK-NEXT: false, false
func.func @main() -> tensor<5x2xi1> {
  %a = stablehlo.constant dense<false> : tensor<5x5x1xi1>
  %b = stablehlo.constant dense<true> : tensor<5x1x2xi1>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [] x [], contracting_dims = [1, 2] x [0, 1] : (tensor<5x5x1xi1>, tensor<5x1x2xi1>) -> tensor<5x2xi1>
  return %0 : tensor<5x2xi1>
}
