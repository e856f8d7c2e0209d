// RUN: xla-opt %s --hlo-expand-fft --split-input-file | FileCheck %s

// 32 = 16 * 2: a product for each factor, roots of unity between them.
// CHECK-LABEL: func.func @two_factors(
// CHECK-SAME:    %[[X:.*]]: tensor<3x32xcomplex<f32>>)
// CHECK:         %[[SPLIT:.*]] = hlo.reshape %[[X]] : {{.*}} -> tensor<3x16x2xcomplex<f32>>
// CHECK:         hlo.dot_general %{{.*}}, %[[SPLIT]], contracting_dims = [1] x [1] {{.*}} -> tensor<16x3x2xcomplex<f32>>
// CHECK:         hlo.multiply {{.*}} : tensor<3x16x2xcomplex<f32>>
// CHECK:         hlo.dot_general {{.*}} : (tensor<2x2xcomplex<f32>>, tensor<48x2x1xcomplex<f32>>)
// CHECK-NOT:     hlo.fft
func.func @two_factors(%x: tensor<3x32xcomplex<f32>>) -> tensor<3x32xcomplex<f32>> {
  %y = hlo.fft %x, type = FFT, length = [32] : (tensor<3x32xcomplex<f32>>) -> tensor<3x32xcomplex<f32>>
  return %y : tensor<3x32xcomplex<f32>>
}

// -----

// A large prime would need a large matrix; it is a circular convolution of length
// 4096 with a chirp.
// CHECK-LABEL: func.func @large_prime(
// CHECK-SAME:    %[[X:.*]]: tensor<1031xcomplex<f32>>)
// CHECK:         %[[TURNED:.*]] = hlo.multiply
// CHECK:         %[[PADDED:.*]] = hlo.pad %[[TURNED]], {{.*}} -> tensor<1x4096xcomplex<f32>>
// CHECK:         hlo.reshape %[[PADDED]] : (tensor<1x4096xcomplex<f32>>) -> tensor<1x16x256xcomplex<f32>>
// CHECK:         hlo.multiply {{.*}} : tensor<1x4096xcomplex<f32>>
// CHECK:         hlo.slice {{.*}} -> tensor<1x1031xcomplex<f32>>
// CHECK:         hlo.multiply {{.*}} : tensor<1x1031xcomplex<f32>>
// CHECK-NOT:     hlo.fft
func.func @large_prime(%x: tensor<1031xcomplex<f32>>) -> tensor<1031xcomplex<f32>> {
  %y = hlo.fft %x, type = FFT, length = [1031] : (tensor<1031xcomplex<f32>>) -> tensor<1031xcomplex<f32>>
  return %y : tensor<1031xcomplex<f32>>
}
