// Scatters whose operands, regions and results have scales and zero points of
// their own: values are requantized on the way in and out.
// DEFINE: %{args} = --arg=4xi8=2,4,6,8 --arg=2xi8=5,9 --arg=4xi8=5,1,7,2
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// 1, 2, 3, 4 with 1 and 2 added to the second, in quarters.
// CHECK: result 0: 4xi32
// CHECK-NEXT: [4, 20, 12, 16]
// The same in halves, which is what the region works in too.
// CHECK: result 1: 4xi8
// CHECK-NEXT: [2, 10, 6, 8]
// Ones, with 1 and 2 added where the windows of 1, -1 and 2, -0.5 are greatest.
// CHECK: result 2: 4xi32
// CHECK-NEXT: [4, 2, 6, 2]
// CHECK: result 3: 4xi8
// CHECK-NEXT: [2, 1, 3, 1]
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>, %u: tensor<2x!quant.uniform<i8:f32, 0.25:1>>, %y: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> (tensor<4x!quant.uniform<i32:f32, 0.25>>, tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i32:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  %i = stablehlo.constant dense<1> : tensor<2x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 0.125>>, %b: tensor<!quant.uniform<i32:f32, 0.125>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 0.125>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 0.125>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<2x1xi32>, tensor<2x!quant.uniform<i8:f32, 0.25:1>>) -> tensor<4x!quant.uniform<i32:f32, 0.25>>
  %1 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<2x1xi32>, tensor<2x!quant.uniform<i8:f32, 0.25:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %one = stablehlo.constant() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 1.0:2>>
  %2 = "stablehlo.select_and_scatter"(%y, %u, %one) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %p = stablehlo.compare GE, %a, %b : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 0.125>>, %b: tensor<!quant.uniform<i32:f32, 0.125>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 0.125>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 0.125>>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.25:1>>, tensor<!quant.uniform<i8:f32, 1.0:2>>) -> tensor<4x!quant.uniform<i32:f32, 0.5>>
  %3 = "stablehlo.select_and_scatter"(%y, %u, %one) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.25>>, %b: tensor<!quant.uniform<i8:f32, 0.25>>):
    %p = stablehlo.compare GE, %a, %b : (tensor<!quant.uniform<i8:f32, 0.25>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.25:1>>, tensor<!quant.uniform<i8:f32, 1.0:2>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %0, %1, %2, %3 : tensor<4x!quant.uniform<i32:f32, 0.25>>, tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i32:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 1.0>>
}
