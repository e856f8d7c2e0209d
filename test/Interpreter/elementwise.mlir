// RUN: xla-run %s --backend=interpreter

// Corner cases of every class of elementwise op; a failed check fails the run.

func.func @main() {
  call @integers() : () -> ()
  call @floats() : () -> ()
  call @conversions() : () -> ()
  call @complex() : () -> ()
  return
}

func.func private @integers() {
  %a = hlo.constant dense<[7, -7, -2147483648, 5]> : tensor<4xi32>
  %b = hlo.constant dense<[2, 2, -1, 0]> : tensor<4xi32>
  %div = hlo.divide %a, %b : tensor<4xi32>
  check.expect_eq_const %div, dense<[3, -3, -2147483648, -1]> : tensor<4xi32>
  %rem = hlo.remainder %a, %b : tensor<4xi32>
  check.expect_eq_const %rem, dense<[1, -1, 0, 5]> : tensor<4xi32>
  %s = hlo.constant dense<[1, 32, -1, 31]> : tensor<4xi32>
  %shl = hlo.shift_left %a, %s : tensor<4xi32>
  check.expect_eq_const %shl, dense<[14, 0, 0, -2147483648]> : tensor<4xi32>
  %sra = hlo.shift_right_arithmetic %a, %s : tensor<4xi32>
  check.expect_eq_const %sra, dense<[3, -1, -1, 0]> : tensor<4xi32>
  %small = hlo.constant dense<[7, -8, -1]> : tensor<3xi4>
  %sum = hlo.add %small, %small : tensor<3xi4>
  check.expect_eq_const %sum, dense<[-2, 0, -2]> : tensor<3xi4>
  %clz = hlo.count_leading_zeros %small : tensor<3xi4>
  check.expect_eq_const %clz, dense<[1, 0, 0]> : tensor<3xi4>
  %p = hlo.constant dense<[true, false, true]> : tensor<3xi1>
  %q = hlo.constant dense<[true, true, false]> : tensor<3xi1>
  %or = hlo.add %p, %q : tensor<3xi1>
  check.expect_eq_const %or, dense<[true, true, true]> : tensor<3xi1>
  return
}

func.func private @floats() {
  %a = hlo.constant dense<[0x7FC00000, -0.0, 2.5, -2.5]> : tensor<4xf32>
  %b = hlo.constant dense<[1.0, 0.0, 1.5, 7.0]> : tensor<4xf32>
  %max = hlo.maximum %a, %b : tensor<4xf32>
  %lt = hlo.compare LT, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %lt, dense<[false, true, false, true]> : tensor<4xi1>
  %even = hlo.round_nearest_even %a : tensor<4xf32>
  %away = hlo.round_nearest_afz %a : tensor<4xf32>
  %diff = hlo.subtract %away, %even : tensor<4xf32>
  check.expect_eq_const %diff, dense<[0x7FC00000, 0.0, 1.0, -1.0]> : tensor<4xf32>
  %low = hlo.constant dense<-1.0> : tensor<f32>
  %high = hlo.constant dense<1.0> : tensor<f32>
  %clamp = hlo.clamp %low, %b, %high : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %clamp, dense<[1.0, 0.0, 1.0, 1.0]> : tensor<4xf32>
  // Each bf16 op rounds: 256 + 1 is 256.
  %c = hlo.constant dense<256.0> : tensor<bf16>
  %one = hlo.constant dense<1.0> : tensor<bf16>
  %s1 = hlo.add %c, %one : tensor<bf16>
  %s2 = hlo.add %s1, %one : tensor<bf16>
  check.expect_eq_const %s2, dense<256.0> : tensor<bf16>
  %f = hlo.constant dense<[1.00390625, 70000.0]> : tensor<2xf32>
  %reduced = hlo.reduce_precision %f, format = e5m10 : tensor<2xf32>
  check.expect_eq_const %reduced, dense<[1.00390625, 0x7F800000]> : tensor<2xf32>
  return
}

func.func private @conversions() {
  %f = hlo.constant dense<[0x7FC00000, 300.0, -300.0, 1.9]> : tensor<4xf32>
  %i = hlo.convert %f : (tensor<4xf32>) -> tensor<4xi8>
  check.expect_eq_const %i, dense<[0, 127, -128, 1]> : tensor<4xi8>
  %u = hlo.convert %f : (tensor<4xf32>) -> tensor<4xui8>
  check.expect_eq_const %u, dense<[0, 255, 0, 1]> : tensor<4xui8>
  %p = hlo.convert %f : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %p, dense<true> : tensor<4xi1>
  // One rounding from f64 to bf16: to f32 first would give a tie.
  %d = hlo.constant dense<1.00390625000001> : tensor<f64>
  %b = hlo.convert %d : (tensor<f64>) -> tensor<bf16>
  check.expect_eq_const %b, dense<1.0078125> : tensor<bf16>
  %w = hlo.constant dense<0x04030201> : tensor<i32>
  %bytes = hlo.bitcast_convert %w : (tensor<i32>) -> tensor<4xi8>
  check.expect_eq_const %bytes, dense<[1, 2, 3, 4]> : tensor<4xi8>
  %nibbles = hlo.bitcast_convert %w : (tensor<i32>) -> tensor<8xui4>
  check.expect_eq_const %nibbles, dense<[1, 0, 2, 0, 3, 0, 4, 0]> : tensor<8xui4>
  %back = hlo.bitcast_convert %nibbles : (tensor<8xui4>) -> tensor<i32>
  check.expect_eq %back, %w : tensor<i32>
  return
}

func.func private @complex() {
  %a = hlo.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>
  %sq = hlo.multiply %a, %a : tensor<2xcomplex<f32>>
  check.expect_eq_const %sq, dense<[(-3.0, 4.0), (-7.0, -24.0)]> : tensor<2xcomplex<f32>>
  %abs = hlo.abs %a : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_almost_eq_const %abs, dense<[2.2360680, 5.0]> : tensor<2xf32>
  %re = hlo.real %a : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %im = hlo.imag %a : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %c = hlo.complex %re, %im : tensor<2xcomplex<f32>>
  check.expect_eq %c, %a : tensor<2xcomplex<f32>>
  %one = hlo.divide %a, %a : tensor<2xcomplex<f32>>
  check.expect_eq_const %one, dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>
  return
}
