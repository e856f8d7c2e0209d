// RUN: xla-opt %s --hlo-simplify-dots --canonicalize --xla-counters 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.err

// COUNT: hlo-simplify-dots num-simplified-dots 6

// CHECK-LABEL: func.func @shared_weights(
// CHECK-SAME:    %[[X:.*]]: tensor<8x128x64xf32>, %[[W:.*]]: tensor<64x32xf32>
// CHECK:         %[[R:.*]] = hlo.dot_general %[[X]], %[[W]], contracting_dims = [2] x [0], precision = [DEFAULT, HIGHEST] : (tensor<8x128x64xf32>, tensor<64x32xf32>) -> tensor<8x128x32xf32>
// CHECK:         return %[[R]]
func.func @shared_weights(%x: tensor<8x128x64xf32>, %w: tensor<64x32xf32>) -> tensor<8x128x32xf32> {
  %0 = hlo.broadcast_in_dim %w, dims = [1, 2] : (tensor<64x32xf32>) -> tensor<8x64x32xf32>
  %1 = hlo.dot_general %x, %0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<8x128x64xf32>, tensor<8x64x32xf32>) -> tensor<8x128x32xf32>
  return %1 : tensor<8x128x32xf32>
}

// CHECK-LABEL: func.func @transposed_weights(
// CHECK-SAME:    %[[X:.*]]: tensor<8x128x64xf32>, %[[W:.*]]: tensor<32x64xf32>
// CHECK:         %[[T:.*]] = hlo.transpose %[[W]], dims = [1, 0]
// CHECK:         %[[R:.*]] = hlo.dot_general %[[X]], %[[T]], contracting_dims = [2] x [0]
// CHECK:         return %[[R]]
func.func @transposed_weights(%x: tensor<8x128x64xf32>, %w: tensor<32x64xf32>) -> tensor<8x128x32xf32> {
  %0 = hlo.broadcast_in_dim %w, dims = [2, 1] : (tensor<32x64xf32>) -> tensor<8x64x32xf32>
  %1 = hlo.dot_general %x, %0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x128x64xf32>, tensor<8x64x32xf32>) -> tensor<8x128x32xf32>
  return %1 : tensor<8x128x32xf32>
}

// Of two batch dimensions one is shared; the matrix repeats columns as well.

// CHECK-LABEL: func.func @some_batches(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8x16x64xi32>, %[[W:.*]]: tensor<1x4x64xi32>
// CHECK:         %[[S:.*]] = hlo.reshape %[[W]] : (tensor<1x4x64xi32>) -> tensor<4x64xi32>
// CHECK:         %[[B:.*]] = hlo.broadcast_in_dim %[[S]], dims = [1, 0] : (tensor<4x64xi32>) -> tensor<64x4x2xi32>
// CHECK:         %[[R:.*]] = hlo.dot_general %[[X]], %[[B]], batching_dims = [0] x [1], contracting_dims = [3] x [0]
// CHECK:         return %[[R]]
func.func @some_batches(%x: tensor<4x8x16x64xi32>, %w: tensor<1x4x64xi32>) -> tensor<4x8x16x2xi32> {
  %0 = hlo.broadcast_in_dim %w, dims = [1, 2, 0] : (tensor<1x4x64xi32>) -> tensor<64x8x4x2xi32>
  %1 = hlo.dot_general %x, %0, batching_dims = [0, 1] x [2, 1], contracting_dims = [3] x [0] : (tensor<4x8x16x64xi32>, tensor<64x8x4x2xi32>) -> tensor<4x8x16x2xi32>
  return %1 : tensor<4x8x16x2xi32>
}

// Batches behind rows would be in front of them.

// CHECK-LABEL: func.func @batches_behind_rows(
// CHECK:         batching_dims = [1] x [0]
func.func @batches_behind_rows(%x: tensor<128x8x64xf32>, %w: tensor<64x32xf32>) -> tensor<8x128x32xf32> {
  %0 = hlo.broadcast_in_dim %w, dims = [1, 2] : (tensor<64x32xf32>) -> tensor<8x64x32xf32>
  %1 = hlo.dot_general %x, %0, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<128x8x64xf32>, tensor<8x64x32xf32>) -> tensor<8x128x32xf32>
  return %1 : tensor<8x128x32xf32>
}

