// A scatter whose indices are its input too, beside a quantized value. The
// indices were told apart by value: the input went with them, and a build with
// assertions stopped.
// RUN: xla-run %s --print --arg=4xi32=iota(4) --arg=4xi32=iota(4) --arg=4xf32=iota(4) | FileCheck %s
// RUN: xla-run %s --print --arg=4xi32=iota(4) --arg=4xi32=iota(4) --arg=4xf32=iota(4) --backend=interpreter | FileCheck %s

// CHECK: [0, 2, 4, 6]
func.func @main(%i: tensor<4xi32>, %u: tensor<4xi32>, %x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %0 = "stablehlo.scatter"(%i, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %q = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  %d = stablehlo.uniform_dequantize %q : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xf32>
  return %0, %d : tensor<4xi32>, tensor<4xf32>
}
