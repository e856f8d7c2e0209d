// RUN: xla-opt %s --xla-verify-fusion --split-input-file --verify-diagnostics

func.func private @negate_0123456789abcdef(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  %0 = hlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = xla.call_kernel @negate_0123456789abcdef(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = hlo.reshape %0 : (tensor<4xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'hlo.negate' op expects not to be there after phase fusion}}
  %0 = hlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op expects the name of a kernel to end in '_' and 16 digits of its hash}}
func.func private @negate(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op expects a kernel to be private and of one block}}
func.func @negate_0123456789abcdef(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  return %x : tensor<4xf32>
}

// -----

func.func private @copy_0123456789abcdef(%x: tensor<4xui32>) -> tensor<4xui32> attributes {xla.kernel} {
  return %x : tensor<4xui32>
}
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{'xla.call_kernel' op expects exactly the types of kernel @copy_0123456789abcdef}}
  %0 = xla.call_kernel @copy_0123456789abcdef(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func private @k_0123456789abcdef(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  // expected-error@+1 {{'hlo.fusion' op expects not to be there after phase fusion}}
  %0 = hlo.fusion(%x) kind "loop" : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    hlo.return %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
