// The entry's name and what its arguments say of donation.
// RUN: xla-opt %s --xla-verify-input --split-input-file --verify-diagnostics

module attributes {xla.options = {entry = "a;b \"c\" \\"}} {
  func.func @"a;b \22c\22 \5C"() { return }
}

// -----

module attributes {xla.options = {entry = "a\0Ab"}} {
  // expected-error @+1 {{'func.func' op expects a name without control characters, because it becomes a symbol}}
  func.func @"a\0Ab"() { return }
}

// -----

module attributes {xla.options = {entry = "memcpy"}} {
  // expected-error @+1 {{'func.func' op expects another name: 'xla_*', 'llvm.*', 'memcpy', 'memmove' and 'memset' are taken}}
  func.func @memcpy() { return }
}

// -----

// Donated as it should be.
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32> {jax.buffer_donor = true}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @main(
    // expected-note @+1 {{argument 0 does too}}
    %x: tensor<4xf32> {tf.aliasing_output = 0 : i32},
    // expected-error @+1 {{expects to be the only argument that donates its buffer to result 0}}
    %y: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expects 'tf.aliasing_output' to be the number of one of 1 results, but got 1 : i32}}
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expects 'tf.aliasing_output' to be the number of one of 1 results, but got "x"}}
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = "x"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expects to donate its buffer to a result of type 'tensor<5xf32>', but result 0 is 'tensor<4xf32>'}}
func.func @main(%x: tensor<5xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32>) -> tensor<4xf32> {
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{expects true or false for 'jax.buffer_donor', but got 1 : i32}}
func.func @main(%x: tensor<4xf32> {jax.buffer_donor = 1 : i32}) {
  return
}

// -----

// expected-error @+2 {{expects arguments of the entry to be tensors of booleans, integers of 2 to 64 bits, floats of 4 to 64 bits or complex numbers, but got 'f32'}}
// expected-note @+1 {{a scalar is 'tensor<f32>'}}
func.func @main(%x: f32) {
  return
}

// -----

// expected-error-re @+1 {{expects arguments of the entry to be tensors of {{.*}}, but got 'tensor<4xi128>'}}
func.func @main(%x: tensor<4xi128>) {
  return
}

// -----

// expected-error-re @+1 {{expects results of the entry to be tensors of {{.*}}, but got 'tensor<4xindex>'}}
func.func @main() -> tensor<4xindex> {
  %0 = arith.constant dense<1> : tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

func.func @main(%x: tuple<tensor<4xf8E4M3FN>, !hlo.token>, %y: tensor<?xcomplex<f32>>) {
  return
}

// -----

// expected-error @+2 {{expects arguments of the entry to be tensors of booleans, integers of 2 to 64 bits, floats of 4 to 64 bits or complex numbers, but got 'tensor<*xf32>'}}
// expected-note @+1 {{give the number of dimensions; their sizes may be open, as in 'tensor<?x?xf32>'}}
func.func @main(%x: tensor<*xf32>) {
  return
}
