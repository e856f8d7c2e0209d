// RUN: xla-run %s --backend=interpreter

// Matrix products and convolutions.

func.func @main() {
  %a = hlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = hlo.constant dense<[[1, 0], [0, 1], [1, 1]]> : tensor<3x2xi32>
  %ab = hlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %ab, dense<[[4, 5], [10, 11]]> : tensor<2x2xi32>
  %batch = hlo.dot_general %a, %a, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %batch, dense<[17, 29, 45]> : tensor<3xi32>
  // 256 ones of bf16 sum in a wider accumulator.
  %ones = hlo.constant dense<1.0> : tensor<300xbf16>
  %sum = hlo.dot_general %ones, %ones, contracting_dims = [0] x [0] : (tensor<300xbf16>, tensor<300xbf16>) -> tensor<bf16>
  check.expect_eq_const %sum, dense<300.0> : tensor<bf16>

  %image = hlo.iota dim = 0 : tensor<9xf32>
  %x = hlo.reshape %image : (tensor<9xf32>) -> tensor<1x3x3x1xf32>
  %k = hlo.constant dense<[[[[1.0]], [[0.0]]], [[[0.0]], [[-1.0]]]]> : tensor<2x2x1x1xf32>
  %y = hlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %y, dense<-4.0> : tensor<1x2x2x1xf32>
  %same = hlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %same, dense<[[[[0.0], [2.0]], [[6.0], [4.0]]]]> : tensor<1x2x2x1xf32>
  return
}
