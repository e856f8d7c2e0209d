// RUN: xla-opt %s --xla-verify-hlo-optimize --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{'builtin.module' op expects a public function @main}}
module {
}

// -----

func.func @main() {
  return
}
// expected-error@+1 {{'func.func' op expects to be inlined or removed: the entry is @main}}
func.func private @left(%x: tensor<4xf32>) {
  return
}

// -----

// What a custom call refers to stays.
func.func @main(%x: tensor<4xf32>) {
  %0 = hlo.custom_call @target(%x) {called_computations = [@computation]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @computation(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error@+1 {{'hlo.tuple' op expects not to be there after phase hlo-optimize}}
  %0 = hlo.tuple %x : tuple<tensor<4xf32>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.square' op expects not to be there after phase hlo-optimize}}
  %0 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error@+1 {{'hlo.uniform_quantize' op expects no type 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>' after phase hlo-optimize}}
  %0 = hlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return
}
