// RUN: xla-opt %s --xla-bufferize-kernels --split-input-file --verify-diagnostics

// expected-error @below {{expects static tensors, but got 'tensor<?xf32>'}}
func.func private @dynamic(%x: tensor<?xf32>) attributes {xla.kernel} {
  return
}

// -----

// expected-error @below {{expects argument and result of one type in 'xla.in_place', but got the pair 0, 1}}
func.func private @pair(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel, xla.in_place = array<i64: 0, 1>} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{expects pairs of argument and result in 'xla.in_place', but got 1 values}}
func.func private @odd(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel, xla.in_place = array<i64: 0>} {
  return %x : tensor<4xf32>
}
