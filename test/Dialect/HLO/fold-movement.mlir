// RUN: xla-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @unmoved(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xf32>, %[[V:.*]]: tensor<f32>
// CHECK-NEXT:    return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @unmoved(%x: tensor<2x3xf32>, %v: tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = hlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = hlo.transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = hlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = hlo.concatenate %x, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = hlo.pad %x, %v, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = hlo.slice %x [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// The same shape, but columns become rows.

// CHECK-LABEL: func.func @square_transpose(
// CHECK:         hlo.transpose
func.func @square_transpose(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = hlo.transpose %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @constants(
// CHECK-DAG:     %[[T:.*]] = hlo.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
// CHECK-DAG:     %[[R:.*]] = hlo.constant dense<{{\[\[}}3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
// CHECK-DAG:     %[[S:.*]] = hlo.constant dense<{{\[\[}}4, 6]]> : tensor<1x2xi32>
// CHECK-DAG:     %[[C:.*]] = hlo.constant dense<{{\[\[}}1, 2, 3, 1, 2, 3], [4, 5, 6, 4, 5, 6]]> : tensor<2x6xi32>
// CHECK-DAG:     %[[F:.*]] = hlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
// CHECK:         return %[[T]], %[[R]], %[[S]], %[[C]], %[[F]]
func.func @constants() -> (tensor<3x2xi32>, tensor<2x3xi32>, tensor<1x2xi32>, tensor<2x6xi32>, tensor<6xi32>) {
  %x = hlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = hlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %1 = hlo.reverse %x, dims = [1] : tensor<2x3xi32>
  %2 = hlo.slice %x [1:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<1x2xi32>
  %3 = hlo.concatenate %x, %x, dim = 1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x6xi32>
  %4 = hlo.reshape %x : (tensor<2x3xi32>) -> tensor<6xi32>
  return %0, %1, %2, %3, %4 : tensor<3x2xi32>, tensor<2x3xi32>, tensor<1x2xi32>, tensor<2x6xi32>, tensor<6xi32>
}

// CHECK-LABEL: func.func @pad(
// CHECK-NEXT:    %[[C:.*]] = hlo.constant dense<[9, 1, 9, 2, 9, 3]> : tensor<6xi32>
// CHECK-NEXT:    return %[[C]]
func.func @pad() -> tensor<6xi32> {
  %x = hlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %v = hlo.constant dense<9> : tensor<i32>
  %0 = hlo.pad %x, %v, low = [1], high = [-2], interior = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// A splat stays one, whatever its size; other constants do not grow large.

// CHECK-LABEL: func.func @broadcasts(
// CHECK-DAG:     %[[S:.*]] = hlo.constant dense<1.000000e+00> : tensor<1000x1000xf32>
// CHECK-DAG:     %[[C:.*]] = hlo.constant dense<[1, 2]> : tensor<2xi32>
// CHECK:         %[[B:.*]] = hlo.broadcast_in_dim %[[C]], dims = [0] : (tensor<2xi32>) -> tensor<2x1000xi32>
// CHECK:         return %[[S]], %[[B]]
func.func @broadcasts() -> (tensor<1000x1000xf32>, tensor<2x1000xi32>) {
  %s = hlo.constant dense<1.0> : tensor<f32>
  %c = hlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = hlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<1000x1000xf32>
  %1 = hlo.broadcast_in_dim %c, dims = [0] : (tensor<2xi32>) -> tensor<2x1000xi32>
  return %0, %1 : tensor<1000x1000xf32>, tensor<2x1000xi32>
}

// CHECK-LABEL: func.func @dimension_size(
// CHECK-DAG:     %[[C:.*]] = hlo.constant dense<3> : tensor<i32>
// CHECK:         %[[D:.*]] = hlo.get_dimension_size %{{.*}}, dim = 0
// CHECK:         return %[[C]], %[[D]]
func.func @dimension_size(%x: tensor<?x3xf32>) -> (tensor<i32>, tensor<i32>) {
  %0 = hlo.get_dimension_size %x, dim = 1 : (tensor<?x3xf32>) -> tensor<i32>
  %1 = hlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}
