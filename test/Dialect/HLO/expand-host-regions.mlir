// RUN: xla-opt %s --hlo-expand-host-regions | FileCheck %s

// CHECK-LABEL: func.func @reduce(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xf32>, %[[I:.*]]: tensor<f32>)
// CHECK:         %[[INITS:.*]] = hlo.broadcast_in_dim %[[I]]
// CHECK:         %[[R:.*]]:2 = hlo.while(%[[K:.*]] = %{{.*}}, %[[SUMS:.*]] = %[[INITS]])
// CHECK:           hlo.compare LT, %[[K]]
// CHECK:         do
// CHECK-DAG:       hlo.dynamic_slice %[[SUMS]], %[[ROW:.*]], sizes = [1]
// CHECK-DAG:       hlo.dynamic_slice %[[X]], %[[ROW]], %{{.*}}, sizes = [1, 1]
// CHECK:           %[[N:.*]] = hlo.custom_call @foo(
// CHECK:           hlo.dynamic_update_slice %[[SUMS]],
// CHECK:         return %[[R]]#1
func.func @reduce(%x: tensor<2x3xf32>, %i: tensor<f32>) -> tensor<2xf32> {
  %0 = "hlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.custom_call @foo(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    hlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// What is outside of the region is there in the loop.
// CHECK-LABEL: func.func @map(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<f32>)
// CHECK:         hlo.while
// CHECK:           %[[N:.*]] = hlo.rng
// CHECK:           hlo.multiply %[[N]], %[[S]]
// CHECK-NOT:     hlo.map
func.func @map(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  %0 = "hlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %shape = hlo.constant dense<> : tensor<0xi64>
    %1 = hlo.rng %a, %s, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %2 = hlo.multiply %1, %s : tensor<f32>
    hlo.return %2 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK:         hlo.while
// CHECK:           "hlo.if"
// CHECK:             hlo.replica_id
// CHECK-NOT:     hlo.scatter
func.func @scatter(%x: tensor<4xui32>, %i: tensor<2x1xi32>, %u: tensor<2xui32>) -> tensor<4xui32> {
  %0 = "hlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %1 = hlo.replica_id : tensor<ui32>
    %2 = hlo.add %b, %1 : tensor<ui32>
    hlo.return %2 : tensor<ui32>
  }) {scatter_dimension_numbers = #hlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xui32>, tensor<2x1xi32>, tensor<2xui32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// No elements: the loop's slices would have nothing to take.
// CHECK-LABEL: func.func @empty(
// CHECK-NOT:     hlo.while
func.func @empty(%x: tensor<2x0xf32>, %i: tensor<f32>) -> tensor<2xf32> {
  %0 = "hlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.custom_call @foo(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    hlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A comparator is left alone, and so is what stands in it.
// CHECK-LABEL: func.func @sort(
// CHECK:         "hlo.sort"
// CHECK:           hlo.custom_call @less
func.func @sort(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "hlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.custom_call @less(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
