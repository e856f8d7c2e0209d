// RUN: xla-opt %s --hlo-simplify-algebra --xla-counters 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.err

// COUNT: hlo-simplify-algebra num-movement-rules

// CHECK-LABEL: func.func @reverse_unit(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4xf32>
// CHECK:         %[[R:.*]] = hlo.reverse %[[X]], dims = [1]
// CHECK:         return %[[R]], %[[X]]
func.func @reverse_unit(%x: tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %0 = hlo.reverse %x, dims = [0, 1] : tensor<1x4xf32>
  %1 = hlo.reverse %x, dims = [0] : tensor<1x4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<1x4xf32>
}

// CHECK-LABEL: func.func @reverse_reverse(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x4xf32>
// CHECK:         %[[R:.*]] = hlo.reverse %[[X]], dims = [0, 2]
// CHECK:         return %[[R]]
func.func @reverse_reverse(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = hlo.reverse %x, dims = [1, 2] : tensor<2x3x4xf32>
  %1 = hlo.reverse %0, dims = [0, 1] : tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @reverse_broadcast(
// CHECK:         %[[B:.*]] = hlo.broadcast_in_dim
// CHECK-NEXT:    %[[R:.*]] = hlo.reverse %[[B]], dims = [1]
// CHECK-NEXT:    return %[[B]], %[[R]]
func.func @reverse_broadcast(%x: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %0 = hlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  %1 = hlo.reverse %0, dims = [0] : tensor<3x4xf32>
  %2 = hlo.reverse %0, dims = [1] : tensor<3x4xf32>
  return %1, %2 : tensor<3x4xf32>, tensor<3x4xf32>
}

// CHECK-LABEL: func.func @transpose_unit(
// CHECK-SAME:    %[[X:.*]]: tensor<1x1x12x64xf32>
// CHECK:         %[[A:.*]] = hlo.reshape %[[X]]
// CHECK:         %[[B:.*]] = hlo.transpose %[[X]]
// CHECK:         return %[[A]], %[[B]]
func.func @transpose_unit(%x: tensor<1x1x12x64xf32>) -> (tensor<1x12x1x64xf32>, tensor<1x64x1x12xf32>) {
  %0 = hlo.transpose %x, dims = [0, 2, 1, 3] : (tensor<1x1x12x64xf32>) -> tensor<1x12x1x64xf32>
  %1 = hlo.transpose %x, dims = [0, 3, 1, 2] : (tensor<1x1x12x64xf32>) -> tensor<1x64x1x12xf32>
  return %0, %1 : tensor<1x12x1x64xf32>, tensor<1x64x1x12xf32>
}

// CHECK-LABEL: func.func @broadcast_transpose(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xf32>
// CHECK:         %[[R:.*]] = hlo.broadcast_in_dim %[[X]], dims = [2, 0]
// CHECK:         return %[[R]]
func.func @broadcast_transpose(%x: tensor<2x3xf32>) -> tensor<3x5x2xf32> {
  %0 = hlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = hlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x5x2xf32>
  return %1 : tensor<3x5x2xf32>
}

// CHECK-LABEL: func.func @broadcast_reshape(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<f32>, %[[Y:.*]]: tensor<4x1xf32>
// CHECK-DAG:     %[[A:.*]] = hlo.broadcast_in_dim %[[X]], dims = [1]
// CHECK-DAG:     %[[B:.*]] = hlo.broadcast_in_dim %[[S]], dims = []
// CHECK-DAG:     %[[C:.*]] = hlo.reshape %[[Y]]
// CHECK-DAG:     %[[D:.*]] = hlo.broadcast_in_dim %[[C]], dims = [0]
// CHECK:         return %[[A]], %[[B]], %[[D]]
func.func @broadcast_reshape(%x: tensor<4xf32>, %s: tensor<f32>, %y: tensor<4x1xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<4x2xf32>) {
  %0 = hlo.reshape %x : (tensor<4xf32>) -> tensor<1x4xf32>
  %1 = hlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<3x4xf32>
  %2 = hlo.reshape %s : (tensor<f32>) -> tensor<1x1xf32>
  %3 = hlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<3x4xf32>
  // The dimension that the reshape drops has no place in the result.
  %4 = hlo.reshape %y : (tensor<4x1xf32>) -> tensor<4xf32>
  %5 = hlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
  return %1, %3, %5 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<4x2xf32>
}

// CHECK-LABEL: func.func @reshape_broadcast(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<f32>
// CHECK-DAG:     %[[A:.*]] = hlo.broadcast_in_dim %[[X]], dims = [3] : (tensor<4xf32>) -> tensor<1x3x1x4xf32>
// CHECK-DAG:     %[[B:.*]] = hlo.broadcast_in_dim %[[S]], dims = [] : (tensor<f32>) -> tensor<12xf32>
// CHECK-DAG:     %[[C:.*]] = hlo.reshape
// CHECK:         return %[[A]], %[[B]], %[[C]]
func.func @reshape_broadcast(%x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<1x3x1x4xf32>, tensor<12xf32>, tensor<12xf32>) {
  %0 = hlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  %1 = hlo.reshape %0 : (tensor<3x4xf32>) -> tensor<1x3x1x4xf32>
  %2 = hlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  %3 = hlo.reshape %2 : (tensor<3x4xf32>) -> tensor<12xf32>
  %4 = hlo.reshape %0 : (tensor<3x4xf32>) -> tensor<12xf32>
  return %1, %3, %4 : tensor<1x3x1x4xf32>, tensor<12xf32>, tensor<12xf32>
}

// CHECK-LABEL: func.func @iota_moved(
// CHECK-DAG:     %[[B:.*]] = hlo.iota dim = 1 : tensor<3x4xi32>
// CHECK-DAG:     %[[R:.*]] = hlo.iota dim = 1 : tensor<1x4xi32>
// CHECK-DAG:     %[[T:.*]] = hlo.iota dim = 0 : tensor<4x3xi32>
// CHECK-DAG:     %[[S:.*]] = hlo.iota dim = 1 : tensor<1x2xi32>
// CHECK:         return %[[B]], %[[R]], %[[T]], %[[S]]
func.func @iota_moved() -> (tensor<3x4xi32>, tensor<1x4xi32>, tensor<4x3xi32>, tensor<1x2xi32>) {
  %i = hlo.iota dim = 0 : tensor<4xi32>
  %0 = hlo.broadcast_in_dim %i, dims = [1] : (tensor<4xi32>) -> tensor<3x4xi32>
  %1 = hlo.reshape %i : (tensor<4xi32>) -> tensor<1x4xi32>
  %2 = hlo.transpose %0, dims = [1, 0] : (tensor<3x4xi32>) -> tensor<4x3xi32>
  %3 = hlo.slice %0 [1:2, 0:2] : (tensor<3x4xi32>) -> tensor<1x2xi32>
  return %0, %1, %2, %3 : tensor<3x4xi32>, tensor<1x4xi32>, tensor<4x3xi32>, tensor<1x2xi32>
}

// CHECK-LABEL: func.func @iota_in_other_order(
// CHECK:         %[[I:.*]] = hlo.iota
// CHECK-DAG:     %[[R:.*]] = hlo.reverse %[[I]]
// CHECK-DAG:     %[[S:.*]] = hlo.slice %[[I]]
// CHECK:         return %[[R]], %[[S]]
func.func @iota_in_other_order() -> (tensor<4xi32>, tensor<2xi32>) {
  %i = hlo.iota dim = 0 : tensor<4xi32>
  %0 = hlo.reverse %i, dims = [0] : tensor<4xi32>
  %1 = hlo.slice %i [0:4:2] : (tensor<4xi32>) -> tensor<2xi32>
  return %0, %1 : tensor<4xi32>, tensor<2xi32>
}

// CHECK-LABEL: func.func @iota_one(
// CHECK:         %[[Z:.*]] = hlo.constant dense<0.000000e+00> : tensor<4x1xbf16>
// CHECK:         return %[[Z]]
func.func @iota_one() -> tensor<4x1xbf16> {
  %0 = hlo.iota dim = 1 : tensor<4x1xbf16>
  return %0 : tensor<4x1xbf16>
}
