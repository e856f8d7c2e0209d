// RUN: xla-run %s --backend=interpreter

// What quantized types mean: (stored - zero point) * scale, and back by
// division, addition, clamping and rounding to even.

func.func @main() {
  call @conversions() : () -> ()
  call @per_axis() : () -> ()
  call @elementwise() : () -> ()
  call @moves() : () -> ()
  call @regions() : () -> ()
  return
}

func.func private @conversions() {
  // -1 / 0.5 + 3 = 1; 0.25 and 0.75 lie halfway: 3.5 and 4.5 both go to 4.
  // What is too large is clamped; NaN is stored as 0.
  %x = hlo.constant dense<[-1.0, 0.25, 0.75, 100.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
  %q = hlo.uniform_quantize %x : (tensor<7xf32>) -> tensor<7x!quant.uniform<i8:f32, 0.5:3>>
  %stored = hlo.bitcast_convert %q : (tensor<7x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<7xi8>
  check.expect_eq_const %stored, dense<[1, 4, 4, 127, 127, -128, 0]> : tensor<7xi8>
  %back = hlo.uniform_dequantize %q : (tensor<7x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<7xf32>
  check.expect_eq_const %back, dense<[-1.0, 0.5, 0.5, 62.0, 62.0, -65.5, -1.5]> : tensor<7xf32>
  // The difference of the extremes does not wrap: 127 - -128 = 255.
  %c = hlo.constant() {value = dense<[127, -128]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5:-128>>
  %d = hlo.uniform_dequantize %c : (tensor<2x!quant.uniform<i8:f32, 0.5:-128>>) -> tensor<2xf32>
  check.expect_eq_const %d, dense<[127.5, 0.0]> : tensor<2xf32>
  // Bounds of their own, unsigned storage, storage of half a byte.
  %bounded = hlo.uniform_quantize %x : (tensor<7xf32>) -> tensor<7x!quant.uniform<i8<-3:5>:f32, 0.25:1>>
  %b = hlo.bitcast_convert %bounded : (tensor<7x!quant.uniform<i8<-3:5>:f32, 0.25:1>>) -> tensor<7xi8>
  check.expect_eq_const %b, dense<[-3, 2, 4, 5, 5, -3, 0]> : tensor<7xi8>
  %unsigned = hlo.uniform_quantize %x : (tensor<7xf32>) -> tensor<7x!quant.uniform<u8:f32, 0.25:128>>
  %u = hlo.bitcast_convert %unsigned : (tensor<7x!quant.uniform<u8:f32, 0.25:128>>) -> tensor<7xui8>
  check.expect_eq_const %u, dense<[124, 129, 131, 255, 255, 0, 0]> : tensor<7xui8>
  %nibble = hlo.uniform_quantize %x : (tensor<7xf32>) -> tensor<7x!quant.uniform<i4:f32, 0.25:-1>>
  %n = hlo.bitcast_convert %nibble : (tensor<7x!quant.uniform<i4:f32, 0.25:-1>>) -> tensor<7xi4>
  check.expect_eq_const %n, dense<[-5, 0, 2, 7, 7, -8, 0]> : tensor<7xi4>
  // The largest integer of 32 bits is no float: the bound is rounded up and the
  // conversion holds it.
  %large = hlo.uniform_quantize %x : (tensor<7xf32>) -> tensor<7x!quant.uniform<i32:f32, 1.0e-8>>
  %l = hlo.bitcast_convert %large : (tensor<7x!quant.uniform<i32:f32, 1.0e-8>>) -> tensor<7xi32>
  check.expect_eq_const %l, dense<[-100000000, 25000000, 75000000, 2147483647, 2147483647, -2147483648, 0]> : tensor<7xi32>
  // Each step rounds to the expressed type: 300 is 300 in bf16, 301 is not.
  %wide = hlo.constant() {value = dense<[300, 301]> : tensor<2xi16>} : () -> tensor<2x!quant.uniform<i16:bf16, 1.0>>
  %bf = hlo.uniform_dequantize %wide : (tensor<2x!quant.uniform<i16:bf16, 1.0>>) -> tensor<2xbf16>
  check.expect_eq_const %bf, dense<[300.0, 300.0]> : tensor<2xbf16>
  // From one quantization to another by way of the number.
  %re = hlo.uniform_quantize %q : (tensor<7x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<7x!quant.uniform<i8:f32, 0.25:-1>>
  %r = hlo.bitcast_convert %re : (tensor<7x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<7xi8>
  check.expect_eq_const %r, dense<[-5, 1, 1, 127, 127, -128, -7]> : tensor<7xi8>
  return
}

func.func private @per_axis() {
  %x = hlo.constant dense<[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]> : tensor<2x3xf32>
  %q = hlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 1.0:2, 2.0:-1}>>
  %s = hlo.bitcast_convert %q : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 1.0:2, 2.0:-1}>>) -> tensor<2x3xi8>
  check.expect_eq_const %s, dense<[[2, 3, 0], [4, 4, 0]]> : tensor<2x3xi8>
  %t = hlo.transpose %q, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 1.0:2, 2.0:-1}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 1.0:2, 2.0:-1}>>
  %d = hlo.uniform_dequantize %t : (tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 1.0:2, 2.0:-1}>>) -> tensor<3x2xf32>
  check.expect_eq_const %d, dense<[[1.0, 2.0], [1.0, 2.0], [2.0, 2.0]]> : tensor<3x2xf32>
  return
}

