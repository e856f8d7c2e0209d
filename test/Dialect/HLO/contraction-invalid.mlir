// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @dot_sizes(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{expects contracted dimensions of one size, but got 3 and 4}}
  %r = hlo.dot %x, %y : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_rank(%x: tensor<2x3x4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{expects vectors or matrices, but got 'tensor<2x3x4xf32>' and 'tensor<4xf32>'}}
  %r = hlo.dot %x, %y : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general_c2(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @+1 {{expects 1 entries in rhs_contracting_dimensions, but got 0}}
  %r = hlo.dot_general %x, %y, contracting_dims = [1] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c3(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) {
  // expected-error @+1 {{expects each of lhs_batching_dimensions and lhs_contracting_dimensions once, but got 0 again}}
  %r = hlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c10(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{expects contracting dimensions of one size, but got 3 and 4}}
  %r = hlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_c11(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @+1 {{expects 2 entries in precision_config, but got 1}}
  %r = hlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c12(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @+1 {{expects a result of shape [2, 4], but got [4, 2]}}
  %r = hlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @einsum_labels(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @+1 {{expects 2 labels for 'tensor<2x3xf32>', but got "abc"}}
  %r = hlo.einsum %x, %y, config = "abc,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum_terms(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expects a config of 1 terms and a result, but got "ab"}}
  %r = hlo.unary_einsum %x, config = "ab" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @einsum_sizes(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{expects one size for label b, but got 3 and 4}}
  %r = hlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @convolution_c4(%x: tensor<1x8x4xf32>, %k: tensor<3x4x16xf32>) {
  // expected-error @+1 {{expects padding of shape [1, 2], but got [2, 2]}}
  %r = hlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x16xf32>) -> tensor<1x6x16xf32>
  return
}

// -----

func.func @convolution_c14(%x: tensor<1x8x4xf32>, %k: tensor<3x2x16xf32>) {
  // expected-error @+1 {{expects 4 input features of the kernel, but got 2}}
  %r = hlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x2x16xf32>) -> tensor<1x6x16xf32>
  return
}

// -----

func.func @convolution_c23(%x: tensor<2x8x4xf32>, %k: tensor<3x2x16xf32>) {
  // expected-error @+1 {{expects one of feature_group_count and batch_group_count to be 1, but got 2 and 2}}
  %r = hlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x4xf32>, tensor<3x2x16xf32>) -> tensor<1x6x16xf32>
  return
}

// -----

func.func @convolution_c25(%x: tensor<1x8x4xf32>, %k: tensor<3x4x16xf32>) {
  // expected-error @+1 {{expects a result of shape [1, 6, 16], but got [1, 8, 16]}}
  %r = hlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x16xf32>) -> tensor<1x8x16xf32>
  return
}

// -----

func.func @convolution_window(%x: tensor<1x8x4xf32>, %k: tensor<3x4x16xf32>) {
  // expected-error @+1 {{expected each window attribute once, but got stride again}}
  %r = hlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x16xf32>) -> tensor<1x6x16xf32>
}

// -----

func.func @dynamic_conv_c4(%x: tensor<1x8x4xf32>, %k: tensor<3x4x16xf32>, %p: tensor<2x2xi32>) {
  // expected-error @+1 {{expects padding of shape [1, 2], but got [2, 2]}}
  %r = "hlo.dynamic_conv"(%x, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #hlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x16xf32>, tensor<2x2xi32>) -> tensor<1x?x16xf32>
  return
}

// -----

func.func @cholesky_c3(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expects square matrices, but got [2, 3]}}
  // expected-error @+1 {{'hlo.cholesky' op failed to infer returned types}}
  %r = hlo.cholesky %x : tensor<2x3xf32>
  return
}

// -----

func.func @triangular_solve_c3(%a: tensor<3x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error @+2 {{expects shapes that agree in batches and in the solved dimension, but got [3, 3] and [4, 2]}}
  // expected-error @+1 {{'hlo.triangular_solve' op failed to infer returned types}}
  %r = "hlo.triangular_solve"(%a, %b) {left_side = true, lower = true, transpose_a = #hlo<transpose NO_TRANSPOSE>, unit_diagonal = false} : (tensor<3x3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @fft_c2(%x: tensor<8xf32>) {
  // expected-error @+2 {{expects an operand of complex type for FFT, but got 'f32'}}
  // expected-error @+1 {{'hlo.fft' op failed to infer returned types}}
  %r = hlo.fft %x, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @fft_c5(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+2 {{expects size 5 of operand dimension 0, but got 8}}
  // expected-error @+1 {{'hlo.fft' op failed to infer returned types}}
  %r = hlo.fft %x, type = IRFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  return
}

// -----

func.func @einsum_result_twice(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{expects label a once in the result, but got "aa"}}
  %0 = hlo.einsum %x, %x, config = "ab,ab->aa" : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_of_fractions(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) {
  // expected-error @+1 {{expects result elements that may hold sums of products of 'f32' and 'f32', but got 'i32'}}
  %0 = hlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @dot_of_quantized(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{but got 'f64'}}
  %0 = hlo.dot %x, %y : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xf64>
  return
}
