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

// For each element of the window all its places, as the interpreter goes.
// CHECK-LABEL: func.func @reduce_window(
// CHECK-SAME:    %[[X:.*]]: tensor<5xf32>, %[[I:.*]]: tensor<f32>)
// CHECK:         %[[INITS:.*]] = hlo.broadcast_in_dim %[[I]]
// CHECK:         hlo.while({{.*}} = %[[INITS]])
// CHECK:           hlo.while(
// CHECK:             %[[E:.*]] = hlo.dynamic_slice %[[X]]
// CHECK:             %[[S:.*]] = hlo.reshape %[[E]]
// CHECK:             %[[B:.*]] = hlo.select %{{.*}}, %[[S]], %[[I]]
// CHECK:             hlo.custom_call @foo(%{{.*}}, %[[B]])
// CHECK-NOT:     hlo.reduce_window
func.func @reduce_window(%x: tensor<5xf32>, %i: tensor<f32>) -> tensor<2xf32> {
  %0 = "hlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.custom_call @foo(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    hlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 4>} : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// An element of the window is compared once another one was found.
// CHECK-LABEL: func.func @select_and_scatter(
// CHECK:         hlo.while(
// CHECK:           hlo.while(
// CHECK:             "hlo.if"
// CHECK:               "hlo.if"
// CHECK:                 hlo.custom_call @keep
// CHECK:           "hlo.if"
// CHECK:             hlo.add
// CHECK-NOT:     hlo.select_and_scatter
func.func @select_and_scatter(%x: tensor<4xf32>, %s: tensor<3xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = "hlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.custom_call @keep(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.add %a, %b : tensor<f32>
    hlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Lines, rounds of the merge sort, elements of a round; then the elements in
// order.
// CHECK-LABEL: func.func @sort(
// CHECK:         hlo.while(
// CHECK:           %[[ORDER:.*]] = hlo.iota dim = 0 : tensor<4xi64>
// CHECK:           hlo.while({{.*}} = %[[ORDER]])
// CHECK:             hlo.while(
// CHECK:               "hlo.if"
// CHECK:                 hlo.custom_call @less
// CHECK:           hlo.while(
// CHECK-NOT:     hlo.sort
func.func @sort(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = "hlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.custom_call @less(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %1 : tensor<i1>
  }) {dimension = -2 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// What stands in the region of what became a loop is expanded there.
// CHECK-LABEL: func.func @nested(
// CHECK:         hlo.while(
// CHECK:           hlo.while(
// CHECK:             hlo.custom_call @foo
// CHECK-NOT:     {{hlo.(map|reduce)"}}
func.func @nested(%x: tensor<4xf32>, %y: tensor<2xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = "hlo.map"(%x) ({
  ^bb0(%m: tensor<f32>):
    %1 = "hlo.reduce"(%y, %m) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = hlo.custom_call @foo(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      hlo.return %2 : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    hlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Control flow and tensors have no place among the scalars of a kernel.
// CHECK-LABEL: func.func @control_flow(
// CHECK:         hlo.while(
// CHECK:           "hlo.if"
// CHECK-NOT:     hlo.reduce
func.func @control_flow(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<f32> {
  %i = hlo.constant dense<0.0> : tensor<f32>
  %0 = "hlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "hlo.if"(%p) ({
      hlo.return %a : tensor<f32>
    }, {
      hlo.return %b : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    hlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Functions of scalars, and tensors that nothing needs, are for kernels.
// CHECK-LABEL: func.func @scalars(
// CHECK-NOT:     hlo.while
func.func @scalars(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = "hlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %unused = hlo.constant dense<1.0> : tensor<2xf32>
    %1 = chlo.erf %a : tensor<f32> -> tensor<f32>
    %2 = hlo.reshape %b : (tensor<f32>) -> tensor<1xf32>
    %3 = hlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
    %4 = hlo.maximum %1, %3 : tensor<f32>
    hlo.return %4 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A comparator that looks at bits has a form on scalars.
// CHECK-LABEL: func.func @bits(
// CHECK-NOT:     hlo.while
// CHECK:         hlo.sort
func.func @bits(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "hlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.bitcast_convert %a : (tensor<f32>) -> tensor<i32>
    %2 = hlo.bitcast_convert %b : (tensor<f32>) -> tensor<i32>
    %3 = hlo.compare LT, %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %3 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Places are counted exactly beyond 2^53.
// CHECK-LABEL: func.func @large_window(
// CHECK:         dense<9007199456067585> : tensor<i64>
func.func @large_window(%x: tensor<1x1xf32>, %i: tensor<f32>) -> tensor<1x1xf32> {
  %0 = "hlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = hlo.custom_call @foo(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    hlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 134217729, 67108865>, padding = dense<[[134217728, 0], [67108864, 0]]> : tensor<2x2xi64>} : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
