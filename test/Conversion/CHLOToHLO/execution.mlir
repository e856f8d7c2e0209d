// RUN: xla-opt %s --chlo-legalize-to-hlo -o %t.mlir
// RUN: xla-run %t.mlir --backend=interpreter

func.func @main() {
  call @top_k() : () -> ()
  call @scan() : () -> ()
  call @ragged_dot() : () -> ()
  call @bits() : () -> ()
  return
}

// Of equal values the first comes first; NaN counts as largest.
func.func @top_k() {
  %x = hlo.constant dense<[[3, 5, 5, 1], [7, 7, 9, 7]]> : tensor<2x4xi32>
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x4xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
  check.expect_eq_const %0#0, dense<[[5, 5, 3], [9, 7, 7]]> : tensor<2x3xi32>
  check.expect_eq_const %0#1, dense<[[1, 2, 0], [2, 0, 1]]> : tensor<2x3xi32>
  %y = hlo.constant dense<[1.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  %1:2 = chlo.top_k(%y, k = 3) : tensor<3xf32> -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %1#1, dense<[1, 2, 0]> : tensor<3xi32>
  return
}

func.func @scan() {
  %x = hlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %init = hlo.constant dense<[10, 20]> : tensor<2xi32>
  %0:2 = chlo.scan(%x) inits(%init) dimension = 0 {
  ^bb0(%in: tensor<2xi32>, %carry: tensor<2xi32>):
    %1 = hlo.add %in, %carry : tensor<2xi32>
    hlo.return %1, %1 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[11, 22], [14, 26], [19, 32]]> : tensor<3x2xi32>
  check.expect_eq_const %0#1, dense<[19, 32]> : tensor<2xi32>
  %2:2 = chlo.scan(%x) inits(%init) dimension = 0 attributes {is_reverse = true} {
  ^bb0(%in: tensor<2xi32>, %carry: tensor<2xi32>):
    %3 = hlo.add %in, %carry : tensor<2xi32>
    hlo.return %3, %3 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %2#0, dense<[[19, 32], [18, 30], [15, 26]]> : tensor<3x2xi32>
  return
}

func.func @ragged_dot() {
  %lhs = hlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %rhs = hlo.constant dense<[[[1], [1]], [[10], [100]]]> : tensor<2x2x1xi32>
  %sizes = hlo.constant dense<[2, 1]> : tensor<2xi64>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<3x2xi32>, tensor<2x2x1xi32>, tensor<2xi64>) -> tensor<3x1xi32>
  check.expect_eq_const %0, dense<[[3], [7], [650]]> : tensor<3x1xi32>
  // One product per part of the contracting dimension.
  %a = hlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %b = hlo.constant dense<[[1], [10], [100]]> : tensor<3x1xi32>
  %1 = "chlo.ragged_dot"(%a, %b, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>} : (tensor<1x3xi32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<2x1x1xi32>
  check.expect_eq_const %1, dense<[[[21]], [[300]]]> : tensor<2x1x1xi32>
  call @ragged_dot_of_many_lists() : () -> ()
  return
}

// Each row has sizes of its own.
func.func @ragged_dot_of_many_lists() {
  %lhs = hlo.constant dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi32>
  %rhs = hlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi32>
  %sizes = hlo.constant dense<[[1, 1], [2, 0]]> : tensor<2x2xi64>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x2x1xi32>, tensor<2x1x1xi32>, tensor<2x2xi64>) -> tensor<2x2x1xi32>
  check.expect_eq_const %0, dense<[[[1], [20]], [[3], [4]]]> : tensor<2x2x1xi32>
  // Parts of a contracting dimension, chosen by the one before it.
  %a = hlo.constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi32>
  %b = hlo.constant dense<[[[1], [1], [1]], [[10], [10], [10]]]> : tensor<2x3x1xi32>
  %parts = hlo.constant dense<[[2, 1], [1, 2]]> : tensor<2x2xi64>
  %1 = "chlo.ragged_dot"(%a, %b, %parts) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1, 2], rhs_contracting_dimensions = [0, 1], lhs_ragged_dimensions = [2]>} : (tensor<1x2x3xi32>, tensor<2x3x1xi32>, tensor<2x2xi64>) -> tensor<2x1x1xi32>
  check.expect_eq_const %1, dense<[[[43]], [[113]]]> : tensor<2x1x1xi32>
  return
}

func.func @bits() {
  %a = hlo.constant dense<[1152921504606846976, -1152921504606846976, -1]> : tensor<3xi64>
  %b = hlo.constant dense<[16, 16, 1]> : tensor<3xi64>
  %0 = chlo.mulhi %a, %b : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  check.expect_eq_const %0, dense<[1, -1, -1]> : tensor<3xi64>
  %c = hlo.constant dense<[240, 128]> : tensor<2xui8>
  %d = hlo.constant dense<[16, 2]> : tensor<2xui8>
  %1 = chlo.mulhi %c, %d : tensor<2xui8>, tensor<2xui8> -> tensor<2xui8>
  check.expect_eq_const %1, dense<[15, 1]> : tensor<2xui8>
  %from = hlo.constant dense<[1.0, 1.0, 0.0, 0.0, -1.0]> : tensor<5xf32>
  %to = hlo.constant dense<[2.0, 0.0, -1.0, 0.0, 1.0]> : tensor<5xf32>
  %2 = chlo.next_after %from, %to : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  check.expect_eq_const %2, dense<[0x3F800001, 0x3F7FFFFF, 0x80000001, 0.0, 0xBF7FFFFF]> : tensor<5xf32>
  %3 = chlo.is_neg_inf %to : tensor<5xf32> -> tensor<5xi1>
  check.expect_eq_const %3, dense<false> : tensor<5xi1>
  return
}
