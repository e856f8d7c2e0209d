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
