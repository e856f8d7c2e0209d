// RUN: xla-opt %s --xla-hlo-optimize-pipeline | FileCheck %s

// Calls are inlined, in loops too, and only the entry is left.
// CHECK:       xla.phase = "hlo-optimize"
// CHECK:       func.func @main(
// CHECK-NOT:   call
// CHECK:         hlo.while
// CHECK:           hlo.negate
// CHECK-NOT:   func.func
module {
  func.func public @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
    %0:2 = hlo.while(%q = %p, %a = %x) : tensor<i1>, tensor<4xf32>
    cond {
      hlo.return %q : tensor<i1>
    } do {
      %1 = func.call @helper(%a) : (tensor<4xf32>) -> tensor<4xf32>
      hlo.return %q, %1 : tensor<i1>, tensor<4xf32>
    }
    return %0#1 : tensor<4xf32>
  }
  func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = hlo.negate %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
