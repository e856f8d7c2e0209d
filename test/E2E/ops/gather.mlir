// Rows, clamped; windows; batched rows.
// DEFINE: %{args} = --arg=3x2xi32=1,2,3,4,5,6 --arg=3x1xi32=2,-1,9 \
// DEFINE:   --arg=2x2xi32=1,1,0,1 --arg=3x1xi64=1,0,1
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 3x2xi32
// CHECK-NEXT: {{\[\[}}5, 6], [1, 2], [5, 6]]
// CHECK-NEXT: result 1: 2x2x1xi32
// CHECK-NEXT: {{\[\[}}[4], [6]], {{\[\[}}2], [4]]]
// CHECK-NEXT: result 2: 3x1xi32
// CHECK-NEXT: {{\[\[}}2], [3], [6]]
func.func @main(%x: tensor<3x2xi32>, %i: tensor<3x1xi32>, %j: tensor<2x2xi32>, %k: tensor<3x1xi64>) -> (tensor<3x2xi32>, tensor<2x2x1xi32>, tensor<3x1xi32>) {
  %a = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %b = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1>}> : (tensor<3x2xi32>, tensor<2x2xi32>) -> tensor<2x2x1xi32>
  %c = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x2xi32>, tensor<3x1xi64>) -> tensor<3x1xi32>
  return %a, %b, %c : tensor<3x2xi32>, tensor<2x2x1xi32>, tensor<3x1xi32>
}
