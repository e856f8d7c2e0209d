// RUN: xla-opt %s --hlo-move-reshapes --canonicalize --xla-counters 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.err

// COUNT: hlo-move-reshapes num-moved-ops

// CHECK-LABEL: func.func @mean(
// CHECK:         %[[S:.*]] = hlo.reduce
// CHECK-NEXT:    %[[M:.*]] = hlo.divide %[[S]], %{{.*}} : tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = hlo.broadcast_in_dim %[[M]], dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %[[B]]
func.func @mean(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %n = hlo.constant dense<8.0> : tensor<4x1xf32>
  %0 = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = hlo.reshape %0 : (tensor<4xf32>) -> tensor<4x1xf32>
  %2 = hlo.divide %1, %n : tensor<4x1xf32>
  %3 = hlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// Also where a broadcast adds the dimension; an argument is reshaped for free,
// a scalar and a predicate of rank 0 have no shape of their own.

// CHECK-LABEL: func.func @with_others(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<1x4xf32>, %[[S:.*]]: tensor<f32>, %[[P:.*]]: tensor<i1>
// CHECK-DAG:     %[[F:.*]] = hlo.reshape %[[Y]] : (tensor<1x4xf32>) -> tensor<4xf32>
// CHECK-DAG:     %[[T:.*]] = hlo.multiply %[[E:.*]], %[[F]] : tensor<4xf32>
// CHECK-DAG:     %[[B:.*]] = hlo.broadcast_in_dim %[[S]], dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK:         %[[R:.*]] = hlo.select %[[P]], %[[T]], %[[B]]
// CHECK-NEXT:    return %[[R]]
func.func @with_others(%x: tensor<4xf32>, %y: tensor<1x4xf32>, %s: tensor<f32>, %p: tensor<i1>) -> tensor<4xf32> {
  %e = hlo.exponential %x : tensor<4xf32>
  %0 = hlo.broadcast_in_dim %e, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
  %1 = hlo.multiply %0, %y : tensor<1x4xf32>
  %2 = hlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
  %3 = hlo.select %p, %1, %2 : tensor<i1>, tensor<1x4xf32>
  %4 = hlo.reshape %3 : (tensor<1x4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// CHECK-LABEL: func.func @any_shape(
// CHECK-SAME:    %[[X:.*]]: tensor<6x4xi32>
// CHECK:         %[[R:.*]] = hlo.negate %[[X]] : tensor<6x4xi32>
// CHECK-NEXT:    %[[S:.*]] = hlo.reshape %[[R]] : (tensor<6x4xi32>) -> tensor<24xi32>
// CHECK-NEXT:    return %[[S]]
func.func @any_shape(%x: tensor<6x4xi32>) -> tensor<24xi32> {
  %0 = hlo.reshape %x : (tensor<6x4xi32>) -> tensor<2x3x4xi32>
  %1 = hlo.negate %0 : tensor<2x3x4xi32>
  %2 = hlo.reshape %1 : (tensor<2x3x4xi32>) -> tensor<24xi32>
  return %2 : tensor<24xi32>
}

// Chains of reshapes with ops in between.

// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<6x4xi32>
// CHECK-NEXT:    %[[N:.*]] = hlo.negate %[[X]] : tensor<6x4xi32>
// CHECK-NEXT:    %[[A:.*]] = hlo.abs %[[N]] : tensor<6x4xi32>
// CHECK-NEXT:    return %[[A]]
func.func @chain(%x: tensor<6x4xi32>) -> tensor<6x4xi32> {
  %0 = hlo.reshape %x : (tensor<6x4xi32>) -> tensor<2x3x4xi32>
  %1 = hlo.negate %0 : tensor<2x3x4xi32>
  %2 = hlo.reshape %1 : (tensor<2x3x4xi32>) -> tensor<24xi32>
  %3 = hlo.abs %2 : tensor<24xi32>
  %4 = hlo.reshape %3 : (tensor<24xi32>) -> tensor<6x4xi32>
  return %4 : tensor<6x4xi32>
}

// A reshape would be left: behind the op instead of in front of it.

// CHECK-LABEL: func.func @other_user(
// CHECK:         %[[R:.*]] = hlo.reshape
// CHECK-NEXT:    %[[N:.*]] = hlo.negate %[[R]] : tensor<4x1xf32>
// CHECK-NEXT:    %[[B:.*]] = hlo.broadcast_in_dim %[[N]]
// CHECK-NEXT:    return %[[B]], %[[N]]
func.func @other_user(%x: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4x1xf32>) {
  %0 = hlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
  %1 = hlo.negate %0 : tensor<4x1xf32>
  %2 = hlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  return %2, %1 : tensor<4x8xf32>, tensor<4x1xf32>
}

// What the broadcast repeats has no place in the shape before the reshape.

// CHECK-LABEL: func.func @dropped_dim(
// CHECK:         hlo.negate %{{.*}} : tensor<4xf32>
func.func @dropped_dim(%x: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %0 = hlo.reshape %x : (tensor<4x1xf32>) -> tensor<4xf32>
  %1 = hlo.negate %0 : tensor<4xf32>
  %2 = hlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @two_shapes(
// CHECK:         hlo.add %{{.*}} : tensor<4x1xf32>
func.func @two_shapes(%x: tensor<4xf32>, %y: tensor<2x2xf32>) -> tensor<4xf32> {
  %0 = hlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
  %1 = hlo.reshape %y : (tensor<2x2xf32>) -> tensor<4x1xf32>
  %2 = hlo.add %0, %1 : tensor<4x1xf32>
  %3 = hlo.reshape %2 : (tensor<4x1xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
