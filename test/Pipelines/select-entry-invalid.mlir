// RUN: xla-opt %s --xla-select-entry --split-input-file --verify-diagnostics

// expected-error @+1 {{expected tensors of less than 2^63 bytes, but got 'tensor<4294967296x4294967296xi32>'}}
func.func @main(%x: tensor<4294967296x4294967296xi32>) {
  return
}

// -----

func.func @main(%x: tensor<f32>) {
  // expected-error @+1 {{expected tensors of less than 2^63 bytes}}
  %0 = hlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<4611686018427387904x4xf32>
  return
}
