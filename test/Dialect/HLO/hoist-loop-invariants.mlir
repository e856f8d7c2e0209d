// RUN: xla-opt %s --hlo-hoist-loop-invariants | FileCheck %s

// The product moves out; the broadcast is larger than what it is made of.

// CHECK-LABEL: func.func @loop(
// CHECK:         %[[P:.*]] = hlo.multiply
// CHECK-NEXT:    hlo.while
// CHECK:         do {
// CHECK-NEXT:      %[[B:.*]] = hlo.broadcast_in_dim
// CHECK-NEXT:      hlo.add %{{.*}}, %[[P]]
func.func @loop(%x: tensor<4xf32>, %s: tensor<f32>, %p: tensor<i1>) -> tensor<4xf32> {
  %r:2 = hlo.while(%a = %x, %q = %p) : tensor<4xf32>, tensor<i1>
    cond {
      hlo.return %q : tensor<i1>
    } do {
      %y = hlo.multiply %x, %x : tensor<4xf32>
      %b = hlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %c = hlo.add %a, %y : tensor<4xf32>
      %d = hlo.add %c, %b : tensor<4xf32>
      %n = hlo.not %q : tensor<i1>
      hlo.return %d, %n : tensor<4xf32>, tensor<i1>
    }
  return %r#0 : tensor<4xf32>
}

// Out of both loops at once.

// CHECK-LABEL: func.func @nested(
// CHECK-NEXT:    hlo.negate
// CHECK-NEXT:    hlo.while
func.func @nested(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %r:2 = hlo.while(%a = %x, %q = %p) : tensor<4xf32>, tensor<i1>
    cond {
      hlo.return %q : tensor<i1>
    } do {
      %t:2 = hlo.while(%b = %a, %w = %q) : tensor<4xf32>, tensor<i1>
        cond {
          hlo.return %w : tensor<i1>
        } do {
          %y = hlo.negate %x : tensor<4xf32>
          %c = hlo.add %b, %y : tensor<4xf32>
          %n = hlo.not %w : tensor<i1>
          hlo.return %c, %n : tensor<4xf32>, tensor<i1>
        }
      hlo.return %t#0, %t#1 : tensor<4xf32>, tensor<i1>
    }
  return %r#0 : tensor<4xf32>
}

// A loop may run for ever and a call may have effects: both stay.

// CHECK-LABEL: func.func @effects(
// CHECK-NEXT:    hlo.while
func.func @effects(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<i1> {
  %r = hlo.while(%q = %p) : tensor<i1>
    cond {
      hlo.return %q : tensor<i1>
    } do {
      %y = hlo.custom_call @print(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
      %n = hlo.not %q : tensor<i1>
      hlo.return %n : tensor<i1>
    }
  return %r : tensor<i1>
}
