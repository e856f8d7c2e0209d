// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @slice_c2(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects 1 entries of start_indices for an operand of rank 1, but got 2}}
  %0 = hlo.slice %a [0:4, 0:4] : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_c3(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects 0 <= start <= limit <= 8 in dimension 0, but got 0 and 9}}
  %0 = hlo.slice %a [0:9] : (tensor<8xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @slice_c4(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects positive strides, but got 0 in dimension 0}}
  %0 = hlo.slice %a [0:4:0] : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_c5(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = hlo.slice %a [0:3:2] : (tensor<8xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_slice_c4(%a: tensor<8xf32>, %i: tensor<i32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects a slice size from 0 to 8 in dimension 0, but got 9}}
  %0 = hlo.dynamic_slice %a, %i, sizes = [9] : (tensor<8xf32>, tensor<i32>) -> tensor<9xf32>
  return
}

// -----

func.func @dynamic_slice_c3(%a: tensor<8x8xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects start indices of one type, but got 'tensor<i32>' and 'tensor<i64>'}}
  %0 = hlo.dynamic_slice %a, %i, %j, sizes = [1, 1] : (tensor<8x8xf32>, tensor<i32>, tensor<i64>) -> tensor<1x1xf32>
  return
}

// -----

func.func @dynamic_update_slice_c6(%a: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects an update size from 0 to 4 in dimension 0, but got 5}}
  %0 = hlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @gather_c1(%a: tensor<3x4xf32>, %i: tensor<2x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects 2 entries of offset_dims, collapsed_slice_dims and operand_batching_dims together, the rank of the operand, but got 1}}
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_c9(%a: tensor<3x4xf32>, %i: tensor<2x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects slice size 0 or 1 for collapsed_slice_dims 0, but got 2}}
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>} : (tensor<3x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_c5(%a: tensor<3x4xf32>, %i: tensor<2x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects offset_dims to be dimensions of a result of rank 2, but got 2}}
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_c8(%a: tensor<3x4xf32>, %i: tensor<2x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects collapsed_slice_dims to be dimensions of an operand of rank 2, but got 9223372036854775807}}
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [9223372036854775807], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_c17(%a: tensor<2x3xf32>, %i: tensor<4x1xi32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects batching dimensions of one size, but got 2 for operand_batching_dims 0 and 4 for start_indices_batching_dims 0}}
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_c4(%a: tensor<3x4xf32>, %i: tensor<2x1xi64>, %u: tensor<2x5xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects update dimension 1 of size at most 4, but got 5}}
  %0 = "hlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %y : tensor<f32>
  }) {scatter_dimension_numbers = #hlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x5xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @scatter_c23(%a: tensor<3x4xf32>, %i: tensor<2x1xi64>, %u: tensor<2x4xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{expects returned value 0 of the update computation to be a scalar that can hold 'f32', but got 'tensor<i1>'}}
  %0 = "hlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %p : tensor<i1>
  }) {scatter_dimension_numbers = #hlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<3x4xi1>
  return
}

// -----

func.func @sort_c4(%a: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects a dimension from -1 to 0, but got 1}}
  %0 = "hlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %p : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @sort_c5(%a: tensor<3xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{expects the comparator to take 2 arguments, but got 1}}
  %0 = "hlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>):
    hlo.return %p : tensor<i1>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @torch_index_select(%a: tensor<3x4xf32>, %i: tensor<2xi32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects batch_dims from 0 to 0, but got 1}}
  %0 = "hlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 1 : i64} : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_of_nothing(%a: tensor<0x4xf32>, %i: tensor<2x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects slice size 1 for collapsed_slice_dims 0 of a result with elements, but got 0}}
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 4>} : (tensor<0x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_of_nothing_in_batches(%a: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects slice size 1 for operand_batching_dims 0 of a result with elements, but got 0}}
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @index_select_from_nothing(%a: tensor<2x0xf32>, %i: tensor<2x4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects elements in dimension 1 of the operand to select from, but got 'tensor<2x0xf32>'}}
  %0 = "hlo.torch_index_select"(%a, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x0xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  return
}
