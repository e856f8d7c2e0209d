// RUN: xla-opt %s --chlo-legalize-to-hlo -o %t.mlir
// RUN: xla-run %t.mlir --backend=interpreter
// RUN: xla-run %s --backend=interpreter

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

  // Left of zero, and where powers and factorials are out of range.
  %farX = hlo.constant dense<[2.0, 3.0, 3.0, 2.0, 7.0, 1.5, 3.0]> : tensor<7xf64>
  %farQ = hlo.constant dense<[-10.5, -12.5, -11.3, -100.75, -0.25, 1.0e300, -2000.25]> : tensor<7xf64>
  %farZeta = chlo.zeta %farX, %farQ : tensor<7xf64>, tensor<7xf64> -> tensor<7xf64>
  %zetas = hlo.constant dense<[9.77875773981481238, 0.0029542182928941204, -34.4151873556807617, 19.7293323392509606, -16376.4876020790342, 1.99999999999999995e-150, -62.0125532356933454]> : tensor<7xf64>
  check.expect_close %farZeta, %zetas, max_ulp_difference = 16 : tensor<7xf64>, tensor<7xf64>
  %farN = hlo.constant dense<[1.0, 3.0, 4.0, 100.0, 170.0, 3.0, 1.0, 500.0, 99.0, 100.0, 200.0, 200.0]> : tensor<12xf64>
  %farY = hlo.constant dense<[-20.3, -12.5, -1000.5, 1.0e4, 0.99, 1.0e100, 1.0e308, 180.0, -12.5, -12.5, -3.25, 1.0e3]> : tensor<12xf64>
  %farPolygamma = chlo.polygamma %farN, %farY : tensor<12xf64>, tensor<12xf64> -> tensor<12xf64>
  %polygammas = hlo.constant dense<[15.0313460326262307, 194.817274415199961, -5.97605491011102008e-12, -9.37936320154351273e-245, -4.04728435896952345e307, 2.0e-300, 1.0e-308, -16705.2856753192648, 2.36610066049089716e186, -6.40636912019249226e43, 0x7FF0000000000000, -4.35081927059710184e-228]> : tensor<12xf64>
  check.expect_close %farPolygamma, %polygammas, max_ulp_difference = 1024 : tensor<12xf64>, tensor<12xf64>

  // Poles and arguments without a value.
  %poles = hlo.constant dense<[0.0, -1.0, 0xFF800000, 0x7F800000]> : tensor<4xf32>
  %2 = chlo.lgamma %poles : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %2, dense<0x7F800000> : tensor<4xf32>
  %3 = chlo.digamma %poles : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %3, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %ends = hlo.constant dense<[-1.0, 1.0, -1.5, 0x7FC00000]> : tensor<4xf32>
  %4 = chlo.erf_inv %ends : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %4, dense<[0xFF800000, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  %zeros = hlo.constant dense<[-0.0, 0.0]> : tensor<2xf32>
  %invZeros = chlo.erf_inv %zeros : tensor<2xf32> -> tensor<2xf32>
  %zeroBits = hlo.bitcast_convert %invZeros : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %zeroBits, dense<[-2147483648, 0]> : tensor<2xi32>
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
