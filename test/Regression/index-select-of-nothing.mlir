// torch_index_select along a dimension of size 0, by no index, as a gather.
// RUN: xla-run %s --print --arg=2x0xf32=0 --arg=0xi32=0 | FileCheck %s

// CHECK: result 0: 2x0xf32
func.func @main(%x: tensor<2x0xf32>, %i: tensor<0xi32>) -> tensor<2x0xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x0xf32>, tensor<0xi32>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}
