// Forward and back, of real and complex numbers, in one dimension and in two.
// DEFINE: %{args} = --arg=4xf32=1,2,3,4 --arg=2x4xf32=1,2,4,8,16,32,64,128
// RUN: xla-run %s --print %{args} | FileCheck %s

// CHECK: result 0: 3xcomplex<f32>
// CHECK-NEXT: [(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)]
// CHECK-NEXT: result 1: 4xf32
// CHECK-NEXT: [1.0, 2.0, 3.0, 4.0]
// CHECK-NEXT: result 2: 2x4xcomplex<f32>
// CHECK-NEXT: {{\[\[}}(255.0, 0.0), (-51.0, 102.0), (-85.0, 0.0), (-51.0, -102.0)], [(-225.0, 0.0), (45.0, -90.0), (75.0, 0.0), (45.0, 90.0)]]
// CHECK-NEXT: result 3: 2x4xcomplex<f32>
// CHECK-NEXT: {{\[\[}}(1.0, 0.0), (2.0, 0.0), (4.0, 0.0), (8.0, 0.0)], [(16.0, 0.0), (32.0, 0.0), (64.0, 0.0), (128.0, 0.0)]]
// CHECK-NEXT: result 4: 2x4xf32
// CHECK-NEXT: {{\[\[}}1.0, 2.0, 4.0, 8.0], [16.0, 32.0, 64.0, 128.0]]
func.func @main(%x: tensor<4xf32>, %z: tensor<2x4xf32>) -> (tensor<3xcomplex<f32>>, tensor<4xf32>, tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x4xf32>) {
  %f = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  %g = stablehlo.fft %f, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %c = stablehlo.complex %z, %zero : tensor<2x4xcomplex<f32>>
  %h = stablehlo.fft %c, type = FFT, length = [2, 4] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %i = stablehlo.fft %h, type = IFFT, length = [2, 4] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %j = stablehlo.fft %z, type = RFFT, length = [2, 4] : (tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
  %k = stablehlo.fft %j, type = IRFFT, length = [2, 4] : (tensor<2x3xcomplex<f32>>) -> tensor<2x4xf32>
  return %f, %g, %h, %i, %k : tensor<3xcomplex<f32>>, tensor<4xf32>, tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x4xf32>
}
