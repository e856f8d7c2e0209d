// RUN: xla-opt %s --hlo-expand-fft="constant-limit-bytes=2336" -o %t.mlir
// RUN: not xla-opt %s --hlo-expand-fft="constant-limit-bytes=2335" 2>&1 | FileCheck %s
// RUN: not xla-compile %s --entry=twice --compile-options="constant-limit-bytes=2335" -o %t.o 2>&1 | FileCheck %s

// Two transforms of one length share their constants, here of 16 * 16 + 32 + 2 * 2
// elements.
// CHECK: error: 'hlo.fft' op expects transforms whose constants take at most 2335 bytes together (constant-limit-bytes), but with this one of length 32 they take more
func.func @twice(%x: tensor<32xcomplex<f32>>) -> tensor<32xcomplex<f32>> {
  %y = hlo.fft %x, type = FFT, length = [32] : (tensor<32xcomplex<f32>>) -> tensor<32xcomplex<f32>>
  %z = hlo.fft %y, type = FFT, length = [32] : (tensor<32xcomplex<f32>>) -> tensor<32xcomplex<f32>>
  return %z : tensor<32xcomplex<f32>>
}
