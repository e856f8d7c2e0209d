// The padding is no factor of the product.
// RUN: xla-run %s --print --arg=1x3x1xf32=1,2,3 --arg=1x1x1xf32=2 | FileCheck %s
// RUN: xla-run %s --print --arg=1x3x1xf32=1,2,3 --arg=1x1x1xf32=2 --backend=interpreter | FileCheck %s

// CHECK{LITERAL}: [[[0.0], [2.0], [4.0], [6.0], [0.0]]]
!q = !quant.uniform<i8:f32, 0.5:-3>
func.func @main(%a: tensor<1x3x1xf32>, %b: tensor<1x1x1xf32>) -> tensor<1x5x1xf32> {
  %x = hlo.uniform_quantize %a : (tensor<1x3x1xf32>) -> tensor<1x3x1x!q>
  %y = hlo.uniform_quantize %b : (tensor<1x1x1xf32>) -> tensor<1x1x1x!q>
  %p = hlo.constant dense<1> : tensor<1x2xi64>
  %0 = "hlo.dynamic_conv"(%x, %y, %p) <{dimension_numbers = #hlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x3x1x!q>, tensor<1x1x1x!q>, tensor<1x2xi64>) -> tensor<1x5x1x!q>
  %1 = hlo.uniform_dequantize %0 : (tensor<1x5x1x!q>) -> tensor<1x5x1xf32>
  return %1 : tensor<1x5x1xf32>
}
