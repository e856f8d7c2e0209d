// A factor and what it is for: L L^T y = b by two triangular solves, from the
// left and, with rows as right-hand sides, from the right.
// DEFINE: %{args} = --arg=2x2x2xf32=4,2,2,5,9,3,3,17 --arg=2x2x1xf32=8,14,27,41 \
// DEFINE:   --arg=2x1x2xf32=8,14,27,41
// RUN: xla-run %s --print %{args} | FileCheck %s

// CHECK: result 0: 2x2x2xf32
// CHECK-NEXT: {{\[\[\[}}2.0, 0.0], [1.0, 2.0]], {{\[\[}}3.0, 0.0], [1.0, 4.0]]]
// CHECK-NEXT: result 1: 2x2x2xf32
// CHECK-NEXT: {{\[\[\[}}2.0, 1.0], [0.0, 2.0]], {{\[\[}}3.0, 1.0], [0.0, 4.0]]]
// CHECK-NEXT: result 2: 2x2x1xf32
// CHECK-NEXT: {{\[\[\[}}0.75], [2.5]], {{\[\[}}2.3333333], [2.0]]]
// CHECK-NEXT: result 3: 2x1x2xf32
// CHECK-NEXT: {{\[\[\[}}0.75, 2.5]], {{\[\[}}2.3333333, 2.0]]]
func.func @main(%a: tensor<2x2x2xf32>, %b: tensor<2x2x1xf32>, %c: tensor<2x1x2xf32>) -> (tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x1xf32>, tensor<2x1x2xf32>) {
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2x2xf32>
  %u = stablehlo.cholesky %a : tensor<2x2x2xf32>
  %x = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  %y = "stablehlo.triangular_solve"(%l, %x) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x2x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  %v = "stablehlo.triangular_solve"(%u, %c) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2x2xf32>, tensor<2x1x2xf32>) -> tensor<2x1x2xf32>
  %w = "stablehlo.triangular_solve"(%u, %v) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2x2xf32>, tensor<2x1x2xf32>) -> tensor<2x1x2xf32>
  return %l, %u, %y, %w : tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x1xf32>, tensor<2x1x2xf32>
}
