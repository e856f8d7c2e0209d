// Assertions say unsigned numbers as they are.
// RUN: not xla-run %s --arg=ui64=18446744073709551615 2>&1 | FileCheck %s
// RUN: not xla-run %s --backend=interpreter --arg=ui64=18446744073709551615 2>&1 | FileCheck %s

// CHECK: got 18446744073709551615
func.func @main(%x: tensor<ui64>) -> tensor<ui64> {
  %zero = stablehlo.constant dense<0> : tensor<ui64>
  %is_zero = stablehlo.compare EQ, %x, %zero : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_zero, %x) {error_message = "got {0}", has_side_effect = true} : (tensor<i1>, tensor<ui64>) -> ()
  return %x : tensor<ui64>
}
