// On quantized values these mean the op on the numbers they stand for, not on the
// integers they store.
// RUN: xla-run %s --print --arg=2x2xf32=1,2,3,-1 | FileCheck %s
// RUN: xla-run %s --print --arg=2x2xf32=1,2,3,-1 --backend=interpreter | FileCheck %s

// CHECK{LITERAL}: [[1.0, 4.0], [9.0, 1.0]]
// CHECK{LITERAL}: [[7.0, 0.0], [0.0, 7.0]]
!q = !quant.uniform<i8:f32, 0.5:-3>
func.func @main(%a: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %x = hlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!q>
  %0 = chlo.square %x : tensor<2x2x!q> -> tensor<2x2x!q>
  %1 = hlo.uniform_dequantize %0 : (tensor<2x2x!q>) -> tensor<2x2xf32>
  %y = hlo.reshape %x : (tensor<2x2x!q>) -> tensor<1x2x2x!q>
  %g = hlo.constant dense<2> : tensor<1xi32>
  %2 = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x2x!q>, tensor<1x2x2x!q>, tensor<1xi32>) -> tensor<2x2x!q>
  %3 = hlo.uniform_dequantize %2 : (tensor<2x2x!q>) -> tensor<2x2xf32>
  return %1, %3 : tensor<2x2xf32>, tensor<2x2xf32>
}
