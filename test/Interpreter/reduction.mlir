// RUN: xla-run %s --backend=interpreter

// Reductions by one op, by a region with several results, over windows.

func.func @main() {
  %x = hlo.constant dense<[[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]]> : tensor<2x3xf32>
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %rows = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %rows, dense<[9.0, 12.0]> : tensor<2xf32>
  %cols = hlo.reduce(%x init: %zero) applies hlo.maximum across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %cols, dense<[4.0, 5.0, 6.0]> : tensor<3xf32>

  // The place of the largest element in each row.
  %iota = hlo.iota dim = 1 : tensor<2x3xi32>
  %none = hlo.constant dense<-1> : tensor<i32>
  %low = hlo.constant dense<0xFF800000> : tensor<f32>
  %max:2 = hlo.reduce(%x init: %low), (%iota init: %none) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %ge = hlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = hlo.select %ge, %a, %b : tensor<i1>, tensor<f32>
      %k = hlo.select %ge, %i, %j : tensor<i1>, tensor<i32>
      hlo.return %v, %k : tensor<f32>, tensor<i32>
    }
  check.expect_eq_const %max#1, dense<[1, 2]> : tensor<2xi32>

  // Prefix sums.
  %sums = "hlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.add %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %sums, dense<[[1.0, 6.0, 9.0], [4.0, 6.0, 12.0]]> : tensor<2x3xf32>

  // The gradient of a maximum over windows of two.
  %source = hlo.constant dense<[[10.0, 20.0], [30.0, 40.0]]> : tensor<2x2xf32>
  %grad = "hlo.select_and_scatter"(%x, %source, %zero) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %ge = hlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %ge : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.add %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %grad, dense<[[0.0, 30.0, 0.0], [30.0, 0.0, 40.0]]> : tensor<2x3xf32>
  return
}
