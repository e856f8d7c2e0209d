// The format is described in elementwise.mlir.

// dot
// values small
func.func @main(%a: tensor<3x4x$T>, %b: tensor<4x2x$T>) -> tensor<3x2x$T> {
  %0 = hlo.dot %a, %b : (tensor<3x4x$T>, tensor<4x2x$T>) -> tensor<3x2x$T>
  return %0 : tensor<3x2x$T>
}
// -----
// dot_general
// values small
func.func @main(%a: tensor<2x3x4x$T>, %b: tensor<2x4x2x$T>) -> tensor<2x3x2x$T> {
  %0 = hlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x$T>, tensor<2x4x2x$T>) -> tensor<2x3x2x$T>
  return %0 : tensor<2x3x2x$T>
}
// -----
// dot_general/f32, dot_general/i32, dot_general/f64
// values small
func.func @main(%a: tensor<3x4x$T>, %b: tensor<4x2x$T>) -> tensor<3x2x$V> {
  %0 = hlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x4x$T>, tensor<4x2x$T>) -> tensor<3x2x$V>
  return %0 : tensor<3x2x$V>
}
// -----
// dot_general/axis
// values small
func.func @main(%a: tensor<3x4x!quant.uniform<i8:f32, 0.25:3>>, %b: tensor<4x2x!quant.uniform<i8:f32:1, {0.25:0, 0.5:0}>>) -> tensor<3x2x!quant.uniform<i32:f32:1, {0.0625:0, 0.125:0}>> {
  %0 = hlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x4x!quant.uniform<i8:f32, 0.25:3>>, tensor<4x2x!quant.uniform<i8:f32:1, {0.25:0, 0.5:0}>>) -> tensor<3x2x!quant.uniform<i32:f32:1, {0.0625:0, 0.125:0}>>
  return %0 : tensor<3x2x!quant.uniform<i32:f32:1, {0.0625:0, 0.125:0}>>
}
// -----
// einsum
// values small
func.func @main(%a: tensor<3x4x$T>, %b: tensor<4x2x$T>) -> tensor<3x2x$T> {
  %0 = hlo.einsum %a, %b, config = "ij,jk->ik" : (tensor<3x4x$T>, tensor<4x2x$T>) -> tensor<3x2x$T>
  return %0 : tensor<3x2x$T>
}
// -----
// unary_einsum
// values small
func.func @main(%a: tensor<3x4x$T>) -> tensor<3x$T> {
  %0 = hlo.unary_einsum %a, config = "ij->i" : (tensor<3x4x$T>) -> tensor<3x$T>
  return %0 : tensor<3x$T>
}
// -----
// convolution
// values small
func.func @main(%a: tensor<1x5x2x$T>, %b: tensor<3x2x2x$T>) -> tensor<1x5x2x$T> {
  %0 = hlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x2x$T>, tensor<3x2x2x$T>) -> tensor<1x5x2x$T>
  return %0 : tensor<1x5x2x$T>
}
// -----
// convolution/groups
// values small
func.func @main(%a: tensor<1x5x4x$T>, %b: tensor<3x2x4x$T>) -> tensor<1x9x4x$T> {
  %0 = hlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], lhs_dilate = [2], reverse = [1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x5x4x$T>, tensor<3x2x4x$T>) -> tensor<1x9x4x$T>
  return %0 : tensor<1x9x4x$T>
}
// -----
// convolution/axis
// values small
func.func @main(%a: tensor<1x5x2x!quant.uniform<i8:f32, 0.25:3>>, %b: tensor<3x2x2x!quant.uniform<i8:f32:2, {0.25:0, 0.5:0}>>) -> tensor<1x3x2x!quant.uniform<i32:f32:2, {0.0625:0, 0.125:0}>> {
  %0 = hlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x2x!quant.uniform<i8:f32, 0.25:3>>, tensor<3x2x2x!quant.uniform<i8:f32:2, {0.25:0, 0.5:0}>>) -> tensor<1x3x2x!quant.uniform<i32:f32:2, {0.0625:0, 0.125:0}>>
  return %0 : tensor<1x3x2x!quant.uniform<i32:f32:2, {0.0625:0, 0.125:0}>>
}
// -----
// dynamic_conv
// values small
func.func @main(%a: tensor<1x5x2x$T>, %b: tensor<3x2x2x$T>) -> tensor<1x5x2x$T> {
  %p = hlo.constant dense<1> : tensor<1x2xi64>
  %0 = "hlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #hlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x5x2x$T>, tensor<3x2x2x$T>, tensor<1x2xi64>) -> tensor<1x5x2x$T>
  return %0 : tensor<1x5x2x$T>
}
// -----
// cholesky
// values matrix
func.func @main(%a: tensor<2x3x3x$T>) -> tensor<2x3x3x$T> {
  %0 = hlo.cholesky %a, lower = true : tensor<2x3x3x$T>
  return %0 : tensor<2x3x3x$T>
}
// -----
// triangular_solve
// values matrix
func.func @main(%a: tensor<3x3x$T>, %b: tensor<3x3x$T>) -> tensor<3x3x$T> {
  %0 = "hlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #hlo<transpose ADJOINT>}> : (tensor<3x3x$T>, tensor<3x3x$T>) -> tensor<3x3x$T>
  return %0 : tensor<3x3x$T>
}
// -----
// fft/FFT, fft/IFFT
// values small
func.func @main(%a: tensor<2x6x$T>) -> tensor<2x6x$T> {
  %0 = hlo.fft %a, type = $V, length = [6] : (tensor<2x6x$T>) -> tensor<2x6x$T>
  return %0 : tensor<2x6x$T>
}
// -----
// fft/RFFT
// values small
func.func @main(%a: tensor<2x6x$T>) -> tensor<2x4xcomplex<$T>> {
  %0 = hlo.fft %a, type = RFFT, length = [6] : (tensor<2x6x$T>) -> tensor<2x4xcomplex<$T>>
  return %0 : tensor<2x4xcomplex<$T>>
}
// -----
// fft/IRFFT
// values small
func.func @main(%a: tensor<2x4x$T>) -> tensor<2x6x$R> {
  %0 = hlo.fft %a, type = IRFFT, length = [6] : (tensor<2x4x$T>) -> tensor<2x6x$R>
  return %0 : tensor<2x6x$R>
}