func.func private @elementwise() {
  %a = hlo.constant() {value = dense<[4, -2, 100]> : tensor<3xi8>} : () -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  %b = hlo.constant() {value = dense<[3, 7, 127]> : tensor<3xi8>} : () -> tensor<3x!quant.uniform<i8:f32, 0.25:3>>
  // 2 + 0, -1 + 1, 50 + 31.
  %sum = hlo.add %a, %b : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<3x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<3x!quant.uniform<i8:f32, 1.0:1>>
  %s = hlo.bitcast_convert %sum : (tensor<3x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<3xi8>
  check.expect_eq_const %s, dense<[3, 1, 82]> : tensor<3xi8>
  %root = hlo.sqrt %a : (tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3x!quant.uniform<i8:f32, 0.1>>
  %w = hlo.bitcast_convert %root : (tensor<3x!quant.uniform<i8:f32, 0.1>>) -> tensor<3xi8>
  check.expect_eq_const %w, dense<[14, 0, 71]> : tensor<3xi8>
  %less = hlo.compare LT, %a, %b : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<3x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<3xi1>
  check.expect_eq_const %less, dense<[false, true, false]> : tensor<3xi1>
  %chosen = hlo.select %less, %a, %b : (tensor<3xi1>, tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<3x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  %ch = hlo.bitcast_convert %chosen : (tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xi8>
  check.expect_eq_const %ch, dense<[0, -2, 62]> : tensor<3xi8>
  %finite = hlo.is_finite %a : (tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xi1>
  check.expect_eq_const %finite, dense<true> : tensor<3xi1>
  %iota = hlo.iota dim = 0 : tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = hlo.bitcast_convert %iota : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3xi8>
  check.expect_eq_const %i, dense<[1, 3, 5]> : tensor<3xi8>
  return
}

func.func private @moves() {
  // Stored integers move as they are.
  %a = hlo.constant() {value = dense<[4, -2, 100]> : tensor<3xi8>} : () -> tensor<3x!quant.uniform<i8:f32, 0.5:7>>
  %reversed = hlo.reverse %a, dims = [0] : tensor<3x!quant.uniform<i8:f32, 0.5:7>>
  %zero = hlo.constant() {value = dense<7> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:7>>
  %padded = hlo.pad %reversed, %zero, low = [1], high = [0], interior = [0] : (tensor<3x!quant.uniform<i8:f32, 0.5:7>>, tensor<!quant.uniform<i8:f32, 0.5:7>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:7>>
  %p = hlo.bitcast_convert %padded : (tensor<4x!quant.uniform<i8:f32, 0.5:7>>) -> tensor<4xi8>
  check.expect_eq_const %p, dense<[7, 100, -2, 4]> : tensor<4xi8>
  return
}

func.func private @regions() {
  %a = hlo.constant() {value = dense<[10, 20, 30, 127]> : tensor<4xi8>} : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %zero = hlo.constant() {value = dense<0> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5>>
  // Each addition quantizes, so that the sum saturates.
  %sum = hlo.reduce(%a init: %zero) applies hlo.add across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %s = hlo.bitcast_convert %sum : (tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<i8>
  check.expect_eq_const %s, dense<127> : tensor<i8>
  // A region in wider storage of another scale takes requantized operands.
  %wide = "hlo.reduce"(%a, %zero) ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 0.25>>, %y: tensor<!quant.uniform<i32:f32, 0.25>>):
    %t = hlo.add %x, %y : tensor<!quant.uniform<i32:f32, 0.25>>
    hlo.return %t : tensor<!quant.uniform<i32:f32, 0.25>>
  }) {dimensions = array<i64: 0>} : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 0.25>>
  %w = hlo.bitcast_convert %wide : (tensor<!quant.uniform<i32:f32, 0.25>>) -> tensor<i32>
  check.expect_eq_const %w, dense<374> : tensor<i32>
  // And a result of another scale is requantized: 93.5 + 3 goes to even.
  %coarse = "hlo.reduce"(%a, %zero) ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 0.25>>, %y: tensor<!quant.uniform<i32:f32, 0.25>>):
    %t = hlo.add %x, %y : tensor<!quant.uniform<i32:f32, 0.25>>
    hlo.return %t : tensor<!quant.uniform<i32:f32, 0.25>>
  }) {dimensions = array<i64: 0>} : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 1.0:3>>
  %co = hlo.bitcast_convert %coarse : (tensor<!quant.uniform<i32:f32, 1.0:3>>) -> tensor<i32>
  check.expect_eq_const %co, dense<96> : tensor<i32>
  return
}
