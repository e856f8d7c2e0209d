// RUN: xla-opt %s --hlo-legalize-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[X:.*]]: tensor<i32>)
func.func @loop(%x: tensor<ui32>) -> tensor<ui32> {
  // CHECK: scf.while (%[[I:.*]] = %[[X]]) : (tensor<i32>) -> tensor<i32>
  // CHECK:   %[[MORE:.*]] = tensor.extract %{{.*}}[] : tensor<i1>
  // CHECK:   scf.condition(%[[MORE]]) %[[I]]
  // CHECK:   scf.yield
  %r = hlo.while(%i = %x) : tensor<ui32>
  cond {
    %c = hlo.constant dense<9> : tensor<ui32>
    %p = hlo.compare LT, %i, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  } do {
    %n = hlo.add %i, %i : tensor<ui32>
    hlo.return %n : tensor<ui32>
  }
  return %r : tensor<ui32>
}

// CHECK-LABEL: func.func @choose(
func.func @choose(%i: tensor<i32>, %x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: scf.index_switch
  // CHECK: case 0
  // CHECK: default
  %r = "hlo.case"(%i) ({
    hlo.return %x : tensor<2xf32>
  }, {
    hlo.return %y : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
