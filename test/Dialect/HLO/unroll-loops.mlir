// RUN: xla-opt %s --hlo-unroll-loops=max-ops=8 --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @all(
// CHECK-SAME:    %[[X:.*]]: tensor<1024xf32>
// CHECK-NEXT:    %[[A:.*]] = hlo.sine %[[X]]
// CHECK-NEXT:    %[[B:.*]] = hlo.sine %[[A]]
// CHECK-NEXT:    %[[C:.*]] = hlo.sine %[[B]]
// CHECK-NEXT:    return %[[C]]
func.func @all(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %three = hlo.constant dense<3> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1024xf32>
    cond {
      %p = hlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.sine %a : tensor<1024xf32>
      hlo.return %j, %b : tensor<i32>, tensor<1024xf32>
    }
  return %r#1 : tensor<1024xf32>
}

// -----

// Four at a time: of 29 trips one runs before. What was carried moves round.

// CHECK-LABEL: func.func @several(
// CHECK-SAME:    %[[X:.*]]: tensor<1024xf32>, %[[Y:.*]]: tensor<1024xf32>
// CHECK-DAG:     %[[ONE:.*]] = hlo.constant dense<1> : tensor<i32>
// CHECK:         %[[A:.*]] = hlo.negate %[[X]]
// CHECK:         %[[B:.*]] = hlo.subtract %[[X]], %[[Y]]
// CHECK:         hlo.while(%[[I:.*]] = %[[ONE]], %[[C:.*]] = %[[B]], %[[D:.*]] = %[[A]])
// CHECK:         do {
// CHECK-COUNT-4:   hlo.negate
// CHECK-NOT:       hlo.negate
func.func @several(%x: tensor<1024xf32>, %y: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %n = hlo.constant dense<29> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:3 = hlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<1024xf32>, tensor<1024xf32>
    cond {
      %p = hlo.compare NE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %c = hlo.negate %a : tensor<1024xf32>
      %d = hlo.subtract %a, %b : tensor<1024xf32>
      hlo.return %j, %d, %c : tensor<i32>, tensor<1024xf32>, tensor<1024xf32>
    }
  return %r#1 : tensor<1024xf32>
}

// -----

// Products make kernels of their own, and small tensors are in one anyway.

// CHECK-LABEL: func.func @left(
// CHECK:         hlo.while
// CHECK:         hlo.while
func.func @left(%x: tensor<64x64xf32>, %y: tensor<4xf32>) -> (tensor<64x64xf32>, tensor<4xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %three = hlo.constant dense<3> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %p = hlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      hlo.return %j, %b : tensor<i32>, tensor<64x64xf32>
    }
  %s:2 = hlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<4xf32>
    cond {
      %p = hlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.negate %a : tensor<4xf32>
      hlo.return %j, %b : tensor<i32>, tensor<4xf32>
    }
  return %r#1, %s#1 : tensor<64x64xf32>, tensor<4xf32>
}
