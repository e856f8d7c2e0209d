// RUN: xla-opt %s --chlo-legalize-to-hlo -o %t.mlir
// RUN: xla-run %t.mlir --backend=interpreter

// zeta, polygamma and poles against exact values (mpmath).

func.func @main() {
  %x = hlo.constant dense<[1.5, 2.0, 2.0, 3.0, 8.5, 20.0]> : tensor<6xf64>
  %q = hlo.constant dense<[0.5, 1.0, 3.25, 10.5, 1.0, 2.0]> : tensor<6xf64>
  %0 = chlo.zeta %x, %q : tensor<6xf64>, tensor<6xf64> -> tensor<6xf64>
  %zeta = hlo.constant dense<[4.77653794755483325, 1.64493406684822644, 0.359798290309579875, 0.00498757212385758464, 1.00285925088241563, 9.53962033872796113e-7]> : tensor<6xf64>
  check.expect_close %0, %zeta, max_ulp_difference = 8 : tensor<6xf64>, tensor<6xf64>
  %n = hlo.constant dense<[0.0, 1.0, 1.0, 2.0, 5.0, 3.0]> : tensor<6xf32>
  %y = hlo.constant dense<[0.75, 0.5, 3.25, 10.5, 1.0, 2.0]> : tensor<6xf32>
  %1 = chlo.polygamma %n, %y : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  %polygamma = hlo.constant dense<[-1.08586087978647217, 4.93480220054467931, 0.359798290309579875, -0.00997514424771516929, 122.081167438133897, 0.493939402266829149]> : tensor<6xf32>
  check.expect_close %1, %polygamma, max_ulp_difference = 1 : tensor<6xf32>, tensor<6xf32>

  // Poles and arguments without a value.
  %poles = hlo.constant dense<[0.0, -1.0, 0xFF800000, 0x7F800000]> : tensor<4xf32>
  %2 = chlo.lgamma %poles : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %2, dense<0x7F800000> : tensor<4xf32>
  %3 = chlo.digamma %poles : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %3, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %ends = hlo.constant dense<[-1.0, 1.0, -1.5, 0x7FC00000]> : tensor<4xf32>
  %4 = chlo.erf_inv %ends : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %4, dense<[0xFF800000, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  %5 = chlo.acosh %ends : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %5, dense<[0x7FC00000, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  %6 = chlo.atanh %ends : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %6, dense<[0xFF800000, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>

  // f16 is computed in f32.
  %half = hlo.constant dense<[0.5, -2.0, 3.0]> : tensor<3xf16>
  %7 = chlo.erf %half : tensor<3xf16> -> tensor<3xf16>
  %erf = hlo.constant dense<[0.520499877813046538, -0.995322265018952734, 0.999977909503001415]> : tensor<3xf16>
  check.expect_close %7, %erf, max_ulp_difference = 0 : tensor<3xf16>, tensor<3xf16>
  return
}
