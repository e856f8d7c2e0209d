// RUN: xla-opt %s --xla-bufferize-kernels --split-input-file --verify-diagnostics

// expected-error @below {{expects static tensors, but got 'tensor<?xf32>'}}
func.func private @dynamic(%x: tensor<?xf32>) attributes {xla.kernel} {
  return
}
