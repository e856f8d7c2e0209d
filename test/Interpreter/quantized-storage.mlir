// Integers of such widths have no layout: both backends say so.
// RUN: not xla-run %s --backend=interpreter 2>&1 | FileCheck %s
// RUN: not xla-run %s --entry=inside 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: not xla-run %s --entry=axis --backend=interpreter 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not xla-run %s --entry=constant --backend=interpreter 2>&1 | FileCheck %s --check-prefix=CONSTANT

// CHECK: quantized-storage.mlir:[[#@LINE+5]]:8: error: 'stablehlo.uniform_quantize' op expects quantized values that store integers of 2, 4, 8, 16 or 32 bits, but got 'tensor<3x!quant.uniform<i3:f32, 5.000000e-01>>'
// NATIVE: error: 'stablehlo.uniform_quantize' op expects quantized values that store integers of 2, 4, 8, 16 or 32 bits, but got
// AXIS: error: 'stablehlo.uniform_quantize' op expects quantized values that store integers of 2, 4, 8, 16 or 32 bits, but got 'tensor<2x!quant.uniform<u24:f32:0
// CONSTANT: error: 'stablehlo.constant' op expects quantized values that store integers of 2, 4, 8, 16 or 32 bits
func.func @main(%x: tensor<3xf32>) -> tensor<3x!quant.uniform<i3:f32, 0.5>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i3:f32, 0.5>>
  return %0 : tensor<3x!quant.uniform<i3:f32, 0.5>>
}
func.func @axis(%x: tensor<2xf32>) -> tensor<2x!quant.uniform<u24:f32:0, {0.5, 1.0}>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<u24:f32:0, {0.5, 1.0}>>
  return %0 : tensor<2x!quant.uniform<u24:f32:0, {0.5, 1.0}>>
}
func.func @constant() -> tensor<2x!quant.uniform<i5:f32, 0.5>> {
  %0 = stablehlo.constant() {value = dense<1> : tensor<2xi5>} : () -> tensor<2x!quant.uniform<i5:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i5:f32, 0.5>>
}
func.func @inside(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<u6:f32, 0.5>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<3x!quant.uniform<u6:f32, 0.5>>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
