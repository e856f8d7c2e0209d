// RUN: xla-opt %s --xla-verify-native-support --split-input-file --verify-diagnostics

// Every refusal is reported, not only the first.
func.func @fft(%x: tensor<4xcomplex<f32>>, %p: tensor<ui32>) -> (tensor<4xcomplex<f32>>, tensor<ui32>) {
  // expected-error@+2 {{'hlo.fft' op has no native lowering}}
  // expected-note@+1 {{--backend=interpreter runs the program as it is}}
  %0 = hlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  // expected-error@+2 {{'hlo.partition_id' op has no native lowering}}
  // expected-note@+1 {{--backend=interpreter runs the program as it is}}
  %1 = hlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<ui32>
}

// -----

// expected-error@+2 {{an argument of 'func.func' has no native lowering for type 'tensor<?xf32>'}}
// expected-note@+1 {{--backend=interpreter runs the program as it is}}
func.func @dynamic(%x: tensor<?xf32>) {
  return
}
