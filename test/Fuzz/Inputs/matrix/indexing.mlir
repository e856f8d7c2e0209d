// The format is described in elementwise.mlir.

// slice
func.func @main(%a: tensor<3x9x$T>) -> tensor<2x3x$T> {
  %0 = hlo.slice %a [1:3, 1:9:3] : (tensor<3x9x$T>) -> tensor<2x3x$T>
  return %0 : tensor<2x3x$T>
}
// -----
// real_dynamic_slice
func.func @main(%a: tensor<9x$T>) -> tensor<3x$T> {
  %s = hlo.constant dense<1> : tensor<1xi64>
  %l = hlo.constant dense<9> : tensor<1xi64>
  %t = hlo.constant dense<3> : tensor<1xi64>
  %0 = hlo.real_dynamic_slice %a, %s, %l, %t : (tensor<9x$T>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3x$T>
  return %0 : tensor<3x$T>
}
// -----
// dynamic_slice
func.func @main(%a: tensor<3x9x$T>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3x$T> {
  %0 = hlo.dynamic_slice %a, %i, %j, sizes = [2, 3] : (tensor<3x9x$T>, tensor<i32>, tensor<i32>) -> tensor<2x3x$T>
  return %0 : tensor<2x3x$T>
}
// -----
// dynamic_slice/index
func.func @main(%a: tensor<9xf32>, %i: tensor<16x$T>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %s3 = hlo.slice %i [3:4] : (tensor<16x$T>) -> tensor<1x$T>
  %s4 = hlo.slice %i [4:5] : (tensor<16x$T>) -> tensor<1x$T>
  %s5 = hlo.slice %i [5:6] : (tensor<16x$T>) -> tensor<1x$T>
  %i3 = hlo.reshape %s3 : (tensor<1x$T>) -> tensor<$T>
  %i4 = hlo.reshape %s4 : (tensor<1x$T>) -> tensor<$T>
  %i5 = hlo.reshape %s5 : (tensor<1x$T>) -> tensor<$T>
  %0 = hlo.dynamic_slice %a, %i3, sizes = [3] : (tensor<9xf32>, tensor<$T>) -> tensor<3xf32>
  %1 = hlo.dynamic_slice %a, %i4, sizes = [3] : (tensor<9xf32>, tensor<$T>) -> tensor<3xf32>
  %2 = hlo.dynamic_slice %a, %i5, sizes = [3] : (tensor<9xf32>, tensor<$T>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// dynamic_update_slice
func.func @main(%a: tensor<3x9x$T>, %u: tensor<2x3x$T>, %i: tensor<ui32>, %j: tensor<ui32>) -> tensor<3x9x$T> {
  %0 = hlo.dynamic_update_slice %a, %u, %i, %j : (tensor<3x9x$T>, tensor<2x3x$T>, tensor<ui32>, tensor<ui32>) -> tensor<3x9x$T>
  return %0 : tensor<3x9x$T>
}
// -----
// gather
func.func @main(%a: tensor<5x4x$T>, %i: tensor<8x1xi32>) -> tensor<8x2x$T> {
  %0 = "hlo.gather"(%a, %i) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x4x$T>, tensor<8x1xi32>) -> tensor<8x2x$T>
  return %0 : tensor<8x2x$T>
}
// -----
// gather/index
func.func @main(%a: tensor<5xf32>, %i: tensor<16x1x$T>) -> tensor<16xf32> {
  %0 = "hlo.gather"(%a, %i) <{dimension_numbers = #hlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<16x1x$T>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
// -----
// dynamic_gather
func.func @main(%a: tensor<5x4x$T>, %i: tensor<8x1xi32>) -> tensor<8x2x$T> {
  %s = hlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = "hlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5x4x$T>, tensor<8x1xi32>, tensor<2xi64>) -> tensor<8x2x$T>
  return %0 : tensor<8x2x$T>
}
// -----
// scatter/add, scatter/multiply, scatter/maximum, scatter/minimum
// values small
func.func @main(%a: tensor<5x4x$T>, %i: tensor<3x1xi32>, %u: tensor<3x2x$T>) -> tensor<5x4x$T> {
  %0 = "hlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.$V %x, %y : tensor<$T>
    hlo.return %1 : tensor<$T>
  }) : (tensor<5x4x$T>, tensor<3x1xi32>, tensor<3x2x$T>) -> tensor<5x4x$T>
  return %0 : tensor<5x4x$T>
}
// -----
// scatter/replace
func.func @main(%a: tensor<5x4x$T>, %i: tensor<3x1xi32>, %u: tensor<3x2x$T>) -> tensor<5x4x$T> {
  %0 = "hlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    hlo.return %y : tensor<$T>
  }) : (tensor<5x4x$T>, tensor<3x1xi32>, tensor<3x2x$T>) -> tensor<5x4x$T>
  return %0 : tensor<5x4x$T>
}
// -----
// scatter/index
func.func @main(%a: tensor<5xi32>, %i: tensor<16x1x$T>, %u: tensor<16xi32>) -> tensor<5xi32> {
  %0 = "hlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #hlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = hlo.add %x, %y : tensor<i32>
    hlo.return %1 : tensor<i32>
  }) : (tensor<5xi32>, tensor<16x1x$T>, tensor<16xi32>) -> tensor<5xi32>
  return %0 : tensor<5xi32>
}
// -----
// sort/LT, sort/GT
func.func @main(%a: tensor<3x32x$T>) -> tensor<3x32x$T> {
  %0 = "hlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.compare $V, %x, %y : (tensor<$T>, tensor<$T>) -> tensor<i1>
    hlo.return %1 : tensor<i1>
  }) : (tensor<3x32x$T>) -> tensor<3x32x$T>
  return %0 : tensor<3x32x$T>
}
// -----
// sort/payload
func.func @main(%a: tensor<32xi8>, %b: tensor<32x$T>) -> (tensor<32xi8>, tensor<32x$T>) {
  %0:2 = "hlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>, %p: tensor<$T>, %q: tensor<$T>):
    %1 = hlo.compare LT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    hlo.return %1 : tensor<i1>
  }) : (tensor<32xi8>, tensor<32x$T>) -> (tensor<32xi8>, tensor<32x$T>)
  return %0#0, %0#1 : tensor<32xi8>, tensor<32x$T>
}
// -----
// torch_index_select
func.func @main(%a: tensor<5x4x$T>, %i: tensor<3xi32>) -> tensor<3x4x$T> {
  %0 = "hlo.torch_index_select"(%a, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<5x4x$T>, tensor<3xi32>) -> tensor<3x4x$T>
  return %0 : tensor<3x4x$T>
}
