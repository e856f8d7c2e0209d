// RUN: xla-opt %s --hlo-simplify-control-flow | FileCheck %s

// CHECK-LABEL: func.func @invariant(
// CHECK-SAME:    %[[I:.*]]: tensor<i32>, %[[N:.*]]: tensor<i32>
// CHECK-NEXT:    %[[R:.*]] = hlo.while(%[[A:.*]] = %[[I]]) : tensor<i32>
// CHECK:         hlo.compare LT, %[[A]], %[[N]]
// CHECK:         hlo.add %[[A]], %[[N]]
// CHECK:         return %[[R]], %[[N]]
func.func @invariant(%i: tensor<i32>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %r:2 = hlo.while(%a = %i, %b = %n) : tensor<i32>, tensor<i32>
    cond {
      %p = hlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %c = hlo.add %a, %b : tensor<i32>
      hlo.return %c, %b : tensor<i32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}

// Nobody reads the second value, which only computes itself.

// CHECK-LABEL: func.func @dead(
// CHECK-NEXT:    hlo.while(%{{.*}} = %{{.*}}) : tensor<i32>
// CHECK-NOT:     hlo.multiply
// CHECK:         return
func.func @dead(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %r:2 = hlo.while(%a = %i, %b = %x) : tensor<i32>, tensor<i32>
    cond {
      %p = hlo.compare LT, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %c = hlo.add %a, %a : tensor<i32>
      %d = hlo.multiply %b, %a : tensor<i32>
      hlo.return %c, %d : tensor<i32>, tensor<i32>
    }
  return %r#0 : tensor<i32>
}

// CHECK-LABEL: func.func @never_runs(
// CHECK-SAME:    %[[I:.*]]: tensor<i32>
// CHECK-NEXT:    return %[[I]]
func.func @never_runs(%i: tensor<i32>) -> tensor<i32> {
  %r = hlo.while(%a = %i) : tensor<i32>
    cond {
      %p = hlo.constant dense<false> : tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %c = hlo.add %a, %a : tensor<i32>
      hlo.return %c : tensor<i32>
    }
  return %r : tensor<i32>
}

// CHECK-LABEL: func.func @known_if(
// CHECK-NEXT:    %[[R:.*]] = hlo.negate
// CHECK-NEXT:    return %[[R]]
func.func @known_if(%x: tensor<f32>) -> tensor<f32> {
  %p = hlo.constant dense<true> : tensor<i1>
  %r = "hlo.if"(%p) ({
    %a = hlo.negate %x : tensor<f32>
    hlo.return %a : tensor<f32>
  }, {
    hlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}

// An index outside selects the last branch.

// CHECK-LABEL: func.func @known_case(
// CHECK-NEXT:    %[[R:.*]] = hlo.negate
// CHECK-NEXT:    return %[[R]]
func.func @known_case(%x: tensor<f32>) -> tensor<f32> {
  %i = hlo.constant dense<-1> : tensor<i32>
  %r = "hlo.case"(%i) ({
    hlo.return %x : tensor<f32>
  }, {
    %a = hlo.negate %x : tensor<f32>
    hlo.return %a : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %r : tensor<f32>
}
