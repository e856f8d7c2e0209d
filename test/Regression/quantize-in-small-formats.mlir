// Storage bounds beyond the expressed type's range do not bound, where they would be
// NaN, and rounding stays in that type.
// RUN: xla-run %s --print --arg=3xf32=2.5,-1,2 | FileCheck %s
// RUN: xla-run %s --print --arg=3xf32=2.5,-1,2 --backend=interpreter | FileCheck %s

// CHECK: [13, -1, 11]
// CHECK: [7, -1, 7]
func.func @main(%a: tensor<3xf32>) -> (tensor<3xi8>, tensor<3xi8>) {
  %x = hlo.convert %a : (tensor<3xf32>) -> tensor<3xf8E4M3B11FNUZ>
  %0 = hlo.uniform_quantize %x : (tensor<3xf8E4M3B11FNUZ>) -> tensor<3x!quant.uniform<i8:f8E4M3B11FNUZ, 0.25:3>>
  %1 = hlo.bitcast_convert %0 : (tensor<3x!quant.uniform<i8:f8E4M3B11FNUZ, 0.25:3>>) -> tensor<3xi8>
  %y = hlo.convert %a : (tensor<3xf32>) -> tensor<3xf6E2M3FN>
  %2 = hlo.uniform_quantize %y : (tensor<3xf6E2M3FN>) -> tensor<3x!quant.uniform<i8:f6E2M3FN, 0.25:3>>
  %3 = hlo.bitcast_convert %2 : (tensor<3x!quant.uniform<i8:f6E2M3FN, 0.25:3>>) -> tensor<3xi8>
  return %1, %3 : tensor<3xi8>, tensor<3xi8>
}
