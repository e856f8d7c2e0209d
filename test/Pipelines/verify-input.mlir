// RUN: xla-opt %s --xla-select-entry --xla-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'func.call' op cannot be compiled: @recursive would call itself; write a loop (while) instead}}
  %0 = call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Through others, and from a composite.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.composite "my.f" %x {decomposition = @a} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @a(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @b(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @b(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'hlo.composite' op cannot be compiled: @a would call itself}}
  %0 = hlo.composite "my.f" %x {decomposition = @a} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Twice is no recursion, and what nobody calls is no matter.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @twice(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @unused(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-note @+1 {{declared here}}
func.func private @outside(tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'func.call' op expects @outside to have a body, but it is only declared}}
  %0 = call @outside(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'arith.addf' op cannot be compiled: programs are of func, stablehlo (hlo) and chlo ops}}
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+2 {{'check.expect_eq' op cannot be compiled}}
  // expected-note @+1 {{--backend=interpreter runs the program as it is}}
  check.expect_eq %x, %x : tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{'func.func' op expects a body of one block; branches are written as if, case or while}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end
^end:
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected tensors of at most 2^47 bytes, but got 'tensor<4294967296x4294967296xi32>'}}
func.func @main(%x: tensor<4294967296x4294967296xi32>) {
  return
}

// -----

func.func @main(%x: tensor<f32>) {
  // expected-error @+1 {{expected tensors of at most 2^47 bytes}}
  %0 = hlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<0x9223372036854775807xf32>
  return
}

// -----

// expected-error @+1 {{'func.func' op expects arguments and results of at most 1099511627776 bytes together (memory-limit-bytes), but they take 1099511627780}}
func.func @main(%x: tensor<f32>) -> tensor<274877906944xf32> {
  %0 = hlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<274877906944xf32>
  return %0 : tensor<274877906944xf32>
}

// -----

// What is large only inside is no matter here: it may never be in memory.
module attributes {xla.options = {"memory-limit-bytes" = 8 : i64}} {
  func.func @main(%x: tensor<f32>) -> tensor<f32> {
    %0 = hlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<274877906944xf32>
    return %x : tensor<f32>
  }
}
