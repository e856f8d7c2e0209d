// RUN: xla-run %s --backend=interpreter

// Sizes that are known at run time only, with and without bounds.

func.func @main() {
  %x = hlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %two = hlo.constant dense<2> : tensor<i32>
  %b = hlo.set_dimension_size %x, %two, dim = 0 : (tensor<3x3xi32>, tensor<i32>) -> tensor<?x3xi32, #hlo.bounds<3, ?>>
  %size = hlo.get_dimension_size %b, dim = 0 : (tensor<?x3xi32, #hlo.bounds<3, ?>>) -> tensor<i32>
  check.expect_eq_const %size, dense<2> : tensor<i32>
  %sum = hlo.add %b, %b : tensor<?x3xi32, #hlo.bounds<3, ?>>
  %flat = hlo.reshape %sum : (tensor<?x3xi32, #hlo.bounds<3, ?>>) -> tensor<?xi32, #hlo.bounds<9>>
  %six = hlo.constant dense<6> : tensor<1xi64>
  %known = hlo.dynamic_reshape %flat, %six : (tensor<?xi32, #hlo.bounds<9>>, tensor<1xi64>) -> tensor<6xi32>
  check.expect_eq_const %known, dense<[2, 4, 6, 8, 10, 12]> : tensor<6xi32>
  %rows = hlo.broadcast_in_dim %flat, dims = [1] : (tensor<?xi32, #hlo.bounds<9>>) -> tensor<2x?xi32, #hlo.bounds<?, 9>>
  %columns = hlo.get_dimension_size %rows, dim = 1 : (tensor<2x?xi32, #hlo.bounds<?, 9>>) -> tensor<i32>
  check.expect_eq_const %columns, dense<6> : tensor<i32>
  %start = hlo.constant dense<1> : tensor<1xi64>
  %stride = hlo.constant dense<2> : tensor<1xi64>
  %part = hlo.real_dynamic_slice %flat, %start, %six, %stride : (tensor<?xi32, #hlo.bounds<9>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %padded = hlo.dynamic_pad %part, %two, %start, %start, %start : (tensor<?xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %seven = hlo.constant dense<7> : tensor<1xi64>
  %all = hlo.dynamic_reshape %padded, %seven : (tensor<?xi32>, tensor<1xi64>) -> tensor<7xi32>
  check.expect_eq_const %all, dense<[2, 4, 2, 8, 2, 12, 2]> : tensor<7xi32>
  return
}
