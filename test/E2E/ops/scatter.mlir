// Repeated rows add up, rows outside are dropped; two inputs at once; batched.
// DEFINE: %{args} = --arg=3x2xi32=1,2,3,4,5,6 --arg=4x1xi32=2,2,-1,7 \
// DEFINE:   --arg=4x2xi32=10,20,30,40,50,60,70,80 --arg=2x1xi32=0,2 \
// DEFINE:   --arg=2xi32=7,8 --arg=3x1xi32=1,0,1 --arg=3xi32=-1,-2,-3
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 3x2xi32
// CHECK-NEXT: {{\[\[}}1, 2], [3, 4], [45, 66]]
// CHECK-NEXT: result 1: 3xi32
// CHECK-NEXT: [7, 1, 8]
// CHECK-NEXT: result 2: 3xi32
// CHECK-NEXT: [0, 1, 16]
// CHECK-NEXT: result 3: 3x2xi32
// CHECK-NEXT: {{\[\[}}1, -1], [-2, 4], [5, -3]]
func.func @main(%x: tensor<3x2xi32>, %i: tensor<4x1xi32>, %u: tensor<4x2xi32>, %j: tensor<2x1xi32>, %v: tensor<2xi32>, %k: tensor<3x1xi32>, %w: tensor<3xi32>)
    -> (tensor<3x2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3x2xi32>) {
  %a = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x2xi32>, tensor<4x1xi32>, tensor<4x2xi32>) -> tensor<3x2xi32>
  %y = stablehlo.iota dim = 0 : tensor<3xi32>
  %b:2 = "stablehlo.scatter"(%y, %y, %j, %v, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<i32>, %m: tensor<i32>, %r: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.multiply %m, %q : tensor<i32>
    stablehlo.return %r, %s : tensor<i32>, tensor<i32>
  }) : (tensor<3xi32>, tensor<3xi32>, tensor<2x1xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  %c = "stablehlo.scatter"(%x, %k, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    stablehlo.return %r : tensor<i32>
  }) : (tensor<3x2xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  return %a, %b#0, %b#1, %c : tensor<3x2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3x2xi32>
}
