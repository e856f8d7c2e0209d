// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-fuse-kernel-ops,cse))' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func private @multiply_add_reduce(
// CHECK:         linalg.fill
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "reduction"]
// CHECK:           %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK:           arith.addf %{{.*}}, %[[P]] fastmath<reassoc> : f32
// CHECK-NOT:     linalg.generic
func.func private @multiply_add_reduce(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %p = linalg.mul ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// An expensive value with two users is computed once.
// CHECK-LABEL: func.func private @softmax(
// CHECK-COUNT-1: math.exp
// CHECK-NOT:     math.exp
func.func private @softmax(%x: tensor<256x64xf32>) -> tensor<256x64xf32> attributes {xla.kernel} {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x64xf32>
  %z = linalg.exp ins(%x : tensor<256x64xf32>) outs(%e : tensor<256x64xf32>) -> tensor<256x64xf32>
  %e1 = tensor.empty() : tensor<256xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e1 : tensor<256xf32>) -> tensor<256xf32>
  %r = linalg.reduce {arith.addf} ins(%z : tensor<256x64xf32>) outs(%f : tensor<256xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%r : tensor<256xf32>) outs(%e : tensor<256x64xf32>) dimensions = [1]
  %d = linalg.div ins(%z, %b : tensor<256x64xf32>, tensor<256x64xf32>) outs(%e : tensor<256x64xf32>) -> tensor<256x64xf32>
  return %d : tensor<256x64xf32>
}

// A contraction is marked as such, and does not repeat what feeds it.
// CHECK-LABEL: func.func private @matmul(
// CHECK:         math.exp
// CHECK:         linalg.generic
// CHECK:           arith.mulf %{{.*}} fastmath<reassoc,contract>
// CHECK:           arith.addf %{{.*}} fastmath<reassoc,contract>
func.func private @matmul(%x: tensor<4x8xf32>, %y: tensor<8x16xf32>) -> tensor<4x16xf32> attributes {xla.kernel} {
  %c0 = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4x8xf32>
  %z = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %r = linalg.matmul ins(%z, %y : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @not_a_kernel(
// CHECK:         linalg.mul
func.func @not_a_kernel(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %p = linalg.mul ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %p : tensor<4x8xf32>
}
