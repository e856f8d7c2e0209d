// RUN: xla-opt %s --hlo-expand-fft --split-input-file --verify-diagnostics

// The chirp would have 2^28 elements, which are computed during compilation.
func.func @large_prime(%x: tensor<100000007xcomplex<f32>>) -> tensor<100000007xcomplex<f32>> {
  // expected-error @+1 {{expects transforms whose constants take at most 1073741824 bytes together (constant-limit-bytes), but with this one of length 100000007 they take more}}
  %y = hlo.fft %x, type = FFT, length = [100000007] : (tensor<100000007xcomplex<f32>>) -> tensor<100000007xcomplex<f32>>
  return %y : tensor<100000007xcomplex<f32>>
}

// -----

// Roots of unity too have as many elements as the transform is long.
func.func @long_rows(%x: tensor<268435456xf32>) -> tensor<134217729xcomplex<f32>> {
  // expected-error @+1 {{with this one of length 268435456 they take more}}
  %y = hlo.fft %x, type = RFFT, length = [268435456] : (tensor<268435456xf32>) -> tensor<134217729xcomplex<f32>>
  return %y : tensor<134217729xcomplex<f32>>
}
