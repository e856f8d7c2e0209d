// RUN: xla-opt %s --hlo-sink-into-loops --split-input-file | FileCheck %s
// RUN: xla-opt %s --hlo-sink-into-loops --hlo-hoist-loop-invariants --hlo-sink-into-loops --split-input-file | FileCheck %s

// Both grow and fuse; the product of them that the loop reads stays outside, as
// hoisting leaves it.

// CHECK-LABEL: func.func @mask(
// CHECK-SAME:    %[[X:.*]]: tensor<4096xi32>, %[[N:.*]]: tensor<i32>
// CHECK-NEXT:    %[[S:.*]] = hlo.multiply
// CHECK-NEXT:    hlo.while
// CHECK:         do {
// CHECK-NEXT:      %[[B:.*]] = hlo.broadcast_in_dim %[[N]]
// CHECK-NEXT:      %[[I:.*]] = hlo.iota
// CHECK-NEXT:      %[[M:.*]] = hlo.minimum %[[I]], %[[B]]
// CHECK-NEXT:      hlo.add %[[M]], %[[S]]
func.func @mask(%x: tensor<4096xi32>, %n: tensor<i32>) -> tensor<4096xi32> {
  %i = hlo.iota dim = 0 : tensor<4096xi32>
  %b = hlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<4096xi32>
  %s = hlo.multiply %x, %x : tensor<4096xi32>
  %r:2 = hlo.while(%k = %n, %a = %x) : tensor<i32>, tensor<4096xi32>
    cond {
      %p = hlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %m = hlo.minimum %i, %b : tensor<4096xi32>
      %c = hlo.add %m, %s : tensor<4096xi32>
      %l = hlo.add %k, %k : tensor<i32>
      hlo.return %l, %c : tensor<i32>, tensor<4096xi32>
    }
  return %r#1 : tensor<4096xi32>
}

// -----

// A product reads memory: the broadcast is written once, not in each trip.

// CHECK-LABEL: func.func @memory(
// CHECK:         hlo.broadcast_in_dim
// CHECK:         hlo.while
// CHECK-NOT:     hlo.broadcast_in_dim
func.func @memory(%x: tensor<64x64xf32>, %s: tensor<f32>, %n: tensor<i32>) -> tensor<64x64xf32> {
  %b = hlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %r:2 = hlo.while(%k = %n, %a = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %p = hlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %d = hlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %l = hlo.add %k, %k : tensor<i32>
      hlo.return %l, %d : tensor<i32>, tensor<64x64xf32>
    }
  return %r#1 : tensor<64x64xf32>
}

// -----

// Nothing is cheaper than to read a scalar.

// CHECK-LABEL: func.func @scalar(
// CHECK-NEXT:    hlo.convert
// CHECK-NEXT:    hlo.while
// CHECK-NOT:     hlo.convert
func.func @scalar(%s: tensor<i8>, %n: tensor<i32>) -> tensor<i32> {
  %b = hlo.convert %s : (tensor<i8>) -> tensor<i32>
  %r = hlo.while(%k = %n) : tensor<i32>
    cond {
      %p = hlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %l = hlo.add %k, %b : tensor<i32>
      hlo.return %l : tensor<i32>
    }
  return %r : tensor<i32>
}
