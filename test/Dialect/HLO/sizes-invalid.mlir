// RUN: xla-opt %s --split-input-file --verify-diagnostics

// What 63 bits do not hold is an error, not another size.
func.func @pad(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error @+2 {{expects padding of at most 2^47 elements and a padded size that fits in 63 bits, but got low 0, high 0 and interior 9223372036854775807 for dimension 0 of 'tensor<3xf32>'}}
  // expected-error @+1 {{'hlo.pad' op failed to infer returned types}}
  %r = hlo.pad %x, %v, low = [0], high = [0], interior = [9223372036854775807] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @pad_sum(%x: tensor<140737488355328xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error @+2 {{expects padding of at most 2^47 elements and a padded size that fits in 63 bits}}
  // expected-error @+1 {{'hlo.pad' op failed to infer returned types}}
  %r = hlo.pad %x, %v, low = [0], high = [0], interior = [140737488355328] : (tensor<140737488355328xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @concatenate(%x: tensor<9223372036854775807xf32>) -> tensor<?xf32> {
  // expected-error @+2 {{expects sizes whose sum fits in 63 bits in dimension 0}}
  // expected-error @+1 {{'hlo.concatenate' op failed to infer returned types}}
  %r = hlo.concatenate %x, %x, dim = 0 : (tensor<9223372036854775807xf32>, tensor<9223372036854775807xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @reshape(%x: tensor<4611686018427387904x4xf32>) -> tensor<0xf32> {
  // expected-error @+1 {{expects a number of elements that fits in 63 bits, but got 'tensor<4611686018427387904x4xf32>'}}
  %r = hlo.reshape %x : (tensor<4611686018427387904x4xf32>) -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// -----

func.func @window(%x: tensor<3xf32>, %i: tensor<f32>) -> tensor<1xf32> {
  // expected-error @+1 {{expects window_dimensions, window_strides, dilations and padding of at most 2^47 and a padded size that fits in 63 bits, but got another in dimension 0 of [3]}}
  %r = "hlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.add %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 3>, window_dilations = array<i64: 9223372036854775807>} : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

func.func @convolution(%x: tensor<1x3x1xf32>, %k: tensor<1x1x1xf32>) -> tensor<1x3x1xf32> {
  // expected-error @+1 {{expects a window, strides, dilations and padding of at most 2^47 and padded sizes that fit in 63 bits, but got others for 'tensor<1x3x1xf32>' and 'tensor<1x1x1xf32>'}}
  %r = hlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [9223372036854775807]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  return %r : tensor<1x3x1xf32>
}
