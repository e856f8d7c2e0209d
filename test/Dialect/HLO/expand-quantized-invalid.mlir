// RUN: xla-opt %s --hlo-expand-quantized --split-input-file --verify-diagnostics

func.func @too_few_scales(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{expects 3 scales, one for each slice, but got 2}}
  %0 = hlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32:0, {0.5, 1.0}>>
  %1 = hlo.uniform_dequantize %0 : (tensor<3x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func @no_such_axis(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{expects a quantization dimension below the rank 1, but got 1}}
  %0 = hlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32:1, {0.5, 1.0}>>
  %1 = hlo.uniform_dequantize %0 : (tensor<3x!quant.uniform<i8:f32:1, {0.5, 1.0}>>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func @branch_of_another_scale(%p: tensor<i1>, %x: tensor<3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x!quant.uniform<i8:f32, 0.25>>) -> tensor<3x!quant.uniform<i8:f32, 0.5>> {
  // expected-error @below {{expects a value of type 'tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>', but got 'tensor<3x!quant.uniform<i8:f32, 2.500000e-01>>'; uniform_quantize converts it}}
  %0 = "hlo.if"(%p) ({
    hlo.return %x : tensor<3x!quant.uniform<i8:f32, 0.5>>
  }, {
    hlo.return %y : tensor<3x!quant.uniform<i8:f32, 0.25>>
  }) : (tensor<i1>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<3x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @dynamic(%x: tensor<?x!quant.uniform<i8:f32, 0.5>>) -> tensor<?x!quant.uniform<i8:f32, 0.5>> {
  // expected-error @below {{expects quantized values of static shape}}
  %0 = hlo.add %x, %x : tensor<?x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<?x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @scatter_returns_another_scale(%x: tensor<3x!quant.uniform<i8:f32, 0.5>>, %i: tensor<1xi32>, %u: tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<3x!quant.uniform<i8:f32, 0.5>> {
  // expected-error @below {{expects a value of type 'tensor<!quant.uniform<i8:f32, 5.000000e-01>>', but got 'tensor<!quant.uniform<i8:f32, 2.500000e-01>>'; uniform_quantize converts it}}
  %0 = "hlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    %c = hlo.uniform_quantize %b : (tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.25>>
    hlo.return %c : tensor<!quant.uniform<i8:f32, 0.25>>
  }) {scatter_dimension_numbers = #hlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>} : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<1xi32>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<3x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @reduction_takes_another_scale(%x: tensor<3x!quant.uniform<i8:f32, 0.5>>, %z: tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.5>> {
  // expected-error @below {{expects a value of type 'tensor<!quant.uniform<i8:f32, 2.500000e-01>>', but got 'tensor<!quant.uniform<i8:f32, 5.000000e-01>>'; uniform_quantize converts it}}
  %0 = "hlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.25>>):
    hlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {dimensions = array<i64: 0>} : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @selection_compares_two_scales(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>, %s: tensor<2x!quant.uniform<i8:f32, 0.5>>, %z: tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  // expected-error @below {{expects a value of type 'tensor<!quant.uniform<i8:f32, 2.500000e-01>>', but got 'tensor<!quant.uniform<i8:f32, 5.000000e-01>>'; uniform_quantize converts it}}
  %0 = "hlo.select_and_scatter"(%x, %s, %z) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.25>>):
    %p = hlo.compare GE, %a, %b : (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    hlo.return %b : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @zero_point_that_is_not_stored(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{expects a zero point from -8 to 7, the integers that 'tensor<3x!quant.uniform<i8<-8:7>:f32, 5.000000e-01:100>>' stores, but got 100}}
  %0 = hlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8<-8:7>:f32, 0.5:100>>
  %1 = hlo.uniform_dequantize %0 : (tensor<3x!quant.uniform<i8<-8:7>:f32, 0.5:100>>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func @zero_points_that_are_not_stored(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{expects a zero point from 0 to 255, the integers that 'tensor<2x!quant.uniform<u8:f32:0, {5.000000e-01,5.000000e-01:-1}>>' stores, but got -1}}
  %0 = hlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8:f32:0, {0.5, 0.5:-1}>>
  %1 = hlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<u8:f32:0, {0.5, 0.5:-1}>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
