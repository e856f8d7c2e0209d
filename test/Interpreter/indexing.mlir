// RUN: xla-run %s --backend=interpreter

// Positions known at run time, clamped or dropped when outside.

func.func @main() {
  %x = hlo.constant dense<[[0, 1, 2], [10, 11, 12], [20, 21, 22]]> : tensor<3x3xi32>
  %i = hlo.constant dense<2> : tensor<i64>
  %j = hlo.constant dense<-5> : tensor<i64>
  %s = hlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<3x3xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
  check.expect_eq_const %s, dense<[[10, 11], [20, 21]]> : tensor<2x2xi32>
  %u = hlo.constant dense<[[7]]> : tensor<1x1xi32>
  %d = hlo.dynamic_update_slice %x, %u, %i, %i : (tensor<3x3xi32>, tensor<1x1xi32>, tensor<i64>, tensor<i64>) -> tensor<3x3xi32>
  check.expect_eq_const %d, dense<[[0, 1, 2], [10, 11, 12], [20, 21, 7]]> : tensor<3x3xi32>
  // The operand is still what it was.
  check.expect_eq_const %x, dense<[[0, 1, 2], [10, 11, 12], [20, 21, 22]]> : tensor<3x3xi32>

  %rows = hlo.constant dense<[[2], [9], [0]]> : tensor<3x1xi32>
  %g = "hlo.gather"(%x, %rows) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<3x3xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %g, dense<[[20, 21, 22], [20, 21, 22], [0, 1, 2]]> : tensor<3x3xi32>
  %ones = hlo.constant dense<1> : tensor<3x3xi32>
  %sc = "hlo.scatter"(%x, %rows, %ones) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = hlo.add %a, %b : tensor<i32>
    hlo.return %r : tensor<i32>
  }) : (tensor<3x3xi32>, tensor<3x1xi32>, tensor<3x3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %sc, dense<[[1, 2, 3], [10, 11, 12], [21, 22, 23]]> : tensor<3x3xi32>

  %keys = hlo.constant dense<[3, 1, 2, 1]> : tensor<4xi32>
  %values = hlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %sorted:2 = "hlo.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %e: tensor<i32>):
    %lt = hlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %lt : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %sorted#1, dense<[1, 3, 2, 0]> : tensor<4xi32>
  return
}
