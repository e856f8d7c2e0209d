// Ops and work before and after passes. Terms of a dot are two flops, functions of
// elements count apart, what a reduction's computation holds is counted with it.
// RUN: xla-opt %s --cse --print-stats -o /dev/null 2>&1 | FileCheck %s
// CHECK: statistics before after
// CHECK: func.func 1 1
// CHECK: hlo.add 1 1
// CHECK: hlo.tanh 2 1
// CHECK: ops
// 2 * 4 * 8 * 16 of the dot, 4 * 16 - 4 of the reduction.
// CHECK-NEXT: flops 1084 1084
// CHECK-NEXT: transcendentals 128 64
// tanh 512, dot 128 + 512 + 256, reduce 256 + 4 + 16.
// CHECK-NEXT: bytes 2196 1684
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> (tensor<4xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %t = stablehlo.tanh %y : tensor<4x16xf32>
  %u = stablehlo.tanh %y : tensor<4x16xf32>
  return %s, %t, %u : tensor<4xf32>, tensor<4x16xf32>, tensor<4x16xf32>
}
