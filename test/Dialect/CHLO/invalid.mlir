// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @types(%x: tensor<2xf32>) {
  // expected-error @+1 {{expects operands and results of one type, but got 'tensor<2xf32>' and 'tensor<3xf32>'}}
  %0 = chlo.erf %x : tensor<2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @no_broadcast(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{expects operands that broadcast, but got 'tensor<2xf32>', 'tensor<3xf32>'}}
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_result(%x: tensor<2xf32>, %y: tensor<1xf32>) {
  // expected-error @+1 {{expects a result of shape [2], but got 'tensor<3xf32>'}}
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @top_k(%x: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{operand's last dimension must be at least 8}}
  %0:2 = chlo.top_k(%x, k = 8) : tensor<4xf32> -> (tensor<8xf32>, tensor<8xi32>)
  return
}

// -----

func.func @scan_dimension(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{scan dimension of operand 0 is out of bounds, expects less than 2, but got 2}}
  %0 = chlo.scan(%x) inits() dimension = 2 {
  ^bb0(%in: tensor<2xf32>):
    hlo.return %in : tensor<2xf32>
  } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @ragged_groups(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{rhs group dimension is expected to have size=2, got 3}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<2xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @complex_of_what(%x: tensor<4xf32>) {
  // expected-error @+1 {{result #0 must be ranked tensor of complex type}}
  %0 = chlo.broadcast_complex %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @bits_of_floats(%x: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of pred (AKA boolean or 1-bit integer) or 2/4/8/16/32/64-bit integer}}
  %0 = chlo.broadcast_and %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @largest_of_complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects an operand of real elements, but got 'tensor<4xcomplex<f32>>'}}
  %0:2 = chlo.top_k(%x, k = 2) : tensor<4xcomplex<f32>> -> (tensor<2xcomplex<f32>>, tensor<2xi32>)
  return
}
