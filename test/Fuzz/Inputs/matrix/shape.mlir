// The format is described in elementwise.mlir.

// broadcast
func.func @main(%a: tensor<4x$T>) -> tensor<2x4x$T> {
  %0 = hlo.broadcast %a, sizes = [2] : (tensor<4x$T>) -> tensor<2x4x$T>
  return %0 : tensor<2x4x$T>
}
// -----
// broadcast_in_dim
func.func @main(%a: tensor<5x1x$T>) -> tensor<3x5x4x$T> {
  %0 = hlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<5x1x$T>) -> tensor<3x5x4x$T>
  return %0 : tensor<3x5x4x$T>
}
// -----
// dynamic_broadcast_in_dim
func.func @main(%a: tensor<5x1x$T>) -> tensor<3x5x4x$T> {
  %s = hlo.constant dense<[3, 5, 4]> : tensor<3xi32>
  %0 = hlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] : (tensor<5x1x$T>, tensor<3xi32>) -> tensor<3x5x4x$T>
  return %0 : tensor<3x5x4x$T>
}
// -----
// reshape
func.func @main(%a: tensor<4x5x$T>) -> tensor<2x10x$T> {
  %0 = hlo.reshape %a : (tensor<4x5x$T>) -> tensor<2x10x$T>
  return %0 : tensor<2x10x$T>
}
// -----
// dynamic_reshape
func.func @main(%a: tensor<4x5x$T>) -> tensor<2x10x$T> {
  %s = hlo.constant dense<[2, 10]> : tensor<2xi64>
  %0 = hlo.dynamic_reshape %a, %s : (tensor<4x5x$T>, tensor<2xi64>) -> tensor<2x10x$T>
  return %0 : tensor<2x10x$T>
}
// -----
// transpose
func.func @main(%a: tensor<4x5x3x$T>) -> tensor<3x4x5x$T> {
  %0 = hlo.transpose %a, dims = [2, 0, 1] : (tensor<4x5x3x$T>) -> tensor<3x4x5x$T>
  return %0 : tensor<3x4x5x$T>
}
// -----
// reverse
func.func @main(%a: tensor<3x7x$T>) -> tensor<3x7x$T> {
  %0 = hlo.reverse %a, dims = [1] : tensor<3x7x$T>
  return %0 : tensor<3x7x$T>
}
// -----
// concatenate
func.func @main(%a: tensor<3x3x$T>, %b: tensor<3x2x$T>) -> tensor<3x5x$T> {
  %0 = hlo.concatenate %a, %b, dim = 1 : (tensor<3x3x$T>, tensor<3x2x$T>) -> tensor<3x5x$T>
  return %0 : tensor<3x5x$T>
}
// -----
// pad
func.func @main(%a: tensor<3x5x$T>, %v: tensor<$T>) -> tensor<4x11x$T> {
  %0 = hlo.pad %a, %v, low = [2, -1], high = [-1, 3], interior = [0, 1] : (tensor<3x5x$T>, tensor<$T>) -> tensor<4x11x$T>
  return %0 : tensor<4x11x$T>
}
// -----
// dynamic_pad
func.func @main(%a: tensor<5x$T>, %v: tensor<$T>) -> tensor<11x$T> {
  %l = hlo.constant dense<-1> : tensor<1xi64>
  %h = hlo.constant dense<3> : tensor<1xi64>
  %i = hlo.constant dense<1> : tensor<1xi64>
  %0 = hlo.dynamic_pad %a, %v, %l, %h, %i : (tensor<5x$T>, tensor<$T>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<11x$T>
  return %0 : tensor<11x$T>
}
// -----
// iota
func.func @main() -> tensor<300x$T> {
  %0 = hlo.iota dim = 0 : tensor<300x$T>
  return %0 : tensor<300x$T>
}
// -----
// iota/rows
func.func @main() -> tensor<3x5x$T> {
  %0 = hlo.iota dim = 0 : tensor<3x5x$T>
  return %0 : tensor<3x5x$T>
}
// -----
// dynamic_iota
func.func @main() -> tensor<300x$T> {
  %s = hlo.constant dense<300> : tensor<1xi64>
  %0 = hlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<300x$T>
  return %0 : tensor<300x$T>
}
// -----
// get_dimension_size
func.func @main(%a: tensor<3x5x$T>) -> tensor<i32> {
  %0 = hlo.get_dimension_size %a, dim = 1 : (tensor<3x5x$T>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// set_dimension_size
func.func @main(%a: tensor<3x5x$T>) -> tensor<3x$T> {
  %n = hlo.constant dense<4> : tensor<i32>
  %0 = hlo.set_dimension_size %a, %n, dim = 1 : (tensor<3x5x$T>, tensor<i32>) -> tensor<3x?x$T, #hlo.bounds<?, 5>>
  %1 = hlo.get_dimension_size %0, dim = 1 : (tensor<3x?x$T, #hlo.bounds<?, 5>>) -> tensor<i32>
  %2 = hlo.constant dense<0> : tensor<i32>
  %3 = hlo.dynamic_slice %a, %2, %1, sizes = [3, 1] : (tensor<3x5x$T>, tensor<i32>, tensor<i32>) -> tensor<3x1x$T>
  %4 = hlo.reshape %3 : (tensor<3x1x$T>) -> tensor<3x$T>
  return %4 : tensor<3x$T>
}
// -----
// broadcast_in_dim/axis
func.func @main(%a: tensor<2x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25:3, 0.5:-1}>> {
  %0 = hlo.broadcast_in_dim %a, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25:3, 0.5:-1}>>
  return %0 : tensor<3x2x!quant.uniform<i8:f32:1, {0.25:3, 0.5:-1}>>
}
// -----
// transpose/axis
func.func @main(%a: tensor<2x3x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25:3, 0.5:-1}>> {
  %0 = hlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25:3, 0.5:-1}>>
  return %0 : tensor<3x2x!quant.uniform<i8:f32:1, {0.25:3, 0.5:-1}>>
}
// -----
// reshape/axis
func.func @main(%a: tensor<2x6x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<2x3x2x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>> {
  %0 = hlo.reshape %a : (tensor<2x6x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<2x3x2x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>
  return %0 : tensor<2x3x2x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>
}
