// RUN: xla-opt %s --hlo-legalize-to-linalg | FileCheck %s

// Row by row, each right-hand side less what is solved, over the diagonal.
// CHECK-LABEL: func.func @triangular_solve(
func.func @triangular_solve(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: scf.for
  // CHECK:   scf.for
  // CHECK:     %[[REST:.*]] = scf.for {{.*}} -> (f32)
  // CHECK:     %[[X:.*]] = arith.divf %[[REST]]
  // CHECK:     tensor.insert %[[X]]
  %x = "hlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #hlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %x : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @cholesky(
func.func @cholesky(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: linalg.fill
  // CHECK: scf.for
  // CHECK:   %[[D:.*]] = math.sqrt
  // CHECK:   arith.divf %{{.*}}, %[[D]]
  %x = hlo.cholesky %a, lower = true : tensor<4x4xf32>
  return %x : tensor<4x4xf32>
}

// One matrix after the other, or together.
// CHECK-LABEL: func.func @batch(
// CHECK: scf.for
// CHECK:   scf.for
// CHECK: } {xla.independent = 21 : i64}
func.func @batch(%a: tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32> {
  %0 = hlo.cholesky %a, lower = true : tensor<1x5x4x4xf32>
  return %0 : tensor<1x5x4x4xf32>
}

// Rows of a sort, of which each takes about 3 ns for each element and turn.
// CHECK-LABEL: func.func @sort_rows(
// CHECK: } {xla.independent = 192 : i64}
func.func @sort_rows(%a: tensor<1x7x16xf32>) -> tensor<1x7x16xf32> {
  %0 = "hlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %p = hlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  }) : (tensor<1x7x16xf32>) -> tensor<1x7x16xf32>
  return %0 : tensor<1x7x16xf32>
}
