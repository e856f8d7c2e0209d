// RUN: xla-run %s --backend=interpreter

// Solvers, Fourier transforms, normalisation and top_k.

func.func @main() {
  %a = hlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %l = hlo.cholesky %a, lower = true : tensor<2x2xf32>
  check.expect_eq_const %l, dense<[[2.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %u = hlo.cholesky %a : tensor<2x2xf32>
  check.expect_eq_const %u, dense<[[2.0, 1.0], [0.0, 2.0]]> : tensor<2x2xf32>
  %b = hlo.constant dense<[[2.0], [5.0]]> : tensor<2x1xf32>
  %x = "hlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #hlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %x, dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %r = hlo.constant dense<[[4.0, 4.0]]> : tensor<1x2xf32>
  %y = "hlo.triangular_solve"(%l, %r) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #hlo<transpose TRANSPOSE>}> : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %y, dense<[[2.0, 1.0]]> : tensor<1x2xf32>

  %s = hlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %f = hlo.fft %s, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %f, dense<[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %back = hlo.fft %f, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq_const %back, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>

  %one = hlo.constant dense<1.0> : tensor<2xf32>
  %zero = hlo.constant dense<0.0> : tensor<2xf32>
  %n:3 = "hlo.batch_norm_training"(%a, %one, %zero) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %n#0, dense<[[1.0, -1.0], [-1.0, 1.0]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %n#2, dense<[1.0, 2.25]> : tensor<2xf32>

  %t = hlo.constant dense<[3, 9, 1, 9]> : tensor<4xi32>
  %values, %indices = chlo.top_k(%t, k = 3) : tensor<4xi32> -> (tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %values, dense<[9, 9, 3]> : tensor<3xi32>
  check.expect_eq_const %indices, dense<[1, 3, 0]> : tensor<3xi32>
  return
}
