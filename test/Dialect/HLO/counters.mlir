// RUN: xla-opt %s --hlo-inline-maps --hlo-expand-deprecated --hlo-canonicalize-dynamism --hlo-fold-zero-sized --hlo-simplify-control-flow --hlo-remove-barriers --xla-counters -o /dev/null 2>&1 | FileCheck %s

// What patterns replace is counted, by the pass whose patterns they are.

// CHECK:      hlo-canonicalize-dynamism num-made-static-ops 1
// CHECK-NEXT: hlo-expand-deprecated num-expanded-ops 2
// CHECK-NEXT: hlo-fold-zero-sized num-folded-ops 1
// CHECK-NEXT: hlo-inline-maps num-inlined-maps 1
// CHECK-NEXT: hlo-remove-barriers num-removed-barriers 1
// CHECK-NEXT: hlo-simplify-control-flow num-simplified-ops 1
func.func @main(%x: tensor<6xf32>, %s: tensor<2xi64>, %e: tensor<0xf32>) -> (tensor<4x2x3xf32>, tensor<0xf32>, tensor<f32>) {
  %mapped = "hlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %r = hlo.negate %a : tensor<f32>
    hlo.return %r : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<6xf32>) -> tensor<6xf32>
  %shaped = hlo.dynamic_reshape %mapped, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %repeated = hlo.broadcast %shaped, sizes = [4] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %kept = hlo.optimization_barrier %repeated : tensor<4x2x3xf32>
  %nothing = hlo.negate %e : tensor<0xf32>
  %true = hlo.constant dense<true> : tensor<i1>
  %dot = hlo.dot %x, %x : (tensor<6xf32>, tensor<6xf32>) -> tensor<f32>
  %chosen = "hlo.if"(%true) ({
    hlo.return %dot : tensor<f32>
  }, {
    %other = hlo.negate %dot : tensor<f32>
    hlo.return %other : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %kept, %nothing, %chosen : tensor<4x2x3xf32>, tensor<0xf32>, tensor<f32>
}
