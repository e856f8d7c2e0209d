// RUN: xla-opt %s --hlo-simplify-algebra --xla-counters 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.err

// COUNT: hlo-simplify-algebra num-indexing-rules

// Starts are clamped, also those that are no int64_t.

// CHECK-LABEL: func.func @dynamic_slice_constant(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>
// CHECK-DAG:     %[[A:.*]] = hlo.slice %[[X]] [0:2, 5:8]
// CHECK-DAG:     %[[B:.*]] = hlo.slice %[[X]] [2:4, 5:8]
// CHECK:         return %[[A]], %[[B]]
func.func @dynamic_slice_constant(%x: tensor<4x8xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %minus = hlo.constant dense<-1> : tensor<i32>
  %seven = hlo.constant dense<7> : tensor<i32>
  %0 = hlo.dynamic_slice %x, %minus, %seven, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %most = hlo.constant dense<18446744073709551615> : tensor<ui64>
  %1 = hlo.dynamic_slice %x, %most, %most, sizes = [2, 3] : (tensor<4x8xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_all(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>, %[[I:.*]]: tensor<i32>
// CHECK:         %[[R:.*]] = hlo.dynamic_slice %[[X]], %[[I]]
// CHECK:         return %[[X]], %[[R]]
func.func @dynamic_slice_all(%x: tensor<4x8xf32>, %i: tensor<i32>) -> (tensor<4x8xf32>, tensor<1x8xf32>) {
  %0 = hlo.dynamic_slice %x, %i, %i, sizes = [4, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %1 = hlo.dynamic_slice %x, %i, %i, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<1x8xf32>
}

// CHECK-LABEL: func.func @dynamic_slice_broadcast(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>
// CHECK:         %[[R:.*]] = hlo.broadcast_in_dim %[[X]], dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
// CHECK:         return %[[R]]
func.func @dynamic_slice_broadcast(%x: tensor<8xf32>, %i: tensor<i32>) -> tensor<2x8xf32> {
  %0 = hlo.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %1 = hlo.dynamic_slice %0, %i, %i, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @dynamic_update_slice_all(
// CHECK-SAME:    %{{.*}}: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK:         return %[[Y]]
func.func @dynamic_update_slice_all(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = hlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @gather_one(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8x2xf32>
// CHECK:         %[[S:.*]] = hlo.slice %[[X]] [0:4, 5:8, 1:2]
// CHECK:         %[[R:.*]] = hlo.reshape %[[S]] : (tensor<4x3x1xf32>) -> tensor<4x1x3xf32>
// CHECK:         return %[[R]]
func.func @gather_one(%x: tensor<4x8x2xf32>) -> tensor<4x1x3xf32> {
  // The second number is over 5, the last start.
  %i = hlo.constant dense<[[1, 7]]> : tensor<1x2xi32>
  %0 = "hlo.gather"(%x, %i) <{dimension_numbers = #hlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [2], start_index_map = [2, 1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 3, 1>}> : (tensor<4x8x2xf32>, tensor<1x2xi32>) -> tensor<4x1x3xf32>
  return %0 : tensor<4x1x3xf32>
}

// CHECK-LABEL: func.func @gather_more(
// CHECK-COUNT-2: hlo.gather
func.func @gather_more(%x: tensor<4xf32>, %i: tensor<1xi32>) -> (tensor<2xf32>, tensor<1xf32>) {
  %two = hlo.constant dense<[[1], [3]]> : tensor<2x1xi32>
  %0 = "hlo.gather"(%x, %two) <{dimension_numbers = #hlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  %1 = "hlo.gather"(%x, %i) <{dimension_numbers = #hlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
  return %0, %1 : tensor<2xf32>, tensor<1xf32>
}

// CHECK-LABEL: func.func @scatter_one(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<8xf32>
// CHECK-DAG:     %[[I:.*]] = hlo.constant dense<2> : tensor<i64>
// CHECK-DAG:     %[[Z:.*]] = hlo.constant dense<0> : tensor<i64>
// CHECK:         %[[U:.*]] = hlo.reshape %[[Y]] : (tensor<8xf32>) -> tensor<1x8xf32>
// CHECK:         %[[R:.*]] = hlo.dynamic_update_slice %[[X]], %[[U]], %[[I]], %[[Z]]
// CHECK:         return %[[R]]
func.func @scatter_one(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4x8xf32> {
  %i = hlo.constant dense<2> : tensor<1xi32>
  %0 = "hlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// What lies outside is dropped, not moved inside; a sum needs what was there.

// CHECK-LABEL: func.func @scatter_otherwise(
// CHECK-COUNT-2: hlo.scatter
func.func @scatter_otherwise(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %outside = hlo.constant dense<4> : tensor<1xi32>
  %0 = "hlo.scatter"(%x, %outside, %y) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    hlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<4x8xf32>
  %i = hlo.constant dense<2> : tensor<1xi32>
  %1 = "hlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.add %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sort_one(
// CHECK-SAME:    %[[X:.*]]: tensor<4x1xf32>
// CHECK-NEXT:    return %[[X]]
func.func @sort_one(%x: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %0 = "hlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// CHECK-LABEL: func.func @sort_unused(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xi32>, %[[Z:.*]]: tensor<8xf32>
// CHECK:         %[[S:.*]]:2 = "hlo.sort"(%[[Y]], %[[Z]])
// CHECK:         ^bb0(%{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>, %[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)
// CHECK:         hlo.compare LT, %[[A]], %[[B]]
// CHECK:         return %[[S]]#0
func.func @sort_unused(%x: tensor<8xf32>, %y: tensor<8xi32>, %z: tensor<8xf32>) -> tensor<8xi32> {
  %0:3 = "hlo.sort"(%x, %y, %z) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>, %e: tensor<f32>, %f: tensor<f32>):
    %l = hlo.compare LT, %e, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %l : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xi32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi32>, tensor<8xf32>)
  return %0#1 : tensor<8xi32>
}
