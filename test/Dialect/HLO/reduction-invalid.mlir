// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @reduce_c1(%x: tensor<2xf32>, %y: tensor<3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects inputs of one shape, but got [2] and [3]}}
  %r:2 = hlo.reduce(%x init: %i), (%y init: %i) across dimensions = [0] : (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
    hlo.return %a, %c : tensor<f32>, tensor<f32>
  }
  return
}

// -----

func.func @reduce_c4(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects dimensions in range [0, 1), but got 1}}
  %r = hlo.reduce(%x init: %i) applies hlo.add across dimensions = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c5(%x: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects each of dimensions once, but got 0 again}}
  %r = hlo.reduce(%x init: %i) applies hlo.add across dimensions = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c6_count(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects 2 arguments of the body, but got 1}}
  %r = "hlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>):
    hlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// A body must not be narrower than what it reduces.

func.func @reduce_c6_promotion(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects a body type that holds all values of input 0 of type 'f32', but got 'bf16'}}
  %r = hlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<bf16>
    reducer(%a: tensor<bf16>, %b: tensor<bf16>) {
    hlo.return %a : tensor<bf16>
  }
  return
}

// -----

func.func @reduce_c6_return(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects the body to return 'tensor<f32>' as value 0, but got 'tensor<i1>'}}
  %r = hlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %p = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  }
  return
}

// -----

func.func @reduce_c7(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects a result of type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %r = hlo.reduce(%x init: %i) applies hlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_applies(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expected a commutative op of two operands, but got hlo.divide}}
  %r = hlo.reduce(%x init: %i) applies hlo.divide across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_window_c5(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects positive window_dimensions, but got 0}}
  %r = "hlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_window_c12(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects padding of shape [1, 2], but got [2, 2]}}
  %r = "hlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c15(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects a result of type 'tensor<3xf32>', but got 'tensor<4xf32>'}}
  %r = "hlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_and_scatter_c2(%x: tensor<4xf32>, %s: tensor<3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects a source of shape [2], but got [3]}}
  %r = "hlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = hlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_and_scatter_c9(%x: tensor<4xf32>, %s: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expects select to take two scalars of type 'f32' and return one of i1}}
  %r = "hlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_norm_c1(%x: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error @+2 {{expects feature_index in range [0, 2), but got 2}}
  // expected-error @+1 {{'hlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "hlo.batch_norm_training"(%x, %v, %v) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_features(%x: tensor<2x3xf32>, %v: tensor<2xf32>) {
  // expected-error @+2 {{expects an operand of type 'tensor<3xf32>', but got 'tensor<2xf32>'}}
  // expected-error @+1 {{'hlo.batch_norm_inference' op failed to infer returned types}}
  %r = "hlo.batch_norm_inference"(%x, %v, %v, %v, %v) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}
