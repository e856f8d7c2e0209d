// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @add_types(%a: tensor<4xf32>, %b: tensor<4xf64>) -> tensor<4xf32> {
  // expected-error @+1 {{'hlo.add' op requires the same element type for all operands and results, but got 'tensor<4xf32>' and 'tensor<4xf64>'}}
  %r = "hlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @add_shapes(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'hlo.add' op requires the same shape for all operands and results, but got 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %r = "hlo.add"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @add_bounds(%a: tensor<?xf32, #hlo.bounds<3>>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'hlo.add' op requires the same shape for all operands and results}}
  %r = "hlo.add"(%a, %b) : (tensor<?xf32, #hlo.bounds<3>>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @and_float(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'hlo.and' op operand #0 must be ranked tensor of pred (AKA boolean or 1-bit integer) or 2/4/8/16/32/64-bit integer values, but got 'tensor<4xf32>'}}
  %r = hlo.and %a, %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @abs_unsigned(%a: tensor<4xui32>) -> tensor<4xui32> {
  // expected-error @+1 {{'hlo.abs' op operand #0 must be}}
  %r = hlo.abs %a : tensor<4xui32>
  return %r : tensor<4xui32>
}

// -----

func.func @abs_c2(%a: tensor<4xcomplex<f32>>) -> tensor<4xf64> {
  // expected-error @+2 {{'hlo.abs' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  // expected-error @+1 {{'hlo.abs' op failed to infer returned types}}
  %r = hlo.abs %a : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

func.func @clamp_c1(%a: tensor<2xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{expects min of rank 0 or of the operand's shape [4], but got [2]}}
  // expected-error @+1 {{'hlo.clamp' op failed to infer returned types}}
  %r = "hlo.clamp"(%a, %x, %x) : (tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @select_c1(%p: tensor<2xi1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{expects a predicate of rank 0 or of shape [4], but got [2]}}
  // expected-error @+1 {{'hlo.select' op failed to infer returned types}}
  %r = hlo.select %p, %x, %x : tensor<2xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @constant_type() {
  // expected-error @+2 {{'hlo.constant' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  // expected-error @+1 {{'hlo.constant' op failed to infer returned types}}
  %r = "hlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<2xi64>
  return
}

// -----

func.func @reduce_precision_c2(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expects at least 1 exponent bit, but got 0}}
  %r = hlo.reduce_precision %x, format = e0m3 : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @bitcast_convert_c1(%x: tensor<4xf32>) -> tensor<4x3xi8> {
  // expected-error @+1 {{expects 4 parts of each element in the last dimension, but got shapes [4] and [4, 3]}}
  %r = hlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x3xi8>
  return %r : tensor<4x3xi8>
}

// -----

func.func @bitcast_convert_c2(%x: tensor<4xcomplex<f32>>) -> tensor<4xi64> {
  // expected-error @+1 {{expects both or none of the types to be complex, but got 'complex<f32>' and 'i64'}}
  %r = hlo.bitcast_convert %x : (tensor<4xcomplex<f32>>) -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// -----

func.func @map_c3(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{expects dimension 0 at position 0 of dimensions, but got 1}}
  %r = "hlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    hlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1, 0>} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// -----

func.func @map_c4(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expects 1 arguments of the computation, but got 2}}
  %r = "hlo.map"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @uniform_quantize_c2(%x: tensor<4xf64>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  // expected-error @+1 {{expects a result that expresses 'f64', but got 'f32'}}
  %r = hlo.uniform_quantize %x : (tensor<4xf64>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %r : tensor<4x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @format(%x: tensor<4xf32>) {
  // expected-error @+1 {{custom op 'hlo.reduce_precision' expected exponent mantissa in format e#m#, saw m2e2}}
  %r = hlo.reduce_precision %x, format = m2e2 : tensor<4xf32>
}

// -----

func.func @select_type(%p: tensor<4xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{custom op 'hlo.select' expected functional type or list of two types}}
  %r = hlo.select %p, %x, %x : tensor<4xi1>
}

// -----

func.func @constant_value() {
  // expected-error @+1 {{custom op 'hlo.constant' expected an elements attribute as value}}
  %r = hlo.constant() {value = 1 : i32} : () -> tensor<i32>
}
