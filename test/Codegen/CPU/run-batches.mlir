// RUN: xla-run --check-numerics --threads=2 --compile-options=task-nanoseconds=1000 %s | FileCheck %s

// Batches whose members run in parallel, in numbers that no number of tasks
// divides: sorts with room of their own, factors, solutions, scans of rows.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<1x211x130xf32>, %i: tensor<211x130xi32>, %m: tensor<97x1x12x12xf32>, %v: tensor<97x1x12x5xf32>) -> (tensor<1x211x130xf32>, tensor<211x130xi32>, tensor<97x1x12x12xf32>, tensor<97x1x12x5xf32>, tensor<211x130xi32>) {
  %rows = stablehlo.reshape %x : (tensor<1x211x130xf32>) -> tensor<211x130xf32>
  %sorted = "stablehlo.sort"(%x) <{dimension = 2 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %p = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<1x211x130xf32>) -> tensor<1x211x130xf32>
  %pairs:2 = "stablehlo.sort"(%rows, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>, %a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<211x130xf32>, tensor<211x130xi32>) -> (tensor<211x130xf32>, tensor<211x130xi32>)
  %square = stablehlo.dot_general %m, %m, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<97x1x12x12xf32>, tensor<97x1x12x12xf32>) -> tensor<97x1x12x12xf32>
  %row = stablehlo.iota dim = 2 : tensor<97x1x12x12xi32>
  %column = stablehlo.iota dim = 3 : tensor<97x1x12x12xi32>
  %diagonal = stablehlo.compare EQ, %row, %column : (tensor<97x1x12x12xi32>, tensor<97x1x12x12xi32>) -> tensor<97x1x12x12xi1>
  %ten = stablehlo.constant dense<10.0> : tensor<97x1x12x12xf32>
  %nothing = stablehlo.constant dense<0.0> : tensor<97x1x12x12xf32>
  %shift = stablehlo.select %diagonal, %ten, %nothing : tensor<97x1x12x12xi1>, tensor<97x1x12x12xf32>
  %positive = stablehlo.add %square, %shift : tensor<97x1x12x12xf32>
  %factor = stablehlo.cholesky %positive, lower = true : tensor<97x1x12x12xf32>
  %solution = "stablehlo.triangular_solve"(%factor, %v) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<97x1x12x12xf32>, tensor<97x1x12x5xf32>) -> tensor<97x1x12x5xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sums = "stablehlo.reduce_window"(%i, %zero) <{window_dimensions = array<i64: 1, 130>, padding = dense<[[0, 0], [129, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<211x130xi32>, tensor<i32>) -> tensor<211x130xi32>
  return %sorted, %pairs#1, %factor, %solution, %sums : tensor<1x211x130xf32>, tensor<211x130xi32>, tensor<97x1x12x12xf32>, tensor<97x1x12x5xf32>, tensor<211x130xi32>
}
