// Programs of `xla-fuzz --matrix`, a line of names before each: the op, after a
// `/` what is special. `$O` is the name; `$T` each element type in turn, `$U`
// another one, `$R` the type of a part of `$T`, `$I` the integer of its width,
// `$E` what a quantized `$T` expresses, `$V` what is special, `$N` a number of its own.
// `values` says what arguments are: `small` numbers with exact sums, `mild` ones, a
// `matrix`; otherwise the edges of the type.

// ceil, floor, round_nearest_afz, round_nearest_even, sign, negate, not, popcnt, count_leading_zeros
func.func @main(%a: tensor<256x$T>) -> tensor<256x$T> {
  %0 = "hlo.$O"(%a) : (tensor<256x$T>) -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// abs, real, imag
func.func @main(%a: tensor<256x$T>) -> tensor<256x$R> {
  %0 = "hlo.$O"(%a) : (tensor<256x$T>) -> tensor<256x$R>
  return %0 : tensor<256x$R>
}
// -----
// cbrt, cosine, exponential, exponential_minus_one, log, log_plus_one, logistic, rsqrt, sine, sqrt, tan, tanh
func.func @main(%a: tensor<256x$T>) -> tensor<256x$T> {
  %0 = "hlo.$O"(%a) : (tensor<256x$T>) -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// is_finite
func.func @main(%a: tensor<256x$T>) -> tensor<256xi1> {
  %0 = hlo.is_finite %a : (tensor<256x$T>) -> tensor<256xi1>
  return %0 : tensor<256xi1>
}
// -----
// add, and, atan2, divide, maximum, minimum, multiply, or, power, remainder, shift_left, shift_right_arithmetic, shift_right_logical, subtract, xor
func.func @main(%a: tensor<256x$T>, %b: tensor<256x$T>) -> tensor<256x$T> {
  %0 = "hlo.$O"(%a, %b) : (tensor<256x$T>, tensor<256x$T>) -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// power/mild
// values mild
func.func @main(%a: tensor<256x$T>, %b: tensor<256x$T>) -> tensor<256x$T> {
  %0 = hlo.power %a, %b : tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// complex
func.func @main(%a: tensor<256x$T>, %b: tensor<256x$T>) -> tensor<256xcomplex<$T>> {
  %0 = hlo.complex %a, %b : tensor<256xcomplex<$T>>
  return %0 : tensor<256xcomplex<$T>>
}
// -----
// compare/EQ, compare/NE
func.func @main(%a: tensor<256x$T>, %b: tensor<256x$T>) -> tensor<256xi1> {
  %0 = hlo.compare $V, %a, %b : (tensor<256x$T>, tensor<256x$T>) -> tensor<256xi1>
  return %0 : tensor<256xi1>
}
// -----
// compare/LT, compare/LE, compare/GT, compare/GE
func.func @main(%a: tensor<256x$T>, %b: tensor<256x$T>) -> tensor<256xi1> {
  %0 = hlo.compare $V, %a, %b : (tensor<256x$T>, tensor<256x$T>) -> tensor<256xi1>
  return %0 : tensor<256xi1>
}
// -----
// compare/TOTALORDER
func.func @main(%a: tensor<256x$T>, %b: tensor<256x$T>) -> tensor<256xi1> {
  %0 = hlo.compare LT, %a, %b, $V : (tensor<256x$T>, tensor<256x$T>) -> tensor<256xi1>
  return %0 : tensor<256xi1>
}
// -----
// clamp
func.func @main(%a: tensor<256x$T>, %b: tensor<256x$T>, %c: tensor<256x$T>) -> tensor<256x$T> {
  %0 = hlo.clamp %a, %b, %c : tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// clamp/scalar
func.func @main(%a: tensor<$T>, %b: tensor<256x$T>, %c: tensor<$T>) -> tensor<256x$T> {
  %0 = hlo.clamp %a, %b, %c : (tensor<$T>, tensor<256x$T>, tensor<$T>) -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// select
func.func @main(%p: tensor<256xi1>, %a: tensor<256x$T>, %b: tensor<256x$T>) -> tensor<256x$T> {
  %0 = hlo.select %p, %a, %b : tensor<256xi1>, tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// reduce_precision/e5m2, reduce_precision/e8m7, reduce_precision/e3m0, reduce_precision/e11m52
func.func @main(%a: tensor<256x$T>) -> tensor<256x$T> {
  %0 = hlo.reduce_precision %a, format = $V : tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// convert
func.func @main(%a: tensor<256x$U>) -> tensor<256x$T> {
  %0 = hlo.convert %a : (tensor<256x$U>) -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// map
func.func @main(%a: tensor<16x$T>, %b: tensor<16x$T>) -> tensor<16x$T> {
  %0 = "hlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.maximum %x, %y : tensor<$T>
    hlo.return %1 : tensor<$T>
  }) : (tensor<16x$T>, tensor<16x$T>) -> tensor<16x$T>
  return %0 : tensor<16x$T>
}
// -----
// uniform_quantize
func.func @main(%a: tensor<256x$T>) -> tensor<256x!quant.uniform<i8:$E, 2.500000e-01:3>> {
  %0 = hlo.uniform_quantize %a : (tensor<256x$T>) -> tensor<256x!quant.uniform<i8:$E, 2.500000e-01:3>>
  return %0 : tensor<256x!quant.uniform<i8:$E, 2.500000e-01:3>>
}
// -----
// uniform_quantize/axis
func.func @main(%a: tensor<2x16x$T>) -> tensor<2x16x!quant.uniform<i8:$E:0, {0.25:3, 0.5:-1}>> {
  %0 = hlo.uniform_quantize %a : (tensor<2x16x$T>) -> tensor<2x16x!quant.uniform<i8:$E:0, {0.25:3, 0.5:-1}>>
  return %0 : tensor<2x16x!quant.uniform<i8:$E:0, {0.25:3, 0.5:-1}>>
}
// -----
// uniform_dequantize
func.func @main(%a: tensor<256x$T>) -> tensor<256x$E> {
  %0 = hlo.uniform_dequantize %a : (tensor<256x$T>) -> tensor<256x$E>
  return %0 : tensor<256x$E>
}
// -----
// uniform_dequantize/axis
func.func @main(%a: tensor<2x16x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<2x16xf32> {
  %0 = hlo.uniform_dequantize %a : (tensor<2x16x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}
// -----
// add/axis
func.func @main(%a: tensor<2x16x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>, %b: tensor<2x16x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>) -> tensor<2x16x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>> {
  %0 = hlo.add %a, %b : tensor<2x16x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>
  return %0 : tensor<2x16x!quant.uniform<i8:f32:0, {0.25:3, 0.5:-1}>>
}
// -----
// constant
func.func @main() -> tensor<2x$T> {
  %0 = hlo.constant dense<[1, 0]> : tensor<2x$T>
  return %0 : tensor<2x$T>
}
// -----
// constant/float
func.func @main() -> tensor<3x$T> {
  %0 = hlo.constant dense<[1.0, 0.5, 2.0]> : tensor<3x$T>
  return %0 : tensor<3x$T>
}
// -----
// constant/complex
func.func @main() -> tensor<2x$T> {
  %0 = hlo.constant dense<[(1.0, 0.5), (2.0, -0.0)]> : tensor<2x$T>
  return %0 : tensor<2x$T>
}
// -----
// bitcast_convert
func.func @main(%a: tensor<256x$T>) -> tensor<256x$I> {
  %0 = hlo.bitcast_convert %a : (tensor<256x$T>) -> tensor<256x$I>
  return %0 : tensor<256x$I>
}
// -----
// bitcast_convert/back
func.func @main(%a: tensor<256x$I>) -> tensor<256x$T> {
  %0 = hlo.bitcast_convert %a : (tensor<256x$I>) -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// bitcast_convert/same
func.func @main(%a: tensor<256x$T>) -> tensor<256x$T> {
  %0 = hlo.bitcast_convert %a : (tensor<256x$T>) -> tensor<256x$T>
  return %0 : tensor<256x$T>
}
// -----
// bitcast_convert/bits
func.func @main(%a: tensor<16x$T>) -> tensor<16x$Wxi1> {
  %0 = hlo.bitcast_convert %a : (tensor<16x$T>) -> tensor<16x$Wxi1>
  return %0 : tensor<16x$Wxi1>
}
