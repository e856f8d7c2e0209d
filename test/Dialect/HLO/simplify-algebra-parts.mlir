// RUN: xla-opt %s --hlo-simplify-algebra | FileCheck %s

// CHECK-LABEL: func.func @slice_slice(
// CHECK-SAME:    %[[X:.*]]: tensor<20x8xi4>
// CHECK:         %[[R:.*]] = hlo.slice %[[X]] [5:18:6, 2:3]
// CHECK:         return %[[R]]
func.func @slice_slice(%x: tensor<20x8xi4>) -> tensor<3x1xi4> {
  %0 = hlo.slice %x [1:20:2, 1:8] : (tensor<20x8xi4>) -> tensor<10x7xi4>
  %1 = hlo.slice %0 [2:10:3, 1:2:5] : (tensor<10x7xi4>) -> tensor<3x1xi4>
  return %1 : tensor<3x1xi4>
}

// CHECK-LABEL: func.func @slice_broadcast(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-DAG:     %[[A:.*]] = hlo.broadcast_in_dim %[[X]], dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
// CHECK-DAG:     %[[B:.*]] = hlo.slice {{.*}} [0:5, 1:3]
// CHECK:         return %[[A]], %[[B]]
func.func @slice_broadcast(%x: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<5x2xf32>) {
  %0 = hlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<5x4xf32>
  %1 = hlo.slice %0 [1:5:2, 0:4] : (tensor<5x4xf32>) -> tensor<2x4xf32>
  %2 = hlo.slice %0 [0:5, 1:3] : (tensor<5x4xf32>) -> tensor<5x2xf32>
  return %1, %2 : tensor<2x4xf32>, tensor<5x2xf32>
}

// CHECK-LABEL: func.func @slice_concatenate(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x4xf32>
// CHECK-DAG:     %[[A:.*]] = hlo.slice %[[Y]] [0:1, 1:4:2]
// CHECK-DAG:     %[[C:.*]] = hlo.concatenate
// CHECK-DAG:     %[[B:.*]] = hlo.slice %[[C]] [0:2, 2:4]
// CHECK:         return %[[A]], %[[X]], %[[B]]
func.func @slice_concatenate(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> (tensor<1x2xf32>, tensor<2x3xf32>, tensor<2x2xf32>) {
  %0 = hlo.concatenate %x, %y, dim = 1 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  %1 = hlo.slice %0 [0:1, 4:7:2] : (tensor<2x7xf32>) -> tensor<1x2xf32>
  %2 = hlo.slice %0 [0:2, 0:3] : (tensor<2x7xf32>) -> tensor<2x3xf32>
  %3 = hlo.slice %0 [0:2, 2:4] : (tensor<2x7xf32>) -> tensor<2x2xf32>
  return %1, %2, %3 : tensor<1x2xf32>, tensor<2x3xf32>, tensor<2x2xf32>
}

// CHECK-LABEL: func.func @slice_pad(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-DAG:     %[[A:.*]] = hlo.slice %[[X]] [1:4]
// CHECK-DAG:     %[[P:.*]] = hlo.pad
// CHECK-DAG:     %[[B:.*]] = hlo.slice %[[P]] [1:4]
// CHECK:         return %[[A]], %[[B]]
func.func @slice_pad(%x: tensor<4xf32>, %v: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = hlo.pad %x, %v, low = [2], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  %1 = hlo.slice %0 [3:6] : (tensor<7xf32>) -> tensor<3xf32>
  %2 = hlo.slice %0 [1:4] : (tensor<7xf32>) -> tensor<3xf32>
  return %1, %2 : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @concatenate_neighbours(
// CHECK-SAME:    %[[X:.*]]: tensor<2x9xf32>, %[[Y:.*]]: tensor<2x1xf32>
// CHECK:         %[[S:.*]] = hlo.slice %[[X]] [0:2, 1:7]
// CHECK:         %[[R:.*]] = hlo.concatenate %[[Y]], %[[S]], dim = 1
// CHECK:         return %[[R]], %[[X]]
func.func @concatenate_neighbours(%x: tensor<2x9xf32>, %y: tensor<2x1xf32>) -> (tensor<2x7xf32>, tensor<2x9xf32>) {
  %0 = hlo.slice %x [0:2, 1:3] : (tensor<2x9xf32>) -> tensor<2x2xf32>
  %1 = hlo.slice %x [0:2, 3:4] : (tensor<2x9xf32>) -> tensor<2x1xf32>
  %2 = hlo.slice %x [0:2, 4:7] : (tensor<2x9xf32>) -> tensor<2x3xf32>
  %3 = hlo.concatenate %y, %0, %1, %2, dim = 1 : (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  %4 = hlo.slice %x [0:2, 0:4] : (tensor<2x9xf32>) -> tensor<2x4xf32>
  %5 = hlo.slice %x [0:2, 4:9] : (tensor<2x9xf32>) -> tensor<2x5xf32>
  %6 = hlo.concatenate %4, %5, dim = 1 : (tensor<2x4xf32>, tensor<2x5xf32>) -> tensor<2x9xf32>
  return %3, %6 : tensor<2x7xf32>, tensor<2x9xf32>
}

// CHECK-LABEL: func.func @concatenate_others(
// CHECK:         %[[A:.*]] = hlo.slice
// CHECK:         %[[B:.*]] = hlo.slice
// CHECK:         %[[R:.*]] = hlo.concatenate %[[A]], %[[B]], dim = 0
// CHECK:         return %[[R]]
func.func @concatenate_others(%x: tensor<2x9xf32>) -> tensor<4x2xf32> {
  %0 = hlo.slice %x [0:2, 1:3] : (tensor<2x9xf32>) -> tensor<2x2xf32>
  %1 = hlo.slice %x [0:2, 3:5] : (tensor<2x9xf32>) -> tensor<2x2xf32>
  %2 = hlo.concatenate %0, %1, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @concatenate_concatenate(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<3xf32>
// CHECK:         %[[R:.*]] = hlo.concatenate %[[X]], %[[Y]], %[[X]], dim = 0
// CHECK:         return %[[R]]
func.func @concatenate_concatenate(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<7xf32> {
  %0 = hlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = hlo.concatenate %0, %x, dim = 0 : (tensor<5xf32>, tensor<2xf32>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// CHECK-LABEL: func.func @pad_negative(
// CHECK-SAME:    %[[X:.*]]: tensor<6xf32>
// CHECK:         %[[R:.*]] = hlo.slice %[[X]] [2:5]
// CHECK:         return %[[R]]
func.func @pad_negative(%x: tensor<6xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  %0 = hlo.pad %x, %v, low = [-2], high = [-1], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @pad_pad(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>, %[[V:.*]]: tensor<f32>
// CHECK:         %[[R:.*]] = hlo.pad %[[X]], %[[V]], low = [1], high = [2], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK:         return %[[R]]
func.func @pad_pad(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<6xf32> {
  %0 = hlo.pad %x, %v, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = hlo.pad %0, %v, low = [1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// Of what the outer one takes away, the inner one may have added some.

// CHECK-LABEL: func.func @pad_pad_negative(
// CHECK-COUNT-2: hlo.pad
func.func @pad_pad_negative(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  %0 = hlo.pad %x, %v, low = [0], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = hlo.pad %0, %v, low = [2], high = [-1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
