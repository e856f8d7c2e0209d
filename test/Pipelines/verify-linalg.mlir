// RUN: xla-opt %s --xla-verify-linalg --split-input-file --verify-diagnostics

func.func private @k(%x: tensor<f32>) -> tensor<f32> attributes {xla.kernel} {
  %0 = tensor.extract %x[] : tensor<f32>
  %1 = math.exp %0 : f32
  %2 = tensor.from_elements %1 : tensor<f32>
  return %2 : tensor<f32>
}
func.func @main(%x: tensor<f32>) attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  %0 = xla.call_kernel @k(%x) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-error@+1 {{'builtin.module' op expects one function with 'xla.entry', but has 0}}
module {
}

// -----

func.func private @k(%x: tensor<f32>) -> tensor<f32> attributes {xla.kernel} {
  // expected-error@+1 {{'hlo.negate' op expects not to be there after phase linalg}}
  %0 = hlo.negate %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main() attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}

// -----

// expected-error@+1 {{'func.func' op expects no type 'tensor<4xui32>' after phase linalg}}
func.func @main(%x: tensor<4xui32>) attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}

// -----

func.func @main(%x: f32) attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  // expected-error@+1 {{'arith.addf' op expects not to be there after phase linalg}}
  %0 = arith.addf %x, %x : f32
  return
}
