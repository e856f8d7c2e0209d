// RUN: xla-run %s --backend=interpreter

// Dot products and convolutions of quantized operands sum integers.

func.func @main() {
  %a = hlo.constant() {value = dense<[[1, 2, -3], [127, -128, 5]]> : tensor<2x3xi8>} : () -> tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>
  %b = hlo.constant() {value = dense<[[2, 0], [1, -1], [0, 4]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32, 0.25>>
  // Stored minus zero point: [[0, 1, -4], [126, -129, 4]] times b.
  %ab = hlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.125>>
  %s = hlo.bitcast_convert %ab : (tensor<2x2x!quant.uniform<i32:f32, 0.125>>) -> tensor<2x2xi32>
  check.expect_eq_const %s, dense<[[1, -17], [123, 145]]> : tensor<2x2xi32>
  // 0.125 of each, with a zero point and in 8 bits: -17 / 8 + 3 = 0.875.
  %narrow = hlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:3>>
  %n = hlo.bitcast_convert %narrow : (tensor<2x2x!quant.uniform<i8:f32, 1.0:3>>) -> tensor<2x2xi8>
  check.expect_eq_const %n, dense<[[3, 1], [18, 21]]> : tensor<2x2xi8>
  // One scale for each column of rhs.
  %axes = hlo.constant() {value = dense<[[2, 0], [1, -1], [0, 4]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25, 1.0:1}>>
  %columns = hlo.dot_general %a, %axes, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x2x!quant.uniform<i8:f32:1, {0.25, 1.0:1}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {0.125, 0.5}>>
  %c = hlo.bitcast_convert %columns : (tensor<2x2x!quant.uniform<i32:f32:1, {0.125, 0.5}>>) -> tensor<2x2xi32>
  check.expect_eq_const %c, dense<[[1, -14], [123, 144]]> : tensor<2x2xi32>
  // Floats times quantized weights are floats.
  %x = hlo.constant dense<[[1.0, 2.0, 4.0]]> : tensor<1x3xf32>
  %hybrid = hlo.dot_general %x, %b, contracting_dims = [1] x [0] : (tensor<1x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2xf32>
  check.expect_eq_const %hybrid, dense<[[1.0, 3.5]]> : tensor<1x2xf32>
  // Padding stands for the number 0, which is stored as the zero point.
  %image = hlo.constant() {value = dense<[[[5], [6], [7]]]> : tensor<1x3x1xi8>} : () -> tensor<1x3x1x!quant.uniform<i8:f32, 1.0:5>>
  %kernel = hlo.constant() {value = dense<[[[1, 1]], [[1, 2]], [[1, 4]]]> : tensor<3x1x2xi8>} : () -> tensor<3x1x2x!quant.uniform<i8:f32:2, {1.0, 0.5}>>
  %y = hlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1x!quant.uniform<i8:f32, 1.0:5>>, tensor<3x1x2x!quant.uniform<i8:f32:2, {1.0, 0.5}>>) -> tensor<1x3x2x!quant.uniform<i32:f32, 0.5>>
  %z = hlo.bitcast_convert %y : (tensor<1x3x2x!quant.uniform<i32:f32, 0.5>>) -> tensor<1x3x2xi32>
  check.expect_eq_const %z, dense<[[[2, 4], [6, 10], [6, 5]]]> : tensor<1x3x2xi32>
  return
}
