// Quantized arguments and results are the integers they store.
// DEFINE: %{args} = --arg=2x3xi8=1,2,-3,127,-128,5 --arg=3x2xi4=2,0,1,-1,0,7
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 2x2xi8
// CHECK-NEXT: {{\[\[}}3, -4], [18, 42]]
// CHECK: result 1: 2x3xf32
// CHECK-NEXT: {{\[\[}}0.0, 0.5, -2.0], [63.0, -64.5, 2.0]]
// CHECK: result 2: 2x3xui8
// CHECK-NEXT: {{\[\[}}6, 6, 6], [68, 6, 7]]
func.func @main(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>, %y: tensor<3x2x!quant.uniform<i4:f32:1, {0.25, 0.5}>>) -> (tensor<2x2x!quant.uniform<i8:f32, 1.0:3>>, tensor<2x3xf32>, tensor<2x3x!quant.uniform<u8:f32, 1.0:5>>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x2x!quant.uniform<i4:f32:1, {0.25, 0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:3>>
  %1 = stablehlo.uniform_dequantize %x : (tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x3xf32>
  %half = stablehlo.constant dense<0.5> : tensor<2x3xf32>
  %h = stablehlo.uniform_quantize %half : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>
  %2 = stablehlo.maximum %x, %h : (tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x3x!quant.uniform<u8:f32, 1.0:5>>
  return %0, %1, %2 : tensor<2x2x!quant.uniform<i8:f32, 1.0:3>>, tensor<2x3xf32>, tensor<2x3x!quant.uniform<u8:f32, 1.0:5>>
}
