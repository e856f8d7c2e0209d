// RUN: xla-reduce %s --reduction-tree='traversal-mode=0 test=%S/has-seven.sh' | FileCheck %s

// Everything goes that the script does not ask for; a zero takes its place.
// CHECK-NOT: hlo.add
// CHECK: hlo.constant dense<7>
// CHECK-NOT: hlo.add
// CHECK-NOT: hlo.tanh
func.func @f(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %c = hlo.constant dense<7> : tensor<4xi32>
  %r = hlo.add %x, %c : tensor<4xi32>
  %s = hlo.add %c, %r : tensor<4xi32>
  %t = hlo.tanh %y : tensor<4xf32>
  return %s, %t : tensor<4xi32>, tensor<4xf32>
}
