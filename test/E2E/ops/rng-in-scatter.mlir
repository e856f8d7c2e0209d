// An index of 64 bits without a sign that is far outside does not come back in by
// what the window adds.
// RUN: xla-run %s --arg=8xf32=0 --arg=2x1xui64=18446744073709551613,2 --arg=2x6xf32=1,2,3,4,5,6,7,8,9,10,11,12 | FileCheck %s
// RUN: xla-run %s --arg=8xf32=0 --arg=2x1xui64=18446744073709551613,2 --arg=2x6xf32=1,2,3,4,5,6,7,8,9,10,11,12 --backend=interpreter | FileCheck %s

// CHECK: [0.0, 0.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]
func.func @main(%x: tensor<8xf32>, %i: tensor<2x1xui64>, %u: tensor<2x6xf32>) -> tensor<8xf32> {
  %shape = stablehlo.constant dense<> : tensor<0xi64>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // Between a number and itself there is one.
    %n = stablehlo.rng %b, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xf32>, tensor<2x1xui64>, tensor<2x6xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
