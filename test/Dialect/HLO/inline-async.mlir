// RUN: xla-opt %s --hlo-inline-async | FileCheck %s

// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[X:.*]]: tensor<1xi32>)
// CHECK-NEXT:    %[[Y:.*]] = "hlo.all_gather"(%[[X]])
// CHECK-NEXT:    %[[N:.*]] = hlo.negate %[[X]]
// CHECK-NEXT:    return %[[Y]], %[[N]]
func.func @gather(%x: tensor<1xi32>) -> (tensor<2xi32>, tensor<1xi32>) {
  %f = "hlo.async_start"(%x) ({
  ^bb0(%a: tensor<1xi32>):
    %g = "hlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<1xi32>) -> tensor<2xi32>
    hlo.return %g : tensor<2xi32>
  }) : (tensor<1xi32>) -> !hlo.future<tensor<2xi32>>
  %n = hlo.negate %x : tensor<1xi32>
  %y = "hlo.async_done"(%f) : (!hlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %y, %n : tensor<2xi32>, tensor<1xi32>
}

// Two futures, one inside the other's computation.
// CHECK-LABEL: func.func @nested(
// CHECK-NEXT:    hlo.negate
// CHECK-NEXT:    hlo.abs
// CHECK-NEXT:    return
func.func @nested(%x: tensor<1xi32>) -> tensor<1xi32> {
  %f = "hlo.async_start"(%x) ({
  ^bb0(%a: tensor<1xi32>):
    %g = "hlo.async_start"(%a) ({
    ^bb0(%b: tensor<1xi32>):
      %n = hlo.negate %b : tensor<1xi32>
      hlo.return %n : tensor<1xi32>
    }) : (tensor<1xi32>) -> !hlo.future<tensor<1xi32>>
    %h = "hlo.async_done"(%g) : (!hlo.future<tensor<1xi32>>) -> tensor<1xi32>
    %i = hlo.abs %h : tensor<1xi32>
    hlo.return %i : tensor<1xi32>
  }) : (tensor<1xi32>) -> !hlo.future<tensor<1xi32>>
  %y = "hlo.async_done"(%f) : (!hlo.future<tensor<1xi32>>) -> tensor<1xi32>
  return %y : tensor<1xi32>
}
