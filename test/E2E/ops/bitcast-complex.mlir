// A complex number as two of half the width, the real part first, and back.
// DEFINE: %{args} = --arg=2xf32=1,-2 --arg=2xf32=0.5,0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// The parts are the bits of (1.0, 0.5) and of (-2.0, 0.0).
// CHECK: result 0: 1xf64
// CHECK-NEXT: [3.0517585344114195e-05]
// CHECK-NEXT: result 1: 1xui64
// CHECK-NEXT: [3221225472]
// CHECK-NEXT: result 2: 1x2xcomplex<f32>
// CHECK-NEXT: {{\[\[}}(1.0, 0.5), (-2.0, 0.0)]]
func.func @main(%re: tensor<2xf32>, %im: tensor<2xf32>) -> (tensor<1xf64>, tensor<1xui64>, tensor<1x2xcomplex<f32>>) {
  %z = stablehlo.complex %re, %im : tensor<2xcomplex<f32>>
  %pair = stablehlo.reshape %z : (tensor<2xcomplex<f32>>) -> tensor<1x2xcomplex<f32>>
  %whole = stablehlo.bitcast_convert %pair : (tensor<1x2xcomplex<f32>>) -> tensor<1xcomplex<f64>>
  %low = stablehlo.real %whole : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %high = stablehlo.imag %whole : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %bits = stablehlo.bitcast_convert %high : (tensor<1xf64>) -> tensor<1xui64>
  %apart = stablehlo.bitcast_convert %whole : (tensor<1xcomplex<f64>>) -> tensor<1x2xcomplex<f32>>
  return %low, %bits, %apart : tensor<1xf64>, tensor<1xui64>, tensor<1x2xcomplex<f32>>
}
