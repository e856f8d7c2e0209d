// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_in_dim_c2(%x: tensor<2xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{expects 1 entries in broadcast_dimensions, but got 2}}
  %r = hlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_c3(%x: tensor<2xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{expects broadcast_dimensions in range [0, 2), but got 2}}
  %r = hlo.broadcast_in_dim %x, dims = [2] : (tensor<2xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_c4(%x: tensor<2x2xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{expects each of broadcast_dimensions once, but got 0 again}}
  %r = hlo.broadcast_in_dim %x, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_c5(%x: tensor<2xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{expects size 1 or the result's size 3 of operand dimension 0, but got 2}}
  %r = hlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'hlo.broadcast_in_dim' op result #0 must be statically shaped or single bounded dimension tensor}}
  %r = hlo.broadcast_in_dim %x, dims = [0] : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @dynamic_broadcast_in_dim_c7(%x: tensor<?xf32>, %s: tensor<3xi32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{expects 2 elements in output_dimensions, but got 3}}
  %r = hlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<3xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @reshape_c1(%x: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error @+1 {{expects the operand's element type 'f32' in the result, but got 'i32'}}
  %r = hlo.reshape %x : (tensor<2xf32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

func.func @reshape_c2(%x: tensor<2x3xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{expects the operand's 6 elements in the result, but got 5}}
  %r = hlo.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @transpose_c2(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error @+2 {{expects each of permutation once, but got 1 again}}
  // expected-error @+1 {{'hlo.transpose' op failed to infer returned types}}
  %r = hlo.transpose %x, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @transpose_c3(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+2 {{'hlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error @+1 {{'hlo.transpose' op failed to infer returned types}}
  %r = hlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @reverse_c3(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+2 {{expects dimensions in range [0, 2), but got -1}}
  // expected-error @+1 {{'hlo.reverse' op failed to infer returned types}}
  %r = hlo.reverse %x, dims = [-1] : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @concatenate_c2(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) -> tensor<2x6xf32> {
  // expected-error @+2 {{expects operands that differ in dimension 1 only, but got 'tensor<2x3xf32>' and 'tensor<3x3xf32>'}}
  // expected-error @+1 {{'hlo.concatenate' op failed to infer returned types}}
  %r = hlo.concatenate %x, %y, dim = 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

func.func @concatenate_c3() -> tensor<2xf32> {
  // expected-error @+1 {{'hlo.concatenate' op expected 1 or more operands, but found 0}}
  %r = hlo.concatenate dim = 0 : () -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @pad_c3(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<2xf32> {
  // expected-error @+2 {{expects interior padding that is not negative, but got -1}}
  // expected-error @+1 {{'hlo.pad' op failed to infer returned types}}
  %r = hlo.pad %x, %v, low = [0], high = [0], interior = [-1] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @pad_size(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<0xf32> {
  // expected-error @+2 {{expects a padded size of dimension 0 that is not negative, but got -1}}
  // expected-error @+1 {{'hlo.pad' op failed to infer returned types}}
  %r = hlo.pad %x, %v, low = [-2], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// -----

func.func @dynamic_pad_c2(%x: tensor<?xf32>, %v: tensor<f32>, %s: tensor<2xi64>) -> tensor<?xf32> {
  // expected-error @+1 {{expects 1 elements in edge_padding_low, but got 2}}
  %r = hlo.dynamic_pad %x, %v, %s, %s, %s : (tensor<?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @iota_c1() -> tensor<2xi32> {
  // expected-error @+1 {{expects iota_dimension in range [0, 1), but got 1}}
  %r = hlo.iota dim = 1 : tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

func.func @dynamic_iota_c2(%s: tensor<2xi64>) -> tensor<?xi32> {
  // expected-error @+1 {{expects 1 elements in output_shape, but got 2}}
  %r = hlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// -----

func.func @dynamic_reshape_c4(%x: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<?xf32> {
  // expected-error @+1 {{expects 1 elements in output_shape, but got 2}}
  %r = hlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @get_dimension_size_c1(%x: tensor<2xf32>) -> tensor<i32> {
  // expected-error @+2 {{expects dimension in range [0, 1), but got 1}}
  // expected-error @+1 {{'hlo.get_dimension_size' op failed to infer returned types}}
  %r = hlo.get_dimension_size %x, dim = 1 : (tensor<2xf32>) -> tensor<i32>
  return %r : tensor<i32>
}