// A sum starts from 0, which makes 0 of -0.

// CHECK-LABEL: func.func @outer(
// CHECK-SAME:    %[[X:.*]]: tensor<2x64x1xf32>, %[[Y:.*]]: tensor<1x2x64xf32>
// CHECK-DAG:     %[[Z:.*]] = hlo.constant dense<0.000000e+00> : tensor<2x64x64xf32>
// CHECK-DAG:     %[[A:.*]] = hlo.reshape %[[X]] : (tensor<2x64x1xf32>) -> tensor<2x64xf32>
// CHECK-DAG:     %[[B:.*]] = hlo.broadcast_in_dim %[[A]], dims = [0, 1]
// CHECK-DAG:     %[[C:.*]] = hlo.reshape %[[Y]] : (tensor<1x2x64xf32>) -> tensor<2x64xf32>
// CHECK-DAG:     %[[D:.*]] = hlo.broadcast_in_dim %[[C]], dims = [0, 2]
// CHECK:         %[[M:.*]] = hlo.multiply %[[B]], %[[D]]
// CHECK:         %[[R:.*]] = hlo.add %[[M]], %[[Z]]
// CHECK:         return %[[R]]
func.func @outer(%x: tensor<2x64x1xf32>, %y: tensor<1x2x64xf32>) -> tensor<2x64x64xf32> {
  %0 = hlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<2x64x1xf32>, tensor<1x2x64xf32>) -> tensor<2x64x64xf32>
  return %0 : tensor<2x64x64xf32>
}

// CHECK-LABEL: func.func @outer_widened(
// CHECK-DAG:     hlo.convert %{{.*}} : (tensor<64xi8>) -> tensor<64xi32>
// CHECK-DAG:     hlo.convert %{{.*}} : (tensor<64xui8>) -> tensor<64xi32>
// CHECK:         %[[M:.*]] = hlo.multiply %{{.*}} : tensor<64x64xi32>
// CHECK:         return %[[M]]
func.func @outer_widened(%x: tensor<64xi8>, %y: tensor<64xui8>) -> tensor<64x64xi32> {
  %0 = hlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<64xi8>, tensor<64xui8>) -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}

// Wider sums of narrow products are rounded once.

// CHECK-LABEL: func.func @outer_otherwise(
// CHECK-COUNT-3: hlo.dot_general
func.func @outer_otherwise(%x: tensor<64x1xbf16>, %p: tensor<64x1xi1>, %y: tensor<64x2xf32>) -> (tensor<64x64xf32>, tensor<64x64xi1>, tensor<64x64xf32>) {
  %0 = hlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<64x1xbf16>, tensor<64x1xbf16>) -> tensor<64x64xf32>
  %1 = hlo.dot_general %p, %p, contracting_dims = [1] x [1] : (tensor<64x1xi1>, tensor<64x1xi1>) -> tensor<64x64xi1>
  %2 = hlo.dot_general %y, %y, contracting_dims = [1] x [1] : (tensor<64x2xf32>, tensor<64x2xf32>) -> tensor<64x64xf32>
  return %0, %1, %2 : tensor<64x64xf32>, tensor<64x64xi1>, tensor<64x64xf32>
}

// CHECK-LABEL: func.func @outer_small(
// CHECK:         hlo.dot_general
func.func @outer_small(%x: tensor<4xf32>) -> tensor<4x4xf32> {
  %0 = hlo.dot_general %x, %x, contracting_dims = [] x [] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Of no elements it is a broadcast still.

// CHECK-LABEL: func.func @no_columns(
// CHECK:         hlo.broadcast_in_dim %{{.*}} : (tensor<1x0xf32>) -> tensor<5x0xf32>
func.func @no_columns(%x: tensor<2x3x5xf32>, %w: tensor<1x0xf32>) -> tensor<2x3x0xf32> {
  %0 = hlo.broadcast_in_dim %w, dims = [1, 2] : (tensor<1x0xf32>) -> tensor<2x5x0xf32>
  %1 = hlo.dot_general %x, %0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x5xf32>, tensor<2x5x0xf32>) -> tensor<2x3x0xf32>
  return %1 : tensor<2x3x0xf32>
}
