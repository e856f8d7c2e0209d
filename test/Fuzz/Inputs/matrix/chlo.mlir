// The format is described in elementwise.mlir.

// chlo.acos, chlo.acosh, chlo.asin, chlo.asinh, chlo.atan, chlo.atanh, chlo.bessel_i1e, chlo.conj, chlo.cosh, chlo.digamma, chlo.erf, chlo.erf_inv, chlo.erfc, chlo.lgamma, chlo.sinh, chlo.square, chlo.tan
func.func @main(%a: tensor<256x$T>) -> tensor<256x$T> {
  %0 = $O %a : tensor<256x$T> -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// chlo.is_inf, chlo.is_neg_inf, chlo.is_pos_inf
func.func @main(%a: tensor<256x$T>) -> tensor<256xi1> {
  %0 = $O %a : tensor<256x$T> -> tensor<256xi1>
  return %0 : tensor<256xi1>
}
// -----
// chlo.mulhi, chlo.next_after, chlo.polygamma, chlo.zeta
func.func @main(%a: tensor<256x$T>, %b: tensor<256x$T>) -> tensor<256x$T> {
  %0 = $O %a, %b : tensor<256x$T>, tensor<256x$T> -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// chlo.broadcast_add, chlo.broadcast_and, chlo.broadcast_atan2, chlo.broadcast_divide, chlo.broadcast_maximum, chlo.broadcast_minimum, chlo.broadcast_multiply, chlo.broadcast_next_after, chlo.broadcast_or, chlo.broadcast_polygamma, chlo.broadcast_power, chlo.broadcast_remainder, chlo.broadcast_shift_left, chlo.broadcast_shift_right_arithmetic, chlo.broadcast_shift_right_logical, chlo.broadcast_subtract, chlo.broadcast_xor, chlo.broadcast_zeta
func.func @main(%a: tensor<16x1x$T>, %b: tensor<2x$T>) -> tensor<16x2x$T> {
  %0 = $O %a, %b : (tensor<16x1x$T>, tensor<2x$T>) -> tensor<16x2x$T>
  return %0 : tensor<16x2x$T>
}
// -----
// chlo.broadcast_complex
func.func @main(%a: tensor<16x1x$T>, %b: tensor<2x$T>) -> tensor<16x2xcomplex<$T>> {
  %0 = $O %a, %b : (tensor<16x1x$T>, tensor<2x$T>) -> tensor<16x2xcomplex<$T>>
  return %0 : tensor<16x2xcomplex<$T>>
}
// -----
// chlo.broadcast_compare
func.func @main(%a: tensor<16x1x$T>, %b: tensor<2x$T>) -> tensor<16x2xi1> {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LE>} : (tensor<16x1x$T>, tensor<2x$T>) -> tensor<16x2xi1>
  return %0 : tensor<16x2xi1>
}
// -----
// chlo.broadcast_select
func.func @main(%p: tensor<i1>, %a: tensor<16x1x$T>, %b: tensor<2x$T>) -> tensor<16x2x$T> {
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<16x1x$T>, tensor<2x$T>) -> tensor<16x2x$T>
  return %0 : tensor<16x2x$T>
}
// -----
// chlo.constant
func.func @main() -> tensor<2x$T> {
  %0 = chlo.constant dense<[1, 0]> : tensor<2x$T>
  return %0 : tensor<2x$T>
}
// -----
// chlo.constant/float
func.func @main() -> tensor<2x$T> {
  %0 = chlo.constant dense<[1.0, 0.5]> : tensor<2x$T>
  return %0 : tensor<2x$T>
}
// -----
// chlo.constant_like
func.func @main(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = "chlo.constant_like"(%a) <{value = 1 : $T}> : (tensor<2x$T>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}
// -----
// chlo.constant_like/float
func.func @main(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = "chlo.constant_like"(%a) <{value = 0.5 : $T}> : (tensor<2x$T>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}
// -----
// chlo.ragged_dot
// values small
func.func @main(%a: tensor<5x4x$T>, %b: tensor<2x4x3x$T>) -> tensor<5x3x$T> {
  %g = hlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4x$T>, tensor<2x4x3x$T>, tensor<2xi32>) -> tensor<5x3x$T>
  return %0 : tensor<5x3x$T>
}
// -----
// chlo.top_k
func.func @main(%a: tensor<3x16x$T>) -> (tensor<3x5x$T>, tensor<3x5xi32>) {
  %0, %1 = chlo.top_k(%a, k = 5) : tensor<3x16x$T> -> (tensor<3x5x$T>, tensor<3x5xi32>)
  return %0, %1 : tensor<3x5x$T>, tensor<3x5xi32>
}
// -----
// chlo.scan
func.func @main(%a: tensor<7x2x$T>, %b: tensor<2x$T>) -> (tensor<7x2x$T>, tensor<2x$T>) {
  %0:2 = chlo.scan(%a) inits(%b) dimension=0 {
  ^bb0(%x: tensor<2x$T>, %c: tensor<2x$T>):
    %1 = hlo.maximum %x, %c : tensor<2x$T>
    hlo.return %1, %1 : tensor<2x$T>, tensor<2x$T>
  } : (tensor<7x2x$T>, tensor<2x$T>) -> (tensor<7x2x$T>, tensor<2x$T>)
  return %0#0, %0#1 : tensor<7x2x$T>, tensor<2x$T>
}
