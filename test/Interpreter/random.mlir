// RUN: xla-run %s --backend=interpreter

// The first outputs of both generators and their next states.

func.func @main() {
  %state = hlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %bits = hlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %next, dense<[1, 5]> : tensor<2xui64>
  // Two words of one output are neighbours along the first even dimension.
  %next32, %bits32 = hlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  check.expect_eq %next32, %next : tensor<2xui64>
  %words = hlo.bitcast_convert %bits : (tensor<3xui64>) -> tensor<3x2xui32>
  %flat = hlo.reshape %words : (tensor<3x2xui32>) -> tensor<6xui32>
  check.expect_eq %flat, %bits32 : tensor<6xui32>
  %state3 = hlo.constant dense<[0, 18446744073709551615, 0]> : tensor<3xui64>
  %next3, %philox = hlo.rng_bit_generator %state3, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<8xui32>)
  // The 128-bit counter carries.
  check.expect_eq_const %next3, dense<[0, 1, 1]> : tensor<3xui64>
  return
}
