// RUN: xla-opt %s --hlo-hoist-loop-products --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @recurrence(
// CHECK-SAME:    %[[X:.*]]: tensor<32x4x64xf32>, %[[W:.*]]: tensor<64x16xf32>
// CHECK:         %[[P:.*]] = hlo.dot_general %[[X]], %[[W]], contracting_dims = [2] x [0] : (tensor<32x4x64xf32>, tensor<64x16xf32>) -> tensor<32x4x16xf32>
// CHECK:         hlo.while(%[[I:.*]] = %{{.*}}, %[[A:.*]] = %{{.*}})
// CHECK-NOT:     hlo.dot_general
// CHECK:         %[[S:.*]] = hlo.dynamic_slice %[[P]], %[[I]], %[[I]], %[[I]], sizes = [1, 4, 16]
// CHECK-NEXT:    %[[R:.*]] = hlo.reshape %[[S]]
// CHECK-NEXT:    hlo.add %[[A]], %[[R]]
func.func @recurrence(%x: tensor<32x4x64xf32>, %w: tensor<64x16xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %n = hlo.constant dense<32> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<4x16xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %s = hlo.dynamic_slice %x, %i, %zero, %zero, sizes = [1, 4, 64] : (tensor<32x4x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x64xf32>
      %t = hlo.reshape %s : (tensor<1x4x64xf32>) -> tensor<4x64xf32>
      %d = hlo.dot_general %t, %w, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x16xf32>) -> tensor<4x16xf32>
      %b = hlo.add %a, %d : tensor<4x16xf32>
      %j = hlo.add %i, %one : tensor<i32>
      hlo.return %j, %b : tensor<i32>, tensor<4x16xf32>
    }
  return %r#1 : tensor<4x16xf32>
}

// -----

// A vector on the right changes sides.

// CHECK-LABEL: func.func @vector(
// CHECK-SAME:    %[[X:.*]]: tensor<32x64xf32>, %[[W:.*]]: tensor<128x64xf32>
// CHECK:         hlo.dot_general %[[X]], %[[W]], contracting_dims = [1] x [1] : (tensor<32x64xf32>, tensor<128x64xf32>) -> tensor<32x128xf32>
// CHECK:         hlo.while
// CHECK-NOT:     hlo.dot_general
func.func @vector(%x: tensor<32x64xf32>, %w: tensor<128x64xf32>, %y: tensor<128xf32>) -> tensor<128xf32> {
  %zero = hlo.constant dense<31> : tensor<i32>
  %n = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<128xf32>
    cond {
      %p = hlo.compare GE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %s = hlo.dynamic_slice %x, %i, %n, sizes = [1, 64] : (tensor<32x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
      %t = hlo.reshape %s : (tensor<1x64xf32>) -> tensor<64xf32>
      %d = hlo.dot_general %w, %t, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64xf32>) -> tensor<128xf32>
      %b = hlo.add %a, %d : tensor<128xf32>
      %j = hlo.subtract %i, %one : tensor<i32>
      hlo.return %j, %b : tensor<i32>, tensor<128xf32>
    }
  return %r#1 : tensor<128xf32>
}

// -----

// Few trips of many parts, and small products, stay.

// CHECK-LABEL: func.func @stay(
// CHECK:         hlo.while
// CHECK:           hlo.dot_general
// CHECK:           hlo.dot_general
func.func @stay(%x: tensor<32x64xf32>, %w: tensor<128x64xf32>, %u: tensor<8x2xf32>, %v: tensor<2x2xf32>, %y: tensor<128xf32>, %z: tensor<2xf32>) -> (tensor<128xf32>, tensor<2xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %n = hlo.constant dense<8> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:3 = hlo.while(%i = %zero, %a = %y, %b = %z) : tensor<i32>, tensor<128xf32>, tensor<2xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %s = hlo.dynamic_slice %x, %i, %zero, sizes = [1, 64] : (tensor<32x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
      %t = hlo.reshape %s : (tensor<1x64xf32>) -> tensor<64xf32>
      %d = hlo.dot_general %w, %t, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64xf32>) -> tensor<128xf32>
      %c = hlo.add %a, %d : tensor<128xf32>
      %e = hlo.dynamic_slice %u, %i, %zero, sizes = [1, 2] : (tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %f = hlo.reshape %e : (tensor<1x2xf32>) -> tensor<2xf32>
      %g = hlo.dot_general %f, %v, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
      %h = hlo.add %b, %g : tensor<2xf32>
      %j = hlo.add %i, %one : tensor<i32>
      hlo.return %j, %c, %h : tensor<i32>, tensor<128xf32>, tensor<2xf32>
    }
  return %r#1, %r#2 : tensor<128xf32>, tensor<2xf32>
}

// -----

// A quantized part on the right cannot change sides with what is not.

// CHECK-LABEL: func.func @hybrid(
// CHECK:         hlo.while
// CHECK:           hlo.dot_general
func.func @hybrid(%x: tensor<32x64x!quant.uniform<i8:f32, 0.5>>, %w: tensor<128x64xf32>, %y: tensor<128xf32>) -> tensor<128xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %n = hlo.constant dense<32> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<128xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %s = hlo.dynamic_slice %x, %i, %zero, sizes = [1, 64] : (tensor<32x64x!quant.uniform<i8:f32, 0.5>>, tensor<i32>, tensor<i32>) -> tensor<1x64x!quant.uniform<i8:f32, 0.5>>
      %t = hlo.reshape %s : (tensor<1x64x!quant.uniform<i8:f32, 0.5>>) -> tensor<64x!quant.uniform<i8:f32, 0.5>>
      %d = hlo.dot_general %w, %t, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64x!quant.uniform<i8:f32, 0.5>>) -> tensor<128xf32>
      %b = hlo.add %a, %d : tensor<128xf32>
      %j = hlo.add %i, %one : tensor<i32>
      hlo.return %j, %b : tensor<i32>, tensor<128xf32>
    }
  return %r#1 : tensor<128xf32>
}
