// RUN: xla-opt %s --verify-roundtrip --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @fusion(
// CHECK:         hlo.fusion(%{{.*}}, %{{.*}}) kind "loop" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    ^bb0(%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>):
// CHECK-NEXT:      hlo.add %[[X]], %[[Y]]
// CHECK-NEXT:      hlo.return
func.func @fusion(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.fusion(%a, %b) kind "loop" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    %1 = hlo.add %x, %y : tensor<4xf32>
    hlo.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @argument_type(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'hlo.fusion' op expects a body that takes the types of the operands, 'tensor<4xf32>', but it takes 'tensor<5xf32>'}}
  %0 = hlo.fusion(%a) kind "loop" : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: tensor<5xf32>):
    hlo.return %x : tensor<5xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @result_type(%a: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error@+1 {{'hlo.fusion' op expects a body that returns the types of the results, 'tensor<5xf32>', but it returns 'tensor<4xf32>'}}
  %0 = hlo.fusion(%a) kind "loop" : (tensor<4xf32>) -> tensor<5xf32> {
  ^bb0(%x: tensor<4xf32>):
    hlo.return %x : tensor<4xf32>
  }
  return %0 : tensor<5xf32>
}
