// Quantized values reach a function as the integers they store, packed if need be.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/custom-calls.c -o %t.so
// RUN: xla-run %s --print --load-library=%t.so --arg=3xf32=0.5,-1,6 | FileCheck %s
// RUN: xla-run %s --print --load-library=%t.so --arg=3xf32=0.5,-1,6 --backend=interpreter | FileCheck %s
// RUN: xla-run %s --print --load-library=%t.so --arg=3xf32=0.5,-1,6 --entry=physical --backend=interpreter | FileCheck %s

// -2, -5 and 7; then 1, 4 and -8.
// CHECK: type [[I4:[0-9]+]] to [[I4]], 3 of rank 1, order row-major: be 07
// CHECK: [2.0, 3.5, -2.5]
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i4:f32, 0.5:-3>>
  %1 = stablehlo.custom_call @complement4(%0) : (tensor<3x!quant.uniform<i4:f32, 0.5:-3>>) -> tensor<3x!quant.uniform<i4:f32, 0.5:-3>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<3x!quant.uniform<i4:f32, 0.5:-3>>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

// Also where they lie as the function is to see them already.
func.func public @physical(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i4:f32, 0.5:-3>>
  %1 = stablehlo.custom_call @complement4(%0) {hlo.physical_order} : (tensor<3x!quant.uniform<i4:f32, 0.5:-3>>) -> tensor<3x!quant.uniform<i4:f32, 0.5:-3>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<3x!quant.uniform<i4:f32, 0.5:-3>>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}
