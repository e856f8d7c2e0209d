// A scan over no elements gives none, and the carried value as it came.
// RUN: xla-run %s --print --arg=0x2xf32=0 --arg=2xf32=3,4 | FileCheck %s

// CHECK: result 0: 0x2xf32
// CHECK: result 1: 2xf32
// CHECK-NEXT: [3.0, 4.0]
func.func @main(%x: tensor<0x2xf32>, %init: tensor<2xf32>) -> (tensor<0x2xf32>, tensor<2xf32>) {
  %r:2 = chlo.scan (%x) inits (%init) dimension = 0 attributes {is_associative = false} {
  ^bb0(%a: tensor<2xf32>, %carry: tensor<2xf32>):
    %sum = stablehlo.add %a, %carry : tensor<2xf32>
    stablehlo.return %sum, %sum : tensor<2xf32>, tensor<2xf32>
  } : (tensor<0x2xf32>, tensor<2xf32>) -> (tensor<0x2xf32>, tensor<2xf32>)
  return %r#0, %r#1 : tensor<0x2xf32>, tensor<2xf32>
}
