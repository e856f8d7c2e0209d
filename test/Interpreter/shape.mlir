// RUN: xla-run %s --backend=interpreter

// Moves of whole tensors, with empty and negative cases.

func.func @main() {
  %x = hlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %t = hlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %t, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  %r = hlo.reverse %x, dims = [1] : tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
  %v = hlo.constant dense<[7, 8]> : tensor<2xi32>
  %b = hlo.broadcast_in_dim %v, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %b, dense<[[7, 7, 7], [8, 8, 8]]> : tensor<2x3xi32>
  %c = hlo.concatenate %x, %b, dim = 1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x6xi32>
  check.expect_eq_const %c, dense<[[1, 2, 3, 7, 7, 7], [4, 5, 6, 8, 8, 8]]> : tensor<2x6xi32>
  %s = hlo.slice %c [0:2, 1:6:2] : (tensor<2x6xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %s, dense<[[2, 7, 7], [5, 8, 8]]> : tensor<2x3xi32>
  %zero = hlo.constant dense<0> : tensor<i32>
  %p = hlo.pad %x, %zero, low = [0, -1], high = [1, 2], interior = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3x6xi32>
  check.expect_eq_const %p, dense<[[0, 2, 0, 3, 0, 0], [0, 5, 0, 6, 0, 0], [0, 0, 0, 0, 0, 0]]> : tensor<3x6xi32>
  %i = hlo.iota dim = 1 : tensor<2x3xf32>
  check.expect_eq_const %i, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %e = hlo.slice %x [0:0, 0:3] : (tensor<2x3xi32>) -> tensor<0x3xi32>
  %pe = hlo.pad %e, %zero, low = [1, 0], high = [0, 0], interior = [3, 0] : (tensor<0x3xi32>, tensor<i32>) -> tensor<1x3xi32>
  check.expect_eq_const %pe, dense<0> : tensor<1x3xi32>
  %f = hlo.reshape %t : (tensor<3x2xi32>) -> tensor<6xi32>
  check.expect_eq_const %f, dense<[1, 4, 2, 5, 3, 6]> : tensor<6xi32>
  return
}
