// RUN: xla-opt %s --hlo-simplify-algebra --xla-counters 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.err

// COUNT: hlo-simplify-algebra num-reduction-rules

// 0 + -0 is 0: a sum of floats keeps its start. A maximum needs none.

// CHECK-LABEL: func.func @reduce_one(
// CHECK-SAME:    %[[X:.*]]: tensor<1x1x8xf32>
// CHECK-DAG:     %[[Z:.*]] = hlo.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK:         %[[R:.*]] = hlo.reshape %[[X]]
// CHECK:         %[[S:.*]] = hlo.add %[[R]], %[[Z]]
// CHECK:         %[[M:.*]] = hlo.reshape %[[X]]
// CHECK:         return %[[S]], %[[M]]
func.func @reduce_one(%x: tensor<1x1x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %lowest = hlo.constant dense<0xFF800000> : tensor<f32>
  %0 = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [0, 1] : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = hlo.reduce(%x init: %lowest) applies hlo.maximum across dimensions = [1, 0] : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @reduce_one_variable_start(
// CHECK-SAME:    %[[X:.*]]: tensor<4x1xi32>, %[[I:.*]]: tensor<i32>
// CHECK-DAG:     %[[R:.*]] = hlo.reshape %[[X]]
// CHECK-DAG:     %[[B:.*]] = hlo.broadcast_in_dim %[[I]], dims = []
// CHECK:         %[[S:.*]] = hlo.xor %[[B]], %[[R]]
// CHECK:         return %[[S]]
func.func @reduce_one_variable_start(%x: tensor<4x1xi32>, %i: tensor<i32>) -> tensor<4xi32> {
  %0 = hlo.reduce(%x init: %i) applies hlo.xor across dimensions = [1] : (tensor<4x1xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @reduce_one_otherwise(
// CHECK:         hlo.reduce
// CHECK:         hlo.reduce
func.func @reduce_one_otherwise(%x: tensor<4x1xbf16>, %y: tensor<4x1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %h = hlo.constant dense<0.0> : tensor<bf16>
  %z = hlo.constant dense<0.0> : tensor<f32>
  // The sum has a wider type.
  %0 = hlo.reduce(%x init: %h) across dimensions = [1] : (tensor<4x1xbf16>, tensor<bf16>) -> tensor<4xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = hlo.add %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }
  // More than one op.
  %1 = hlo.reduce(%y init: %z) across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %m = hlo.multiply %b, %b : tensor<f32>
    %s = hlo.add %a, %m : tensor<f32>
    hlo.return %s : tensor<f32>
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @window_one(
// CHECK-SAME:    %[[X:.*]]: tensor<4x4xf32>
// CHECK-NEXT:    return %[[X]]
func.func @window_one(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %lowest = hlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "hlo.reduce_window"(%x, %lowest) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = hlo.maximum %a, %b : tensor<f32>
    hlo.return %m : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @reduce_copies(
// CHECK-SAME:    %[[X:.*]]: tensor<4xi32>
// CHECK-DAG:     %[[B:.*]] = hlo.broadcast_in_dim %[[X]], dims = [1] : (tensor<4xi32>) -> tensor<3x4xi32>
// CHECK-DAG:     %[[S:.*]] = hlo.reduce
// CHECK:         return %[[B]], %[[S]]
func.func @reduce_copies(%x: tensor<4xi32>) -> (tensor<3x4xi32>, tensor<3x4xi32>) {
  %all = hlo.constant dense<-1> : tensor<i32>
  %zero = hlo.constant dense<0> : tensor<i32>
  %0 = hlo.broadcast_in_dim %x, dims = [2] : (tensor<4xi32>) -> tensor<3x5x4xi32>
  %1 = hlo.reduce(%0 init: %all) applies hlo.and across dimensions = [1] : (tensor<3x5x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  // Five times the element.
  %2 = hlo.reduce(%0 init: %zero) applies hlo.add across dimensions = [1] : (tensor<3x5x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %1, %2 : tensor<3x4xi32>, tensor<3x4xi32>
}

// CHECK-LABEL: func.func @reduce_reduce(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x4xf32>
// CHECK:         %[[R:.*]] = hlo.reduce(%[[X]] init: %{{.*}}) applies hlo.maximum across dimensions = [0, 2]
// CHECK-NEXT:    return %[[R]]
func.func @reduce_reduce(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %lowest = hlo.constant dense<0xFF800000> : tensor<f32>
  %start = hlo.constant dense<1.0> : tensor<f32>
  %0 = hlo.reduce(%x init: %lowest) applies hlo.maximum across dimensions = [0] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %1 = hlo.reduce(%0 init: %start) applies hlo.maximum across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Each sum of floats rounds.

// CHECK-LABEL: func.func @reduce_reduce_rounded(
// CHECK-COUNT-2: hlo.reduce
func.func @reduce_reduce_rounded(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %0 = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [0] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %1 = hlo.reduce(%0 init: %zero) applies hlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CHECK-LABEL: func.func @reduce_transpose(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x4xf32>
// CHECK-DAG:     %[[A:.*]] = hlo.reduce(%[[X]] init: %{{.*}}) applies hlo.add across dimensions = [0, 2]
// CHECK-DAG:     %[[T:.*]] = hlo.transpose %[[X]]
// CHECK-DAG:     %[[B:.*]] = hlo.reduce(%[[T]]
// CHECK:         return %[[A]], %[[B]]
func.func @reduce_transpose(%x: tensor<2x3x4xf32>) -> (tensor<3xf32>, tensor<4x3xf32>) {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %0 = hlo.transpose %x, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %1 = hlo.reduce(%0 init: %zero) applies hlo.add across dimensions = [0, 2] : (tensor<4x3x2xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = hlo.reduce(%0 init: %zero) applies hlo.add across dimensions = [2] : (tensor<4x3x2xf32>, tensor<f32>) -> tensor<4x3xf32>
  return %1, %2 : tensor<3xf32>, tensor<4x3xf32>
}
