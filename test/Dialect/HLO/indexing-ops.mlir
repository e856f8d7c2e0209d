// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @slices(
// CHECK-SAME:    %[[A:.*]]: tensor<8x4xf32>, %[[I:.*]]: tensor<i32>, %[[S:.*]]: tensor<f32>
func.func @slices(%a: tensor<8x4xf32>, %i: tensor<i32>, %s: tensor<f32>) {
  // CHECK-NEXT: hlo.slice %[[A]] [0:4, 1:4:2] : (tensor<8x4xf32>) -> tensor<4x2xf32>
  %0 = hlo.slice %a [0:4:1, 1:4:2] : (tensor<8x4xf32>) -> tensor<4x2xf32>
  // CHECK-NEXT: hlo.slice %[[S]] [] : (tensor<f32>) -> tensor<f32>
  %1 = hlo.slice %s [] : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %[[D:.*]] = hlo.dynamic_slice %[[A]], %[[I]], %[[I]], sizes = [2, 2] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %2 = hlo.dynamic_slice %a, %i, %i, sizes = [2, 2] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  // CHECK-NEXT: hlo.dynamic_slice %[[S]], sizes = [] : (tensor<f32>) -> tensor<f32>
  %3 = hlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: hlo.dynamic_update_slice %[[A]], %[[D]], %[[I]], %[[I]] : (tensor<8x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %4 = hlo.dynamic_update_slice %a, %2, %i, %i : (tensor<8x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return
}

// CHECK-LABEL: func.func @real_dynamic_slice(
// CHECK: hlo.real_dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
func.func @real_dynamic_slice(%a: tensor<?xf32>, %i: tensor<1xindex>) {
  %0 = hlo.real_dynamic_slice %a, %i, %i, %i : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @gathers(
func.func @gathers(%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %sizes: tensor<3xi64>) {
  // CHECK-NEXT: "hlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #hlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  // CHECK-NEXT: "hlo.dynamic_gather"
  %1 = "hlo.dynamic_gather"(%a, %i, %sizes) {dimension_numbers = #hlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = true} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>
  // CHECK-NEXT: "hlo.torch_index_select"(%{{.*}}, %{{.*}}) <{batch_dims = 0 : i64, dim = 0 : i64}>
  %2 = "hlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x4x2xf32>
  return
}

// CHECK-LABEL: func.func @batched_gather(
func.func @batched_gather(%a: tensor<2x3x4xf32>, %i: tensor<2x5x1xi32>) -> tensor<2x5x4xf32> {
  %0 = "hlo.gather"(%a, %i) {dimension_numbers = #hlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>} : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// The combiner may be wider than the inputs; results are what it gives.
// CHECK-LABEL: func.func @scatter(
func.func @scatter(%a: tensor<3x4xf32>, %i: tensor<2x1xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf64> {
  // CHECK: "hlo.scatter"
  %0 = "hlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    hlo.return %y : tensor<f64>
  }) {scatter_dimension_numbers = #hlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// CHECK-LABEL: func.func @sort(
func.func @sort(%a: tensor<3x4xf32>, %b: tensor<3x4xi32>, %p: tensor<i1>) {
  // CHECK: "hlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}> ({
  %0:2 = "hlo.sort"(%a, %b) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<i32>, %w: tensor<i32>):
    hlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3x4xf32>, tensor<3x4xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  return
}
