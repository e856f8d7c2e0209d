// chlo's structured ops, against values worked out by hand and against what they
// are decomposed to.
// RUN: xla-run %s --backend=interpreter | FileCheck %s
// RUN: xla-opt %s --chlo-legalize-to-hlo > %t.hlo.mlir
// RUN: xla-run %t.hlo.mlir --backend=interpreter | FileCheck %s

func.func @main() -> tensor<i1> {
  %row = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %square = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %column = stablehlo.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %0 = chlo.broadcast_add %square, %row : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[2.0, 4.0], [4.0, 6.0]]> : tensor<2x2xf32>
  %1 = chlo.broadcast_multiply %row, %square {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[1.0, 2.0], [6.0, 8.0]]> : tensor<2x2xf32>
  %2 = chlo.broadcast_subtract %column, %row : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %2, dense<[[9.0, 8.0], [19.0, 18.0]]> : tensor<2x2xf32>
  %3 = chlo.broadcast_compare %square, %row {comparison_direction = #chlo<comparison_direction GT>} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xi1>
  check.expect_eq_const %3, dense<[[false, false], [true, true]]> : tensor<2x2xi1>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %4 = chlo.broadcast_select %p, %row, %square : (tensor<i1>, tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %4, dense<[[1.0, 2.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %5 = "chlo.constant_like"(%row) {value = 3.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %5, dense<3.0> : tensor<2xf32>

  // Running sums from the end, and the last one.
  %init = stablehlo.constant dense<0.0> : tensor<2xf32>
  %6:2 = chlo.scan(%square) inits(%init) dimension=0 attributes {is_reverse = true} {
  ^bb0(%x: tensor<2xf32>, %sum: tensor<2xf32>):
    %next = stablehlo.add %x, %sum : tensor<2xf32>
    stablehlo.return %next, %next : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  check.expect_eq_const %6#0, dense<[[4.0, 6.0], [3.0, 4.0]]> : tensor<2x2xf32>
  check.expect_eq_const %6#1, dense<[4.0, 6.0]> : tensor<2xf32>

  // Groups of one and two rows; the last row is in none.
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %rhs = stablehlo.constant dense<[[[1], [1]], [[1], [-1]]]> : tensor<2x2x1xi32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %7 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1],
    rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
    : (tensor<4x2xi32>, tensor<2x2x1xi32>, tensor<2xi64>) -> tensor<4x1xi32>
  check.expect_eq_const %7, dense<[[3], [-1], [-1], [0]]> : tensor<4x1xi32>
  // Cut where it contracts: one product for each group.
  %8 = "chlo.ragged_dot"(%lhs, %lhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0],
    rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}
    : (tensor<4x2xi32>, tensor<4x2xi32>, tensor<2xi64>) -> tensor<2x2x2xi32>
  check.expect_eq_const %8, dense<[[[1, 2], [2, 4]], [[34, 42], [42, 52]]]> : tensor<2x2x2xi32>

  // A trace of a product and a diagonal.
  %9 = stablehlo.einsum %square, %square, config = "ij,ji->" : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<f32>
  check.expect_eq_const %9, dense<29.0> : tensor<f32>
  %10 = stablehlo.einsum %square, %row, config = "ij,j->i" : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %10, dense<[5.0, 11.0]> : tensor<2xf32>
  %11 = "stablehlo.unary_einsum"(%square) {einsum_config = "ij->ji"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %11, dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xf32>
  %12 = "stablehlo.unary_einsum"(%square) {einsum_config = "ij->j"} : (tensor<2x2xf32>) -> tensor<2xf32>
  check.expect_eq_const %12, dense<[4.0, 6.0]> : tensor<2xf32>
  // CHECK: true
  return %p : tensor<i1>
}
