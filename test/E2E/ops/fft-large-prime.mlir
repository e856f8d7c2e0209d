// 2062 is 2 * 1031: the prime is a convolution with a chirp. The transform of
// 0, 1, 2, ... begins with their sum and n/2 (-1 + i cot(pi/n)), in f64; and
// back, in f32.
// RUN: xla-run %s --print | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter | FileCheck %s

// CHECK: result 0: 3xcomplex<f64>
// CHECK-NEXT: [({{2124891.0|2124890.99999}}{{[0-9]*}}, {{.*}}), (-{{1031.0|1030.99999}}{{[0-9]*}}, 676701.46625{{[0-9]*}}), (-{{1031.0|1030.99999}}{{[0-9]*}}, 338349.94772{{[0-9]*}})]
// CHECK: result 1: i1
// CHECK-NEXT: true
func.func @main() -> (tensor<3xcomplex<f64>>, tensor<i1>) {
  %x = stablehlo.iota dim = 0 : tensor<2062xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<2062xf64>
  %z = stablehlo.complex %x, %zero : tensor<2062xcomplex<f64>>
  %f = stablehlo.fft %z, type = FFT, length = [2062] : (tensor<2062xcomplex<f64>>) -> tensor<2062xcomplex<f64>>
  %first = stablehlo.slice %f [0:3] : (tensor<2062xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %y = stablehlo.iota dim = 0 : tensor<2062xf32>
  %g = stablehlo.fft %y, type = RFFT, length = [2062] : (tensor<2062xf32>) -> tensor<1032xcomplex<f32>>
  %back = stablehlo.fft %g, type = IRFFT, length = [2062] : (tensor<1032xcomplex<f32>>) -> tensor<2062xf32>
  %d = stablehlo.subtract %back, %y : tensor<2062xf32>
  %a = stablehlo.abs %d : tensor<2062xf32>
  %limit = stablehlo.constant dense<0.05> : tensor<2062xf32>
  %near = stablehlo.compare LT, %a, %limit : (tensor<2062xf32>, tensor<2062xf32>) -> tensor<2062xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%near init: %true) applies stablehlo.and across dimensions = [0] : (tensor<2062xi1>, tensor<i1>) -> tensor<i1>
  return %first, %all : tensor<3xcomplex<f64>>, tensor<i1>
}
